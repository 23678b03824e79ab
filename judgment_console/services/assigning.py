"""Assigning a gate that waits: from then on one named member can decide its round."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db import transaction

from judgment_console.errors import JudgmentError
from judgment_console.ledger.text import is_blank, typed_text
from judgment_console.models import Chain, Membership, Round
from judgment_console.services import noticing
from judgment_console.services.actors import Actor
from judgment_console.services.locking import lock_chain_of_gate
from judgment_console.services.members import barred, member_with
from judgment_console.services.recording import Record, append
from judgment_console.services.seating import narrow


def assign(
    *,
    gate_ids: Iterable[UUID],
    member_id: UUID,
    reason: str,
    actor: Actor,
    at: datetime,
) -> int:
    """Let one member alone decide these gates' open rounds; how many were assigned.

    An administrator assigns, though not the gates of a chain that they prepared. A gate
    that is assigned to this member already is passed over. Raises MISSING_RATIONALE,
    NOT_FOUND, NOT_ELIGIBLE (actor or assignee), GATE_NOT_OPEN; then nothing changed.
    """
    if is_blank(reason):
        raise JudgmentError(
            "MISSING_RATIONALE",
            "Say why these gates are assigned; nothing was changed.",
            fields={"reason": ["Say why, for those who read the trail."]},
        )
    words = typed_text(reason, limit=2_000)
    with transaction.atomic(durable=True):
        # In one order, so that two people who assign at once do not block each other.
        return sum(
            _assign(gate_id, member_id, words, actor, at)
            for gate_id in sorted(set(gate_ids))
        )


def _assign(
    gate_id: UUID, member_id: UUID, reason: str, actor: Actor, at: datetime
) -> int:
    chain = lock_chain_of_gate(gate_id)
    admin = member_with("admin", chain.workspace_id, actor)
    if admin.user_id == chain.prepared_by_id:
        raise JudgmentError(
            "NOT_ELIGIBLE",
            "You prepared this chain, so another administrator says who decides it.",
            reason="prepared the chain",
        )
    round_ = _open_round(gate_id)
    member = _assignee(chain, member_id)
    if round_.assigned_to_id == member.pk:
        return 0
    round_.assigned_to = member
    round_.save(update_fields=("assigned_to",))
    narrow(round_, member, at=at)
    record = _record(round_, member, admin, reason)
    entry = append(chain, [record], at=at)[0]
    noticing.withdraw(round_, but_for=member.user_id)
    noticing.notify(
        "assigned",
        [member.user_id],
        chain=chain,
        gate=round_.gate,
        round_=round_,
        facts={"by": admin.printed_name},
        occasion=f"{round_.pk} {entry.seq}",
        at=at,
    )
    return 1


def _open_round(gate_id: UUID) -> Round:
    round_ = (
        Round.objects.select_related("gate")
        .filter(gate_id=gate_id, gate__state="parked", closed_at__isnull=True)
        .first()
    )
    if round_ is None:
        raise JudgmentError(
            "GATE_NOT_OPEN",
            "A gate among these no longer waits for a decision. Nothing was changed.",
        )
    return round_


def _assignee(chain: Chain, member_id: UUID) -> Membership:
    member = (
        Membership.objects.select_related("user")
        .filter(pk=member_id, workspace_id=chain.workspace_id)
        .first()
    )
    if member is None:
        raise JudgmentError("NOT_FOUND", "There is nobody of this workspace to assign.")
    if why := barred(chain, member):
        preparer = member.user_id == chain.prepared_by_id
        named = f"{member} prepared {chain.title} and cannot decide its gates."
        raise JudgmentError(
            "NOT_ELIGIBLE",
            named if preparer and member.reviewer else f"{member} cannot decide.",
            reason=why,
        )
    return member


def _record(
    round_: Round, member: Membership, admin: Membership, reason: str
) -> Record:
    return Record(
        kind="assigned",
        gate=round_.gate,
        decision=f"assigned to {member.printed_name}",
        rationale=reason,
        actor="actuary",
        user_id=admin.user_id,
        actor_name=admin.printed_name,
        facts={
            "round": round_.number,
            "member": str(member.pk),
            "user_id": member.user_id,
            "name": member.printed_name,
        },
    )
