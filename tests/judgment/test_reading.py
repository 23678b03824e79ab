"""Which verb an answer means, and what stops it."""

from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field

from judgment_console.judgment import (
    Finding,
    GateContext,
    GateSpec,
    Judged,
    Proposal,
    Rationale,
    Verb,
    offered_verbs,
    read_decision,
)
from tests.judgment.conftest import gate, refused


class Tail(BaseModel):
    tail: Annotated[float, Field(ge=1)]
    actor: str | None = None
    rationale: str


class Careful(BaseModel):
    tail: float
    rationale: Annotated[str, Field(max_length=10)]


PROPOSED = {"tail": 1.05}


def view(proposed: Any = PROPOSED) -> GateContext:
    return GateContext(now=lambda: "now", proposal=Proposal("Go on.", None, proposed))


def tail_gate(**changes: Any) -> GateSpec:
    return gate("tail", Tail, **changes)


def read(
    values: Any,
    verb: str | None = None,
    *,
    of: GateSpec | None = None,
    ctx: GateContext | None = None,
    **options: Any,
) -> Judged:
    return read_decision(
        of or tail_gate(),
        ctx or view(),
        verb=verb,
        values=values,
        rationale="why",
        **options,
    )


def test_read_decision_without_a_verb_approves_the_proposed_values() -> None:
    judged = read({"tail": 1.05, "actor": "agent"})

    assert judged == Judged(
        verb=Verb.APPROVE,
        rationale=Rationale("why"),
        decision=Tail(tail=1.05, actor="agent", rationale="why"),
        payload={"tail": 1.05, "actor": "agent", "rationale": "why"},
        actor="agent",
    )


def test_read_decision_without_a_verb_adjusts_to_other_values() -> None:
    assert read({"tail": 1.1}).verb is Verb.ADJUST


def test_read_decision_on_a_gate_that_proposes_no_values_adjusts() -> None:
    assert read({"tail": 1.1}, ctx=view(None)).verb is Verb.ADJUST


def test_read_decision_to_approve_without_values_takes_the_proposed() -> None:
    judged = read({}, "approve")

    assert judged.verb is Verb.APPROVE
    assert judged.payload == {"tail": 1.05, "rationale": "why"}


def test_read_decision_compares_values_as_the_model_reads_them() -> None:
    assert read({"tail": "1.050"}, "approve").verb is Verb.APPROVE


def test_read_decision_to_approve_other_values_is_refused() -> None:
    with refused("BAD_DECISION") as caught:
        read({"tail": 1.1}, "approve")

    assert "adjust" in caught.value.message


def test_read_decision_to_adjust_to_the_proposed_values_is_refused() -> None:
    with refused("BAD_DECISION") as caught:
        read({"tail": 1.05}, "adjust")

    assert "approve" in caught.value.message


@pytest.mark.parametrize("proposed", [None, {"tail": 0.5}, {}])
def test_read_decision_to_approve_needs_proposed_values_that_validate(
    proposed: Any,
) -> None:
    ctx = view(proposed)

    assert Verb.APPROVE not in offered_verbs(tail_gate(), ctx)
    with refused("VERB_NOT_OFFERED"):
        read({}, "approve", ctx=ctx)


def test_proposed_values_never_speak_for_the_person() -> None:
    ctx = view({"tail": 1.05, "actor": "agent", "rationale": "the machine's"})

    judged = read({}, "approve", ctx=ctx)

    assert judged.payload == {"tail": 1.05, "rationale": "why"}
    assert judged.actor == "actuary"


@pytest.mark.parametrize("verb", ["return", "reject"])
def test_read_decision_to_return_or_reject_takes_words_alone(verb: str) -> None:
    judged = read({}, verb)

    assert judged == Judged(
        verb=Verb(verb), rationale=Rationale("why"), decision=None, payload={}
    )
    with refused("BAD_DECISION"):
        read({"tail": 1.1}, verb)


def test_read_decision_asks_for_the_rationale_before_anything_else() -> None:
    for verb in (None, *Verb, "dance"):
        with refused("MISSING_RATIONALE"):
            read_decision(
                tail_gate(), view(), verb=verb, values={"tail": 0}, rationale=" "
            )


