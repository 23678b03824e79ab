"""A chain in memory: start, contexts, what hooks see, one call at a time."""

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel

from judgment_console.judgment import (
    Application,
    Effect,
    Finding,
    GateContext,
    NewLedgerEntry,
    Proposal,
    Run,
    RunResult,
    create_judgment_chain,
)
from tests.judgment.conftest import (
    CANDIDATES,
    Calls,
    Loose,
    Reason,
    cap_gate,
    chain,
    gate,
    refused,
    started,
    told,
)

WHY = {"rationale": "why"}
JANE = {"actor_identity": "jane"}


def test_start_parks_at_the_first_gate() -> None:
    result = chain(cap_gate()).create_run().start()

    assert result == RunResult(
        status="suspended", gate_id="cap-gate", payload=result.payload
    )
    assert result.payload is not None
    assert dict(result.payload) == {
        "stage": "cap",
        "recommendation": "Cap the losses at 150,000.",
        "evidence": CANDIDATES,
    }


def test_start_twice_is_refused() -> None:
    run = started(gate("one"))
    before = run.state

    with refused("CHAIN_NOT_OPEN"):
        run.start()

    assert run.state == before


CALLS: list[Callable[[Run], object]] = [
    lambda run: run.resume("one", WHY),
    lambda run: run.answer("one", "done"),
    lambda run: run.recall("why"),
    lambda run: run.confirm_skip("one"),
]


@pytest.mark.parametrize("call", CALLS)
def test_run_that_has_not_started_or_has_ended_refuses(
    call: Callable[[Run], object],
) -> None:
    ended = started(gate("one"))
    ended.resume("one", WHY)
    for run in (chain(gate("one")).create_run(), ended):
        before = run.state
        with refused("CHAIN_NOT_OPEN"):
            call(run)
        assert run.state == before


def test_result_before_the_start_is_refused() -> None:
    with refused("CHAIN_NOT_OPEN"):
        _ = chain(gate("one")).create_run().result


def test_start_of_an_ended_run_is_refused() -> None:
    run = started(gate("one"))
    run.resume("one", WHY)

    with refused("CHAIN_NOT_OPEN"):
        run.start()


def test_findings_to_confirm_count_as_confirmed_and_stops_stop() -> None:
    def check(ctx: GateContext, decision: Loose) -> list[Finding]:
        level = "stop" if decision.cap == 9 else "confirm"
        return [Finding(level, "sure?")]  # type: ignore[arg-type]

    run = started(gate("one", Loose, check=check))
    before = run.state

    with refused("DECISION_STOPPED"):
        run.resume("one", {"cap": 9, **WHY})
    assert run.state == before
    assert run.resume("one", {"cap": 1, **WHY}).status == "success"


def test_effects_are_handed_to_the_host() -> None:
    effect = Effect("select", {"factor": 1.5})
    of = gate("one", apply_decision=lambda ctx, decision: Application(effects=[effect]))

    assert started(of).resume("one", WHY).effects == (effect,)


class Tenant(BaseModel):
    tenant: str


def test_context_is_checked_at_every_call() -> None:
    run = chain(gate("one"), gate("two"), context=Tenant).create_run()
    good = {"tenant": "t", "other": object()}

    def refuse(*calls: Callable[[Any], object]) -> None:
        before = run.state
        for call in calls:
            for context in (None, {}, {"tenant": 3}, "tenant", ["tenant"]):
                with refused("BAD_CONTEXT"):
                    call(context)
        assert run.state == before

    refuse(run.start)
    run.start(good)
    refuse(
        lambda context: run.resume("one", WHY, context),
        lambda context: run.recall("why", context),
        lambda context: run.confirm_skip("one", context),
    )
    run.resume("one", WHY, good, verb="return")
    refuse(lambda context: run.answer("one", "done", context))


def test_context_reaches_hooks_of_its_own_call_alone() -> None:
    seen: list[Any] = []

    def gather(ctx: GateContext) -> Proposal:
        seen.append(ctx.context)
        return Proposal("Go on.", None)

    run = started(
        gate("one", gather_evidence=gather),
        gate("two", gather_evidence=gather),
        context={"tenant": "t", "roles": ["a"]},
    )
    run.resume("one", WHY, {"roles": []})

    assert seen == [{"tenant": "t", "roles": ("a",)}, {"roles": ()}]


