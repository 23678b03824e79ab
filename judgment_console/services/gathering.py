"""Evidence: computed with no transaction open, then parked in one."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction

from judgment_console import queue
from judgment_console.errors import JudgmentError
from judgment_console.judgment import HookError, Proposal, propose
from judgment_console.ledger.canonical import plain
from judgment_console.models import Chain, Gate, Outbox, Round
from judgment_console.services import noticing, outbox, picturing
from judgment_console.services.actors import Actor
from judgment_console.services.hooks import context_for, spec_for
from judgment_console.services.locking import lock_chain, lock_chain_of_gate
from judgment_console.services.members import member_of
from judgment_console.services.opening import settle
from judgment_console.services.seating import seat


def gather_evidence(outbox_id: UUID, *, at: datetime) -> None:
    """Compute the evidence of a round and park its gate.

    Whoever parks first wins; evidence that comes second is dropped. A gate whose
    evidence fails stays, says why and can be tried again.
    """
    row = outbox.claim(outbox_id, at=at)
    if row is None:
        return
    round_ = Round.objects.select_related(
        "gate__chain__dataset", "gate__chain__policy"
    ).get(pk=row.subject)
    chain = round_.gate.chain
    try:
        spec = spec_for(chain)
        position = round_.gate.position
        context = context_for(chain, spec, position, at=at)
        proposal = propose(spec.gates[position], context)
    except (HookError, JudgmentError) as error:
        _note_failure(row, round_, error, at=at)
    else:
        pictures = picturing.draw_charts(proposal.evidence)
        _park(row, round_, proposal, pictures, at=at)


def retry(*, gate_id: UUID, actor: Actor, at: datetime) -> None:
    """Try again what failed: a gate's evidence, or applying a decision."""
    with transaction.atomic():
        chain = lock_chain_of_gate(gate_id)
        member = member_of(chain.workspace_id, actor)
        if not member.roles - {"viewer"}:
            raise JudgmentError("NOT_ELIGIBLE", "A viewer reads and changes nothing.")
        gate = Gate.objects.get(pk=gate_id)
        if gate.state == "gathering_failed":
            round_ = gate.rounds.get(closed_at__isnull=True)
            settle(gate, "gathering", at=None)
            queue.promise("gather", round_.pk, at=at)
        elif gate.state == "stalled":
            decision = gate.rounds.get(closed_at__isnull=True).decisions.get(
                decisive=True
            )
            Outbox.objects.filter(
                job="apply", subject=decision.pk, done_at__isnull=True
            ).update(done_at=at)
            settle(gate, "decided", at=None)
            queue.promise("apply", decision.pk, at=at)
        else:
            raise JudgmentError("GATE_NOT_OPEN", "Nothing of this gate failed.")


def _park(
    row: Outbox,
    round_: Round,
    proposal: Proposal,
    pictures: tuple[picturing.Drawn, ...],
    *,
    at: datetime,
) -> None:
    with transaction.atomic(durable=True):
        chain = lock_chain(round_.gate.chain_id)
        gate = Gate.objects.get(pk=round_.gate_id)
        outbox.finish(row, at=at)
        due = at + timedelta(days=chain.policy.rules["due_days"])
        parked = gate.state == "gathering" and Round.objects.filter(
            pk=round_.pk, parked_at__isnull=True, closed_at__isnull=True
        ).update(
            proposal=proposal.text,
            digest=proposal.digest,
            recommendation=proposal.recommendation,
            headline=_headline(proposal),
            parked_at=at,
            due_at=due,
            failure_code="",
            failure="",
        )
        if parked:
            picturing.store(pictures, at=at)
            _ask(chain, gate, round_, due=due, at=at)


def _headline(proposal: Proposal) -> Any:
    """The headline of the evidence, kept beside it so that lists need not read it."""
    evidence = proposal.evidence
    found = evidence.get("headline") if isinstance(evidence, Mapping) else None
    return plain(found) if isinstance(found, Mapping) else None


def _ask(
    chain: Chain, gate: Gate, round_: Round, *, due: datetime, at: datetime
) -> None:
    settle(gate, "parked", at=None)
    members = seat(chain, round_, due=due, at=at)
    noticing.notify(
        "your_turn",
        [member.user_id for member in members],
        chain=chain,
        gate=gate,
        round_=round_,
        at=at,
    )


def _note_failure(
    row: Outbox, round_: Round, error: HookError | JudgmentError, *, at: datetime
) -> None:
    code = error.code or "EVIDENCE_FAILED"
    with transaction.atomic(durable=True):
        chain = lock_chain(round_.gate.chain_id)
        gate = Gate.objects.get(pk=round_.gate_id)
        outbox.finish(row, at=at)
        if gate.state != "gathering":
            return
        Round.objects.filter(pk=round_.pk, parked_at__isnull=True).update(
            failure_code=code, failure=error.message
        )
        settle(gate, "gathering_failed", at=None)
        noticing.notify(
            "failed",
            [chain.prepared_by_id],
            chain=chain,
            gate=gate,
            round_=round_,
            at=at,
        )
