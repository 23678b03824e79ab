"""How numbers, dates and distances are written: as actuaries write them.

In tables a negative stands in parentheses, with a minus for screen readers; in
sentences it has a minus. A missing number is a dash that is read as "missing".
"""

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.html import format_html
from django.utils.safestring import SafeString

MINUS = "\N{MINUS SIGN}"
MISSING = SafeString(
    '<span class="blank" aria-hidden="true">–</span>'
    '<span class="visually-hidden">missing</span>'
)
DECIMALS = {"money": 0, "factor": 3, "percent": 1, "count": 0}
_UNITS = ((86_400, "day", "days"), (3_600, "h", "h"), (60, "min", "min"))


def is_number(value: object) -> bool:
    """Whether the value is a number that can be written as one."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def amount(value: float, decimals: int) -> str:
    """The number without its sign, thousands separated."""
    return f"{abs(value):,.{decimals}f}"


def in_sentence(value: Any, kind: str = "money") -> str:
    """A number for running text: a minus, never parentheses."""
    if not is_number(value):
        return "" if value is None else str(value)
    written = amount(*_scaled(value, kind))
    return f"{_sign(value, written)}{written}{_suffix(kind)}"


def signed(value: Any, kind: str = "money") -> str:
    """A difference for running text, with its sign also when it is positive."""
    text = in_sentence(value, kind)
    return f"+{text}" if is_number(value) and value > 0 and _shows(text) else text


def in_cell(value: Any, kind: str) -> str | SafeString:
    """A value of a table in one of the kinds of evidence columns."""
    if value is None:
        return MISSING
    if kind in ("text", "state", "year") or not is_number(value):
        return str(value)
    written = amount(*_scaled(value, kind))
    suffix = _suffix(kind)
    if not _sign(value, written):
        return f"{written}{suffix}"
    return format_html(
        '<span class="visually-hidden">{}{}{}</span>'
        '<span aria-hidden="true">({}{})</span>',
        MINUS, written, suffix, written, suffix,
    )  # fmt: skip


def in_full(value: float) -> str:
    """A recorded number with every digit it has, thousands separated."""
    sign = MINUS if value < 0 else ""
    return f"{sign}{abs(value):,}"


def day(value: date | datetime) -> str:
    """A date as people say it: 31 Dec 2010."""
    return f"{value.day} {value:%b %Y}"


def moment(value: datetime, zone: str, now: datetime | None = None) -> str:
    """An instant in a zone, with the zone's abbreviation: Thu 4 Dec, 17:00 EST.

    The year is written unless it is the year of ``now``.
    """
    local = value.astimezone(ZoneInfo(zone))
    year = ""
    if now is None or now.astimezone(ZoneInfo(zone)).year != local.year:
        year = f" {local.year}"
    return f"{local:%a} {local.day} {local:%b}{year}, {local:%H:%M} {local.tzname()}"


def clock_time(value: datetime, zone: str) -> str:
    """A time of day to the second, with its zone: 14:02:31 EST."""
    local = value.astimezone(ZoneInfo(zone))
    return f"{local:%H:%M:%S} {local.tzname()}"


def span(distance: timedelta) -> str:
    """A length of time in its largest unit, and the next below hours: 2 h 14 min."""
    seconds = int(abs(distance.total_seconds()))
    if seconds < 60:
        return f"{seconds} s"
    for size, one, many in _UNITS:
        if seconds >= size:
            count, rest = divmod(seconds, size)
            minutes = f" {rest // 60} min" if size == 3_600 and rest >= 60 else ""
            return f"{count} {one if count == 1 else many}{minutes}"
    raise AssertionError("unreachable")


def due(value: datetime, now: datetime) -> str:
    """How a due time stands: "due in 2 days" or "3 h overdue"."""
    distance = value - now
    return f"due in {span(distance)}" if distance >= timedelta() else overdue(distance)


def overdue(distance: timedelta) -> str:
    """How late something is."""
    return f"{span(distance)} overdue"


def opening(text: str) -> str:
    """The first sentence, for a row that leads to the whole text."""
    first, dot, _ = text.partition(". ")
    return f"{first}." if dot else text


def _scaled(value: float, kind: str) -> tuple[float, int]:
    if kind in DECIMALS:
        return (value * 100 if kind == "percent" else value), DECIMALS[kind]
    return value, _needed_decimals(value)


def _needed_decimals(value: float) -> int:
    if isinstance(value, int) or value == int(value):
        return 0
    return min(len(repr(value).partition(".")[2]), 4) if "e" not in repr(value) else 4


def _sign(value: float, written: str) -> str:
    # A number that rounds to zero has no sign.
    return MINUS if value < 0 and _shows(written) else ""


def _shows(written: str) -> bool:
    return any(digit in written for digit in "123456789")


def _suffix(kind: str) -> str:
    return "\N{NO-BREAK SPACE}%" if kind == "percent" else ""
