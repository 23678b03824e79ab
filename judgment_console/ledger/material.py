"""What a disclosure is made from: plain data, read before and handed in."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from judgment_console.ledger.canonical import JsonValue
from judgment_console.ledger.entries import ActorClass, Changes
from judgment_console.ledger.verification import Finding

ChainState = Literal["running", "completed", "rejected", "recalled", "needs_attention"]
CheckState = Literal["pass", "warning", "fail", "not_evaluated"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetFacts:
    """The data set and the file it was read from; digests in hex."""

    name: str
    digest: str
    source_digest: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """Who decided, as they were when they decided."""

    printed_name: str
    credentials: str
    meaning: str
    channel: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GateRecord:
    """A gate as it stands; what has not happened is None or empty."""

    question: str
    stage: str
    state: str
    recommendation: str | None = None
    decision: str | None = None
    rationale: str | None = None
    decided_by: Signature | None = None
    at: str | None = None
    evidence_digest: str | None = None
    skip_reason: str | None = None
    findings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerRow:
    """An assumption with the person behind it."""

    seq: int
    at: str
    actor: ActorClass
    field: str
    value: JsonValue
    who: str | None = None
    previous_value: JsonValue = None
    source: str | None = None
    rationale: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewCheck:
    """One check of the data review and what it found."""

    id: str
    description: str
    state: CheckState
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A headline amount in currency units; the note qualifies its standard error."""

    label: str
    value: float | None
    standard_error: float | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodUse:
    """A method of `methods.METHODS`, by id, with the parameters it ran with."""

    method: str
    basis: str | None = None
    parameters: Mapping[str, JsonValue] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """A library that computed evidence."""

    name: str
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Prior:
    """The earlier analysis this one follows; reserves in currency units."""

    label: str
    changes: Changes
    prior_reserve: float | None = None
    current_reserve: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DisclosureMaterial:
    """Everything a disclosure says.

    `verification` is None when the entries were not verified. `metadata` has the
    keys of `completeness.METADATA`; others are left out of the document.
    """

    title: str
    workspace: str
    segment: str
    state: ChainState
    made_at: str
    metadata: Mapping[str, JsonValue]
    prepared_by: str | None = None
    dataset: DatasetFacts | None = None
    gates: tuple[GateRecord, ...] = ()
    ledger: tuple[LedgerRow, ...] = ()
    checks: tuple[ReviewCheck, ...] = ()
    figures: tuple[Figure, ...] = ()
    methods: tuple[MethodUse, ...] = ()
    engines: tuple[Engine, ...] = ()
    prior: Prior | None = None
    head: tuple[int, str] | None = None
    verification: tuple[Finding, ...] | None = None
