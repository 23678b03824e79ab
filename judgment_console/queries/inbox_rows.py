"""A row of the inbox: what is asked, recommended, due and missing."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from judgment_console.models import Decision, Gate, Round, Seat
from judgment_console.queries.access import printed_name
from judgment_console.queries.rows import MemberRow


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
    said: str = ""
    said_by: str = ""
    verb: str = ""
    decided_at: datetime | None = None


def shown(rows: QuerySet[Any], round_: str, member: MemberRow) -> QuerySet[Any]:
    """Rows with what lists say of them; ``round_`` leads to the round of a row."""
    gate = f"{round_}gate__"
    siblings = Gate.objects.filter(chain_id=OuterRef(f"{gate}chain_id")).order_by()
    total = siblings.values("chain_id").annotate(n=Count("id")).values("n")
    seats = Seat.objects.filter(round_id=OuterRef(f"{round_}id"), member_id=member.id)
    related = rows.select_related(f"{gate}chain").defer(
        f"{round_}proposal", f"{gate}chain__metadata"
    )
    found: QuerySet[Any] = related.annotate(
        of=Coalesce(Subquery(total), 0),
        preparer=printed_name(
            f"{gate}chain__workspace_id", f"{gate}chain__prepared_by_id"
        ),
        seated=Exists(seats),
        assignee=F(f"{round_}assigned_to__printed_name"),
    )
    return found


def with_words(rows: QuerySet[Round]) -> QuerySet[Any]:
    """Rounds with who returned or rejected them, and in which words."""
    sent_back = Decision.objects.filter(
        round_id=OuterRef("id"), verb__in=("return", "reject")
    )
    found: QuerySet[Any] = rows.annotate(
        said=Subquery(sent_back.values("rationale")[:1]),
        said_by=Subquery(sent_back.values("printed_name")[:1]),
    )
    return found


def row_of(found: Any, member: MemberRow) -> InboxRow:
    """The row of an annotated round, seat or decision."""
    round_: Round = found if isinstance(found, Round) else found.round
    gate, chain = round_.gate, round_.gate.chain
    decided = found if isinstance(found, Decision) else None
    return InboxRow(
        gate_id=gate.id,
        chain_id=gate.chain_id,
        question=gate.question,
        chain=chain.title,
        position=gate.position,
        gates=found.of,
        state=gate.state,
        prepared_by=found.preparer or "",
        prepared_by_id=chain.prepared_by_id,
        recommendation=round_.recommendation,
        headline=round_.headline,
        opened_at=round_.opened_at,
        parked_at=round_.parked_at,
        due_at=round_.due_at,
        missing=1 if gate.state == "parked" else 0,
        round=round_.number,
        own=chain.prepared_by_id == member.user_id,
        seated=found.seated,
        assigned_to=found.assignee or "",
        said=getattr(found, "said", None) or "",
        said_by=getattr(found, "said_by", None) or "",
        verb=decided.verb if decided else "",
        decided_at=decided.at if decided else None,
    )