def test_context_that_holds_itself_is_refused() -> None:
    loop: dict[str, Any] = {}
    loop["self"] = loop

    with refused("BAD_CONTEXT"):
        chain(gate("one")).create_run().start(loop)


def test_inputs_reach_the_hooks_read_only() -> None:
    of = gate("one", gather_evidence=lambda ctx: Proposal("Go on.", dict(ctx.inputs)))
    inputs = {"dataset": {"values": [[1, None]]}}
    run = chain(of).create_run(inputs=inputs)
    inputs["dataset"]["values"].clear()

    payload = run.start().payload

    assert payload is not None
    assert payload.evidence == {"dataset": {"values": [[1, None]]}}


def test_result_is_a_copy_of_the_evidence_and_the_ledger(calls: Calls) -> None:
    entry = NewLedgerEntry("rows", [1])

    def keep(outcome: Any, ctx: GateContext) -> None:
        outcome.ledger[0].value.append(2)

    of = gate(
        "one",
        gather_evidence=lambda ctx: Proposal("Go on.", {"rows": [1]}),
        apply_decision=lambda ctx, decision: Application([entry]),
    )
    run = chain(of, on_complete=keep).create_run()
    payload = run.start().payload
    assert payload is not None
    payload.evidence["rows"].append(2)

    assert run.result.payload is not None
    assert run.result.payload.evidence == {"rows": [1]}
    outcome = run.resume("one", WHY).outcome
    assert outcome is not None
    assert outcome.ledger[0].value == [1]


def test_on_complete_sees_the_outcome_and_the_final_view(calls: Calls) -> None:
    run = started(
        gate("one"),
        on_complete=lambda outcome, ctx: calls.completed.append((outcome, ctx)),
    )

    result = run.resume("one", WHY, JANE)

    ((outcome, ctx),) = calls.completed
    assert outcome == result.outcome
    assert ctx.decisions == {"one": WHY}
    assert ctx.trail == outcome.trail
    assert ctx.context == JANE


def test_hook_sees_the_proposal_only_where_a_person_saw_it() -> None:
    seen: dict[str, bool] = {}

    def spy(name: str, result: Any) -> Callable[..., Any]:
        def hook(ctx: GateContext, *args: Any) -> Any:
            seen[name] = ctx.proposal is not None
            return result

        return hook

    run = started(
        gate(
            "one",
            gather_evidence=spy("gather", Proposal("Go on.", None)),
            skip_when=spy("skip", None),
            verbs=spy("verbs", ["adjust"]),
            check=spy("check", ()),
            apply_decision=spy("apply", Application()),
        )
    )
    run.resume("one", WHY)

    assert seen == {
        "skip": False,
        "gather": False,
        "verbs": True,
        "check": True,
        "apply": True,
    }


def test_hook_cannot_change_the_proposal_it_sees() -> None:
    def check(ctx: GateContext, decision: Loose) -> list[Finding]:
        assert ctx.proposal is not None
        for values in (ctx.proposal.evidence, ctx.proposal.proposed):
            with pytest.raises(TypeError):
                values["cap"] = 9  # type: ignore[index]
        return []

    proposal = Proposal("Go on.", {"cap": 1}, {"cap": 1})
    run = started(gate("one", Loose, gather_evidence=lambda ctx: proposal, check=check))

    assert run.resume("one", WHY, verb="approve").status == "success"
    assert run.state["decisions"] == {"one": {"cap": 1, "rationale": "why"}}


def test_call_from_inside_a_hook_is_refused() -> None:
    """7.4 in one process: one answer at a time, so nothing is applied twice."""
    refusals: list[str] = []
    runs: list[Run] = []

    def apply(ctx: GateContext, decision: Reason) -> Application:
        with refused("CONFLICT") as caught:
            runs[0].resume("one", WHY)
        refusals.append(caught.value.code)
        return Application()

    runs.append(started(gate("one", apply_decision=apply), gate("two")))

    assert runs[0].resume("one", WHY).gate_id == "two"
    assert refusals == ["CONFLICT"]
    assert told(runs[0]) == [("one", "decided", "why")]


def test_chain_takes_a_list_of_gates() -> None:
    gates = [gate("one")]
    definition = create_judgment_chain("chain", gates, lambda: "now", version=3)
    gates.clear()

    assert [each.id for each in definition.spec.gates] == ["one"]
    assert definition.spec.version == 3
