"""Opening the next gate of a locked chain, or ending the chain."""

from datetime import datetime

from judgment_console import queue
from judgment_console.judgment import (
    Applied,
    ChainSpec,
    NewLedgerEntry,
    apply_skip,
    skip_of,
)
from judgment_console.ledger.entries import ActorClass
from judgment_console.models import Chain, Gate, Round
from judgment_console.services import noticing
from judgment_console.services.hooks import context_for
from judgment_console.services.recording import Record, append


def open_after(chain: Chain, spec: ChainSpec, position: int, *, at: datetime) -> None:
    """Open the gate after ``position``; pass those that skip themselves."""
    for gate in chain.gates.filter(position__gt=position).order_by("position"):
        gate_spec = spec.gates[gate.position]
        context = context_for(chain, spec, gate.position, at=at)
        skip = skip_of(gate_spec, context)
        if skip is None:
            gather(chain, gate, because="opened", at=at)
            return
        pass_by(chain, gate, apply_skip(gate_spec, context, skip), at=at)
    complete(chain, spec, at=at)


def gather(
    chain: Chain, gate: Gate, *, because: str, at: datetime, answer: str = ""
) -> Round:
    """Open a new round of a gate and promise its evidence."""
    round_ = Round.objects.create(
        gate=gate,
        number=gate.rounds.count() + 1,
        opened_because=because,
        opened_at=at,
        answer=answer,
    )
    settle(gate, "gathering", at=None)
    queue.promise("gather", round_.pk, at=at)
    return round_


def pass_by(chain: Chain, gate: Gate, applied: Applied, *, at: datetime) -> None:
    """Record that a gate is not asked, and the defaults that hold instead."""
    reason = applied.trail_entry.rationale
    skipped = Record(kind="skipped", gate=gate, decision="skipped", rationale=reason)
    defaults = [
        ledger_record(gate, entry, actor="default") for entry in applied.ledger_entries
    ]
    append(chain, [skipped, *defaults], at=at)
    settle(gate, "skipped", at=at, summary=reason)


def ledger_record(
    gate: Gate,
    entry: NewLedgerEntry,
    *,
    actor: ActorClass,
    user_id: int | None = None,
    actor_name: str = "",
) -> Record:
    """A ledger entry of a gate, ready to be sealed."""
    return Record(
        kind="ledger",
        gate=gate,
        rationale=entry.rationale or "",
        actor=actor,
        user_id=user_id,
        actor_name=actor_name,
        field=entry.field,
        value=entry.value,
        previous_value=entry.previous_value,
        source=entry.source or "",
    )


def settle(
    gate: Gate, state: str, *, at: datetime | None, summary: str | None = None
) -> None:
    """Move a gate of a locked chain to another state."""
    gate.state = state
    gate.settled_at = at
    if summary is not None:
        gate.summary = summary
    gate.save(update_fields=("state", "settled_at", "summary"))


def complete(chain: Chain, spec: ChainSpec, *, at: datetime) -> None:
    """Every gate is settled: the chain is complete and its owner is told."""
    chain.state, chain.finished_at = "completed", at
    append(chain, [Record(kind="completed", decision="completed")], at=at)
    if spec.on_complete is not None:
        queue.promise("complete", chain.pk, at=at)
    noticing.notify("completed", [chain.prepared_by_id], chain=chain, at=at)
