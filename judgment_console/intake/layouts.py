"""From records to cells: which columns there are, and what each row says."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from judgment_console.intake import cells
from judgment_console.intake.text_files import Record
from judgment_console.intake.understanding import Layout, Problem, shown

_ORIGINS = frozenset(
    {"origin", "origin year", "origin period", "ay", "year", "accident year"}
)
_AGES = frozenset(
    {"age", "ages", "age months", "dev", "development", "development months"}
)
_Read = TypeVar("_Read")

# In order of preference where a file has several.
_PAID = (
    "paid",
    "cumulative paid",
    "incremental paid",
    "paid loss",
    "paid losses",
    "paid to date",
    "value",
    "amount",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Where things are: column numbers from 0.

    `amounts` gives the age of a column of figures, None where the row has the age.
    """

    layout: Layout
    header: tuple[str, ...]
    origin: int
    age: int | None
    amounts: dict[int, int | None]
    notes: tuple[str, ...] = ()


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


def columns_of(header: Record) -> Columns | Problem:
    """What the header says, or why it says nothing."""
    fields = _trimmed(header.fields)
    if len(fields) > 1 and all(cells.is_age(text) for text in fields[1:]):
        return _wide(header.line, fields)
    names = [_plain_name(text) for text in fields]
    origin = next((i for i, name in enumerate(names) if name in _ORIGINS), None)
    age = next((i for i, name in enumerate(names) if name in _AGES), None)
    paid = next((names.index(name) for name in _PAID if name in names), None)
    if origin is None or age is None or paid is None:
        return _unknown(header.line, fields)
    return Columns(
        layout="long",
        header=fields,
        origin=origin,
        age=age,
        amounts={paid: None},
        notes=_left_out(fields, origin, age, paid),
    )


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


def _wide(line: int, fields: tuple[str, ...]) -> Columns | Problem:
    ages = [cells.age(text) for text in fields[1:]]
    twice = sorted({age for age in ages if ages.count(age) > 1})
    if twice:
        message = f"The header on line {line} has age {twice[0]} more than once."
        return Problem(line=line, column=0, code="DUPLICATE_AGE", message=message)
    return Columns(
        layout="wide",
        header=fields,
        origin=0,
        age=None,
        amounts=dict(enumerate(ages, start=1)),
        notes=("The figures are taken as paid losses.",),
    )


def _unknown(line: int, fields: tuple[str, ...]) -> Problem:
    names = ", ".join(shown(text) for text in fields[:12])
    message = (
        "Expected an origin column and one column for each age in months (12, 24, …) "
        f"or columns origin, age and paid. Found on line {line}: {names}."
    )
    return Problem(line=line, column=0, code="UNKNOWN_LAYOUT", message=message)


def _left_out(
    fields: tuple[str, ...], origin: int, age: int, paid: int
) -> tuple[str, ...]:
    others = [i for i in range(len(fields)) if i not in (origin, age, paid)]
    notes = [f"Column {shown(fields[paid])} is taken as paid losses."]
    if others:
        names = ", ".join(shown(fields[i]) for i in others)
        notes.append(f"Not read: {names}. Only paid losses are read.")
    return tuple(notes)


def _trimmed(fields: tuple[str, ...]) -> tuple[str, ...]:
    while fields and not fields[-1].strip():
        fields = fields[:-1]
    return fields


def _plain_name(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+", text.lower()))
