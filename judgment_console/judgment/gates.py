"""One gate at one moment: skip it, propose, apply a decision."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from judgment_console.judgment.applications import (
    application_of,
    checked_effects,
    complete_entries,
)
from judgment_console.judgment.context import GateContext
from judgment_console.judgment.decisions import Actor, Judged
from judgment_console.judgment.definitions import refuse
from judgment_console.judgment.hooks import call_hook
from judgment_console.judgment.records import (
    Effect,
    NewLedgerEntry,
    Skip,
    TrailEntry,
)
from judgment_console.judgment.specs import GateSpec
from judgment_console.judgment.trail import decision_text, said, skipped
from judgment_console.ledger.canonical import plain
from judgment_console.ledger.entries import ActorClass


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """What settling a gate adds: one trail entry, entries not yet numbered, the
    payload that later gates see, effects for the host."""

    trail_entry: TrailEntry
    ledger_entries: tuple[NewLedgerEntry, ...]
    payload: Mapping[str, Any]
    effects: tuple[Effect, ...] = ()


def skip_of(gate: GateSpec, ctx: GateContext) -> Skip | None:
    """Why the gate is not needed now, or None.

    Raises HookError, JudgmentError BAD_GATE for a result that is no reason.
    """
    if gate.skip_when is None:
        return None
    label = f"gate {gate.id}: skip_when"
    result = call_hook(label, gate.skip_when, ctx)
    if result is None:
        return None
    skip = Skip(result) if isinstance(result, str) else result
    if not isinstance(skip, Skip) or not isinstance(skip.reason, str):
        refuse(f"{label} returned {type(result).__name__} and not a reason")
    plain(skip.reason)
    return skip


def apply_skip(gate: GateSpec, ctx: GateContext, skip: Skip) -> Applied:
    """The skip as records; its entries are machine defaults, whoever wrote them."""
    label = f"gate {gate.id}: skip_when"
    entries = complete_entries(
        label, skip.ledger_entries, now=ctx.now, actor="default", rationale=skip.reason
    )
    if any(entry.actor != "default" for entry in entries):
        refuse(f"{label}: the entries of a skip have the actor 'default'")
    return Applied(
        trail_entry=skipped(gate.stage, skip.reason),
        ledger_entries=entries,
        payload={"skipped": True, "reason": skip.reason},
    )


def apply(
    gate: GateSpec,
    ctx: GateContext,
    judged: Judged,
    *,
    actor: ActorClass,
    identity: str | None,
) -> Applied:
    """Apply an approved or adjusted decision; the caller keeps the records.

    Raises HookError, and JudgmentError as `complete_entries` does.
    """
    if judged.decision is None:
        raise ValueError(f"a decision to {judged.verb} is not applied")
    label = f"gate {gate.id}: apply_decision"
    application = application_of(label, gate.apply_decision, ctx, judged.decision)
    entries = complete_entries(
        label,
        application.ledger_entries,
        now=ctx.now,
        actor=actor,
        rationale=judged.rationale.text,
    )
    text = decision_text(application.summary, judged.payload)
    return Applied(
        trail_entry=said(gate.stage, text, judged.rationale, Actor(actor, identity)),
        ledger_entries=entries,
        payload=judged.payload,
        effects=checked_effects(label, application.effects),
    )
