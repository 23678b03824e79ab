"""Reminders to those who can decide a gate that waits."""

from collections.abc import Iterable
from datetime import UTC, datetime
from uuid import UUID

from django.db import transaction

from judgment_console.errors import JudgmentError
from judgment_console.models import Chain, Gate, Membership, Round, Seat
from judgment_console.services import noticing
from judgment_console.services.actors import Actor
from judgment_console.services.locking import lock_chain_of_gate
from judgment_console.services.members import member_of

KIND = "reminder"


def remind(*, gate_ids: Iterable[UUID], actor: Actor, at: datetime) -> int:
    """Remind everybody who can decide these gates; how many reminders were written.

    A gate that does not wait is passed over, and nobody is reminded of the same gate
    twice in an hour. Raises NOT_FOUND, and NOT_ELIGIBLE for a chain that the actor
    neither prepared nor administers; whatever it raises, nobody was reminded.
    """
    with transaction.atomic(durable=True):
        # In one order, so that two people who remind at once do not block each other.
        return sum(_remind(gate_id, actor, at) for gate_id in sorted(set(gate_ids)))


def _remind(gate_id: UUID, actor: Actor, at: datetime) -> int:
    chain = lock_chain_of_gate(gate_id)
    member = member_of(chain.workspace_id, actor)
    _refuse_stranger(chain, member)
    round_ = Round.objects.filter(
        gate_id=gate_id, gate__state="parked", closed_at__isnull=True
    ).first()
    if round_ is None:
        return 0
    occasion = f"{gate_id} {at.astimezone(UTC):%Y-%m-%dT%H}"
    seated = Seat.objects.filter(
        round=round_, member__active=True, member__user__is_active=True
    )
    people = set(seated.values_list("member__user_id", flat=True))
    recipients = sorted(people - noticing.told(KIND, occasion))
    noticing.notify(
        KIND,
        recipients,
        chain=chain,
        gate=Gate.objects.get(pk=gate_id),
        round_=round_,
        facts={"by": member.printed_name},
        occasion=occasion,
        at=at,
    )
    return len(recipients)


def _refuse_stranger(chain: Chain, member: Membership) -> None:
    if member.admin or member.user_id == chain.prepared_by_id:
        return
    raise JudgmentError(
        "NOT_ELIGIBLE",
        "Only the preparer of a chain and administrators of the workspace can remind.",
        reason="neither preparer nor administrator",
    )
