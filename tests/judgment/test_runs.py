"""A chain in memory: return, reject, recall, failures, contexts, one call at a time."""

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel

from judgment_console.judgment import (
    Application,
    Effect,
    Failure,
    Finding,
    GateContext,
    JudgmentError,
    NewLedgerEntry,
    Proposal,
    Run,
    RunResult,
    Skip,
    create_judgment_chain,
)
from tests.judgment.conftest import (
    CANDIDATES,
    Calls,
    Loose,
    Reason,
    cap_gate,
    chain,
    elr_gate,
    gate,
    refused,
    started,
)

WHY = {"rationale": "why"}
JANE = {"actor_identity": "jane"}


class Broken:
    """A hook that raises until it is mended."""

    def __init__(self, result: Any = None, error: Exception | None = None) -> None:
        self.result = result
        self.error: Exception | None = error or ValueError("no data")

    def __call__(self, *args: Any) -> Any:
        if self.error is not None:
            raise self.error
        return self.result


def told(run: Run) -> list[tuple[str, str, str]]:
    """Stage, decision and words of the trail so far."""
    return [
        (entry["stage"], entry["decision"], entry["rationale"])
        for entry in run.state["trail"]
    ]


def test_start_parks_at_the_first_gate() -> None:
    result = chain(cap_gate()).create_run().start()

    assert result == RunResult(
        status="suspended", gate_id="cap-gate", payload=result.payload
    )
    assert result.payload == {
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


def test_return_waits_for_an_answer_and_gathers_again(calls: Calls) -> None:
    run = started(cap_gate(calls), elr_gate(calls))

    returned = run.resume("cap-gate", WHY, JANE, verb="return")
    assert (returned.status, returned.gate_id) == ("returned", "cap-gate")
    assert returned.payload == {
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


def test_confirm_skip_of_a_gate_that_is_needed_is_refused() -> None:
    run = started(gate("one"))

    with refused("VERB_NOT_OFFERED"):
        run.confirm_skip("one")


def test_failed_evidence_at_the_start_is_tried_again() -> None:
    hook = Broken(Proposal("Go on.", None))
    run = chain(gate("one", gather_evidence=hook)).create_run()

    failed = run.start()
    assert failed == RunResult(
        status="failed",
        gate_id="one",
        error=Failure(name="ValueError", message="no data"),
    )
    with refused("GATE_NOT_OPEN"):
        run.resume("one", WHY)

    hook.error = None
    assert run.start().status == "suspended"


def test_failed_evidence_keeps_the_gate_before_it(calls: Calls) -> None:
    hook = Broken(Proposal("Go on.", None))
    definition = chain(cap_gate(calls), gate("two", gather_evidence=hook))
    run = definition.create_run()
    run.start()

    failed = run.resume("cap-gate", {"decision": "accept", "cap": 5, **WHY})
    assert (failed.status, failed.gate_id) == ("failed", "two")
    assert told(run) == [("cap", "capped at 5", "why")]

    hook.error = None
    restored = definition.restore_run(run.state)
    assert restored.result.status == "failed"
    assert restored.start().gate_id == "two"
    assert len(calls.applied) == 1


def test_failed_evidence_after_an_answer_keeps_the_answer() -> None:
    hook = Broken(Proposal("Go on.", None))
    hook.error = None
    run = started(gate("one", gather_evidence=hook))
    run.resume("one", WHY, verb="return")
    hook.error = ValueError("no data")

    assert run.answer("one", "more data").status == "failed"
    assert told(run)[-1] == ("one", "answered", "more data")

    hook.error = None
    assert run.start().status == "suspended"
    assert len(told(run)) == 2


def test_failed_application_leaves_the_gate_parked() -> None:
    hook = Broken(Application(), JudgmentError("CONFLICT", "by the host"))
    run = started(gate("one", apply_decision=hook))
    before = run.state

    failed = run.resume("one", WHY)
    assert failed == RunResult(
        status="failed",
        gate_id="one",
        error=Failure(name="JudgmentError", message="by the host", code="CONFLICT"),
    )
    assert run.state == before

    hook.error = None
    assert run.resume("one", WHY).status == "success"


@pytest.mark.parametrize("name", ["check", "verbs", "skip_when"])
def test_failed_hook_of_a_decision_changes_nothing(name: str) -> None:
    hook = Broken(() if name == "check" else None)
    hook.error = None
    run = started(gate("one", **{name: hook}))
    before = run.state
    hook.error = ValueError("no data")

    assert run.resume("one", WHY).status == "failed"
    assert run.state == before


def test_failed_on_complete_is_tried_again(calls: Calls) -> None:
    hook = Broken()
    run = started(cap_gate(calls), on_complete=hook)

    failed = run.resume("cap-gate", {"decision": "accept", "cap": 5, **WHY})
    assert failed == RunResult(
        status="failed", error=Failure(name="ValueError", message="no data")
    )
    assert told(run) == [("cap", "capped at 5", "why")]

    hook.error = None
    assert run.start().status == "success"
    assert len(calls.applied) == 1


def later() -> Any:
    async def nothing() -> None: ...

    return nothing()


@pytest.mark.parametrize(
    "name", ["apply_decision", "check", "verbs", "skip_when", "gather_evidence"]
)
def test_hook_that_returns_an_awaitable_is_refused(name: str) -> None:
    """7.24: a truthy coroutine would skip every gate."""
    run = chain(gate("one", **{name: lambda *args: later()})).create_run()
    if name in ("skip_when", "gather_evidence"):
        with refused("BAD_GATE"):
            run.start()
        assert run.state["status"] == "new"
        return
    run.start()
    before = run.state
    with refused("BAD_GATE"):
        run.resume("one", WHY)
    assert run.state == before


def test_awaitable_after_a_settled_gate_is_a_failure_that_keeps_it() -> None:
    run = started(gate("one"), gate("two", gather_evidence=lambda ctx: later()))

    result = run.resume("one", WHY)

    assert result.status == "failed"
    assert result.error is not None
    assert (result.error.name, result.error.code) == ("JudgmentError", "BAD_GATE")
    assert told(run) == [("one", "decided", "why")]


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (NewLedgerEntry("cap", 1, rationale=" "), "MISSING_RATIONALE"),
        (NewLedgerEntry("cap", float("nan")), "UNSUPPORTED_VALUE"),
        (NewLedgerEntry("", 1), "BAD_DECISION"),
    ],
)
def test_entry_that_cannot_be_recorded_changes_nothing(
    entry: NewLedgerEntry, code: str
) -> None:
    """7.7: found before anything is kept."""
    bad = gate("one", apply_decision=lambda ctx, decision: Application([entry]))
    run = started(bad)
    before = run.state

    with refused(code):
        run.resume("one", WHY)

    assert run.state == before


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
