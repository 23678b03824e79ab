"""The pure machine of a chain: a state and an event give a state and what is due."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal, assert_never

from judgment_console.errors import JudgmentError
from judgment_console.judgment.applications import with_entry
from judgment_console.judgment.context import freeze, freeze_proposal
from judgment_console.judgment.events import (
    Answered,
    Complete,
    Completed,
    Due,
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
from judgment_console.judgment.records import Proposal, TrailEntry
from judgment_console.judgment.specs import ChainSpec, GateSpec
from judgment_console.judgment.trail import ending_reason, skipped
from judgment_console.ledger.entries import LedgerEntry

Status = Literal[
    "new",  # not started
    "opening",  # the gate's skip rule and evidence are due
    "gathering",  # the gate's evidence is due again, after an answer
    "suspended",  # parked: a person decides
    "returned",  # parked: the preparer answers
    "completing",  # every gate settled, on_complete is due
    "success",
    "rejected",
    "recalled",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainState:
    """One chain at rest. `position` counts the settled gates, up to an ending."""

    status: Status = "new"
    position: int = 0
    proposal: Proposal | None = None
    decisions: Mapping[str, Mapping[str, Any]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    trail: tuple[TrailEntry, ...] = ()
    ledger: tuple[LedgerEntry, ...] = ()


_GATE_STATUSES = ("opening", "gathering", "suspended", "returned")


def step(
    spec: ChainSpec, state: ChainState, event: Event
) -> tuple[ChainState, tuple[Due, ...]]:
    """The state after the event, and what is due then (nothing while parked).

    The caller carries out what is due and feeds the event that tells of it. Raises
    JudgmentError CHAIN_NOT_OPEN, GATE_MISMATCH or GATE_NOT_OPEN for an event that
    cannot happen now.
    """
    after = _after(spec, state, event)
    return after, due(spec, after)


def due(spec: ChainSpec, state: ChainState) -> tuple[Due, ...]:
    """What has to be done before the chain can move on."""
    match state.status:
        case "opening":
            return (Open(spec.gates[state.position].id),)
        case "gathering":
            return (Gather(spec.gates[state.position].id),)
        case "completing":
            return (Complete(),)
        case _:
            return ()


def open_gate(spec: ChainSpec, state: ChainState) -> GateSpec | None:
    """The one gate that is not settled yet, None before the start and after the end."""
    if state.status not in _GATE_STATUSES:
        return None
    return spec.gates[state.position]


def require_gate(
    spec: ChainSpec, state: ChainState, gate_id: str, *statuses: Status
) -> GateSpec:
    """The open gate, if it is this one and in one of these statuses.

    Raises JudgmentError CHAIN_NOT_OPEN, GATE_MISMATCH, GATE_NOT_OPEN.
    """
    gate = open_gate(spec, state)
    if gate is None:
        raise not_open(spec, state)
    if gate.id != gate_id:
        raise JudgmentError(
            "GATE_MISMATCH",
            f"Gate {gate_id} is not the open one; chain {spec.id} is at {gate.id}.",
            gate_id=gate.id,
        )
    if state.status not in statuses:
        now = {"suspended": "waits for a decision", "returned": "waits for an answer"}
        doing = now.get(state.status, "waits for its evidence")
        message = f"Gate {gate.id} {doing}; this cannot be done now."
        raise JudgmentError("GATE_NOT_OPEN", message, gate_id=gate.id)
    return gate


def not_open(spec: ChainSpec, state: ChainState) -> JudgmentError:
    """The refusal of a chain that has no open gate, or that started already."""
    words = {"new": "has not started", "completing": "has settled every gate"}
    gate = open_gate(spec, state)
    said = f"has started and is at gate {gate.id}" if gate else "has ended"
    message = f"Chain {spec.id} {words.get(state.status, said)}."
    return JudgmentError("CHAIN_NOT_OPEN", message, status=state.status)


def _after(spec: ChainSpec, state: ChainState, event: Event) -> ChainState:
    match event:
        case Started():
            _require_status(spec, state, "new")
            return replace(state, status="opening")
        case Parked():
            require_gate(spec, state, event.gate_id, "opening", "gathering")
            proposal = freeze_proposal(event.proposal)
            return replace(state, status="suspended", proposal=proposal)
        case Settled():
            require_gate(spec, state, event.gate_id, "suspended")
            return _settled(spec, state, event)
        case Skipped():
            require_gate(spec, state, event.gate_id, "opening", "suspended")
            return _settled(spec, state, event)
        case Returned():
            require_gate(spec, state, event.gate_id, "suspended")
            return _with(state, event.entry, status="returned")
        case Answered():
            require_gate(spec, state, event.gate_id, "returned")
            return _with(state, event.entry, status="gathering", proposal=None)
        case Ended():
            return _ended(spec, state, event)
        case Completed():
            _require_status(spec, state, "completing")
            return replace(state, status="success")
        case _:
            assert_never(event)


def _settled(
    spec: ChainSpec, state: ChainState, event: Settled | Skipped
) -> ChainState:
    applied = event.applied
    ledger = state.ledger
    for entry in applied.ledger_entries:
        ledger = with_entry(ledger, entry)
    position = state.position + 1
    decisions = {**state.decisions, event.gate_id: freeze(applied.payload)}
    return ChainState(
        status="completing" if position == len(spec.gates) else "opening",
        position=position,
        decisions=MappingProxyType(decisions),
        trail=(*state.trail, applied.trail_entry),
        ledger=ledger,
    )


def _ended(spec: ChainSpec, state: ChainState, event: Ended) -> ChainState:
    """A rejected gate was judged; a recalled one was not and is skipped as well."""
    allowed: tuple[Status, ...] = ("suspended",)
    if event.ending == "recalled":
        allowed = ("suspended", "returned")
    require_gate(spec, state, event.gate_id, *allowed)
    first = state.position + (event.ending == "rejected")
    reason = ending_reason(event.ending, event.gate_id)
    skips = tuple(skipped(gate.stage, reason) for gate in spec.gates[first:])
    trail = (*state.trail, event.entry, *skips)
    return replace(state, status=event.ending, trail=trail, proposal=None)


def _with(state: ChainState, entry: TrailEntry, **changes: Any) -> ChainState:
    return replace(state, trail=(*state.trail, entry), **changes)


def _require_status(spec: ChainSpec, state: ChainState, status: Status) -> None:
    if state.status != status:
        raise not_open(spec, state)
