"""What a reader asks of the inbox: read from an address, and written back into one."""

import re
from collections.abc import Mapping
from dataclasses import asdict, replace
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.http import QueryDict
from django.urls import reverse
from django.utils.http import urlencode

from judgment_console.errors import JudgmentError
from judgment_console.ledger.text import typed_text
from judgment_console.queries.inbox import TABS
from judgment_console.queries.inbox_filters import SORTS, TIMES, Wanted
from judgment_console.reviews.definitions import label_of

TITLES: Mapping[str, str] = MappingProxyType(
    {
        "mine": "Waiting for you",
        "team": "Waiting for the team",
        "started": "Started by you",
        "history": "Decided by you",
    }
)
TAB_WORDS: Mapping[str, str] = MappingProxyType(
    {"mine": "Mine", "team": "Team", "started": "Started by me", "history": "History"}
)
SORT_WORDS: Mapping[str, str] = MappingProxyType(
    {"due": "Due first", "newest": "Newest first", "oldest": "Oldest first"}
)
TIME_WORDS: Mapping[str, str] = MappingProxyType(
    {"overdue": "Overdue", "soon": "Due within 2 days"}
)
_LONGEST_SEARCH = 200
_SPEC = re.compile(r"[\w-]{1,64}")


def wanted_from(query: QueryDict) -> Wanted:
    """The list that an address asks for.

    Raises BAD_REQUEST for a list, filter or order that there is not, and what
    ``typed_text`` raises for a search.
    """
    tab = query.get("tab") or "mine"
    if tab not in TABS:
        raise _unknown("list", tab)
    chain, time, sort = (query.get(name, "") for name in ("chain", "time", "sort"))
    if chain and not _SPEC.fullmatch(chain):
        raise _unknown("chain", chain)
    if time and (time not in TIMES or tab == "history"):
        raise _unknown("state of time", time)
    if sort and sort not in SORTS[tab]:
        raise _unknown("order", sort)
    return Wanted(
        tab=tab,
        q=typed_text(query.get("q", "").strip(), limit=_LONGEST_SEARCH),
        chain=chain,
        segment=_segment(query.get("segment", "")),
        time=time,
        sort="" if sort == SORTS[tab][0] else sort,
        after=query.get("after", ""),
    )


def address(wanted: Wanted, **more: Any) -> str:
    """The shortest address of a list; ``more`` is appended where it is not blank."""
    asked = query_of(wanted, **more)
    return f"{reverse('reviews:inbox')}?{asked}" if asked else reverse("reviews:inbox")


def query_of(wanted: Wanted, **more: Any) -> str:
    """The part of a list's address after the question mark."""
    given = {**asdict(wanted), **more}
    if given["tab"] == "mine":
        del given["tab"]
    return urlencode({name: value for name, value in given.items() if value})


def cleared(wanted: Wanted) -> Wanted:
    """The same list without search and filters."""
    return Wanted(tab=wanted.tab, sort=wanted.sort)


def at_the_top(wanted: Wanted) -> Wanted:
    """The same list from its beginning."""
    return replace(wanted, after="")


def in_words(
    wanted: Wanted, *, chains: Mapping[str, str], segments: Mapping[UUID, str]
) -> str:
    """The search and filters that hold, as part of a sentence; blank without any."""
    said = []
    if wanted.q:
        said.append(f"“{wanted.q}”")
    if wanted.chain:
        said.append(chains.get(wanted.chain) or chain_words(wanted.chain))
    if wanted.segment:
        said.append(segments.get(wanted.segment, "one segment"))
    if wanted.time:
        said.append(TIME_WORDS[wanted.time].lower())
    return ", ".join(said)


def chain_words(chain: str) -> str:
    """A chain or definition that is filtered by, when its title is not at hand."""
    try:
        UUID(chain)
    except ValueError:
        return label_of(chain)
    return "one chain"


def _segment(text: str) -> UUID | None:
    try:
        return UUID(text) if text else None
    except ValueError as error:
        raise _unknown("segment", text) from error


def _unknown(what: str, given: str) -> JudgmentError:
    message = f"The inbox has no {what} of this name."
    return JudgmentError("BAD_REQUEST", message, given=given[:100])
