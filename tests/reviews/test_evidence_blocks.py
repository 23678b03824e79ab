"""Drawing of stored evidence: typed blocks, and any other JSON, always escaped."""

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.utils.html import strip_tags
from hypothesis import given
from hypothesis import strategies as st

from judgment_console.evidence import blocks
from judgment_console.ledger.canonical import MAX_INTEGER
from judgment_console.reviews import evidence as drawing
from judgment_console.reviews.evidence import Evidence, Tab, drawn
from judgment_console.reviews.evidence_blocks import anchor, pairs
from judgment_console.reviews.evidence_rows import Flag

HOSTILE = '<div hx-post="/x" hx-trigger="load">\u202e<script>alert(1)</script>'

AVERAGES = blocks.table(
    "averages",
    "Averages",
    tab="main",
    unit="USD",
    columns=[
        blocks.column("label", "Average", "text"),
        blocks.column("12-24", "12-24", "factor"),
        blocks.column("change", "Change", "money"),
    ],
    rows=[
        {"id": "volume all", "label": "Volume", "12-24": 3.4906, "change": 0.0}
        | {"mark": "recommended"},
        {"id": "medial", "label": "Medial", "12-24": None, "change": -332115.4},
    ],
)
CHECKS = blocks.table(
    "checks",
    "Checks",
    tab="data",
    columns=[blocks.column("state", "State", "state")],
    rows=[{"id": "one", "state": "fail"}, {"id": "two", "state": "not evaluated"}],
)


@pytest.fixture(autouse=True)
def _no_drawing_is_kept() -> None:
    cache.clear()


def of(evidence: Any, recommendation: str = "Use volume.") -> Evidence:
    content = {
        "recommendation": recommendation,
        "proposed": None,
        "alternatives": [],
        "evidence": evidence,
    }
    return Evidence.of(json.dumps(content))


def packed(*found: Any, **more: Any) -> Evidence:
    engine = {"name": "chainladder", "version": "0.10.1"}
    return of({"engine": engine, "warnings": [], "blocks": list(found), **more})


def html(evidence: Evidence, tab: str = "main") -> str:
    return str(drawn(evidence, "0" * 64, tab))


def words(evidence: Evidence, tab: str = "main") -> str:
    return " ".join(strip_tags(html(evidence, tab)).split())


def test_table_shows_unit_heads_marks_and_negatives() -> None:
    shown = words(packed(AVERAGES))
    assert shown == (
        "Averages (USD) Average12-24Change Volume recommended 3.491 0 "
        "Medial –missing −332,115(332,115)"
    )


def test_table_rows_are_anchors_and_the_marked_one_is_marked() -> None:
    drawn_html = html(packed(AVERAGES))
    assert '<tr id="block-averages-volume-all" class="marked">' in drawn_html
    assert '<th scope="row" >' in drawn_html
    assert '<td class="num">' in drawn_html


def test_state_cells_carry_icon_and_word() -> None:
    assert words(packed(CHECKS), "data") == "Checks State ✕fail –not evaluated"


def test_figures_say_when_one_is_not_available() -> None:
    items = [
        blocks.figure("Unpaid", -18680856.2, "money", "USD"),
        blocks.figure("Error", None, "percent"),
    ]
    shown = words(packed(blocks.figures("few", "Figures", items)))
    assert shown == "Figures Unpaid −18,680,856 USD Error not available"


def test_text_is_kept_as_written() -> None:
    shown = html(packed(blocks.text("note", "Note", "one\n two")))
    assert '<p class="kept">one\n two</p>' in shown


def test_everything_a_gate_sends_is_escaped() -> None:
    table = blocks.table(
        HOSTILE,
        HOSTILE,
        tab="main",
        unit=HOSTILE,
        columns=[blocks.column("a", HOSTILE, "text")],
        rows=[{"id": HOSTILE, "a": HOSTILE, "mark": HOSTILE}],
    )
    few = blocks.figures(HOSTILE, HOSTILE, [blocks.figure(HOSTILE, HOSTILE, "text")])
    text = blocks.text(HOSTILE, HOSTILE, HOSTILE)
    shown = html(packed(table, few, text, {"kind": HOSTILE, HOSTILE: [HOSTILE]}))
    assert "<script" not in shown
    assert "<div hx-post" not in shown


