"""Skipping a gate and applying a decision, without keeping anything."""

from typing import Any

import pytest

from judgment_console.judgment import (
    Application,
    Applied,
    Effect,
    GateContext,
    HookError,
    Judged,
    NewLedgerEntry,
    Rationale,
    Skip,
    TrailEntry,
    Verb,
    apply,
    apply_skip,
    skip_of,
)
from tests.judgment.conftest import Reason, clock, gate, refused

JUDGED = Judged(
    verb=Verb.ADJUST,
    rationale=Rationale("why"),
    decision=Reason(rationale="why"),
    payload={"rationale": "why"},
)


def view() -> GateContext:
    return GateContext(now=clock())


def applied(result: Any, judged: Judged = JUDGED) -> Applied:
    of = gate("one", apply_decision=lambda ctx, decision: result)
    return apply(of, view(), judged, actor="actuary", identity="jane")


def test_skip_of_a_gate_without_a_rule_is_none() -> None:
    assert skip_of(gate("one"), view()) is None


@pytest.mark.parametrize(
    ("result", "skip"),
    [
        (None, None),
        ("why not", Skip("why not")),
        ("", Skip("")),
        (Skip("r", [NewLedgerEntry("a", 1)]), Skip("r", [NewLedgerEntry("a", 1)])),
    ],
)
def test_skip_of_a_rule_is_what_it_returns(result: Any, skip: Skip | None) -> None:
    assert skip_of(gate("one", skip_when=lambda ctx: result), view()) == skip


@pytest.mark.parametrize("result", [True, False, 0, [], {"reason": "r"}, Skip(None)])  # type: ignore[arg-type]
def test_skip_of_a_rule_that_gives_no_reason_is_refused(result: Any) -> None:
    with refused("BAD_GATE"):
        skip_of(gate("one", skip_when=lambda ctx: result), view())


def test_skip_of_a_reason_that_cannot_be_recorded_is_refused() -> None:
    with refused("UNSUPPORTED_VALUE"):
        skip_of(gate("one", skip_when=lambda ctx: "a\ud800"), view())


def test_apply_skip_records_the_defaults_that_hold_instead() -> None:
    skip = Skip("no layer", [NewLedgerEntry("ilf", 1.0, source="default")])

    assert apply_skip(gate("one"), view(), skip) == Applied(
        trail_entry=TrailEntry(
            stage="one", decision="skipped", rationale="no layer", skipped=True
        ),
        ledger_entries=(
            NewLedgerEntry(
                "ilf",
                1.0,
                source="default",
                rationale="no layer",
                timestamp="2026-07-17T00:00:01Z",
                actor="default",
            ),
        ),
        payload={"skipped": True, "reason": "no layer"},
    )


def test_apply_skip_cannot_pass_for_a_judgment() -> None:
    skip = Skip("no layer", [NewLedgerEntry("ilf", 1.0, actor="actuary")])

    with refused("BAD_GATE"):
        apply_skip(gate("one"), view(), skip)


def test_apply_completes_the_records() -> None:
    effect = Effect("select", {"rows": (1, 2)})
    result = Application([NewLedgerEntry("tail", 1.05)], "tail 1.05", [effect])

    assert applied(result) == Applied(
        trail_entry=TrailEntry(
            stage="one",
            decision="tail 1.05",
            rationale="why",
            skipped=False,
            actor="actuary",
            actor_identity="jane",
        ),
        ledger_entries=(
            NewLedgerEntry(
                "tail",
                1.05,
                rationale="why",
                timestamp="2026-07-17T00:00:01Z",
                actor="actuary",
            ),
        ),
        payload={"rationale": "why"},
        effects=(Effect("select", {"rows": [1, 2]}),),
    )


@pytest.mark.parametrize(
    "result",
    [
        None,
        [],
        Application(None),  # type: ignore[arg-type]
        Application(["tail"]),  # type: ignore[list-item]
        Application((), 3),  # type: ignore[arg-type]
        Application((), None, None),  # type: ignore[arg-type]
        Application((), None, ["effect"]),  # type: ignore[list-item]
        Application((), None, [Effect("", {})]),
        Application((), None, [Effect("x", [])]),  # type: ignore[arg-type]
        Application([NewLedgerEntry(None, 1)]),  # type: ignore[arg-type]
        Application([NewLedgerEntry("tail", 1, source=3)]),  # type: ignore[arg-type]
    ],
)
def test_apply_refuses_what_is_no_application(result: Any) -> None:
    with refused("BAD_GATE"):
        applied(result)


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (NewLedgerEntry("tail", 1, rationale=""), "MISSING_RATIONALE"),
        (NewLedgerEntry("tail", 1, rationale=" ", actor="agent"), "MISSING_RATIONALE"),
        (NewLedgerEntry(" ", 1), "BAD_DECISION"),
        (NewLedgerEntry("tail", 1, timestamp=""), "BAD_DECISION"),
        (NewLedgerEntry("tail", 1, actor="robot"), "BAD_DECISION"),  # type: ignore[arg-type]
        (NewLedgerEntry("tail", float("nan")), "UNSUPPORTED_VALUE"),
        (NewLedgerEntry("tail", 1, object()), "UNSUPPORTED_VALUE"),
        (NewLedgerEntry("tail", 1, source="\ud800"), "UNSUPPORTED_VALUE"),
        (NewLedgerEntry("tail", 1, actor=["agent"]), "BAD_GATE"),  # type: ignore[arg-type]
    ],
)
def test_apply_refuses_an_entry_that_cannot_be_recorded(
    entry: NewLedgerEntry, code: str
) -> None:
    """7.7: the second entry is found wrong before the first is kept."""
    with refused(code):
        applied(Application([NewLedgerEntry("good", 1), entry]))


def test_apply_refuses_a_summary_that_cannot_be_recorded() -> None:
    with refused("UNSUPPORTED_VALUE"):
        applied(Application((), "a\ud800"))


def test_apply_keeps_an_empty_rationale_of_a_machine_default() -> None:
    entry = NewLedgerEntry("tail", 1, rationale="", actor="default")

    assert applied(Application([entry])).ledger_entries[0].rationale == ""


@pytest.mark.parametrize("moment", [None, "", 3])
def test_apply_needs_a_clock_that_gives_text(moment: Any) -> None:
    of = gate(
        "one",
        apply_decision=lambda ctx, decision: Application([NewLedgerEntry("a", 1)]),
    )
    ctx = GateContext(now=lambda: moment)

    with refused("BAD_GATE"):
        apply(of, ctx, JUDGED, actor="actuary", identity=None)


def test_apply_reports_a_hook_that_raises() -> None:
    of = gate("one", apply_decision=lambda ctx, decision: 1 / 0)

    with pytest.raises(HookError):
        apply(of, view(), JUDGED, actor="actuary", identity=None)


def test_apply_of_a_return_is_a_mistake_of_the_program() -> None:
    judged = Judged(
        verb=Verb.RETURN, rationale=Rationale("why"), decision=None, payload={}
    )

    with pytest.raises(ValueError, match="not applied"):
        applied(Application(), judged)
