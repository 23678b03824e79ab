"""Chains as lists show them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from judgment_console.errors import JudgmentError
from judgment_console.models import Chain, Dataset, Gate
from judgment_console.queries.access import printed_name

PAGE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedChain:
    """A chain in the list; ``question`` is that of the gate that is open, if any."""

    id: UUID
    title: str
    state: str
    segment: str
    prepared_by: str
    started_at: datetime
    finished_at: datetime | None
    settled: int
    gates: int
    question: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierChain:
    """A completed chain that a new one can follow."""

    id: UUID
    title: str
    spec: str
    finished_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainList:
    """A page of chains, newest first; ``after`` leads to the next page."""

    rows: tuple[ListedChain, ...]
    after: str


def chain_list(workspace_id: UUID, after: str = "") -> ChainList:
    """A workspace's chains, newest first; BAD_REQUEST for an unknown ``after``."""
    rows = Chain.objects.filter(workspace_id=workspace_id)
    if after:
        at, key = _cursor(after)
        rows = rows.filter(Q(started_at__lt=at) | Q(started_at=at, id__lt=key))
    return _listed(rows)


def chains_on(dataset_id: UUID) -> ChainList:
    """The chains that were started on a data set, newest first."""
    return _listed(Chain.objects.filter(dataset_id=dataset_id))


def completed_before(dataset_id: UUID) -> tuple[EarlierChain, ...]:
    """The completed chains on the segment of a data set, the last completed first."""
    here = Dataset.objects.filter(id=dataset_id).values("segment_id")
    rows = Chain.objects.filter(state="completed", segment__in=here)
    names = ("id", "title", "spec", "finished_at")
    found = rows.order_by("-finished_at", "-id").values(*names)[:PAGE]
    return tuple(EarlierChain(**row) for row in found)


def _listed(rows: Any) -> ChainList:
    gates = Gate.objects.filter(chain_id=OuterRef("id")).order_by()
    of = gates.values("chain_id").annotate(n=Count("id")).values("n")
    settled = gates.filter(state__in=("applied", "skipped")).values("chain_id")
    open_ = Gate.objects.filter(chain_id=OuterRef("id")).exclude(
        state__in=("waiting", "applied", "skipped", "rejected")
    )
    related = rows.select_related("segment").annotate(
        of=Coalesce(Subquery(of), 0),
        settled=Coalesce(Subquery(settled.annotate(n=Count("id")).values("n")), 0),
        question=Subquery(open_.order_by("position").values("question")[:1]),
        preparer=printed_name("workspace_id", "prepared_by_id"),
    )
    found = list(related.order_by("-started_at", "-id")[: PAGE + 1])
    shown = found[:PAGE]
    more = len(found) > PAGE
    last = f"{shown[-1].started_at.isoformat()}_{shown[-1].id}" if more else ""
    return ChainList(rows=tuple(map(_chain, shown)), after=last)


def _chain(row: Any) -> ListedChain:
    return ListedChain(
        id=row.id,
        title=row.title,
        state=row.state,
        segment=row.segment.name if row.segment else "",
        prepared_by=row.preparer or "",
        started_at=row.started_at,
        finished_at=row.finished_at,
        settled=row.settled,
        gates=row.of,
        question=row.question or "",
    )


def _cursor(after: str) -> tuple[datetime, UUID]:
    at, _, key = after.partition("_")
    try:
        moment = datetime.fromisoformat(at)
        if moment.tzinfo is None:
            raise ValueError("no time zone")
        return moment, UUID(key)
    except ValueError as error:
        message = "This address does not name a place in the list. Begin at its top."
        raise JudgmentError("BAD_REQUEST", message) from error
