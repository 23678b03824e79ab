"""The conformance cases JC-01 to JC-11, each named by its number.

Where the product differs on purpose, the test says "ours" and the finding.
"""

from typing import Any

import pytest
from pydantic import BaseModel

from judgment_console.judgment import (
    GateContext,
    LedgerEntry,
    TrailEntry,
)
from tests.judgment.conftest import (
    CANDIDATES,
    Calls,
    CapDecision,
    cap_gate,
    chain,
    elr_gate,
    gate,
    refused,
    started,
)

JANE = {"projectId": "p-1", "actor_identity": "jane.actuary@example.com (SSO)"}
CAP = {"decision": "accept", "cap": 150000}
VOLATILE = "volatile large losses distort development"


def test_jc01_identity_comes_from_the_request_context() -> None:
    run = started(cap_gate(), context=JANE)

    claim = {"actor_identity": "somebody.else@example.com", "actorIdentity": "other"}
    result = run.resume(
        "cap-gate",
        {**CAP, "rationale": "documented", "actor": "actuary", **claim},
        JANE,
    )

    assert result.status == "success"
    assert result.outcome is not None
    assert result.outcome.trail[0].actor == "actuary"
    assert result.outcome.trail[0].actor_identity == "jane.actuary@example.com (SSO)"


def test_jc02_without_an_identity_the_trail_has_none() -> None:
    run = started(cap_gate(), context={"projectId": "p-1"})

    result = run.resume("cap-gate", {**CAP, "rationale": "documented"}, {})

    assert result.outcome is not None
    assert result.outcome.trail[0].actor_identity is None
    assert "actor_identity" not in result.outcome.trail[0]


def test_jc03_two_gates_end_to_end(calls: Calls) -> None:
    run = chain(
        cap_gate(calls),
        elr_gate(calls),
        on_complete=lambda outcome, ctx: calls.completed.append((outcome, ctx)),
    ).create_run()

    parked = run.start({"projectId": "p-1"})
    assert (parked.status, parked.gate_id) == ("suspended", "cap-gate")
    assert parked.payload is not None
    assert parked.payload.stage == "cap"
    assert "150,000" in parked.payload.recommendation
    assert parked.payload.evidence == CANDIDATES
    assert set(parked.payload) == {"stage", "recommendation", "evidence"}

    decision = {**CAP, "rationale": VOLATILE, "actor": "agent"}
    second = run.resume("cap-gate", decision, {"projectId": "p-1"})
    assert (second.status, second.gate_id) == ("suspended", "elr-gate")
    assert second.payload is not None
    assert second.payload.stage == "elr"
    assert second.payload.evidence["decisions"]["cap-gate"]["decision"] == "accept"

    last = run.resume(
        "elr-gate",
        {"decision": "accept", "selected": 0.65, "rationale": "weighted average"},
        {"projectId": "p-1"},
    )
    assert last.status == "success"
    assert last.outcome is not None
    assert last.outcome.trail == (
        TrailEntry(
            stage="cap",
            decision="capped at 150000",
            rationale=VOLATILE,
            skipped=False,
            actor="agent",
        ),
        TrailEntry(
            stage="elr",
            decision="selected ELR 0.65",
            rationale="weighted average",
            skipped=False,
            actor="actuary",
        ),
    )
    assert set(last.outcome.trail[0]) == {
        "stage", "decision", "rationale", "skipped", "actor",
    }  # fmt: skip
    assert last.outcome.ledger == (
        LedgerEntry(
            seq=1,
            timestamp="2026-07-17T00:00:01Z",
            actor="agent",
            field="layer.cap",
            value=150000,
            source="cap gate",
            rationale=VOLATILE,
        ),
        LedgerEntry(
            seq=2,
            timestamp="2026-07-17T00:00:02Z",
            actor="actuary",
            field="elr.selected",
            value=0.65,
            rationale="weighted average",
        ),
    )
    assert calls.applied[0] == CapDecision.model_validate(decision)
    ((outcome, ctx),) = calls.completed
    assert (len(outcome.trail), len(outcome.ledger)) == (2, 2)
    assert ctx.context["projectId"] == "p-1"


def test_jc04_a_skipped_gate_never_parks() -> None:
    reason = "unlimited layer: nothing to restore"

    def unlimited(ctx: GateContext) -> str | None:
        return reason if ctx.decisions["cap-gate"]["decision"] == "skip" else None

    run = started(cap_gate(), gate("ilf-gate", skip_when=unlimited), elr_gate())

    words = "book is stable; stay unlimited"
    parked = run.resume("cap-gate", {"decision": "skip", "rationale": words})
    assert parked.gate_id == "elr-gate"
    assert parked.payload is not None
    skip = {"skipped": True, "reason": reason}
    assert parked.payload.evidence["decisions"]["ilf-gate"] == skip

    result = run.resume(
        "elr-gate", {"decision": "accept", "selected": 0.7, "rationale": "average"}
    )
    assert result.outcome is not None
    assert [entry.stage for entry in result.outcome.trail] == ["cap", "ilf-gate", "elr"]
    assert dict(result.outcome.trail[1]) == {
        "stage": "ilf-gate",
        "decision": "skipped",
        "rationale": reason,
        "skipped": True,
    }
    assert [entry.field for entry in result.outcome.ledger] == ["elr.selected"]


def test_jc05_a_missing_rationale_is_refused(calls: Calls) -> None:
    run = started(cap_gate(calls))
    before = run.state

    with refused("MISSING_RATIONALE") as caught:
        run.resume("cap-gate", CAP)

    assert "rationale" in caught.value.message
    assert calls.applied == []
    assert run.state == before


@pytest.mark.parametrize("words", ["   ", "", "\n\t", None, 7, ["because"]])
def test_jc06_a_blank_rationale_changes_nothing(calls: Calls, words: Any) -> None:
    """Ours (7.2): the run is not failed, it stays parked."""
    run = started(cap_gate(calls))
    before = run.state

    with refused("MISSING_RATIONALE"):
        run.resume("cap-gate", {**CAP, "rationale": words})

    assert calls.applied == []
    assert run.state == before
    assert run.resume("cap-gate", {**CAP, "rationale": "why"}).status == "success"


def test_jc07_a_chain_without_gates_is_refused() -> None:
    with refused("BAD_GATE"):
        chain()


def test_jc08_two_gates_with_one_id_are_refused() -> None:
    with refused("BAD_GATE"):
        chain(gate("one"), gate("one", stage="other"))


def test_jc09_the_id_complete_is_reserved() -> None:
    with refused("BAD_GATE"):
        chain(gate("complete"))


def test_jc10_a_model_without_a_rationale_is_refused() -> None:
    class Bare(BaseModel):
        cap: int

    with refused("BAD_GATE"):
        chain(gate("one", Bare))


def test_jc11_a_schema_that_is_no_object_is_refused() -> None:
    with refused("BAD_GATE"):
        chain(gate("one", str))
