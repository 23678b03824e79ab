import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from judgment_console.errors import JudgmentError
from judgment_console.ledger.disclosure import BANNER, build_disclosure
from judgment_console.ledger.document import Bullets, Disclosure, Facts, Table
from judgment_console.ledger.entries import Changes
from judgment_console.ledger.markdown import to_markdown
from judgment_console.ledger.material import (
    ChainState,
    DisclosureMaterial,
    Figure,
    GateRecord,
    Prior,
    ReviewCheck,
)
from judgment_console.ledger.verification import Finding

SECTIONS = [
    "Identification and purpose",
    "Scope, dates and basis",
    "Data and review",
    "Methods",
    "Assumptions and judgments",
    "Results",
    "Uncertainty",
    "Changes from the prior analysis",
    "Reliances and limitations",
    "Open points",
    "Reproduction",
]

BARE = DisclosureMaterial(
    title="Bare",
    workspace="W",
    segment="S",
    state="completed",
    made_at="2026-11-30T12:00:00.000000Z",
    metadata={},
)


def facts_of(disclosure: Disclosure, number: int) -> dict[str, str]:
    blocks = disclosure.sections[number - 1].blocks
    return {
        label: value
        for block in blocks
        if isinstance(block, Facts)
        for label, value in block.items
    }


def tables_of(disclosure: Disclosure, number: int) -> list[Table]:
    blocks = disclosure.sections[number - 1].blocks
    return [block for block in blocks if isinstance(block, Table)]


def bullets_of(disclosure: Disclosure, number: int) -> list[str]:
    blocks = disclosure.sections[number - 1].blocks
    return [
        item for block in blocks if isinstance(block, Bullets) for item in block.items
    ]


def words_of(disclosure: Disclosure, number: int) -> str:
    return repr(disclosure.sections[number - 1])


def test_ds_01_same_material_gives_the_same_bytes(material: DisclosureMaterial) -> None:
    first = build_disclosure(material)
    again = build_disclosure(deepcopy(material))

    assert first == again
    assert to_markdown(first) == to_markdown(again)


def test_ds_01_order_of_keys_does_not_matter(material: DisclosureMaterial) -> None:
    turned = dict(reversed(list(material.metadata.items())))

    assert build_disclosure(replace(material, metadata=turned)) == build_disclosure(
        material
    )


@pytest.mark.parametrize("bare", [True, False])
def test_ds_02_every_section_is_there_in_order(
    material: DisclosureMaterial, bare: bool
) -> None:
    disclosure = build_disclosure(BARE if bare else material)

    assert [section.title for section in disclosure.sections] == SECTIONS
    assert [section.number for section in disclosure.sections] == list(range(1, 12))


def test_ds_02_document_is_a_draft_and_claims_no_approval(
    material: DisclosureMaterial,
) -> None:
    disclosure = build_disclosure(material)
    text = to_markdown(disclosure)

    assert disclosure.banner == BANNER
    assert "draft for the responsible actuary" in BANNER
    assert re.findall(r"ASOP \d+", BANNER) == [
        "ASOP 41",
        "ASOP 43",
        "ASOP 23",
        "ASOP 56",
    ]
    assert not re.search(r"(?i)section \d|complies|compliant|certif", text)
    assert not re.search(r"(?i)approved (under|by|in)|in accordance with", text)


def test_ds_02_basis_is_said_in_words(material: DisclosureMaterial) -> None:
    facts = facts_of(build_disclosure(material), 2)

    assert facts["Gross or net"] == "gross of reinsurance and of recoveries"
    assert facts["Adjustment expenses"] == (
        "with defense and cost containment expenses only"
    )


def test_ds_03_bare_material_says_what_is_not_there() -> None:
    disclosure = build_disclosure(BARE)

    assert "No data review was recorded." in words_of(disclosure, 3)
    assert "No method is named." in words_of(disclosure, 4)
    assert "No assumption was recorded." in words_of(disclosure, 5)
    assert "No result was recorded." in words_of(disclosure, 6)
    assert "No measure of uncertainty was recorded." in words_of(disclosure, 7)
    assert "No comparison with an earlier analysis" in words_of(disclosure, 8)
    assert bullets_of(disclosure, 9) == ["Nothing is recorded.", "Nothing is recorded."]
    assert "The entries were not verified" in words_of(disclosure, 11)


