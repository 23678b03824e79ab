"""What can happen to a chain, and what can be due."""

from dataclasses import dataclass
from typing import TypeAlias

from judgment_console.judgment.gates import Applied
from judgment_console.judgment.records import Proposal, TrailEntry
from judgment_console.judgment.trail import Ending


@dataclass(frozen=True, slots=True)
class Started:
    """The chain begins."""


@dataclass(frozen=True, slots=True)
class Parked:
    """The evidence of the open gate is there."""

    gate_id: str
    proposal: Proposal


@dataclass(frozen=True, slots=True)
class Settled:
    """The open gate was decided and applied."""

    gate_id: str
    applied: Applied


@dataclass(frozen=True, slots=True)
class Skipped:
    """The open gate is not needed."""

    gate_id: str
    applied: Applied


@dataclass(frozen=True, slots=True)
class Returned:
    """The open gate was sent back to whoever prepared it."""

    gate_id: str
    entry: TrailEntry


@dataclass(frozen=True, slots=True)
class Answered:
    """The returned gate was answered."""

    gate_id: str
    entry: TrailEntry


@dataclass(frozen=True, slots=True)
class Ended:
    """The chain was rejected or recalled at the open gate."""

    gate_id: str
    ending: Ending
    entry: TrailEntry


@dataclass(frozen=True, slots=True)
class Completed:
    """The hook after the last gate ran."""


Event: TypeAlias = (
    Started | Parked | Settled | Skipped | Returned | Answered | Ended | Completed
)


@dataclass(frozen=True, slots=True)
class Open:
    """Due: judge the gate's skip rule, then gather."""

    gate_id: str


@dataclass(frozen=True, slots=True)
class Gather:
    """Due: gather the gate's evidence."""

    gate_id: str


@dataclass(frozen=True, slots=True)
class Complete:
    """Due: the hook after the last gate."""


Due: TypeAlias = Open | Gather | Complete
