"""Charts and heat maps on the page of a gate."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from judgment_console.chains.catalogue import register
from judgment_console.evidence import blocks
from judgment_console.evidence.charts import LOOKS, at, chart_spec, layer
from judgment_console.judgment import ChainSpec, GateContext, GateSpec, Proposal
from judgment_console.models import Gate, Picture
from judgment_console.services import starting
from tests.factories import AT, METADATA, House, work
from tests.reviews.conftest import address, text_of
from tests.reviews.page_chain import Tail, tail_applied

pytestmark = pytest.mark.django_db

POINTS = chart_spec(layer("recent-point", {"x": at("x", "X"), "y": at("y", "Y")}))
EARLIER = [
    {"label": "Second cut", "values": {"2001": {"12-24": 3.25}}},
    {"label": "First cut", "values": {"2001": {"12-24": 3.5}, "2002": {"12-24": 2.5}}},
]


def chart(name: str, table: str, **more: Any) -> dict[str, Any]:
    made = blocks.chart(
        name,
        f"The {name}",
        f"What {name} shows & says.",
        table=table,
        spec=POINTS,
        keys=[("recent-point", "a <point>")],
    )
    return {**made, **more}


def heat(earlier: list[dict[str, Any]]) -> dict[str, Any]:
    columns = [blocks.column("origin", "Origin", "year")]
    columns += [blocks.column("12-24", "12-24", "factor")]
    rows = [
        {"id": "2001", "origin": "2001", "12-24": 3.5},
        {"id": "2002", "origin": "2002", "12-24": 2.5},
        {"id": "2003", "origin": "2003", "12-24": None},
        {"id": "chosen", "origin": "Factor", "12-24": 3.0, "mark": "recommended"},
    ]
    table = blocks.table("ratios", "Ratios", tab="data", columns=columns, rows=rows)
    shades = {"2001": {"12-24": 2}, "2002": {"12-24": -1}, "2003": {"12-24": 9}}
    return blocks.heat(table, shades, note="Shaded.", earlier=earlier)


def proposed(ctx: GateContext) -> Proposal:
    columns = [blocks.column("x", "X", "number"), blocks.column("y", "Y", "number")]
    rows = [{"id": "a", "x": 1.0, "y": 2.0}, {"id": "b", "x": 2.0, "y": 3.0}]
    shown = [
        chart("near", "points"),
        chart("far", "points-main"),
        chart("lost", "points", spec={"mark": {"type": 7}}),
        chart("alone", "nothing"),
        blocks.table("points", "P", tab="charts", columns=columns, rows=rows),
        blocks.table("points-main", "Q", tab="main", columns=columns, rows=rows),
        heat(EARLIER),
    ]
    return Proposal("Use 1.03.", {"blocks": shown}, proposed={"tail": 1.03})


SPEC = ChainSpec(
    "chart-chain",
    (
        GateSpec(
            "tail",
            "tail",
            Tail,
            proposed,
            tail_applied,
            question="Which tail is added?",
        ),
    ),
)


@pytest.fixture
def gate(house: House) -> Gate:
    return gate_of(house)


def gate_of(house: House) -> Gate:
    """A parked gate with charts and a heat map."""
    register(SPEC)
    chain_id = starting.start_chain(
        dataset_id=house.dataset(),
        spec_id=SPEC.id,
        title="Motor",
        metadata=METADATA,
        actor=house.actor("preparer"),
        at=AT,
    )
    work()
    return Gate.objects.get(chain_id=chain_id)


def page(browser: Client, gate: Gate, tab: str = "charts") -> str:
    response = browser.get(f"{address(gate)}?tab={tab}")
    assert response.status_code == 200
    text: str = response.text
    return text


def figure(text: str, name: str) -> str:
    """One chart of the page, from its opening to its closing tag."""
    found = re.search(rf'<figure[^>]* id="block-{name}".*?</figure>', text, re.S)
    assert found is not None
    return found[0]


def test_chart_has_its_picture_words_keys_and_the_way_to_its_table(
    reviewer: Client, gate: Gate
) -> None:
    near = figure(page(reviewer, gate), "near")
    assert near.count("<svg ") == 1
    assert 'role="img"' in near
    assert "<h3>The near</h3>" in near
    assert "What near shows &amp; says." in near
    assert (
        'class="key key-recent-point" aria-hidden="true"></span>a &lt;point&gt;' in near
    )
    assert '<a href="#block-points">The same figures as a table' in near


def test_chart_whose_table_is_on_another_tab_leads_there(
    reviewer: Client, gate: Gate
) -> None:
    far = figure(page(reviewer, gate), "far")
    assert f'<a href="{address(gate)}?tab=main#block-points-main">' in far
    assert 'id="block-points-main"' in page(reviewer, gate, "main")


def test_chart_of_an_old_round_leads_to_the_table_of_that_round(
    reviewer: Client, gate: Gate
) -> None:
    url = f"{address(gate)}rounds/1/"
    text = reviewer.get(f"{url}?tab=charts").text
    assert f'<a href="{url}?tab=main#block-points-main">' in figure(text, "far")


def test_chart_that_was_not_drawn_says_so_and_leads_to_its_table(
    reviewer: Client, gate: Gate
) -> None:
    lost = figure(page(reviewer, gate), "lost")
    assert "<svg" not in lost
    assert "This chart could not be drawn. Its figures are in the table." in lost
    assert '<a href="#block-points">' in lost


def test_chart_without_a_table_is_shown_without_picture_and_link(
    reviewer: Client, gate: Gate
) -> None:
    alone = figure(page(reviewer, gate), "alone")
    assert "<svg" not in alone
    assert "<a " not in alone


def test_tab_counts_charts_and_not_the_tables_beside_them(
    reviewer: Client, gate: Gate
) -> None:
    assert "Charts 4" in text_of(reviewer.get(address(gate)))


def test_pictures_are_on_the_charts_tab_alone_and_cost_one_query(
    reviewer: Client, gate: Gate
) -> None:
    page(reviewer, gate)
    counts = {}
    for tab in ("main", "data", "decisions", "charts"):
        with CaptureQueriesContext(connection) as counted:
            text = page(reviewer, gate, tab)
        shown = [
            each["sql"] for each in counted if Picture._meta.db_table in each["sql"]
        ]
        counts[tab] = (len(shown), text.count("<svg "))
    assert counts == {
        "main": (0, 0),
        "data": (0, 0),
        "decisions": (0, 0),
        "charts": (0, 2),
    }


def test_pictures_not_kept_yet_are_read_in_one_query(
    reviewer: Client, gate: Gate
) -> None:
    with CaptureQueriesContext(connection) as counted:
        text = page(reviewer, gate)
    shown = [each for each in counted if Picture._meta.db_table in each["sql"]]
    assert (len(shown), text.count("<svg ")) == (1, 2)


def test_ids_on_the_page_are_unique(reviewer: Client, gate: Gate) -> None:
    for tab in ("charts", "data"):
        ids = re.findall(r'\sid="([^"]*)"', page(reviewer, gate, tab))
        assert sorted(set(ids)) == sorted(ids)


def test_page_with_charts_has_no_inline_style_or_script(
    reviewer: Client, gate: Gate
) -> None:
    for tab in ("charts", "data"):
        text = page(reviewer, gate, tab)
        assert re.findall(r"<style|\sstyle=|\son\w+=|<script>", text) == []


def cells(text: str) -> list[str]:
    return re.findall(r"<td [^>]*tabindex.*?</td>", text, re.S)


def words(cell: str) -> str:
    plain = re.sub(r'<span class="sign" aria-hidden="true">[^<]*</span>', "", cell)
    return " ".join(re.sub(r"<[^>]*>", " ", plain).split())


def test_heat_map_is_a_table_with_shades_and_words(
    reviewer: Client, gate: Gate
) -> None:
    found = cells(page(reviewer, gate, "data"))
    assert [re.findall(r"shade-\w+-\d", each) for each in found] == [
        ["shade-above-2"],
        ["shade-below-1"],
        [],
        [],
    ]
    assert [words(each) for each in found] == [
        "changed since the last upload, 3.500 far above",
        "2.500",
        "– missing",
        "3.000",
    ]
    assert "▲" in found[0]


def test_one_cell_of_the_heat_map_is_in_the_order_of_tabs(
    reviewer: Client, gate: Gate
) -> None:
    found = cells(page(reviewer, gate, "data"))
    assert [re.findall(r'tabindex="(-?\d)"', each) for each in found] == [
        ["0"],
        ["-1"],
        ["-1"],
        ["-1"],
    ]


def test_cell_has_its_values_of_earlier_uploads(reviewer: Client, gate: Gate) -> None:
    found = cells(page(reviewer, gate, "data"))
    assert [re.findall(r'data-history="([^"]*)"', each) for each in found] == [
        ["Second cut: 3.250, which differs\nFirst cut: 3.500"],
        ["Second cut: not there\nFirst cut: 2.500"],
        [],
        [],
    ]
    assert 'data-missing="It is not in an earlier upload."' in page(
        reviewer, gate, "data"
    )


def test_heat_map_without_earlier_uploads_says_that_there_is_none(
    house: House, reviewer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "EARLIER", [])
    gate = gate_of(house)
    text = page(reviewer, gate, "data")
    assert 'data-missing="There is no earlier upload of this segment."' in text
    assert "data-history" not in text


def test_page_loads_the_keys_of_the_heat_map(reviewer: Client, gate: Gate) -> None:
    for url in (address(gate), f"{address(gate)}rounds/1/"):
        assert re.search(r'<script src="[^"]*heat[^"]*\.js"', reviewer.get(url).text)


CSS = (Path(settings.BASE_DIR) / "static" / "console.css").read_text()


def colour(name: str, scheme: int) -> str:
    """A colour token in light (0) or dark (1)."""
    found = re.search(rf"--{name}:\s*([^;]+);", CSS)
    assert found is not None, name
    value = found[1]
    if value.startswith("var("):
        return colour(value.removeprefix("var(--").removesuffix(")"), scheme)
    pair: list[str] = re.findall(r"#[0-9a-f]{6}", value)
    return pair[scheme] if len(pair) == 2 else pair[0]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours (WCAG 2.2)."""
    lights = []
    for each in (one, other):
        parts = [int(each[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
            for part in parts
        ]
        red, green, blue = linear
        lights.append(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return (max(lights) + 0.05) / (min(lights) + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["card", "chart-band"])
def test_marks_stand_out_from_their_ground(scheme: int, ground: str) -> None:
    marks = {
        each["color"].removeprefix("var(--").removesuffix(")")
        for each in LOOKS.values()
    }
    marks -= {"chart-band"}
    low = {
        mark: round(contrast(colour(mark, scheme), colour(ground, scheme)), 2)
        for mark in marks
        if contrast(colour(mark, scheme), colour(ground, scheme)) < 3
    }
    assert low == {}


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_words_in_charts_and_shaded_cells_can_be_read(scheme: int) -> None:
    card = colour("card", scheme)
    grounds = [card, colour("chart-band", scheme)]
    grounds += [
        mixed(colour(f"heat-{side}", scheme), card, 0.3) for side in ("above", "below")
    ]
    ink = min(contrast(colour("chart-ink", scheme), ground) for ground in grounds)
    assert ink >= 4.5
    assert contrast(colour("chart-label", scheme), card) >= 4.5


def mixed(colour: str, ground: str, share: float) -> str:
    pairs = [
        (int(colour[place : place + 2], 16), int(ground[place : place + 2], 16))
        for place in (1, 3, 5)
    ]
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in pairs)


def test_every_look_has_its_key_in_the_style_sheet() -> None:
    assert {name for name in LOOKS if f".key-{name}" not in CSS} == set()
