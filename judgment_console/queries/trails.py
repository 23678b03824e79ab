"""Sealed entries as the pure library knows them."""

import json
from typing import Any
from uuid import UUID

from django.db.models import Q

from judgment_console.judgment import TrailEntry
from judgment_console.ledger.entries import LedgerEntry, instant
from judgment_console.models import Chain
from judgment_console.models.entries import Entry
from judgment_console.models.entries import LedgerEntry as LedgerRow


def live_ledger(chain_id: UUID) -> dict[str, Any]:
    """The last value of each field of a chain."""
    rows = LedgerRow.objects.filter(chain_id=chain_id).order_by("seq")
    return {
        field: json.loads(value) for field, value in rows.values_list("field", "value")
    }


def trail_of(chain: Chain) -> tuple[TrailEntry, ...]:
    """What was settled, returned, rejected, skipped or ended so far, in order."""
    settled = Q(kind__in=("settled", "skipped", "answered", "ended"))
    sent_back = Q(kind="decision", verb__in=("return", "reject"))
    rows = Entry.objects.filter(settled | sent_back, chain=chain).order_by("seq")
    return tuple(_trail_entry(row) for row in rows)


def ledger_of(chain: Chain) -> tuple[LedgerEntry, ...]:
    """The assumptions of a chain, numbered from 1."""
    rows = LedgerRow.objects.filter(chain=chain).order_by("seq")
    return tuple(
        LedgerEntry(
            seq=number,
            timestamp=instant(row.at),
            actor=row.actor,  # type: ignore[arg-type]
            field=row.field,
            value=json.loads(row.value),
            previous_value=json.loads(row.previous_value),
            source=row.source or None,
            rationale=row.rationale,
        )
        for number, row in enumerate(rows, start=1)
    )


def _trail_entry(row: Entry) -> TrailEntry:
    skipped = row.kind == "skipped"
    return TrailEntry(
        stage=row.stage,
        decision=row.decision,
        rationale=row.rationale,
        skipped=skipped,
        actor=None if skipped else row.actor,  # type: ignore[arg-type]
        actor_identity=row.actor_name or None,
    )
