"""A paid triangle in a text file, one row for each origin or for each cell."""

from typing import Any

from judgment_console.intake.grids import (
    diagonal_problems,
    running,
    triangle_of,
    zeros_after_paid,
)
from judgment_console.intake.headers import Columns, columns_of
from judgment_console.intake.layouts import Cells, cells_of
from judgment_console.intake.text_files import (
    Record,
    RefusalError,
    decoded,
    delimiter_of,
    records,
)
from judgment_console.intake.triangles import cumulated, latest_total
from judgment_console.intake.understanding import (
    Problem,
    Understanding,
    refused,
    whole,
)


def read_triangle(data: bytes, *, filename: str) -> Understanding:
    """What the file says, or every reason why it is refused.

    Reads comma, semicolon or tab delimited UTF-8. Wide: an origin year and a column
    for each age in months ("12", "12 mo"). Long: columns origin, age and paid. A
    blank cell or a dash is missing, a 0 is a zero. Never raises for the content.
    """
    try:
        text, encoding = decoded(data, filename)
        delimiter = delimiter_of(text)
        rows, broken = _all_records(text, delimiter)
    except RefusalError as refusal:
        return refused([refusal.problem])
    known: dict[str, Any] = {"encoding": encoding, "delimiter": delimiter}
    if not rows:
        return refused(broken or [whole("EMPTY_FILE", "The file is empty.")], **known)
    columns = columns_of(rows[0])
    if isinstance(columns, Problem):
        return refused([columns, *broken], **known)
    known |= {"layout": columns.layout, "header_line": rows[0].line}
    found = cells_of(rows[1:], columns, delimiter)
    problems = [*found.problems, *broken]
    if problems:
        return refused(problems, **known)
    return _understood(found, columns, known)


def _understood(found: Cells, columns: Columns, known: dict[str, Any]) -> Understanding:
    made = triangle_of(found)
    if isinstance(made, Problem):
        return refused([made], **known)
    triangle, notes = made
    cumulative, reason = running(triangle, columns.header)
    valuation, problems, short = diagonal_problems(triangle, found)
    if cumulative:
        problems += zeros_after_paid(triangle, found)
    if problems:
        return refused(problems, **known)
    triangle["cumulative"] = cumulative
    total = latest_total(triangle if cumulative else cumulated(triangle))
    return Understanding(
        **known,
        cumulative=cumulative,
        cumulative_reason=reason,
        triangle=triangle,
        latest_diagonal_total=total,
        valuation_date=valuation.isoformat(),
        notes=(*columns.notes, *notes, *short),
    )


def _all_records(text: str, delimiter: str) -> tuple[list[Record], list[Problem]]:
    rows: list[Record] = []
    try:
        rows.extend(records(text, delimiter))
    except RefusalError as refusal:
        return rows, [refusal.problem]
    return rows, []
