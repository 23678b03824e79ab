"""What was understood of a file, or every reason why it was refused."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, TypeAlias

Layout: TypeAlias = Literal["wide", "long"]

MOST_LISTED = 200
"""So many problems are listed; one more line then says how many there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One reason to refuse a file.

    `line` is the physical line in the file from 1, `column` the field from 1; 0
    means the whole file or the whole line. `message` is a sentence for people.
    """

    line: int
    column: int
    code: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Understanding:
    """What was understood of a file; a person confirms it before it is used.

    Either `triangle` is a triangle of a data set, with figures in the file's own
    unit, or it is None and `problems` says why: nothing is half understood.
    `latest_diagonal_total` is the sum of each origin's latest cumulative figure.
    `cumulative` is a guess, `cumulative_reason` says from what.
    """

    encoding: str | None = None
    delimiter: str | None = None
    layout: Layout | None = None
    header_line: int | None = None
    measure: str = "paid"
    cumulative: bool = True
    cumulative_reason: str = ""
    triangle: Mapping[str, Any] | None = None
    latest_diagonal_total: float | None = None
    valuation_date: str | None = None
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = field(default=())

    def content(self) -> dict[str, Any]:
        """The understanding as plain JSON."""
        return asdict(self) | {
            "problems": [asdict(problem) for problem in self.problems],
            "notes": list(self.notes),
        }


def refused(problems: list[Problem], **known: Any) -> Understanding:
    """The understanding of a refused file: problems in order of their lines."""
    ordered = sorted(problems, key=lambda each: (each.line, each.column))
    more = len(ordered) - MOST_LISTED
    if more > 0:
        message = f"There are {more:,} more problems; these are the first."
        last = Problem(line=0, column=0, code="MORE_PROBLEMS", message=message)
        ordered = [*ordered[:MOST_LISTED], last]
    return Understanding(problems=tuple(ordered), **known)


def whole(code: str, message: str) -> Problem:
    """A problem of the file as a whole."""
    return Problem(line=0, column=0, code=code, message=message)


def shown(text: str) -> str:
    """Text of a file as a message may quote it: short, printable, in quotes."""
    kept = "".join(char if char.isprintable() else "?" for char in text.strip())
    return f"“{kept if len(kept) <= 40 else kept[:39] + '…'}”"
