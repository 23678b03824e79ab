"""The conformance cases JC-20 to JC-39, each named by its number.

Where the product differs on purpose, the test says "ours" and the finding.
JC-40, two answers at once, is a test of the database.
"""

import json
from typing import Any

import pytest

from judgment_console.judgment import (
    Application,
    GateContext,
    GateSpec,
    LedgerEntry,
    NewLedgerEntry,
    Proposal,
)
from tests.judgment.conftest import (
    Calls,
    Loose,
    cap_gate,
    chain,
    elr_gate,
    gate,
    refused,
    started,
)

CAP = {"decision": "accept", "cap": 150000}


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

    assert list(caught.value.facts["fields"]) == ["cap"]
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
