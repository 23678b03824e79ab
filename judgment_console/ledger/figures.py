"""Numbers and values as a document says them."""

import math
import re

from judgment_console.ledger.canonical import JsonValue, canonical_text

NOT_STATED = "not stated"
NOT_AVAILABLE = "not available"

_LARGEST_IN_DIGITS = 1e15
_NO_SEPARATORS_BELOW = 10_000


def amount(value: float | None) -> str:
    """Money: whole units from 1,000 on, at most two decimals below."""
    if value is None or not math.isfinite(value):
        return NOT_AVAILABLE
    return _decimals(value, 0 if abs(value) >= 1_000 else 2)


def percent(share: float | None) -> str:
    """A share of one as a percentage with at most one decimal."""
    if share is None or not math.isfinite(share):
        return NOT_AVAILABLE
    return f"{_decimals(share * 100, 1)} %"


def said(value: JsonValue) -> str:
    """A recorded value of any kind, readable and the same for any order of keys."""
    if value is None:
        return NOT_STATED
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    if isinstance(value, int | float):
        return _number(value)
    if isinstance(value, dict):
        names = sorted(value, key=_natural)
        return "; ".join(f"{name}: {_inner(value[name])}" for name in names) or "empty"
    return ", ".join(_inner(item) for item in value) or "empty"


def _inner(value: JsonValue) -> str:
    return f"({said(value)})" if isinstance(value, dict | list) else said(value)


def _number(value: float) -> str:
    if not math.isfinite(value):
        return NOT_AVAILABLE
    if isinstance(value, int) and abs(value) < _NO_SEPARATORS_BELOW:
        return str(value)  # it may be a year
    return _decimals(value, 2 if abs(value) >= 1_000 else 6)


def _decimals(value: float, places: int) -> str:
    if abs(value) >= _LARGEST_IN_DIGITS:
        return canonical_text(float(value))
    text = f"{value:,.{places}f}"
    if places:
        text = text.rstrip("0").rstrip(".")
    if text in ("0", "-0"):
        # A value too small for these places is not nothing.
        return "0" if value == 0 or places < 6 else canonical_text(float(value))
    return text


def _natural(name: str) -> tuple[list[str | int], str]:
    # Numbers inside a name count as numbers: age 12 comes before age 108.
    parts = re.split(r"([0-9]{1,18})", name)
    return [int(part) if at % 2 else part for at, part in enumerate(parts)], name
