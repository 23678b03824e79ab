"""A row of the inbox: what is asked, recommended, due and missing."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from judgment_console.models import Decision, Gate, Seat
from judgment_console.queries.access import printed_name
from judgment_console.queries.rows import MemberRow

# Columns are read under these names and not as objects: a row is made of four tables.
_ROUND = ("recommendation", "headline", "opened_at", "parked_at", "due_at", "number")
_GATE = ("id", "question", "position", "state", "chain_id")
_CHAIN = ("title", "prepared_by_id")


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxRow:
    """A question that waits, or one that a person decided.

    ``headline`` is {"label", "value", "unit"} where the evidence has one; ``missing``
    is how many approvals are missing. ``own`` means that the reader prepared the chain,
    ``seated`` that the reader can decide. ``said`` and ``said_by`` are the words and
    the name of who returned or rejected it; ``verb`` and ``decided_at`` are the
    reader's own decision in the history.
    """

    gate_id: UUID
    chain_id: UUID
    question: str
    chain: str
    position: int
    gates: int
    state: str
    prepared_by: str
    prepared_by_id: int
    recommendation: str
    headline: dict[str, Any] | None
    opened_at: datetime
    parked_at: datetime | None
    due_at: datetime | None
    missing: int
    round: int
    own: bool
    seated: bool
    assigned_to: str
    said: str
    said_by: str
    verb: str
    decided_at: datetime | None


def shown(rows: QuerySet[Any], round_: str, member: MemberRow) -> QuerySet[Any]:
    """Rows with what lists say of them; ``round_`` leads to the round of a row."""
    gate = f"{round_}gate__"
    siblings = Gate.objects.filter(chain_id=OuterRef(f"{gate}chain_id")).order_by()
    total = siblings.values("chain_id").annotate(n=Count("id")).values("n")
    seats = Seat.objects.filter(round_id=OuterRef(f"{round_}id"), member_id=member.id)
    columns = {
        **{f"shown_{name}": F(f"{round_}{name}") for name in _ROUND},
        **{f"asked_{name}": F(f"{gate}{name}") for name in _GATE},
        **{f"of_{name}": F(f"{gate}chain__{name}") for name in _CHAIN},
    }
    found: QuerySet[Any] = rows.annotate(
        **columns,
        of=Coalesce(Subquery(total), 0),
        preparer=printed_name(
            f"{gate}chain__workspace_id", f"{gate}chain__prepared_by_id"
        ),
        seated=Exists(seats),
        assignee=F(f"{round_}assigned_to__printed_name"),
    )
    return found


def with_words(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Rounds with who returned or rejected them, and in which words."""
    sent_back = Decision.objects.filter(
        round_id=OuterRef("id"), verb__in=("return", "reject")
    )
    found: QuerySet[Any] = rows.annotate(
        said=Subquery(sent_back.values("rationale")[:1]),
        said_by=Subquery(sent_back.values("printed_name")[:1]),
    )
    return found


def columns_of(rows: QuerySet[Any]) -> QuerySet[Any, dict[str, Any]]:
    """Only the columns that a row is made of, and those of a decision if it is one."""
    extra = ("verb", "at") if rows.model is Decision else ()
    annotated = rows.query.annotations
    return rows.values("id", *extra, *annotated)


def row_of(found: dict[str, Any], member: MemberRow) -> InboxRow:
    """The row that these columns tell."""
    state = found["asked_state"]
    return InboxRow(
        gate_id=found["asked_id"],
        chain_id=found["asked_chain_id"],
        question=found["asked_question"],
        chain=found["of_title"],
        position=found["asked_position"],
        gates=found["of"],
        state=state,
        prepared_by=found["preparer"] or "",
        prepared_by_id=found["of_prepared_by_id"],
        recommendation=found["shown_recommendation"],
        headline=found["shown_headline"],
        opened_at=found["shown_opened_at"],
        parked_at=found["shown_parked_at"],
        due_at=found["shown_due_at"],
        missing=1 if state == "parked" else 0,
        round=found["shown_number"],
        own=found["of_prepared_by_id"] == member.user_id,
        seated=found["seated"],
        assigned_to=found["assignee"] or "",
        said=found.get("said") or "",
        said_by=found.get("said_by") or "",
        verb=found.get("verb", ""),
        decided_at=found.get("at"),
    )
