"""A hook that raises: what was settled is kept, and it can be tried again."""

from typing import Any

import pytest

from judgment_console.judgment import (
    Application,
    Failure,
    JudgmentError,
    NewLedgerEntry,
    Proposal,
    RunResult,
)
from tests.judgment.conftest import (
    Calls,
    cap_gate,
    chain,
    gate,
    refused,
    started,
    told,
)

WHY = {"rationale": "why"}


class Broken:
    """A hook that raises until it is mended."""

    def __init__(self, result: Any = None, error: Exception | None = None) -> None:
        self.result = result
        self.error: Exception | None = error or ValueError("no data")

    def __call__(self, *args: Any) -> Any:
        if self.error is not None:
            raise self.error
        return self.result


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
