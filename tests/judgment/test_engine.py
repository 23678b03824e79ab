"""Which event may follow which, and what is due then."""

import pytest

from judgment_console.judgment import (
    Application,
    Applied,
    ChainSpec,
    NewLedgerEntry,
    Proposal,
    TrailEntry,
)
from judgment_console.judgment.engine import ChainState, due, open_gate, step
from judgment_console.judgment.events import (
    Answered,
    Complete,
    Completed,
    Ended,
    Event,
    Gather,
    Open,
    Parked,
    Returned,
    Settled,
    Skipped,
    Started,
)
from tests.judgment.conftest import gate, refused

SPEC = ChainSpec("chain", [gate("one"), gate("two")])
ENTRY = TrailEntry(
    stage="one", decision="said", rationale="why", skipped=False, actor="actuary"
)
PROPOSAL = Proposal("Go on.", {"rows": [1]})
APPLIED = Applied(
    trail_entry=ENTRY,
    ledger_entries=(
        NewLedgerEntry("a", 1, None, None, "why", "now", "actuary"),
        NewLedgerEntry("b", 2, None, None, "why", "now", "actuary"),
    ),
    payload={"rationale": "why"},
)
PARK, SETTLE = Parked("one", PROPOSAL), Settled("one", APPLIED)
PARK2, SETTLE2 = Parked("two", PROPOSAL), Settled("two", APPLIED)


def after(*events: Event) -> ChainState:
    state = ChainState()
    for event in events:
        state, _ = step(SPEC, state, event)
    return state


STATES: dict[str, tuple[Event, ...]] = {
    "new": (),
    "opening": (Started(),),
    "suspended": (Started(), PARK),
    "returned": (Started(), PARK, Returned("one", ENTRY)),
    "gathering": (Started(), PARK, Returned("one", ENTRY), Answered("one", ENTRY)),
    "completing": (Started(), PARK, SETTLE, PARK2, SETTLE2),
    "success": (Started(), PARK, SETTLE, PARK2, SETTLE2, Completed()),
    "rejected": (Started(), PARK, Ended("one", "rejected", ENTRY)),
    "recalled": (Started(), PARK, Ended("one", "recalled", ENTRY)),
}
EVENTS: list[tuple[Event, set[str]]] = [
    (Started(), {"new"}),
    (PARK, {"opening", "gathering"}),
    (SETTLE, {"suspended"}),
    (Skipped("one", APPLIED), {"opening", "suspended"}),
    (Returned("one", ENTRY), {"suspended"}),
    (Answered("one", ENTRY), {"returned"}),
    (Ended("one", "rejected", ENTRY), {"suspended"}),
    (Ended("one", "recalled", ENTRY), {"suspended", "returned"}),
    (Completed(), {"completing"}),
]
GATED = {"opening", "gathering", "suspended", "returned"}


@pytest.mark.parametrize("status", STATES)
@pytest.mark.parametrize(("event", "allowed"), EVENTS)
def test_step_takes_an_event_only_where_it_can_happen(
    status: str, event: Event, allowed: set[str]
) -> None:
    state = after(*STATES[status])
    assert state.status == status

    if status in allowed:
        assert step(SPEC, state, event)[0] != state
        return
    needs_gate = not isinstance(event, Started | Completed)
    code = "GATE_NOT_OPEN" if needs_gate and status in GATED else "CHAIN_NOT_OPEN"
    with refused(code):
        step(SPEC, state, event)


@pytest.mark.parametrize("status", sorted(GATED))
@pytest.mark.parametrize("event", [PARK2, SETTLE2, Ended("two", "recalled", ENTRY)])
def test_step_refuses_an_event_of_another_gate(status: str, event: Event) -> None:
    with refused("GATE_MISMATCH") as caught:
        step(SPEC, after(*STATES[status]), event)

    assert caught.value.facts == {"gate_id": "one"}


def test_step_tells_what_is_due() -> None:
    assert step(SPEC, ChainState(), Started())[1] == (Open("one"),)
    assert due(SPEC, after(*STATES["gathering"])) == (Gather("one"),)
    assert due(SPEC, after(Started(), PARK, SETTLE)) == (Open("two"),)
    assert due(SPEC, after(*STATES["completing"])) == (Complete(),)
    for status in ("new", "suspended", "returned", "success", "rejected", "recalled"):
        assert due(SPEC, after(*STATES[status])) == ()


def test_step_settles_a_gate_and_numbers_its_entries() -> None:
    state = after(Started(), PARK, SETTLE, PARK2, SETTLE2)

    assert [(entry.seq, entry.field) for entry in state.ledger] == [
        (1, "a"), (2, "b"), (3, "a"), (4, "b"),
    ]  # fmt: skip
    assert state.decisions == {"one": {"rationale": "why"}, "two": {"rationale": "why"}}
    assert state.trail == (ENTRY, ENTRY)
    assert state.proposal is None


def test_step_leaves_the_state_before_untouched() -> None:
    before = after(Started(), PARK)

    step(SPEC, before, SETTLE)

    assert before == after(Started(), PARK)


def test_step_keeps_values_that_nobody_can_change() -> None:
    state = after(Started(), PARK, SETTLE)

    for views in (state.decisions, state.decisions["one"], ChainState().decisions):
        with pytest.raises(TypeError):
            views["forged"] = {}  # type: ignore[index]


def test_step_of_a_rejection_skips_the_later_gates() -> None:
    state = after(Started(), PARK, Ended("one", "rejected", ENTRY))

    assert [dict(entry) for entry in state.trail[1:]] == [
        {
            "stage": "two",
            "decision": "skipped",
            "rationale": "the chain was rejected at gate one",
            "skipped": True,
        }
    ]
    assert state.decisions == {}


def test_step_of_a_recall_skips_the_open_gate_as_well() -> None:
    state = after(Started(), PARK, Ended("one", "recalled", ENTRY))

    assert [(entry.stage, entry.skipped) for entry in state.trail] == [
        ("one", False),
        ("one", True),
        ("two", True),
    ]


def test_open_gate_is_the_one_not_settled_yet() -> None:
    assert open_gate(SPEC, ChainState()) is None
    assert open_gate(SPEC, after(Started(), PARK, SETTLE)) is SPEC.gates[1]
    assert open_gate(SPEC, after(*STATES["success"])) is None


def test_application_is_empty_by_default() -> None:
    assert Application() == Application((), None, ())
