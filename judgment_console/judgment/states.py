"""The state of a chain as JSON, and back, checked."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from judgment_console.errors import JudgmentError
from judgment_console.judgment.applications import with_entry
from judgment_console.judgment.context import freeze, freeze_proposal, thaw
from judgment_console.judgment.engine import ChainState, Status
from judgment_console.judgment.records import (
    NewLedgerEntry,
    Proposal,
    TrailEntry,
    proposal_content,
    proposal_of,
)
from judgment_console.judgment.specs import ChainSpec
from judgment_console.ledger.canonical import plain
from judgment_console.ledger.entries import ActorClass, LedgerEntry
from judgment_console.ledger.text import is_blank

STATE_FORMAT = 1

_PARKED = ("suspended", "returned")
_WITHOUT_GATE = ("new", "completing", "success")


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _StoredTrail(_Strict):
    stage: str
    decision: str
    rationale: str
    skipped: bool
    actor: ActorClass | None = None
    actor_identity: str | None = None


class _StoredEntry(_Strict):
    seq: int
    timestamp: str
    actor: ActorClass
    field: str
    value: Any
    previous_value: Any
    source: str | None
    rationale: str | None


class _StoredAlternative(_Strict):
    label: str
    values: dict[str, Any]
    headline: int | float | None
    impact: int | float | None


class _StoredProposal(_Strict):
    recommendation: str
    proposed: dict[str, Any] | None
    alternatives: list[_StoredAlternative]
    evidence: Any


class _StoredState(_Strict):
    format: Literal[1]
    chain: str
    version: int
    status: Status
    gate: str | None
    decisions: dict[str, dict[str, Any]]
    trail: list[_StoredTrail]
    ledger: list[_StoredEntry]
    proposal: _StoredProposal | None


def dump_state(spec: ChainSpec, state: ChainState) -> dict[str, Any]:
    """The state in fresh plain JSON. The request context is no part of it."""
    proposal = state.proposal
    return {
        "format": STATE_FORMAT,
        "chain": spec.id,
        "version": spec.version,
        "status": state.status,
        "gate": _gate_id(spec, state.status, state.position),
        "decisions": thaw(state.decisions),
        "trail": [dict(entry) for entry in state.trail],
        "ledger": [_row(entry) for entry in state.ledger],
        "proposal": None if proposal is None else thaw(proposal_content(proposal)),
    }


def load_state(spec: ChainSpec, stored: object) -> ChainState:
    """The state of a chain with this definition.

    Raises JudgmentError UNSUPPORTED_VALUE for anything that `dump_state` does not
    write for it, and for a state of another chain or version.
    """
    try:
        read = _StoredState.model_validate(plain(stored))
        _check_definition(spec, read)
        return _state(spec, read)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        path = ".".join(str(part) for part in first["loc"])
        raise _unreadable(f"{path}: {first['msg']}") from error
    except JudgmentError as error:
        if error.code == "UNSUPPORTED_VALUE":
            raise
        raise _unreadable(error.message) from error


def _state(spec: ChainSpec, read: _StoredState) -> ChainState:
    position = _position(spec, read)
    settled = [gate.id for gate in spec.gates[:position]]
    if set(settled) != set(read.decisions):
        raise _unreadable(
            "the decisions are not those of the gates before the open one"
        )
    if (read.proposal is not None) != (read.status in _PARKED):
        raise _unreadable("a parked gate has a proposal, and no other gate has one")
    return ChainState(
        status=read.status,
        position=position,
        proposal=_proposal(read.proposal),
        # In the order of the gates: a store may have sorted the keys.
        decisions=freeze({name: read.decisions[name] for name in settled}),
        trail=tuple(_trail_entry(entry) for entry in read.trail),
        ledger=_ledger(read.ledger),
    )


def _check_definition(spec: ChainSpec, read: _StoredState) -> None:
    if (read.chain, read.version) != (spec.id, spec.version):
        raise _unreadable(
            f"it belongs to chain {read.chain} version {read.version}, and this is "
            f"{spec.id} version {spec.version}"
        )


def _position(spec: ChainSpec, read: _StoredState) -> int:
    if read.status in _WITHOUT_GATE:
        position = 0 if read.status == "new" else len(spec.gates)
    else:
        ids = [gate.id for gate in spec.gates]
        position = ids.index(read.gate) if read.gate in ids else -1
    if position < 0 or read.gate != _gate_id(spec, read.status, position):
        raise _unreadable(f"no gate {read.gate!r} can be {read.status}")
    return position


def _gate_id(spec: ChainSpec, status: Status, position: int) -> str | None:
    return None if status in _WITHOUT_GATE else spec.gates[position].id


def _proposal(stored: _StoredProposal | None) -> Proposal | None:
    if stored is None:
        return None
    return freeze_proposal(proposal_of(stored.model_dump()))


def _trail_entry(stored: _StoredTrail) -> TrailEntry:
    if not stored.skipped and (stored.actor is None or is_blank(stored.rationale)):
        raise _unreadable(f"the decision at stage {stored.stage} has no rationale")
    return TrailEntry(**stored.model_dump())


def _ledger(stored: list[_StoredEntry]) -> tuple[LedgerEntry, ...]:
    ledger: tuple[LedgerEntry, ...] = ()
    for entry in stored:
        ledger = with_entry(ledger, NewLedgerEntry(**entry.model_dump(exclude={"seq"})))
        if ledger[-1].seq != entry.seq:
            raise _unreadable(f"ledger entry {ledger[-1].seq} is numbered {entry.seq}")
    return ledger


def _row(entry: LedgerEntry) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "timestamp": entry.timestamp,
        "actor": entry.actor,
        "field": entry.field,
        "value": thaw(entry.value),
        "previous_value": thaw(entry.previous_value),
        "source": entry.source,
        "rationale": entry.rationale,
    }


def _unreadable(why: str) -> JudgmentError:
    return JudgmentError("UNSUPPORTED_VALUE", f"The state cannot be restored: {why}.")
