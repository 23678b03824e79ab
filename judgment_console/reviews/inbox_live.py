"""Asking for a list again: whether it changed, and how much of it is shown."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from judgment_console.errors import JudgmentError
from judgment_console.ledger.canonical import canonical_text, digest
from judgment_console.queries.inbox import PAGE, InboxPage
from judgment_console.queries.inbox_filters import Wanted
from judgment_console.queries.inbox_rows import InboxRow
from judgment_console.reviews.formats import due
from judgment_console.reviews.inbox_asking import address

MOST_SHOWN = 500
_COUNT = re.compile(r"[1-9]\d{0,2}")


def version(
    rows: tuple[InboxRow, ...], counts: Mapping[str, str], now: datetime
) -> str:
    """A short text that differs when a reader would see something else."""
    seen = digest("inbox", canonical_text(dict(counts)))[:16]
    for start in range(0, len(rows), PAGE):
        seen = continued(seen, rows[start : start + PAGE], now)
    return seen


def continued(before: str, rows: Iterable[InboxRow], now: datetime) -> str:
    """The version of a list that goes on with a page of rows."""
    said = [
        [
            *(str(row.gate_id), row.round, row.state, row.assigned_to, row.seated),
            due(row.due_at, now) if row.due_at else "",
        ]
        for row in rows
    ]
    return digest("inbox", canonical_text([before, said]))[:16]


def onward(
    wanted: Wanted, page: InboxPage, *, seen: str, count: int, badge: str
) -> dict[str, Any]:
    """Where a list that shows ``count`` rows is asked for again, and goes on."""
    state = {"live": seen, "shown": min(max(count, 1), MOST_SHOWN), "badge": badge}
    beyond = replace(wanted, after=page.after)
    goes_on = page.after and count < MOST_SHOWN
    return {
        "again": address(wanted, **state),
        "more": address(beyond) if page.after else "",
        "more_here": address(beyond, begin=wanted.after, **state) if goes_on else "",
    }


def shown(text: str) -> int:
    """How many rows the reader has before them; BAD_REQUEST if it is not a count."""
    if not _COUNT.fullmatch(text) or int(text) > MOST_SHOWN:
        message = "The page does not say how much of the list it shows."
        raise JudgmentError("BAD_REQUEST", message)
    return int(text)


def found(wanted: Wanted, page: InboxPage) -> str:
    """How much a search or filter found, for who does not see it."""
    if not page.rows:
        return "Nothing matches."
    count = f"{len(page.rows)}{' or more' if page.after else ''}"
    noun = "decision" if wanted.tab == "history" else "gate"
    return f"{count} {noun}{'' if count == '1' else 's'} shown."


def waiting(badge: str) -> str:
    """How many gates wait, when it is another number than before."""
    if not badge:
        return "Nothing waits for you now."
    return f"{badge} {'gate waits' if badge == '1' else 'gates wait'} for you now."
