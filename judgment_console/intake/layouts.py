"""From the rows below a header to figures, or every problem with them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from judgment_console.intake import cells
from judgment_console.intake.headers import Columns
from judgment_console.intake.text_files import Record
from judgment_console.intake.understanding import Problem, shown

_Read = TypeVar("_Read")


@dataclass(slots=True)
class Cells:
    """The figures of a file by origin year and age, each with its line.

    `origins` has the line of each origin that has a line of its own.
    """

    figures: dict[tuple[int, int], float | None] = field(default_factory=dict)
    lines: dict[tuple[int, int], int] = field(default_factory=dict)
    origins: dict[int, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def note(self, line: int, column: int, code: str, message: str) -> None:
        """Keep one more reason to refuse the file."""
        problem = Problem(line=line, column=column, code=code, message=message)
        self.problems.append(problem)


def cells_of(rows: Iterable[Record], columns: Columns, delimiter: str) -> Cells:
    """Every figure, and every problem, of the rows below the header."""
    found, width = Cells(), len(columns.header)
    for row in rows:
        fields = row.fields[:width]
        if len(fields) < width or any(text.strip() for text in row.fields[width:]):
            message = (
                f"There are {len(row.fields)} fields on line {row.line} and {width} "
                "in the header."
            )
            found.note(row.line, 0, "RAGGED_ROW", message)
        else:
            _read_row(found, Record(line=row.line, fields=fields), columns, delimiter)
    return found


def _read_row(found: Cells, row: Record, columns: Columns, delimiter: str) -> None:
    year = _read(found, row, columns.origin, cells.origin)
    row_age = None
    if columns.age is not None:
        row_age = _read(found, row, columns.age, cells.age)
    elif year is not None and _is_repeated(found, row.line, year):
        year = None
    for column, column_age in columns.amounts.items():
        age = row_age if column_age is None else column_age
        place = "" if age is None else f", age {age},"
        figure = _read(
            found,
            row,
            column,
            lambda text: cells.amount(text, delimiter=delimiter),
            place,
        )
        if year is not None and age is not None:
            _keep(found, row.line, column, (year, age), figure)


def _read(
    found: Cells,
    row: Record,
    column: int,
    read: Callable[[str], _Read],
    place: str = "",
) -> _Read | None:
    text = row.fields[column]
    try:
        return read(text)
    except cells.CellError as bad:
        message = f"{shown(text)} on line {row.line}{place} {bad.why}."
        found.note(row.line, column + 1, bad.code, message)
        return None


def _is_repeated(found: Cells, line: int, year: int) -> bool:
    before = found.origins.setdefault(year, line)
    if before != line:
        message = f"Origin {year} on line {line} was given before, on line {before}."
        found.note(line, 1, "DUPLICATE_CELL", message)
    return before != line


def _keep(
    found: Cells, line: int, column: int, key: tuple[int, int], figure: float | None
) -> None:
    if key in found.lines:
        message = (
            f"Origin {key[0]} at age {key[1]} on line {line} was given before, on "
            f"line {found.lines[key]}."
        )
        found.note(line, column + 1, "DUPLICATE_CELL", message)
        return
    found.lines[key] = line
    found.figures[key] = figure
