"""A person's decision: judged again under the lock, recorded, handed to the worker."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from judgment_console.judgment import (
    Judged,
    Verb,
    proposal_from_text,
    read_decision,
)
from judgment_console.judgment.decisions import chosen
from judgment_console.ledger.canonical import canonical_text, digest
from judgment_console.models import Chain, Decision, Gate, Membership, Round
from judgment_console.services.actors import Actor
from judgment_console.services.consequences import follow
from judgment_console.services.hooks import context_for, spec_for, with_proposal
from judgment_console.services.locking import lock_chain_of_gate
from judgment_console.services.members import member_of
from judgment_console.services.preflight import (
    refuse_ineligible,
    refuse_moot,
    refuse_moved,
    refuse_unparked,
)
from judgment_console.services.recording import Record, append
from judgment_console.services.what_if import stored_effect

MEANINGS = {
    Verb.APPROVE: "approved as proposed, as reviewer",
    Verb.ADJUST: "approved with adjustment, as reviewer",
    Verb.RETURN: "returned for rework, as reviewer",
    Verb.REJECT: "rejected, as reviewer",
}
PAST = {
    Verb.APPROVE: "approved",
    Verb.ADJUST: "adjusted",
    Verb.RETURN: "returned",
    Verb.REJECT: "rejected",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What the decider gets: the entry that records the decision, and its seal."""

    decision_id: UUID
    chain_id: UUID
    gate_id: UUID
    verb: str
    seq: int
    hash: str
    at: datetime
    repeated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the form carried: the round that was on the screen, and what was said."""

    round_number: int
    digest: str
    verb: str
    values: Mapping[str, Any]
    rationale: str
    confirmed: frozenset[str] = frozenset()


def decide(*, gate_id: UUID, answer: Answer, actor: Actor, at: datetime) -> Receipt:
    """Record a decision on the parked round of a gate.

    The same person sending the same answer again gets the same receipt. Raises
    NOT_FOUND, NOT_ELIGIBLE, GATE_DECIDED, GATE_NOT_OPEN, EVIDENCE_MOVED, GATE_MOOT and
    what ``read_decision`` raises; whatever it raises, nothing was changed.
    """
    with transaction.atomic(durable=True):
        chain = lock_chain_of_gate(gate_id)
        member = member_of(chain.workspace_id, actor)
        gate, round_ = _asked(gate_id, answer.round_number)
        request = _request_digest(round_, answer)
        earlier = list(round_.decisions.all())
        for decision in earlier:
            if (decision.user_id, decision.request_digest) == (actor.user_id, request):
                return _receipt(decision, chain, gate, repeated=True)
        refuse_ineligible(chain, round_, member)
        refuse_unparked(chain, gate, round_, earlier)
        refuse_moved(gate, round_, answer.digest)
        judged, impact = _judge(chain, gate, round_, answer, at=at)
        decision = _store(
            chain, gate, round_, member, judged, impact, actor, request, at
        )
        follow(chain, gate, decision, at=at)
    return _receipt(decision, chain, gate, repeated=False)


def _asked(gate_id: UUID, number: int) -> tuple[Gate, Round]:
    round_ = (
        Round.objects.select_related("gate")
        .filter(gate_id=gate_id, number__lte=number)
        .order_by("-number")
        .first()
    )
    if round_ is None:
        round_ = Round(gate=Gate.objects.get(pk=gate_id), number=0)
    return round_.gate, round_


def _request_digest(round_: Round, answer: Answer) -> str:
    said = {
        "round": str(round_.pk),
        "verb": answer.verb,
        "values": answer.values,
        "rationale": answer.rationale,
        "confirmed": sorted(answer.confirmed),
    }
    return digest("request", canonical_text(said))


def _judge(
    chain: Chain, gate: Gate, round_: Round, answer: Answer, *, at: datetime
) -> tuple[Judged, float | None]:
    """The decision as it was read, and what it moves the headline by.

    The impact is read from what is stored with the round, never from the form.
    """
    spec = spec_for(chain)
    gate_spec = spec.gates[gate.position]
    context = context_for(chain, spec, gate.position, at=at)
    refuse_moot(gate_spec, context)
    seen = proposal_from_text(round_.proposal)
    judged = read_decision(
        gate_spec,
        with_proposal(context, seen),
        verb=answer.verb,
        values=answer.values,
        rationale=answer.rationale,
        confirmed=answer.confirmed,
    )
    if judged.decision is None:
        return judged, None
    effect = stored_effect(round_, seen, chosen(judged.payload))
    return judged, None if effect is None else effect.impact


def _store(
    chain: Chain,
    gate: Gate,
    round_: Round,
    member: Membership,
    judged: Judged,
    impact: float | None,
    actor: Actor,
    request: str,
    at: datetime,
) -> Decision:
    decision = Decision(
        pk=uuid4(),
        round=round_,
        verb=judged.verb,
        values=canonical_text(chosen(judged.payload)),
        rationale=judged.rationale.text,
        meaning=MEANINGS[judged.verb],
        actor_class="actuary",
        user=member.user,
        printed_name=member.printed_name,
        credentials=member.credentials,
        role="reviewer",
        evidence_digest=round_.digest,
        policy_version=chain.policy.version,
        channel=actor.channel,
        request_digest=request,
        impact=impact,
        at=at,
    )
    entry = append(chain, [_record(decision, gate, judged)], at=at)[0]
    decision.entry_seq, decision.entry_hash = entry.seq, entry.hash
    decision.save(force_insert=True)
    return decision


def _record(decision: Decision, gate: Gate, judged: Judged) -> Record:
    return Record(
        kind="decision",
        gate=gate,
        verb=decision.verb,
        decision=PAST[judged.verb],
        rationale=decision.rationale,
        actor="actuary",
        user_id=decision.user_id,
        actor_name=decision.printed_name,
        facts={
            "decision_id": str(decision.pk),
            "round": decision.round.number,
            "evidence_digest": decision.evidence_digest,
            "values": chosen(judged.payload),
            "meaning": decision.meaning,
            "credentials": decision.credentials,
            "role": decision.role,
            "channel": decision.channel,
            "policy_version": decision.policy_version,
            "impact": decision.impact,
            "findings": [[each.level, each.text] for each in judged.findings],
        },
    )


def _receipt(
    decision: Decision, chain: Chain, gate: Gate, *, repeated: bool
) -> Receipt:
    return Receipt(
        decision_id=decision.pk,
        chain_id=chain.pk,
        gate_id=gate.pk,
        verb=decision.verb,
        seq=decision.entry_seq,
        hash=decision.entry_hash,
        at=decision.at,
        repeated=repeated,
    )
