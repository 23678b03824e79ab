"""What waits, for whom: the four lists of the inbox and the badge.

Lists hold at most PAGE rows; a count is exact to 99 and then "99+".
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from judgment_console.models import Decision, Gate, Round, Seat
from judgment_console.queries.access import printed_name
from judgment_console.queries.rows import MemberRow

PAGE = 50
TABS = ("mine", "team", "started", "history")


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxRow:
    """A question that waits, or one that a person answered.

    ``missing`` is how many approvals are missing; ``verb`` and ``decided_at`` are
    those of the reader's own decision in the history.
    """

    gate_id: UUID
    chain_id: UUID
    question: str
    chain: str
    position: int
    gates: int
    state: str
    prepared_by: str
    recommendation: str
    parked_at: datetime | None
    due_at: datetime | None
    missing: int
    round: int
    verb: str = ""
    decided_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxPage:
    """One tab's rows; ``more`` when the list goes on."""

    rows: tuple[InboxRow, ...]
    more: bool


def badge(member_id: UUID) -> str:
    """How many gates wait for the member: "", "1" to "99", "99+"."""
    return _up_to_99(_seats(member_id)[:100].count())


def counts(member: MemberRow) -> dict[str, str]:
    """How much the tabs "team" and "started" hold; "mine" is the badge."""
    return {
        "team": _up_to_99(_team(member)[:100].count()),
        "started": _up_to_99(_started(member)[:100].count()),
    }


def page(member: MemberRow, tab: str) -> InboxPage:
    """The rows of one tab for the member, most urgent or newest first."""
    if tab == "mine":
        return _page(_rounds().filter(seats__in=_seats(member.id)), _URGENT)
    if tab == "team":
        return _page(_rounds().filter(id__in=_team(member).values("id")), _URGENT)
    if tab == "started":
        return _page(_rounds().filter(id__in=_started(member).values("id")), _NEWEST)
    return _history(member)


_URGENT = (F("due_at").asc(nulls_last=True), F("parked_at").asc(), F("id").asc())
_NEWEST = (F("opened_at").desc(), F("id").desc())
_OPEN = ("parked", "returned", "gathering", "gathering_failed", "decided", "applying")


def _seats(member_id: UUID) -> QuerySet[Seat]:
    return Seat.objects.filter(
        member_id=member_id, round__closed_at=None, round__gate__state="parked"
    )


def _team(member: MemberRow) -> QuerySet[Round]:
    return Round.objects.filter(
        closed_at=None,
        gate__state="parked",
        gate__chain__workspace_id=member.workspace_id,
    )


def _started(member: MemberRow) -> QuerySet[Round]:
    latest = Round.objects.filter(gate_id=OuterRef("gate_id")).order_by("-number")
    return Round.objects.filter(
        id=Subquery(latest.values("id")[:1]),
        gate__state__in=(*_OPEN, "apply_failed", "stalled"),
        gate__chain__workspace_id=member.workspace_id,
        gate__chain__prepared_by_id=member.user_id,
    )


def _rounds() -> QuerySet[Round]:
    return _shown(Round.objects.all(), "gate__")


def _shown(rows: QuerySet[Any], gate: str) -> QuerySet[Any]:
    siblings = Gate.objects.filter(chain_id=OuterRef(f"{gate}chain_id")).order_by()
    total = siblings.values("chain_id").annotate(n=Count("id")).values("n")
    shown: QuerySet[Any] = rows.annotate(
        of=Coalesce(Subquery(total), 0),
        preparer=printed_name(
            f"{gate}chain__workspace_id", f"{gate}chain__prepared_by_id"
        ),
    )
    return shown


def _page(rows: QuerySet[Any], order: tuple[Any, ...]) -> InboxPage:
    related = rows.select_related("gate__chain").defer("proposal").order_by(*order)
    found = list(related[: PAGE + 1])
    return InboxPage(
        rows=tuple(_row(round_, round_) for round_ in found[:PAGE]),
        more=len(found) > PAGE,
    )


def _history(member: MemberRow) -> InboxPage:
    mine = Decision.objects.filter(
        user_id=member.user_id, round__gate__chain__workspace_id=member.workspace_id
    )
    related = _shown(mine, "round__gate__").select_related("round__gate__chain")
    found = list(related.defer("round__proposal").order_by("-at", "-id")[: PAGE + 1])
    rows = tuple(
        _row(decision.round, decision, verb=decision.verb, decided_at=decision.at)
        for decision in found[:PAGE]
    )
    return InboxPage(rows=rows, more=len(found) > PAGE)


def _row(round_: Round, annotated: Any, **extra: Any) -> InboxRow:
    gate = round_.gate
    return InboxRow(
        gate_id=gate.id,
        chain_id=gate.chain_id,
        question=gate.question,
        chain=gate.chain.title,
        position=gate.position,
        gates=annotated.of,
        state=gate.state,
        prepared_by=annotated.preparer or "",
        recommendation=round_.recommendation,
        parked_at=round_.parked_at,
        due_at=round_.due_at,
        missing=1 if gate.state == "parked" else 0,
        round=round_.number,
        **extra,
    )


def _up_to_99(count: int) -> str:
    if count > 99:
        return "99+"
    return str(count) if count else ""
