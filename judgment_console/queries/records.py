"""The sealed entries of a chain, verified each time they are shown."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from judgment_console.ledger.canonical import JsonValue, read_canonical
from judgment_console.ledger.entries import genesis_hash, instant
from judgment_console.ledger.verification import Finding, StoredEntry, verify_chain
from judgment_console.models import Chain
from judgment_console.models.entries import LEDGER_KIND, Entry
from judgment_console.queries.rows import ChainRow


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryRow:
    """An entry as pages show it, with what verification found about it."""

    seq: int
    kind: str
    at: datetime
    gate_id: UUID | None
    stage: str
    verb: str
    decision: str
    rationale: str
    actor: str
    actor_name: str
    field: str
    value: JsonValue
    previous_value: JsonValue
    source: str
    hash: str
    previous_hash: str
    findings: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """Every entry of a chain in order; no finding means that they verify."""

    entries: tuple[EntryRow, ...]
    findings: tuple[Finding, ...]

    @property
    def trail(self) -> tuple[EntryRow, ...]:
        """What happened."""
        return tuple(row for row in self.entries if row.kind != LEDGER_KIND)

    @property
    def ledger(self) -> tuple[EntryRow, ...]:
        """What was assumed."""
        return tuple(row for row in self.entries if row.kind == LEDGER_KIND)

    @property
    def verifies(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


def records_of(chain: ChainRow) -> Records:
    """The entries of a chain the reader may open, and whether they verify."""
    stored = list(Entry.objects.filter(chain_id=chain.id).order_by("seq"))
    findings = verify_chain(
        map(_stored, stored),
        genesis=genesis_of(chain, chain.dataset_digest or None),
        head=(chain.entry_count, chain.head),
    )
    return Records(
        entries=tuple(_row(entry, findings) for entry in stored),
        findings=tuple(findings),
    )


def genesis_of(chain: Chain | ChainRow, dataset_digest: str | None) -> str:
    """What the first entry of the chain links to: the facts of its creation."""
    facts = {
        "spec": chain.spec,
        "spec_version": chain.spec_version,
        "spec_digest": chain.spec_digest,
        "dataset_digest": dataset_digest,
        "prepared_by": chain.prepared_by_id,
        "started_at": instant(chain.started_at),
    }
    return genesis_hash(str(chain.workspace_id), str(chain.id), facts)


def _stored(entry: Entry) -> StoredEntry:
    shown: dict[str, Any] = {
        "at": instant(entry.at),
        "workspace_id": str(entry.workspace_id),
        "chain_id": str(entry.chain_id),
        "actor": entry.actor,
        "actor_name": entry.actor_name,
        "user_id": entry.user_id,
        "verb": entry.verb,
        "decision": entry.decision,
        "rationale": entry.rationale,
    }
    if entry.gate_id is not None:
        shown |= {"gate_id": str(entry.gate_id), "stage": entry.stage}
    if entry.kind == LEDGER_KIND:
        shown |= {
            "field": entry.field,
            "value": _value(entry.value),
            "previous_value": _value(entry.previous_value),
            "source": entry.source,
        }
    return StoredEntry(
        chain_id=str(entry.chain_id),
        seq=entry.seq,
        kind=entry.kind,
        body=entry.body,
        previous_hash=entry.previous_hash,
        hash=entry.hash,
        shown=shown,
    )


def _row(entry: Entry, findings: Iterable[Finding]) -> EntryRow:
    return EntryRow(
        seq=entry.seq,
        kind=entry.kind,
        at=entry.at,
        gate_id=entry.gate_id,
        stage=entry.stage,
        verb=entry.verb,
        decision=entry.decision,
        rationale=entry.rationale,
        actor=entry.actor,
        actor_name=entry.actor_name,
        field=entry.field,
        value=_value(entry.value),
        previous_value=_value(entry.previous_value),
        source=entry.source,
        hash=entry.hash,
        previous_hash=entry.previous_hash,
        findings=tuple(found.message for found in findings if found.seq == entry.seq),
    )


def _value(text: str) -> JsonValue:
    # A column that was tampered with may hold anything; it is shown as it stands.
    try:
        return read_canonical(text) if text else None
    except ValueError:
        return text
