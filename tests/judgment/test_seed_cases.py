"""The conformance cases of the judgment chain, each named by its number.

Where the product differs on purpose, the test says "ours" and the finding.
JC-40, two answers at once, is a test of the database.
"""

import json
from typing import Any

import pytest
from pydantic import BaseModel

from judgment_console.judgment import (
    Application,
    GateContext,
    GateSpec,
    LedgerEntry,
    NewLedgerEntry,
    Proposal,
    TrailEntry,
)
from tests.judgment.conftest import (
    CANDIDATES,
    Calls,
    CapDecision,
    Loose,
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
        chain(gate("one", str))  # type: ignore[arg-type]


def test_jc20_an_empty_reason_skips() -> None:
    result = chain(gate("one", skip_when=lambda ctx: "")).create_run().start()

    assert result.status == "success"
    assert result.outcome is not None
    assert result.outcome.trail[0].skipped is True
    assert result.outcome.trail[0].rationale == ""


def test_jc21_no_reason_parks() -> None:
    assert started(gate("one", skip_when=lambda ctx: None)).result.gate_id == "one"


def text_of(payload: dict[str, Any], summary: str | None = None) -> str:
    """The trail's text for a payload of the loose model."""

    def apply(ctx: GateContext, decision: Loose) -> Application:
        return Application(summary=summary)

    run = started(gate("one", Loose, apply_decision=apply))
    outcome = run.resume("one", {"rationale": "why", **payload}).outcome
    assert outcome is not None
    return outcome.trail[0].decision


def test_jc22_an_empty_summary_is_the_text() -> None:
    assert text_of({"decision": "accept"}, summary="") == ""


def test_jc23_an_empty_decision_is_told_as_json() -> None:
    assert text_of({"decision": ""}) == '{"decision":""}'


def test_jc24_values_are_told_as_json_without_the_actor() -> None:
    assert text_of({"cap": 5, "actor": "agent"}) == '{"cap":5}'


def test_jc25_a_rationale_alone_is_told_as_decided() -> None:
    assert text_of({}) == "decided"


def test_jc26_a_numeric_decision_is_told_as_json() -> None:
    assert text_of({"decision": 3}) == '{"decision":3}'


def test_jc27_undeclared_keys_are_dropped() -> None:
    seen: list[dict[str, Any]] = []

    def apply(ctx: GateContext, decision: Loose) -> Application:
        seen.append(decision.model_dump(exclude_unset=True))
        return Application()

    run = started(gate("one", Loose, apply_decision=apply), gate("two"))
    run.resume("one", {"cap": 5, "extra": 1, "rationale": "why"})

    assert seen == [{"cap": 5, "rationale": "why"}]
    assert run.state["decisions"] == {"one": {"cap": 5, "rationale": "why"}}


def entry_gate(*entries: NewLedgerEntry) -> GateSpec:
    return gate("one", Loose, apply_decision=lambda ctx, decision: Application(entries))


def test_jc28_an_unknown_actor_class_is_refused() -> None:
    """Ours (7.6): trail and ledger would disagree."""
    run = started(entry_gate(NewLedgerEntry("cap", 1)))
    before = run.state

    with refused("BAD_DECISION") as caught:
        run.resume("one", {"actor": "robot", "rationale": "why"})

    assert caught.value.facts["fields"] == {
        "actor": ["'robot' is not one of actuary, agent, default."]
    }
    assert run.state == before


def test_jc29_a_declared_default_is_kept() -> None:
    run = started(entry_gate(NewLedgerEntry("cap", 1)))

    outcome = run.resume("one", {"actor": "default", "rationale": "why"}).outcome

    assert outcome is not None
    assert outcome.trail[0].actor == "default"
    assert outcome.ledger[0].actor == "default"


def test_jc30_an_entry_keeps_what_it_says() -> None:
    entry = NewLedgerEntry("cap", 1, None, timestamp="mine", actor="default")

    outcome = started(entry_gate(entry)).resume("one", {"rationale": "why"}).outcome

    assert outcome is not None
    assert outcome.ledger == (
        LedgerEntry(
            seq=1,
            timestamp="mine",
            actor="default",
            field="cap",
            value=1,
            previous_value=None,
            rationale="why",
        ),
    )


def test_jc31_one_field_twice_gives_two_entries() -> None:
    run = started(entry_gate(NewLedgerEntry("cap", 1), NewLedgerEntry("cap", 2)))

    outcome = run.resume("one", {"rationale": "why"}).outcome

    assert outcome is not None
    assert [
        (entry.seq, entry.value, entry.previous_value) for entry in outcome.ledger
    ] == [(1, 1, None), (2, 2, None)]


def test_jc32_a_chain_whose_gates_all_skip_ends_at_its_start(calls: Calls) -> None:
    run = chain(
        gate("one", skip_when=lambda ctx: "no"),
        gate("two", skip_when=lambda ctx: "neither"),
        on_complete=lambda outcome, ctx: calls.completed.append(outcome),
    ).create_run()

    result = run.start()

    assert result.status == "success"
    assert result.outcome is not None
    assert [entry.rationale for entry in result.outcome.trail] == ["no", "neither"]
    assert result.outcome.ledger == ()
    assert len(calls.completed) == 1


@pytest.mark.parametrize(
    "char", ["\u00a0", "\ufeff", "\u200b", "\u2060", "\u001c", "\u0085", "\u3164"]
)
def test_jc33_one_odd_character_is_blank(char: str) -> None:
    """Ours (7.15): what a reader cannot see is no reason, in every language."""
    with refused("MISSING_RATIONALE"):
        started(gate("one")).resume("one", {"rationale": char})


@pytest.mark.parametrize("gate_id", ["two", "unknown", "complete", ""])
def test_jc34_an_answer_for_another_gate_is_refused(gate_id: str) -> None:
    run = started(gate("one"), gate("two"))
    before = run.state

    with refused("GATE_MISMATCH") as caught:
        run.resume(gate_id, {"rationale": "why"})

    assert "one" in caught.value.message
    assert run.state == before


def test_jc35_a_refused_answer_can_be_given_again() -> None:
    run = started(cap_gate())

    with refused("BAD_DECISION") as caught:
        run.resume("cap-gate", {"decision": "accept", "cap": -1, "rationale": "why"})

    assert list(caught.value.facts["fields"]) == ["cap"]  # type: ignore[call-overload]
    assert run.resume("cap-gate", {**CAP, "rationale": "why"}).status == "success"


def test_jc36_a_restored_run_goes_on_and_counts_on() -> None:
    definition = chain(cap_gate(), elr_gate())
    run = definition.create_run()
    run.start()
    run.resume("cap-gate", {**CAP, "rationale": "why"})
    stored = json.dumps(run.state)

    restored = chain(cap_gate(), elr_gate()).restore_run(json.loads(stored))
    outcome = restored.resume(
        "elr-gate", {"decision": "accept", "selected": 0.65, "rationale": "average"}
    ).outcome

    assert outcome is not None
    assert [(entry.seq, entry.field) for entry in outcome.ledger] == [
        (1, "layer.cap"),
        (2, "elr.selected"),
    ]


def test_jc37_an_identity_is_never_inherited() -> None:
    """Ours (7.1): each call speaks for itself, also after a restart."""
    run = started(gate("one"), gate("two"), context={"actor_identity": "starter@x"})

    run.resume("one", {"rationale": "why"}, {"tenant": "t"})
    outcome = run.resume("two", {"rationale": "why"}, {"actor_identity": ""}).outcome

    assert outcome is not None
    assert [entry.actor_identity for entry in outcome.trail] == [None, None]


def test_jc38_a_hook_cannot_change_what_it_was_given() -> None:
    """Ours (7.11): the views are read-only."""
    tried: list[str] = []

    def forge(ctx: GateContext) -> Proposal:
        for act in (
            lambda: ctx.decisions.update(two={}),  # type: ignore[attr-defined]
            lambda: ctx.decisions["one"].update(cap=9),  # type: ignore[attr-defined]
            lambda: ctx.trail.append(ctx.trail[0]),  # type: ignore[attr-defined]
            lambda: setattr(ctx.trail[0], "rationale", "mine"),
            lambda: setattr(ctx, "trail", ()),
        ):
            with pytest.raises((AttributeError, TypeError)):
                act()
            tried.append("refused")
        return Proposal("Go on.", None)

    run = started(gate("one", Loose), gate("two", gather_evidence=forge))
    run.resume("one", {"cap": 5, "rationale": "why"})

    assert len(tried) == 5
    assert run.state["decisions"] == {"one": {"cap": 5, "rationale": "why"}}
    assert [entry["rationale"] for entry in run.state["trail"]] == ["why"]


def test_jc39_a_gate_that_became_moot_refuses_the_answer(calls: Calls) -> None:
    """Ours (7.3): a person's decision never vanishes into a skip."""
    moot: list[str] = []
    run = started(cap_gate(calls, skip_when=lambda ctx: moot[0] if moot else None))
    before = run.state
    moot.append("the layer is gone")

    with refused("GATE_MOOT") as caught:
        run.resume("cap-gate", {**CAP, "rationale": "why"})

    assert caught.value.facts == {"reason": "the layer is gone"}
    assert calls.applied == []
    assert run.state == before
