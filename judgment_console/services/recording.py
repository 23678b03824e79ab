"""The only writer of entries: it seals them and moves the head of the chain."""

import dataclasses
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from judgment_console.ledger.canonical import canonical_text
from judgment_console.ledger.entries import (
    ActorClass,
    EntryKind,
    SealedEntry,
    instant,
    seal,
)
from judgment_console.models import Chain, Gate
from judgment_console.models.entries import Entry
from judgment_console.queries.records import genesis_of


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """An entry before it is numbered and sealed; ``facts`` are sealed but not shown."""

    kind: EntryKind
    gate: Gate | None = None
    verb: str = ""
    decision: str = ""
    rationale: str = ""
    actor: ActorClass = "default"
    user_id: int | None = None
    actor_name: str = ""
    field: str = ""
    value: Any = None
    previous_value: Any = None
    source: str = ""
    facts: Mapping[str, Any] = dataclasses.field(default_factory=dict)


def genesis(chain: Chain) -> str:
    """What the first entry of this chain links to."""
    digest = chain.dataset.digest if chain.dataset else None
    return genesis_of(chain, digest)


def append(chain: Chain, records: Sequence[Record], *, at: datetime) -> list[Entry]:
    """Seal records onto a locked chain, in order, and move its head."""
    entries = []
    for record in records:
        sealed = seal(
            kind=record.kind,
            seq=chain.entry_count + 1,
            previous_hash=chain.head,
            at=instant(at),
            content=_content(chain, record),
        )
        entries.append(_row(chain, record, sealed, at))
        chain.entry_count, chain.head = sealed.seq, sealed.hash
    Entry.objects.bulk_create(entries)
    chain.save(update_fields=("entry_count", "head", "state", "finished_at"))
    return entries


def _content(chain: Chain, record: Record) -> dict[str, Any]:
    content: dict[str, Any] = {
        "workspace_id": str(chain.workspace_id),
        "chain_id": str(chain.pk),
        "actor": record.actor,
        "actor_name": record.actor_name,
        "user_id": record.user_id,
        "verb": record.verb,
        "decision": record.decision,
        "rationale": record.rationale,
        "facts": dict(record.facts),
    }
    if record.gate is not None:
        content |= {
            "gate_id": str(record.gate.pk),
            "gate_key": record.gate.key,
            "stage": record.gate.stage,
        }
    if record.kind == "ledger":
        content |= {
            "field": record.field,
            "value": record.value,
            "previous_value": record.previous_value,
            "source": record.source,
        }
    return content


def _row(chain: Chain, record: Record, sealed: SealedEntry, at: datetime) -> Entry:
    is_ledger = record.kind == "ledger"
    return Entry(
        workspace_id=chain.workspace_id,
        chain=chain,
        seq=sealed.seq,
        kind=sealed.kind,
        body=sealed.body,
        previous_hash=sealed.previous_hash,
        hash=sealed.hash,
        at=at,
        gate=record.gate,
        stage=record.gate.stage if record.gate else "",
        verb=record.verb,
        decision=record.decision,
        rationale=record.rationale,
        actor=record.actor,
        user_id=record.user_id,
        actor_name=record.actor_name,
        field=record.field,
        value=canonical_text(record.value) if is_ledger else "",
        previous_value=canonical_text(record.previous_value) if is_ledger else "",
        source=record.source,
    )