def test_ds_06_tag_and_digest_follow_what_is_disclosed(
    material: DisclosureMaterial,
) -> None:
    def marks(changed: DisclosureMaterial) -> tuple[str, str]:
        facts = facts_of(build_disclosure(changed), 11)
        return facts["Digest of what this document says"], facts["Integrity tag"]

    limits: dict[str, Any] = {**material.metadata, "limitations": ["One more"]}
    changed = [
        material,
        replace(material, prepared_by="Somebody else"),
        replace(material, checks=()),
        replace(material, metadata=limits),
    ]

    assert len({marks(item) for item in changed}) == 4
    assert marks(deepcopy(material)) == marks(material)
    assert marks(replace(material, made_at="later")) == marks(material)


@pytest.mark.parametrize(
    ("state", "warning"),
    [
        ("completed", None),
        ("running", "Not for use: the chain is still open."),
        (
            "rejected",
            "Not for use: the chain was rejected and nothing in it was adopted.",
        ),
        (
            "recalled",
            "Not for use: the chain was recalled by its owner before it ended.",
        ),
        (
            "needs_attention",
            "Not for use: the chain has stopped and needs attention.",
        ),
    ],
)
def test_document_of_an_unfinished_chain_is_not_for_use(
    material: DisclosureMaterial, state: ChainState, warning: str | None
) -> None:
    disclosure = build_disclosure(replace(material, state=state))

    assert disclosure.warning == warning
    assert ("Not for use" in to_markdown(disclosure)) == (warning is not None)


def test_document_of_entries_that_do_not_verify_is_not_for_use(
    material: DisclosureMaterial,
) -> None:
    finding = Finding(seq=4, kind="hash", message="The hash is not that of the body.")
    disclosure = build_disclosure(replace(material, verification=(finding,)))

    assert disclosure.warning == "Not for use: the recorded entries do not verify."
    assert bullets_of(disclosure, 11) == ["Entry 4: The hash is not that of the body."]


def test_gate_shows_who_decided_what_and_why(material: DisclosureMaterial) -> None:
    gate = build_disclosure(material).sections[4].blocks[0]

    assert gate == Facts(
        title="Gate: factors",
        items=(
            ("Question", "Which development factors?"),
            ("State", "applied"),
            ("Recommendation", "Volume-weighted, all years"),
            ("Decision", "As recommended"),
            ("Reason", "Steady ratios,\nno trend by calendar year."),
            ("Decided by", "Rae Reviewer, FCAS (approval; by web)"),
            ("At", "2026-11-29T10:00:00.000000Z"),
            ("Finding", "The factor at 12 months is above every ratio."),
            ("Digest of the evidence", "c" * 64),
        ),
    )


def test_skipped_gate_shows_its_reason_and_no_decision(
    material: DisclosureMaterial,
) -> None:
    gate = build_disclosure(material).sections[4].blocks[1]

    assert gate == Facts(
        title="Gate: tail",
        items=(
            ("Question", "Which tail?"),
            ("State", "skipped"),
            ("Skipped because", "Development has ended."),
        ),
    )


def test_ledger_table_has_a_row_for_each_assumption(
    material: DisclosureMaterial,
) -> None:
    (table,) = tables_of(build_disclosure(material), 5)

    assert table.rows == (
        (
            "1",
            "2026-11-29T10:00:01.000000Z",
            "Rae Reviewer (actuary)",
            "ldf.paid",
            "12-24: 3.490606; 108-120: 1.017725; note: as fitted",
            "last year's",
            "Steady ratios.",
            "Mack 1993",
        ),
        (
            "2",
            "2026-11-29T10:00:02.000000Z",
            "default",
            "tail.paid.factor",
            "1.029499",
            "",
            "not stated",
            "not stated",
        ),
    )


def test_data_review_counts_and_lists_every_check(
    material: DisclosureMaterial,
) -> None:
    disclosure = build_disclosure(material)
    (table,) = tables_of(disclosure, 3)

    assert (
        "Checks made: 2. Passed 1, warnings 1, failed 0, not evaluated 0."
        in words_of(disclosure, 3)
    )
    assert table.rows == (
        ("finite", "Finite numbers", "PASS", "nothing found"),
        (
            "decreasing-paid",
            "Paid amounts never fall",
            "WARNING",
            "2003 at 48 months; 2004 at 36 months",
        ),
    )


def test_results_show_amounts_and_mark_the_approximation(
    material: DisclosureMaterial,
) -> None:
    disclosure = build_disclosure(material)

    assert tables_of(disclosure, 6)[0].rows == (
        (
            "Unpaid claims",
            "20,245,461",
            "2,447,095",
            "An approximation, because a tail was added.",
        ),
    )
    assert bullets_of(disclosure, 7) == [
        "Unpaid claims: standard error 2,447,095, which is 12.1 % of the estimate. "
        "An approximation, because a tail was added."
    ]


