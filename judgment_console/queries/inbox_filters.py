"""What a reader asks of a list of the inbox: search, filters, order, place."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce

from judgment_console.errors import JudgmentError
from judgment_console.models import Seat

SOON = timedelta(days=2)
NO_DUE = datetime(9999, 12, 31, tzinfo=UTC)

# The first order of a list is the one it has when nothing is asked.
SORTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "mine": ("due", "newest", "oldest"),
        "team": ("due", "newest", "oldest"),
        "started": ("newest", "due", "oldest"),
        "history": ("newest", "oldest"),
    }
)
TIMES = ("overdue", "soon")
_WAITED: Mapping[str, str] = MappingProxyType(
    {"mine": "parked_at", "team": "parked_at", "started": "opened_at", "history": "at"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """One list as it is asked for; blank means that nothing is asked.

    ``chain`` is the id of a definition or the key of one chain; ``after`` is a cursor.
    """

    tab: str = "mine"
    q: str = ""
    chain: str = ""
    segment: UUID | None = None
    time: str = ""
    sort: str = ""
    after: str = ""

    @property
    def order(self) -> str:
        """The name of the order that holds."""
        return self.sort or SORTS[self.tab][0]

    @property
    def filtered(self) -> bool:
        """Whether rows of the list may be left out."""
        return bool(self.q or self.chain or self.segment or self.time)


def narrowed(
    rows: QuerySet[Any], round_: str, wanted: Wanted, at: datetime
) -> QuerySet[Any]:
    """The rows that are asked for; ``round_`` leads to the round of a row.

    Rows carry ``preparer``, the printed name of who prepared the chain.
    """
    chain = f"{round_}gate__chain__"
    for word in wanted.q.split():
        rows = rows.filter(_mentions(round_, word))
    if key := _key(wanted.chain):
        rows = rows.filter((f"{chain}id", key))
    elif wanted.chain:
        rows = rows.filter((f"{chain}spec", wanted.chain))
    if wanted.segment:
        rows = rows.filter((f"{chain}segment_id", wanted.segment))
    if wanted.time:
        rows = rows.filter((f"{round_}gate__state", "parked"))
        due = "due_at" if wanted.tab == "mine" else f"{round_}due_at"
        soon = Q((f"{due}__gte", at), (f"{due}__lt", at + SOON))
        rows = rows.filter(Q((f"{due}__lt", at)) if wanted.time == "overdue" else soon)
    return rows


def ordered(rows: QuerySet[Any], wanted: Wanted) -> QuerySet[Any]:
    """The rows in their order, from the place after the cursor on.

    Every order ends with the key, so no two rows share a place. Raises BAD_REQUEST for
    a cursor that this list did not give.
    """
    if wanted.order == "due":
        due = F("due_at") if wanted.tab != "started" else _due_or_never()
        rows = rows.annotate(place=due)
    else:
        rows = rows.annotate(place=F(_WAITED[wanted.tab]))
    up = wanted.order != "newest"
    if wanted.after:
        at, key = _place(wanted)
        beyond = "gt" if up else "lt"
        # The first condition says nothing new; an index can begin there.
        rows = rows.filter((f"place__{beyond}e", at))
        rows = rows.filter(Q((f"place__{beyond}", at)) | Q((f"id__{beyond}", key)))
    return rows.order_by("place", "id") if up else rows.order_by("-place", "-id")


def cursor(row: Mapping[str, Any], wanted: Wanted) -> str:
    """Where the list goes on after this row."""
    text = f"{wanted.tab} {wanted.order} {row['place'].isoformat()} {row['id']}"
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _mentions(round_: str, word: str) -> Q:
    gate = f"{round_}gate__"
    seats = Seat.objects.filter(
        round_id=OuterRef(f"{round_}pk" if round_ else "pk"),
        member__printed_name__icontains=word,
    )
    named = ("chain__title", "question", "stage")
    texts = [Q((f"{gate}{name}__icontains", word)) for name in named]
    found = Q(preparer__icontains=word) | Q(Exists(seats))
    for text in texts:
        found |= text
    return found


def _due_or_never() -> Coalesce:
    return Coalesce(F("due_at"), Value(NO_DUE))


def _place(wanted: Wanted) -> tuple[datetime, UUID]:
    padded = wanted.after + "=" * (-len(wanted.after) % 4)
    try:
        text = urlsafe_b64decode(padded.encode("ascii")).decode("ascii")
        tab, order, at, key = text.split(" ")
        if (tab, order) != (wanted.tab, wanted.order):
            raise ValueError("a place in another list")
        moment = datetime.fromisoformat(at)
        if moment.tzinfo is None:
            raise ValueError("no time zone")
        return moment, UUID(key)
    except ValueError as error:
        message = "This address does not name a place in the list. Begin at its top."
        raise JudgmentError("BAD_REQUEST", message) from error


def _key(chain: str) -> UUID | None:
    try:
        return UUID(chain)
    except ValueError:
        return None
