"""The one grammar of typed numbers, and how form fields show numbers in it."""

import re
from typing import Any

LONGEST = 40
MOST_DIGITS = 15
LARGEST_EXPONENT = 30

_TYPED = re.compile(
    r"[+-]?(?P<mantissa>\d+(?:\.\d*)?|\.\d+)(?:[eE](?P<exponent>[+-]?\d{1,2}))?",
    re.ASCII,
)
_NAMED = frozenset({"nan", "inf", "infinity"})
_LARGEST_WHOLE = 2**53 - 1


def read_number(text: str) -> float:
    """The number a person typed; ValueError with a hint for anything ambiguous.

    ASCII digits, an optional sign, one point, an exponent within 30 either way, at
    most 40 characters and 15 significant digits, so nothing typed is rounded.
    """
    typed = text.strip(" \t")
    found = _TYPED.fullmatch(typed) if len(typed) <= LONGEST else None
    if found is None:
        raise ValueError(_hint(typed))
    if abs(int(found["exponent"] or 0)) > LARGEST_EXPONENT:
        raise ValueError(f"The exponent goes from -{LARGEST_EXPONENT} to 30.")
    digits = found["mantissa"].replace(".", "").strip("0")
    if len(digits) > MOST_DIGITS:
        raise ValueError(
            f"The number has {len(digits)} significant digits; "
            f"at most {MOST_DIGITS} are kept exactly."
        )
    return float(typed) + 0.0  # -0 becomes 0


def read_whole(text: str) -> int:
    """A whole number, in the same grammar."""
    number = read_number(text)
    if number != int(number) or abs(number) > _LARGEST_WHOLE:
        raise ValueError("Write a whole number.")
    return int(number)


def field_text(value: Any, format: str = "") -> str:
    """A proposed value as a form field shows it, in the grammar of `read_number`.

    Factors have three decimals, money and all values from 10,000 whole units; others
    keep up to six decimals.
    """
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    if format == "factor" and abs(value) < 10_000:
        return f"{value:.3f}"
    if format in {"money", "count"} or abs(value) >= 10_000:
        return f"{value:.0f}"
    if isinstance(value, int):
        return str(value)
    short = f"{value:.6f}".rstrip("0").rstrip(".")
    return short if value == 0 or float(short) != 0 else f"{value:.6g}"


def _hint(typed: str) -> str:
    if len(typed) > LONGEST:
        return f"The number has {len(typed)} characters; at most {LONGEST} are read."
    if typed.lstrip("+-").lower() in _NAMED:
        return f"“{typed}” is not a number that can be recorded."
    if asked := _readings(typed):
        return f"“{typed}” has a comma: is it {asked}? Write it without the comma."
    if "," in typed:
        return (
            f"“{typed}” has a comma, which people read in different ways. Leave out "
            "separators of thousands and put a point before decimals: 1234.5"
        )
    if typed.startswith("−"):
        return f"“{typed}” begins with a long minus. Use the hyphen of the keyboard: -"
    return f"“{typed}” is not read as a number. Write digits and one point: 1234.5"


def _readings(typed: str) -> str:
    """The two numbers that a text with one comma may be, else ""."""
    found = re.fullmatch(r"([+-]?\d{1,12}),(\d{1,12})", typed, re.ASCII)
    if found is None:
        return ""
    as_point = f"{found[1]}.{found[2]}"
    return f"{found[1]}{found[2]} or {as_point}" if len(found[2]) == 3 else as_point
