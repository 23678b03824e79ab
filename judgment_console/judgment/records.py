"""What hooks give and what a chain keeps: plain frozen records."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cached_property
from typing import Any, Literal

from judgment_console.ledger.canonical import canonical_text
from judgment_console.ledger.canonical import digest as digest_of
from judgment_console.ledger.entries import ActorClass, LedgerEntry

FindingLevel = Literal["stop", "confirm", "note"]


@dataclass(frozen=True, slots=True)
class Alternative:
    """Other values a person could choose, and what they do to the headline.

    `impact` is the headline minus the headline of the recommendation, both in the
    unit of the evidence; None where it is not known.
    """

    label: str
    values: Mapping[str, Any]
    headline: float | None
    impact: float | None


# No slots: the text of large evidence is worked out once and kept.
@dataclass(frozen=True)
class Proposal:
    """What a gate puts before a person: a recommendation and its evidence.

    `evidence` is any JSON. `proposed` holds values of the decision model, without
    rationale and actor; without them the gate offers no approval.
    """

    recommendation: str
    evidence: Any
    proposed: Mapping[str, Any] | None = None
    alternatives: Sequence[Alternative] = ()

    @cached_property
    def text(self) -> str:
        """The canonical text that is stored and hashed."""
        return canonical_text(proposal_content(self))

    @cached_property
    def digest(self) -> str:
        """The hash of the text: what a decision says that it saw."""
        return digest_of("evidence", self.text)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check says of a decision: stop it, have it confirmed, or a note."""

    level: FindingLevel
    text: str
    field: str | None = None


@dataclass(frozen=True, slots=True)
class NewLedgerEntry:
    """An assumption that a gate sets; the chain fills what is left out.

    The time comes from the chain's clock, the actor class and the rationale from
    the decision. An empty rationale counts as given.
    """

    field: str
    value: Any
    previous_value: Any = None
    source: str | None = None
    rationale: str | None = None
    timestamp: str | None = None
    actor: ActorClass | None = None


@dataclass(frozen=True, slots=True)
class Effect:
    """Something for the host to do when the decision is applied, by name."""

    name: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Application:
    """What applying a decision gives: entries, the trail's words, effects."""

    ledger_entries: Iterable[NewLedgerEntry] = ()
    summary: str | None = None
    effects: Iterable[Effect] = ()


@dataclass(frozen=True, slots=True)
class Skip:
    """Why a gate is not needed, and the defaults that hold instead of a judgment."""

    reason: str
    ledger_entries: Iterable[NewLedgerEntry] = ()


class JsonRecord(Mapping[str, Any]):
    """A record read by attribute, or as the JSON object that it becomes.

    An optional value that is absent is None as an attribute and has no key.
    """

    __slots__ = ()

    def __getitem__(self, key: str) -> Any:
        if key not in set(self):
            raise KeyError(key)
        return getattr(self, key)

    def __iter__(self) -> Iterator[str]:
        for field in fields(self):  # type: ignore[arg-type]
            if field.default is MISSING or getattr(self, field.name) is not None:
                yield field.name

    def __len__(self) -> int:
        return sum(1 for _ in self)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TrailEntry(JsonRecord):
    """One event of a chain in words: what was decided at a stage, and why.

    A skipped gate has no actor. The identity is absent, never invented, when the
    request that decided named none.
    """

    stage: str
    decision: str
    rationale: str
    skipped: bool
    actor: ActorClass | None = None
    actor_identity: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Payload(JsonRecord):
    """What a parked gate shows."""

    stage: str
    recommendation: str
    evidence: Any


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Outcome(JsonRecord):
    """What a chain leaves behind when it ends."""

    trail: tuple[TrailEntry, ...]
    ledger: tuple[LedgerEntry, ...]


def proposal_content(proposal: Proposal) -> dict[str, Any]:
    """The four parts that the digest covers."""
    return {
        "recommendation": proposal.recommendation,
        "proposed": proposal.proposed,
        "alternatives": [
            {
                "label": each.label,
                "values": each.values,
                "headline": each.headline,
                "impact": each.impact,
            }
            for each in proposal.alternatives
        ],
        "evidence": proposal.evidence,
    }


def proposal_of(content: Mapping[str, Any]) -> Proposal:
    """The proposal with these four parts, taken as they are."""
    return Proposal(
        recommendation=content["recommendation"],
        evidence=content["evidence"],
        proposed=content["proposed"],
        alternatives=tuple(Alternative(**each) for each in content["alternatives"]),
    )
