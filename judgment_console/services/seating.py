"""Who can decide a round now, as rows that lists and notices read."""

from datetime import datetime

from judgment_console.models import Chain, Membership, Round, Seat
from judgment_console.services.members import barred


def seat(
    chain: Chain, round_: Round, *, due: datetime, at: datetime
) -> list[Membership]:
    """Give a seat to every member who may decide; the members seated."""
    members = [
        member
        for member in Membership.objects.select_related("user").filter(
            workspace_id=chain.workspace_id, reviewer=True, active=True
        )
        if barred(chain, member) is None
    ]
    Seat.objects.bulk_create(
        Seat(
            round=round_,
            member=member,
            reason="reviewer of the workspace who did not prepare this chain",
            due_at=due,
            parked_at=at,
        )
        for member in members
    )
    return members


def narrow(round_: Round, member: Membership, *, at: datetime) -> None:
    """Leave one member's seat; a member who had none gets it."""
    Seat.objects.filter(round=round_).exclude(member=member).delete()
    Seat.objects.get_or_create(
        round=round_,
        member=member,
        defaults={
            "reason": "reviewer of the workspace to whom this gate was assigned",
            "due_at": round_.due_at or at,
            "parked_at": round_.parked_at or at,
        },
    )


def unseat(round_: Round) -> None:
    """Take every seat away: the round waits for nobody any more."""
    Seat.objects.filter(round=round_).delete()
