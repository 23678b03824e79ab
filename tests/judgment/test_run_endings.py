"""Return and answer, reject, recall, and a gate that became moot."""

from typing import Any

import pytest

from judgment_console.judgment import (
    NewLedgerEntry,
    Run,
    Skip,
)
from tests.judgment.conftest import (
    CANDIDATES,
    Calls,
    cap_gate,
    elr_gate,
    gate,
    refused,
    started,
    told,
)

WHY = {"rationale": "why"}
JANE = {"actor_identity": "jane"}


def test_return_waits_for_an_answer_and_gathers_again(calls: Calls) -> None:
    run = started(cap_gate(calls), elr_gate(calls))

    returned = run.resume("cap-gate", WHY, JANE, verb="return")
    assert (returned.status, returned.gate_id) == ("returned", "cap-gate")
    assert returned.payload is not None
    assert dict(returned.payload) == {
        "stage": "cap",
        "recommendation": "Cap the losses at 150,000.",
        "evidence": CANDIDATES,
    }
    with refused("GATE_NOT_OPEN"):
        run.resume("cap-gate", {"decision": "skip", **WHY})

    parked = run.answer("cap-gate", "more data", {"actor_identity": "peter"})
    assert (parked.status, parked.gate_id) == ("suspended", "cap-gate")
    assert len(calls.gathered) == 2
    assert [entry.decision for entry in calls.gathered[1].trail] == [
        "returned",
        "answered",
    ]

    run.resume("cap-gate", {"decision": "skip", **WHY})
    assert run.state["trail"][:2] == [
        {
            "stage": "cap",
            "decision": "returned",
            "rationale": "why",
            "skipped": False,
            "actor": "actuary",
            "actor_identity": "jane",
        },
        {
            "stage": "cap",
            "decision": "answered",
            "rationale": "more data",
            "skipped": False,
            "actor": "actuary",
            "actor_identity": "peter",
        },
    ]
    assert told(run)[2] == ("cap", "stay unlimited", "why")
    assert calls.applied[0].decision == "skip"


@pytest.mark.parametrize("text", ["", " \n", "\u200b", None, 3])
def test_answer_without_words_is_refused(text: Any) -> None:
    run = started(gate("one"))
    run.resume("one", WHY, verb="return")
    before = run.state

    with refused("MISSING_ANSWER"):
        run.answer("one", text)

    assert run.state == before


def test_answer_of_a_gate_that_was_not_returned_is_refused() -> None:
    run = started(gate("one"), gate("two"))

    with refused("GATE_NOT_OPEN"):
        run.answer("one", "done")
    with refused("GATE_MISMATCH"):
        run.answer("two", "done")


def test_reject_ends_the_chain_and_applies_nothing(calls: Calls) -> None:
    run = started(
        cap_gate(calls),
        elr_gate(calls),
        gate("last"),
        on_complete=lambda outcome, ctx: calls.completed.append(outcome),
    )
    run.resume("cap-gate", {"decision": "accept", "cap": 5, **WHY}, JANE)

    result = run.resume("elr-gate", {"rationale": "not fit"}, JANE, verb="reject")

    assert (result.status, result.gate_id) == ("rejected", "elr-gate")
    assert result.outcome is not None
    assert told(run) == [
        ("cap", "capped at 5", "why"),
        ("elr", "rejected", "not fit"),
        ("last", "skipped", "the chain was rejected at gate elr-gate"),
    ]
    assert result.outcome.trail[1].actor_identity == "jane"
    assert [entry.field for entry in result.outcome.ledger] == ["layer.cap"]
    assert len(calls.applied) == 1
    assert calls.completed == []
    with refused("CHAIN_NOT_OPEN"):
        run.start()


@pytest.mark.parametrize("verb", ["reject", "return"])
@pytest.mark.parametrize(
    ("decision", "code"),
    [
        ({"rationale": " "}, "MISSING_RATIONALE"),
        ({}, "MISSING_RATIONALE"),
        ({"rationale": "why", "cap": 5}, "BAD_DECISION"),
        (None, "BAD_DECISION"),
        ([], "BAD_DECISION"),
    ],
)
def test_reject_and_return_need_words_alone(
    verb: str, decision: Any, code: str
) -> None:
    run = started(cap_gate())
    before = run.state

    with refused(code):
        run.resume("cap-gate", decision, verb=verb)

    assert run.state == before


@pytest.mark.parametrize("returned", [True, False])
def test_recall_ends_the_chain_at_any_park(returned: bool) -> None:
    run = started(gate("one"), gate("two"), gate("three"))
    run.resume("one", WHY)
    if returned:
        run.resume("two", WHY, verb="return")

    result = run.recall("no longer needed", JANE)

    assert (result.status, result.gate_id) == ("recalled", "two")
    assert told(run)[-3:] == [
        ("two", "recalled", "no longer needed"),
        ("two", "skipped", "the chain was recalled at gate two"),
        ("three", "skipped", "the chain was recalled at gate two"),
    ]
    assert result.outcome is not None
    assert result.outcome.trail[-3].actor_identity == "jane"


def test_recall_without_words_is_refused() -> None:
    run = started(gate("one"))
    before = run.state

    with refused("MISSING_RATIONALE"):
        run.recall(" ")

    assert run.state == before


def moot_run(calls: Calls) -> Run:
    moot: list[Skip] = []
    run = started(
        cap_gate(calls, skip_when=lambda ctx: moot[0] if moot else None), gate("two")
    )
    moot.append(Skip("the layer is gone", [NewLedgerEntry("layer.cap", None)]))
    return run


@pytest.mark.parametrize("verb", [None, "approve", "return", "reject"])
def test_moot_gate_refuses_whatever_is_said(calls: Calls, verb: str | None) -> None:
    run = moot_run(calls)
    before = run.state

    with refused("GATE_MOOT"):
        run.resume("cap-gate", {"rationale": " "}, verb=verb)

    assert run.state == before


def test_confirm_skip_settles_a_moot_gate(calls: Calls) -> None:
    run = moot_run(calls)

    result = run.confirm_skip("cap-gate")

    assert result.gate_id == "two"
    assert told(run) == [("cap", "skipped", "the layer is gone")]
    assert [(row["field"], row["actor"]) for row in run.state["ledger"]] == [
        ("layer.cap", "default")
    ]
    assert calls.applied == []


def test_answer_asks_for_evidence_and_leaves_the_skip_to_the_person() -> None:
    moot: list[str] = []
    run = started(gate("one", skip_when=lambda ctx: moot[0] if moot else None))
    run.resume("one", WHY, verb="return")
    moot.append("the layer is gone")

    assert run.answer("one", "more data").status == "suspended"
    with refused("GATE_MOOT"):
        run.resume("one", WHY)


def test_confirm_skip_of_a_gate_that_is_needed_is_refused() -> None:
    run = started(gate("one"))

    with refused("VERB_NOT_OFFERED"):
        run.confirm_skip("one")
