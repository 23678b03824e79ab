"""Applying a decision: effects, ledger entries and the next gate in one transaction."""

import json
from datetime import datetime
from uuid import UUID

from django.db import transaction

from judgment_console.errors import JudgmentError
from judgment_console.judgment import (
    Applied,
    ChainSpec,
    HookError,
    Outcome,
    apply,
    proposal_from_text,
    read_decision,
)
from judgment_console.judgment.hooks import call_hook
from judgment_console.models import Attempt, Chain, Decision, Gate, Outbox
from judgment_console.queries.trails import ledger_of, trail_of
from judgment_console.services import outbox
from judgment_console.services.effects import run_effects
from judgment_console.services.hooks import context_for, spec_for, with_proposal
from judgment_console.services.locking import lock_chain
from judgment_console.services.opening import ledger_record, open_after, settle
from judgment_console.services.recording import Record, append


def apply_decision(outbox_id: UUID, *, at: datetime) -> None:
    """Apply a recorded decision exactly once, however often it is asked for.

    What fails is rolled back whole and tried again; after too many attempts the gate
    is stalled, says so, and waits for a person to press retry.
    """
    row = outbox.claim(outbox_id, at=at)
    if row is None:
        return
    decision = Decision.objects.select_related("round__gate").get(pk=row.subject)
    try:
        _apply_once(row, decision, at=at)
    except (HookError, JudgmentError) as error:
        _note_failure(row, decision, error, at=at)


def complete_chain(outbox_id: UUID, *, at: datetime) -> None:
    """Call the definition's ``on_complete`` for a chain that has ended well."""
    row = outbox.claim(outbox_id, at=at)
    if row is None:
        return
    chain = Chain.objects.select_related("dataset", "policy").get(pk=row.subject)
    spec = spec_for(chain)
    outcome = Outcome(trail=trail_of(chain), ledger=ledger_of(chain))
    try:
        if spec.on_complete is not None:
            context = context_for(chain, spec, len(spec.gates), at=at)
            call_hook("on_complete", spec.on_complete, outcome, context)
    except (HookError, JudgmentError) as error:
        outbox.fail(row, str(error), at=at)
    else:
        outbox.finish(row, at=at)


def _apply_once(row: Outbox, decision: Decision, *, at: datetime) -> None:
    with transaction.atomic(durable=True):
        chain = lock_chain(decision.round.gate.chain_id)
        gate = Gate.objects.get(pk=decision.round.gate_id)
        outbox.finish(row, at=at)
        if gate.state != "decided":
            return
        spec = spec_for(chain)
        applied = _applied(chain, spec, gate, decision, at=at)
        run_effects(chain, gate, applied.effects)
        append(chain, _records(gate, decision, applied), at=at)
        number = decision.attempts.count() + 1
        Attempt.objects.create(
            decision=decision, number=number, started_at=at, ended_at=at
        )
        summary = applied.trail_entry.decision
        settle(gate, "applied", at=at, summary=summary)
        decision.round.closed_at = at
        decision.round.save(update_fields=("closed_at",))
        open_after(chain, spec, gate.position, at=at)


def _applied(
    chain: Chain, spec: ChainSpec, gate: Gate, decision: Decision, *, at: datetime
) -> Applied:
    gate_spec = spec.gates[gate.position]
    seen = proposal_from_text(decision.round.proposal)
    context = with_proposal(context_for(chain, spec, gate.position, at=at), seen)
    judged = read_decision(
        gate_spec,
        context,
        verb=decision.verb,
        values=json.loads(decision.values),
        rationale=decision.rationale,
        confirmed=None,
    )
    return apply(
        gate_spec, context, judged, actor="actuary", identity=decision.printed_name
    )


def _records(gate: Gate, decision: Decision, applied: Applied) -> list[Record]:
    ledger = [
        ledger_record(
            gate,
            entry,
            actor=entry.actor or "actuary",
            user_id=decision.user_id,
            actor_name=decision.printed_name,
        )
        for entry in applied.ledger_entries
    ]
    settled = Record(
        kind="settled",
        gate=gate,
        verb=decision.verb,
        decision=applied.trail_entry.decision,
        rationale=decision.rationale,
        actor="actuary",
        user_id=decision.user_id,
        actor_name=decision.printed_name,
        facts={
            "decision_id": str(decision.pk),
            "decision_seq": decision.entry_seq,
            "evidence_digest": decision.evidence_digest,
        },
    )
    return [*ledger, settled]


def _note_failure(
    row: Outbox, decision: Decision, error: HookError | JudgmentError, *, at: datetime
) -> None:
    with transaction.atomic(durable=True):
        lock_chain(decision.round.gate.chain_id)
        gate = Gate.objects.get(pk=decision.round.gate_id)
        number = decision.attempts.count() + 1
        code = (error.code or "apply.failed")[:60]
        Attempt.objects.create(
            decision=decision, number=number, started_at=at, ended_at=at, code=code
        )
        if outbox.fail(row, str(error), at=at) and gate.state == "decided":
            settle(gate, "stalled", at=None, summary=str(error))
