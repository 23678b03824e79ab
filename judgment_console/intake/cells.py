"""What a cell may hold: a strict grammar for amounts, ages and origins."""

import re
from dataclasses import dataclass

BLANKS = frozenset({"", "-", "–", "—", "na", "n/a", "xxx", "nil"})
"""Ways to leave a cell empty, in small letters."""

_LONGEST = 40
_MOST_DIGITS = 15
_LARGEST_AGE = 1200

_AMOUNT = re.compile(
    r"(?P<open>\()?(?P<sign>-)?"
    r"(?P<whole>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?P<part>\.[0-9]+)?"
    r"(?P<close>\))?"
)
_AGE = re.compile(r"([0-9]{1,4}) ?(?:m|mo|mos|month|months)?\.?", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20|21)[0-9]{2}")


@dataclass(frozen=True, slots=True)
class CellError(Exception):
    """A cell that cannot be read: a code and the words after the quoted text."""

    code: str
    why: str


def is_blank_cell(text: str) -> bool:
    """Whether the cell says that there is no figure."""
    return text.strip().lower() in BLANKS


def amount(text: str, *, delimiter: str = ",") -> float | None:
    """The figure of a cell, None for a blank one; 0 stays 0.

    Parentheses and a minus sign mean less than nothing, not both. Raises CellError.
    """
    if is_blank_cell(text):
        return None
    text = text.strip()
    match = _AMOUNT.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None or bool(match["open"]) != bool(match["close"]):
        raise CellError("NOT_A_NUMBER", "is not a number")
    if match["open"] and match["sign"]:
        raise CellError("NOT_A_NUMBER", "has both parentheses and a minus sign")
    if "," in text and delimiter == ";":
        raise CellError(
            "AMBIGUOUS_NUMBER", "has a comma that may divide thousands or decimals"
        )
    figure = match["whole"].replace(",", "") + (match["part"] or "")
    if len(figure.replace(".", "").lstrip("0")) > _MOST_DIGITS:
        raise CellError("TOO_MANY_DIGITS", f"has more than {_MOST_DIGITS} digits")
    negative = bool(match["open"] or match["sign"]) and float(figure) != 0
    return -float(figure) if negative else float(figure)


def age(text: str) -> int:
    """An age in months, such as 12 or "12 mo". Raises CellError."""
    match = _AGE.fullmatch(text.strip())
    if match is None or not 1 <= int(match[1]) <= _LARGEST_AGE:
        raise CellError(
            "BAD_AGE", f"is not an age in months from 1 to {_LARGEST_AGE:,}"
        )
    return int(match[1])


def is_age(text: str) -> bool:
    """Whether the text can be read as an age."""
    try:
        age(text)
    except CellError:
        return False
    return True


def origin(text: str) -> int:
    """An origin year. Raises CellError."""
    if not _YEAR.fullmatch(text.strip()):
        raise CellError("BAD_ORIGIN", "is not an origin year such as 2019")
    return int(text.strip())
