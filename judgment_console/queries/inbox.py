"""What waits, for whom: the four lists of the inbox and the badge.

The badge and the counts are lengths of the same queries that the lists are made of; a
count is exact to 99 and then "99+".
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery

from judgment_console.errors import JudgmentError
from judgment_console.models import (
    Chain,
    Decision,
    Gate,
    Membership,
    Notice,
    Round,
    Seat,
    Segment,
)
from judgment_console.queries.access import NOTHING_HERE
from judgment_console.queries.inbox_filters import Wanted, cursor, narrowed, ordered
from judgment_console.queries.inbox_rows import (
    InboxRow,
    columns_of,
    row_of,
    shown,
    with_words,
)
from judgment_console.queries.rows import MemberRow

PAGE = 25
TABS = ("mine", "team", "started", "history")
RECENT = timedelta(days=14)
"""How long a rejected chain stays among those that its preparer started."""

_OPEN = ("parked", "returned", "gathering", "gathering_failed", "decided", "applying",
         "apply_failed", "stalled")  # fmt: skip
_MOST_SEGMENTS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxPage:
    """Rows of one list; ``after`` is where it goes on, blank at its end."""

    rows: tuple[InboxRow, ...]
    after: str


def badge(member_id: UUID) -> str:
    """How many gates wait for the member: "", "1" to "99", "99+"."""
    return _up_to_99(_mine(member_id))


def counts(member: MemberRow, *, at: datetime) -> dict[str, str]:
    """How much the tabs "team" and "started" hold; "mine" is the badge."""
    return {
        "team": _up_to_99(_parked(member)),
        "started": _up_to_99(_under_way(member, at)),
    }


def page(
    member: MemberRow, wanted: Wanted, *, at: datetime, size: int = PAGE
) -> InboxPage:
    """The rows of a list that are asked for, and where it goes on.

    Raises BAD_REQUEST for a cursor that this list did not give.
    """
    rows, round_ = _list(member, wanted.tab, at)
    asked = narrowed(shown(rows, round_, member), round_, wanted, at)
    found = list(columns_of(ordered(asked, wanted))[: size + 1])
    more = len(found) > size
    return InboxPage(
        rows=tuple(row_of(row, member) for row in found[:size]),
        after=cursor(found[size - 1], wanted) if more else "",
    )


def last(member: MemberRow, tab: str) -> datetime | None:
    """When something last happened that the list would have shown."""
    workspace, user = member.workspace_id, member.user_id
    places: dict[str, tuple[QuerySet[Any], str]] = {
        "mine": (
            Notice.objects.filter(
                recipient_id=user, workspace_id=workspace, kind="your_turn"
            ),
            "at",
        ),
        "team": (
            Notice.objects.filter(workspace_id=workspace, kind="your_turn"),
            "at",
        ),
        "started": (
            Chain.objects.filter(prepared_by_id=user, workspace_id=workspace),
            "started_at",
        ),
        "history": (_history(member), "at"),
    }
    rows, name = places[tab]
    found: datetime | None = (
        rows.order_by(f"-{name}").values_list(name, flat=True).first()
    )
    return found


def segments(workspace_id: UUID) -> list[tuple[UUID, str]]:
    """The parts of the business that a list can be narrowed to, by name."""
    rows = Segment.objects.filter(workspace_id=workspace_id).order_by("name", "id")
    return list(rows.values_list("id", "name")[:_MOST_SEGMENTS])


def chosen(member: MemberRow, gate_ids: Iterable[UUID]) -> tuple[InboxRow, ...]:
    """Those of these gates that wait for a decision, due first.

    Raises NOT_FOUND if one of them is not in the member's workspace.
    """
    keys = set(gate_ids)
    here = Gate.objects.filter(id__in=keys, chain__workspace_id=member.workspace_id)
    if here.count() != len(keys):
        raise JudgmentError("NOT_FOUND", NOTHING_HERE)
    rows = shown(_open_rounds(_parked(member)).filter(gate_id__in=keys), "", member)
    found = columns_of(rows.order_by("due_at", "id"))
    return tuple(row_of(row, member) for row in found)


def assignees(workspace_id: UUID, rows: Iterable[InboxRow]) -> list[tuple[UUID, str]]:
    """Who can be named for all of these gates: reviewers who prepared none of them."""
    members = Membership.objects.filter(
        workspace_id=workspace_id, reviewer=True, active=True, user__is_active=True
    ).exclude(user_id__in={row.prepared_by_id for row in rows})
    named = members.order_by("printed_name", "id")
    return list(named.values_list("id", "printed_name"))


def _list(member: MemberRow, tab: str, at: datetime) -> tuple[QuerySet[Any], str]:
    """The rows of a list, and what leads from one of them to its round."""
    if tab == "mine":
        return _mine(member.id), "round__"
    if tab == "team":
        return _open_rounds(_parked(member)), ""
    if tab == "started":
        return with_words(_last_rounds(_under_way(member, at))), ""
    return _history(member), "round__"


def _mine(member_id: UUID) -> QuerySet[Seat]:
    return Seat.objects.filter(
        member_id=member_id, round__closed_at=None, round__gate__state="parked"
    )


def _parked(member: MemberRow) -> QuerySet[Gate]:
    """The gates of the workspace that wait for a decision."""
    return Gate.objects.filter(state="parked", chain__workspace_id=member.workspace_id)


def _under_way(member: MemberRow, at: datetime) -> QuerySet[Gate]:
    """Where the chains of this preparer stand, and what was rejected lately."""
    running = Q(chain__state="running", state__in=_OPEN)
    rejected = Q(
        chain__state="rejected", chain__finished_at__gte=at - RECENT, state="rejected"
    )
    return Gate.objects.filter(
        running | rejected,
        chain__prepared_by_id=member.user_id,
        chain__workspace_id=member.workspace_id,
    )


def _last_rounds(gates: QuerySet[Gate]) -> QuerySet[Round]:
    latest = Round.objects.filter(gate_id=OuterRef("gate_id")).order_by("-number")
    return Round.objects.filter(
        gate__in=gates.order_by(), id=Subquery(latest.values("id")[:1])
    )


def _open_rounds(gates: QuerySet[Gate]) -> QuerySet[Round]:
    return Round.objects.filter(gate__in=gates.order_by(), closed_at=None)


def _history(member: MemberRow) -> QuerySet[Decision]:
    return Decision.objects.filter(
        user_id=member.user_id, round__gate__chain__workspace_id=member.workspace_id
    )


def _up_to_99(rows: QuerySet[Any]) -> str:
    # Without an order the database stops at the hundredth row.
    count = rows.order_by()[:100].count()
    if count > 99:
        return "99+"
    return str(count) if count else ""
