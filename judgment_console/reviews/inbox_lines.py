"""What a line of the inbox says besides its row, put into words once."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.text import Truncator

from judgment_console.queries.inbox_rows import InboxRow
from judgment_console.reviews.formats import in_sentence, is_number, opening

LONGEST_QUOTE = 240
_BACK = frozenset({"returned", "rejected"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A row with its words; each is blank where there is nothing to say.

    ``note`` says who can decide, ``said`` why it came back, ``selects`` whether the
    reader can choose it together with others.
    """

    row: InboxRow
    short: str
    headline: str
    facts: str
    said: str
    missing: str
    note: str
    selects: bool


def lines(rows: Iterable[InboxRow], tab: str, *, admin: bool) -> list[Line]:
    """The lines of a list."""
    choosing = tab in ("team", "started")
    return [
        Line(
            row=row,
            short=opening(row.recommendation),
            headline=_headline(row),
            facts=_facts(row),
            said=_said(row),
            missing=_missing(row.missing),
            note=_note(row, tab),
            selects=choosing and row.state == "parked" and (admin or row.own),
        )
        for row in rows
    ]


def _facts(row: InboxRow) -> str:
    parts = [
        row.chain,
        f"gate {row.position + 1} of {row.gates}",
        f"prepared by {row.prepared_by}",
    ]
    return " · ".join(parts + [f"round {row.round}"] * (row.round > 1))


def _headline(row: InboxRow) -> str:
    found = row.headline or {}
    amount = in_sentence(found.get("value"))
    # Most recommendations name the amount themselves.
    if not is_number(found.get("value")) or amount in row.recommendation:
        return ""
    parts = (found.get("label"), amount, found.get("unit"))
    return " ".join(str(part) for part in parts if part)


def _said(row: InboxRow) -> str:
    if not row.said or row.state not in _BACK:
        return ""
    return f"{row.said_by}: “{Truncator(row.said).chars(LONGEST_QUOTE)}”"


def _missing(count: int) -> str:
    if not count:
        return ""
    return f"{count} approval{'' if count == 1 else 's'} needed"


def _note(row: InboxRow, tab: str) -> str:
    if row.assigned_to and row.state == "parked":
        return f"assigned to {'you' if row.seated else row.assigned_to}"
    if tab != "team":
        return ""
    if row.own and not row.seated:
        return "you prepared this"
    return "you can decide this" if row.seated else ""
