"""From a header to columns: which layout a file has and where its figures are."""

import re
from dataclasses import dataclass

from judgment_console.intake import cells
from judgment_console.intake.text_files import Record
from judgment_console.intake.understanding import Layout, Problem, shown

_ORIGINS = frozenset(
    {"origin", "origin year", "origin period", "ay", "year", "accident year"}
)
_AGES = frozenset(
    {"age", "ages", "age months", "dev", "development", "development months"}
)
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