def test_missing_amount_is_said_in_words(material: DisclosureMaterial) -> None:
    figures = (Figure(label="Unpaid", value=None), Figure(label="Paid", value=0))
    disclosure = build_disclosure(replace(material, figures=figures))

    assert tables_of(disclosure, 6)[0].rows == (
        ("Unpaid", "not available", "not measured", ""),
        ("Paid", "0", "not measured", ""),
    )
    assert not re.search(r"\b(nan|inf|None)\b", to_markdown(disclosure))


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_number_that_is_none_is_refused_with_its_path(
    material: DisclosureMaterial, number: float
) -> None:
    with pytest.raises(JudgmentError) as refusal:
        build_disclosure(
            replace(material, figures=(Figure(label="Unpaid", value=number),))
        )

    assert refusal.value.code == "UNSUPPORTED_VALUE"
    assert refusal.value.facts == {"path": "$.figures[0].value"}


def test_changes_show_the_movement_and_every_field(
    material: DisclosureMaterial,
) -> None:
    disclosure = build_disclosure(material)

    assert facts_of(disclosure, 8) == {
        "Earlier analysis": "Review at 2009-12-31",
        "Reserve then": "4,050,000",
        "Reserve now": "4,222,111",
        "Difference": "172,111",
    }
    assert tables_of(disclosure, 8)[0].rows == (("tail", "1.05", "1.1"),)
    assert bullets_of(disclosure, 8) == ["capeCod.decay", "trend"]


def test_changes_without_a_difference_say_so(material: DisclosureMaterial) -> None:
    same = Prior(label="Before", changes=Changes(added=(), removed=(), changed=()))

    disclosure = build_disclosure(replace(material, prior=same))

    assert facts_of(disclosure, 8) == {"Earlier analysis": "Before"}
    assert "No assumption differs." in words_of(disclosure, 8)


def test_complete_material_has_no_open_points(material: DisclosureMaterial) -> None:
    disclosure = build_disclosure(material)

    assert bullets_of(disclosure, 10) == []
    assert "Everything this document asks for is stated." in words_of(disclosure, 10)


@pytest.mark.parametrize(
    "key",
    [
        "purpose",
        "intended_users",
        "measure",
        "gross_net",
        "expenses",
        "accounting_date",
        "valuation_date",
        "review_date",
        "currency",
        "line",
        "responsible_actuary",
        "materiality",
        "materiality_basis",
        "reliances",
        "limitations",
    ],
)
def test_one_missing_fact_is_the_one_open_point(
    material: DisclosureMaterial, key: str
) -> None:
    metadata = {name: v for name, v in material.metadata.items() if name != key}
    disclosure = build_disclosure(replace(material, metadata=metadata))

    (point,) = bullets_of(disclosure, 10)

    assert point.endswith(": not stated.")
    assert "This document is not complete." in words_of(disclosure, 10)


@pytest.mark.parametrize(
    ("changes", "point"),
    [
        (
            {"gates": (GateRecord(question="Which tail?", stage="t", state="parked"),)},
            "Which tail? (gate parked)",
        ),
        (
            {"checks": (ReviewCheck(id="c", description="d", state="fail"),)},
            "Data check c: fail.",
        ),
        (
            {"checks": (ReviewCheck(id="c", description="d", state="not_evaluated"),)},
            "Data check c: not evaluated.",
        ),
        ({"dataset": None}, "No data set is named."),
        ({"checks": ()}, "No data review was recorded."),
        ({"methods": ()}, "No method is named."),
        ({"ledger": ()}, "No assumption was recorded."),
        ({"figures": ()}, "No result was recorded."),
    ],
)
def test_what_is_unsettled_is_an_open_point(
    material: DisclosureMaterial, changes: dict[str, Any], point: str
) -> None:
    disclosure = build_disclosure(replace(material, **changes))

    assert bullets_of(disclosure, 10) == [point]


def test_reproduction_names_engines_digests_and_the_last_entry(
    material: DisclosureMaterial,
) -> None:
    facts = facts_of(build_disclosure(material), 11)

    assert facts["Engine"] == "chainladder 0.10.1"
    assert facts["Data set digest"] == "d" * 64
    assert facts["Source file digest"] == "e" * 64
    assert facts["Last entry"] == f"number 9, {'f' * 64}"


def test_every_text_of_the_material_reaches_the_document(
    material_saying: Callable[[Callable[[str], str]], DisclosureMaterial],
) -> None:
    given: list[str] = []

    def say(_: str) -> str:
        given.append(f"word{len(given)}")
        return given[-1]

    text = to_markdown(build_disclosure(material_saying(say)))

    assert len(given) > 45
    assert set(given) - set(re.findall(r"word\d+", text)) == set()
