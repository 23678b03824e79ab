"""Rows of the page of a gate."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from judgment_console.queries.rows import GateRow


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotRow:
    """A gate of the chain in the strip of all gates."""

    id: UUID
    position: int
    key: str
    stage: str
    question: str
    state: str
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRow:
    """One asking of the gate; ``proposal`` is loaded for the round that is shown."""

    id: UUID
    number: int
    opened_because: str
    opened_at: datetime
    answer: str
    proposal: str
    digest: str
    recommendation: str
    parked_at: datetime | None
    due_at: datetime | None
    closed_at: datetime | None
    failure_code: str
    failure: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """A member who can decide the open round now."""

    user_id: int
    name: str
    credentials: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRow:
    """What a person decided on a round, with the name and role as they were."""

    gate_id: UUID
    position: int
    stage: str
    round_number: int
    verb: str
    values: str
    rationale: str
    meaning: str
    user_id: int | None
    printed_name: str
    credentials: str
    role: str
    decisive: bool
    at: datetime
    entry_seq: int
    entry_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LineRow:
    """A ledger entry that settling the gate wrote; values are canonical JSON."""

    seq: int
    hash: str
    field: str
    value: str
    previous_value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftRow:
    """What the reader typed on a round and has not recorded."""

    round_number: int
    fields: dict[str, Any]
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRow:
    """The promised work that the gate waits for; not begun means no worker has it."""

    job: str
    created_at: datetime
    begun_at: datetime | None
    attempts: int
    quarantined: bool
    last_error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NextRow:
    """The most urgent other gate that waits for the reader."""

    gate_id: UUID
    question: str
    chain: str
    due_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ThenRow:
    """What was proposed before, to compare with: an earlier round or last period.

    The decision on it is blank where there was none.
    """

    number: int
    proposal: str
    verb: str
    values: str
    rationale: str
    printed_name: str
    at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GatePage:
    """One gate with its chain; ``round`` is the one that is shown, if any.

    ``ahead`` is looked for when nothing is to be decided here.
    """

    gate: GateRow
    slots: tuple[SlotRow, ...]
    rounds: tuple[RoundRow, ...]
    round: RoundRow | None
    seats: tuple[SeatRow, ...]
    decisions: tuple[DecisionRow, ...]
    lines: tuple[LineRow, ...]
    drafts: tuple[DraftRow, ...]
    job: JobRow | None
    ahead: NextRow | None
