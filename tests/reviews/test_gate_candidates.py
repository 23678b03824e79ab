"""Rows of the evidence that offer to fill the form."""

import json
from typing import Any

from judgment_console.reviews.decision_ask import Ask
from judgment_console.reviews.evidence import Evidence
from judgment_console.reviews.gate_candidates import recommended_label, with_offers

DRAWN = (
    '<tr id="block-t-a"><th scope="row">A</th><td>1</td></tr>'
    '<tr id="block-t-b" class="marked"><th scope="row">B</th></tr>'
)
ROWS = [
    {"id": "a", "label": "A", "alternative": "<i>Mid</i>"},
    {"id": "b", "label": "B", "mark": "recommended"},
]


def evidence(rows: list[dict[str, Any]], tab: str = "main") -> Evidence:
    columns = [{"key": "label", "label": "Name", "format": "text"}]
    table = {"kind": "table", "id": "t", "tab": tab, "columns": columns, "rows": rows}
    return Evidence.of(json.dumps({"evidence": {"blocks": [table]}}))


def ask(label: str) -> Ask:
    alternative = {"label": label, "values": {}, "headline": None, "impact": None}
    return Ask(
        round_number=1,
        digest="0" * 64,
        verbs=("adjust",),
        groups=(),
        proposed=None,
        alternatives=(alternative,),
    )


def test_row_that_names_its_alternative_offers_it_escaped() -> None:
    shown = with_offers(DRAWN, evidence(ROWS), ask("<i>Mid</i>"), "/g/", "")
    assert shown == (
        '<tr id="block-t-a"><th scope="row">A'
        '<a class="use" href="/g/?choose=%3Ci%3EMid%3C%2Fi%3E#decision" '
        'data-choose="0">Use<span class="visually-hidden"> '
        "&lt;i&gt;Mid&lt;/i&gt;</span></a></th>"
        '<td>1</td></tr><tr id="block-t-b" class="marked"><th scope="row">B</th></tr>'
    )


def test_row_of_an_equal_label_offers_its_alternative() -> None:
    shown = with_offers(DRAWN, evidence(ROWS), ask("B"), "/g/", "0")
    assert 'B<a class="use"' in shown
    assert 'aria-current="true">In your form<' in shown


def test_rows_of_other_tabs_and_other_labels_offer_nothing() -> None:
    assert with_offers(DRAWN, evidence(ROWS), ask("C"), "/g/", "") == DRAWN
    aside = evidence(ROWS, tab="diagnostics")
    assert with_offers(DRAWN, aside, ask("B"), "/g/", "") == DRAWN


def test_recommended_label_is_that_of_the_marked_row() -> None:
    assert recommended_label(evidence(ROWS)) == "B"
    assert recommended_label(Evidence.of('{"evidence": [1]}')) == ""