def test_flags_lead_to_the_tab_and_row_that_show_them() -> None:
    flags = blocks.flags(
        "first",
        "Look",
        [
            blocks.flag("note", "One ratio.", None),
            blocks.flag("fail", "Falls.", "checks:one"),
            blocks.flag("check", "Spread.", "averages"),
            blocks.flag("check", "Gone.", "nowhere:1"),
        ],
    )
    assert packed(flags, AVERAGES, CHECKS).flags == (
        Flag(
            colour="bad", icon="✕", word="fail", text="Falls.", tab="data",
            anchor="block-checks-one",
        ),
        Flag(
            colour="wait", icon="!", word="check", text="Spread.", tab="main",
            anchor="block-averages",
        ),
        Flag(colour="wait", icon="!", word="check", text="Gone.", tab="", anchor=""),
        Flag(
            colour="idle", icon="i", word="note", text="One ratio.", tab="", anchor=""
        ),
    )  # fmt: skip


def test_flags_are_not_drawn_among_the_blocks() -> None:
    flags = blocks.flags("first", "Look", [blocks.flag("note", "One ratio.")])
    assert words(packed(flags)) == ""


def test_tabs_hold_counts_and_the_main_one_is_always_there() -> None:
    assert packed(CHECKS).tabs == (
        Tab(key="main", label="Evidence", count=0),
        Tab(key="data", label="Data", count=1),
    )


def test_only_the_open_tab_is_drawn() -> None:
    assert "Averages" not in html(packed(AVERAGES, CHECKS), "data")


def test_what_has_no_block_is_listed_as_pairs() -> None:
    shown = of({"candidates": [100000, 150000.5], "seen": None, "open": True})
    assert words(shown) == (
        "Evidence candidates 1 100,000 candidates 2 150,000.5 seen not available "
        "open yes"
    )


def test_what_a_gate_keeps_beside_its_blocks_is_closed_away() -> None:
    shown = html(packed(AVERAGES, latest={"2001": 5.5}))
    assert "<details" in shown
    assert "latest › 2001" in shown


@pytest.mark.parametrize("kind", ["chart", "unknown", "table", "figures", "text", 7])
def test_a_block_of_another_kind_or_shape_is_listed_as_pairs(kind: Any) -> None:
    shown = words(packed({"kind": kind, "id": "x", "title": "X", "spec": {"a": [1]}}))
    assert "spec › a 1 1" in shown


def test_an_unknown_tab_of_a_block_is_the_main_one() -> None:
    assert "Averages" in html(packed({**AVERAGES, "tab": "elsewhere"}))


@pytest.mark.parametrize("value", ["text", 5, None, [], {}, [[]], "", True])
def test_any_json_is_evidence(value: Any) -> None:
    assert of(value).headline is None
    html(of(value))


LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-MAX_INTEGER, MAX_INTEGER)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
)
JSON = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["kind", "id", "tab", "rows", "columns", "items", "key", "x"]
            ),
            inner | st.sampled_from(["table", "figures", "flags", "text", "chart"]),
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.lists(JSON, max_size=3), JSON)
def test_any_json_in_the_blocks_is_drawn_without_an_error(
    found: list[Any], more: Any
) -> None:
    cache.clear()
    evidence = of({"blocks": found, "headline": more, "warnings": more, "rest": more})
    for tab in evidence.tabs:
        html(evidence, tab.key)
    assert isinstance(evidence.flags, tuple)


def test_equal_evidence_is_drawn_once() -> None:
    first = html(packed(AVERAGES))
    assert str(drawn(packed(CHECKS), "0" * 64, "main")) == first
    assert str(drawn(packed(), "1" * 64, "main")) != first


def test_a_new_version_of_the_templates_is_drawn_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = html(packed(AVERAGES))
    monkeypatch.setattr(drawing, "TEMPLATE_VERSION", 0)
    assert html(packed()) != first


def test_recommendation_and_its_rule_are_told_apart() -> None:
    said = of({}, "Use volume: unpaid 18,680,856. Rule: all years unless it rejects.")
    assert (said.recommendation, said.rule) == (
        "Use volume: unpaid 18,680,856.",
        "Rule: all years unless it rejects.",
    )


def test_evidence_of_a_round_without_a_proposal_is_empty() -> None:
    empty = Evidence.of("")
    assert (empty.recommendation, empty.blocks, empty.flags) == ("", (), ())


def test_engine_and_warnings_are_read() -> None:
    assert packed().engine == "chainladder 0.10.1"
    assert of({"warnings": ["few ratios"]}).warnings == ("few ratios",)


def test_headline_needs_a_number() -> None:
    assert of({"headline": {"label": "Unpaid", "value": None}}).headline is None
    unpaid = {"label": "Unpaid", "value": 5, "unit": "USD"}
    assert of({"headline": unpaid}).headline == unpaid


def test_anchor_is_a_valid_id_for_any_name() -> None:
    assert anchor("a b<c>", "2001 / 12–24") == "block-a-bc-2001-1224"
    assert anchor(None) == "block-other"


def test_pairs_of_a_leaf_and_of_nothing() -> None:
    assert list(pairs(5)) == [("value", 5)]
    assert list(pairs({})) == [("value", "empty")]
