"""Pictures hold shapes, words and colours of the page, and nothing else."""

import re
import sys
from typing import Any
from xml.etree import ElementTree

import pytest

from judgment_console.evidence import drawing
from judgment_console.evidence.charts import at, chart_spec, layer, placed, rule_at
from judgment_console.evidence.drawing import (
    DrawingError,
    draw,
    picture_digest,
    pictured,
)
from judgment_console.ledger.canonical import read_canonical

ROWS = [{"id": "a", "x": "12-24", "y": 3.5}, {"id": "b", "x": "24-36", "y": 1.75}]
SPEC: dict[str, Any] = {
    "title": "Factors & <ratios>",
    "description": "Two factors fall.",
    **chart_spec(
        layer(
            "recent-point",
            {"x": placed("x", "Interval", ["12-24", "24-36"]), "y": at("y", "Factor")},
            mark={"clip": True},
        ),
        rule_at(1.0),
    ),
}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def picture() -> str:
    return draw(SPEC, ROWS)


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)  # noqa: S314 - drawn by the test


def given(monkeypatch: pytest.MonkeyPatch, content: str, name: str = "g") -> None:
    text = f'<svg xmlns="http://www.w3.org/2000/svg"><{name} {content}/></svg>'
    monkeypatch.setattr(drawing, "_rendered", lambda spec, rows: text)


def test_picture_is_an_image_with_title_and_description(picture: str) -> None:
    root = parsed(picture)
    title, words = root[0], root[1]
    assert (root.tag, root.get("role")) == (f"{SVG}svg", "img")
    assert (title.tag, title.text) == (f"{SVG}title", "Factors & <ratios>")
    assert (words.tag, words.text) == (f"{SVG}desc", "Two factors fall.")
    assert root.get("aria-labelledby") == title.get("id")
    assert root.get("aria-describedby") == words.get("id")


def test_picture_holds_only_known_elements_and_attributes(picture: str) -> None:
    root = parsed(picture)
    named = {"role", "aria-labelledby", "aria-describedby"}
    assert set(root.attrib) == {"viewBox", "width", "height", *named}
    for element in list(root.iter())[3:]:
        assert element.tag.removeprefix(SVG) in drawing._ELEMENTS
        assert set(element.attrib) <= drawing._KEPT
    assert (
        re.findall(r"\bstyle\b|class=|font-family|<script|href|\bon\w+=", picture) == []
    )


def test_picture_takes_every_colour_from_the_page(picture: str) -> None:
    colours = set(re.findall(r'(?:fill|stroke)="([^"]*)"', picture))
    assert colours - {"none"} == {
        f"var(--chart-{name})" for name in ("recent", "edge", "label", "grid")
    }


def test_picture_is_the_same_each_time(picture: str) -> None:
    assert draw(SPEC, ROWS) == picture
    assert 'id="clip' not in picture


def test_ids_of_two_pictures_differ(picture: str) -> None:
    other = draw({**SPEC, "description": "Another."}, ROWS)
    mine, theirs = (
        set(re.findall(r' id="([^"]*)"', each)) for each in (picture, other)
    )
    assert len(mine) == len(theirs) == 3
    assert mine & theirs == set()
    assert set(re.findall(r"url\(#([^)]*)\)", picture)) <= mine


def test_picture_of_stored_evidence_has_the_same_digest() -> None:
    stored: Any = read_canonical('{"rows":[{"y":1}],"spec":{"a":2}}')
    digest = picture_digest({"a": 2.0}, [{"y": 1.0}])
    assert digest == picture_digest(stored["spec"], stored["rows"])
    assert digest != picture_digest({"a": 2.0}, [{"y": 1.5}])
    assert digest != picture_digest({"a": 3.0}, [{"y": 1.0}])


@pytest.mark.parametrize("name", ["url", "data", "href", "datasets"])
def test_chart_that_reads_from_elsewhere_is_refused(name: str) -> None:
    spec = {**SPEC, "layer": [{**SPEC["layer"][0], name: "https://example.org/x.csv"}]}
    with pytest.raises(DrawingError, match=f"not by {name}"):
        draw(spec, ROWS)


def test_spec_that_is_no_chart_is_refused() -> None:
    with pytest.raises(DrawingError, match="cannot be drawn"):
        draw({"title": "X", "mark": {"type": 7}, "encoding": {}}, ROWS)


def test_drawing_without_the_library_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(DrawingError, match="cannot be drawn"):
        draw(SPEC, ROWS)


@pytest.mark.parametrize(
    "content",
    [
        'style="fill: red"',
        'onclick="alert(1)"',
        'href="https://example.org"',
        'xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#x"',
        'fill="url(https://example.org/x.svg#y)"',
        'clip-path="url(#elsewhere)"',
        'id="decide"',
    ],
)
def test_picture_with_what_none_may_have_is_refused(
    monkeypatch: pytest.MonkeyPatch, content: str
) -> None:
    given(monkeypatch, content)
    with pytest.raises(DrawingError, match="A picture may not"):
        draw(SPEC, ROWS)


@pytest.mark.parametrize("name", ["script", "style", "image", "foreignObject", "a"])
def test_picture_with_another_element_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    given(monkeypatch, "", name)
    with pytest.raises(DrawingError, match=f"may not hold <{name}>"):
        draw(SPEC, ROWS)


def test_text_that_is_no_xml_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "_rendered", lambda spec, rows: "<svg>")
    with pytest.raises(DrawingError, match="no XML"):
        draw(SPEC, ROWS)


def test_charts_of_blocks_come_with_the_rows_of_their_table() -> None:
    table = {"kind": "table", "id": "t", "rows": ROWS}
    chart = {"kind": "chart", "id": "c", "table": "t", "spec": {"mark": "point"}}
    words = {"title": "T", "description": "D"}
    assert list(pictured([{**chart, **words}, table])) == [
        ("c", {"mark": "point", **words}, ROWS)
    ]


@pytest.mark.parametrize(
    "blocks",
    [
        None,
        7,
        "chart",
        ["chart", 7],
        [{"kind": "chart", "id": "c", "table": "t", "spec": {}}],
        [
            {"kind": "chart", "id": "c", "table": "t", "spec": 7},
            {"id": "t", "rows": [1]},
        ],
        [
            {"kind": "chart", "id": "c", "table": "t", "spec": {}},
            {"id": "t", "rows": []},
        ],
        [
            {"kind": "table", "id": "c", "table": "t", "spec": {}},
            {"id": "t", "rows": [1]},
        ],
    ],
)
def test_blocks_without_a_chart_and_its_rows_have_none(blocks: Any) -> None:
    assert list(pictured(blocks)) == []