@pytest.mark.parametrize("verb", ["dance", "", "Approve", "recall"])
def test_read_decision_with_an_unknown_verb_is_refused(verb: str) -> None:
    with refused("VERB_NOT_OFFERED"):
        read({}, verb)


def test_offered_verbs_are_all_four_unless_the_gate_says_otherwise() -> None:
    few = tail_gate(verbs=lambda ctx: ["reject", Verb.APPROVE])

    assert offered_verbs(tail_gate(), view()) == tuple(Verb)
    assert offered_verbs(few, view()) == (Verb.APPROVE, Verb.REJECT)
    assert offered_verbs(few, view(None)) == (Verb.REJECT,)


def test_offered_verbs_wait_for_the_words_of_the_person() -> None:
    careful = gate("tail", Careful)

    assert Verb.APPROVE in offered_verbs(careful, view())


def test_read_decision_obeys_the_verbs_offered() -> None:
    few = tail_gate(verbs=lambda ctx: ["adjust"])

    for values, verb in [({"tail": 1.05}, None), ({}, "reject"), ({}, "approve")]:
        with refused("VERB_NOT_OFFERED") as caught:
            read(values, verb, of=few)
        assert caught.value.facts["offered"] == ("adjust",)
    assert read({"tail": 1.2}, of=few).verb is Verb.ADJUST


@pytest.mark.parametrize("named", [["dance"], "approve", None, [3]])
def test_offered_verbs_of_a_hook_that_names_no_verbs_are_refused(named: Any) -> None:
    with refused("BAD_GATE"):
        offered_verbs(tail_gate(verbs=lambda ctx: named), view())


STOP = Finding("stop", "The tail is too high.", "tail")
CONFIRM = Finding("confirm", "The tail is unusual.")
NOTE = Finding("note", "The tail is above one.")


def checked(*findings: Any) -> GateSpec:
    return tail_gate(check=lambda ctx, decision: findings)


def test_read_decision_that_a_check_stops_is_refused() -> None:
    with refused("DECISION_STOPPED") as caught:
        read({}, "approve", of=checked(NOTE, CONFIRM, STOP), confirmed=None)

    assert caught.value.facts["findings"] == (STOP,)


def test_read_decision_waits_for_what_is_to_be_confirmed() -> None:
    of = checked(NOTE, CONFIRM)

    for confirmed in (frozenset(), frozenset({"something else"})):
        with refused("CONFIRMATION_NEEDED") as caught:
            read({}, "approve", of=of, confirmed=confirmed)
        assert caught.value.facts["findings"] == (CONFIRM,)
    for given in (frozenset({CONFIRM.text}), None):
        judged = read({}, "approve", of=of, confirmed=given)
        assert judged.findings == (NOTE, CONFIRM)


def test_read_decision_asks_for_confirmation_unless_told() -> None:
    with refused("CONFIRMATION_NEEDED"):
        read({}, "approve", of=checked(CONFIRM))


@pytest.mark.parametrize(
    "findings",
    [None, "stop", 3, ["stop"], [Finding("halt", "x")], [Finding("stop", None)]],  # type: ignore[arg-type]
)
def test_check_that_returns_no_findings_list_is_refused(findings: Any) -> None:
    with refused("BAD_GATE"):
        read({}, "approve", of=tail_gate(check=lambda ctx, decision: findings))


def test_check_sees_the_proposal_and_may_yield() -> None:
    def check(ctx: GateContext, decision: Tail) -> Any:
        assert ctx.proposal is not None
        assert ctx.proposal.digest == view().proposal.digest  # type: ignore[union-attr]
        yield Finding("note", f"{decision.tail} for {ctx.proposal.proposed}")

    assert read({}, "approve", of=tail_gate(check=check)).findings == (
        Finding("note", "1.05 for {'tail': 1.05}"),
    )


def test_check_cannot_change_the_decision() -> None:
    def check(ctx: GateContext, decision: Tail) -> list[Finding]:
        decision.tail = 9
        return []

    judged = read({}, "approve", of=tail_gate(check=check))

    assert judged.decision == Tail(tail=1.05, rationale="why")
