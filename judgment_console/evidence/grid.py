"""A triangle as plain values: the record that the engine's copy is made from."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, TypeAlias

from judgment_console.errors import JudgmentError
from judgment_console.intake.triangles import running_totals

Cell: TypeAlias = float | None
Row: TypeAlias = tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A cumulative triangle: one row for each origin, one column for each age.

    Amounts are in currency units, ages in months. None is missing, 0 is a zero.
    """

    labels: tuple[str, ...]
    starts: tuple[date, ...]
    ages: tuple[int, ...]
    rows: tuple[Row, ...]

    @property
    def steps(self) -> tuple[str, ...]:
        """The development intervals, such as "12-24"."""
        pairs = zip(self.ages, self.ages[1:], strict=False)
        return tuple(f"{earlier}-{later}" for earlier, later in pairs)

    def ratios(self, column: int) -> list[tuple[int, float]]:
        """Row number and link ratio, for rows with both amounts and neither zero."""
        pairs = ((i, row[column], row[column + 1]) for i, row in enumerate(self.rows))
        return [
            (i, later / earlier) for i, earlier, later in pairs if earlier and later
        ]

    def latest(self) -> list[dict[str, Any]]:
        """For each origin with an amount: {"origin", "age", "paid"}, paid the last."""
        return [
            {"origin": label, "age": self.ages[column], "paid": row[column]}
            for label, row in zip(self.labels, self.rows, strict=True)
            if (column := last_column(row)) is not None
        ]

    def valuation(self, row: int, column: int) -> date:
        """The last day of a cell: start of the origin plus the age less one day."""
        return months_after(self.starts[row], self.ages[column]) - timedelta(days=1)

    def has_full_borders(self) -> bool:
        """Whether first and last origin and age have at least one amount each."""
        filled = {(i, j) for i, j, _ in self.cells()}
        rows, columns = {i for i, _ in filled}, {j for _, j in filled}
        return {0, len(self.rows) - 1} <= rows and {0, len(self.ages) - 1} <= columns

    def cells(self) -> Iterator[tuple[int, int, float]]:
        """Row number, column number and amount of every cell that has an amount."""
        for i, row in enumerate(self.rows):
            for j, amount in enumerate(row):
                if amount is not None:
                    yield i, j, amount


def paid_grid(dataset: Mapping[str, Any]) -> Grid:
    """The paid triangle of a data set, cumulative whatever the file held.

    Raises JudgmentError EVIDENCE_FAILED when there is none, when its shape does not
    fit, or when an amount is not a finite number.
    """
    found = [item for item in dataset["triangles"] if item["measure"] == "paid"]
    if not found:
        raise JudgmentError("EVIDENCE_FAILED", "The data set has no paid triangle.")
    return grid_of(found[0])


def grid_of(triangle: Mapping[str, Any]) -> Grid:
    """The grid of one triangle of a data set; raises as `paid_grid` does."""
    origins, ages = triangle["origins"], tuple(triangle["ages_months"])
    rows = [_row(values) for values in triangle["values"]]
    if len(rows) != len(origins) or any(len(row) != len(ages) for row in rows):
        raise JudgmentError(
            "EVIDENCE_FAILED", "The triangle's rows do not fit its ages."
        )
    if not triangle["cumulative"]:
        rows = [tuple(running_totals(row)) for row in rows]
    return Grid(
        labels=tuple(origin["label"] for origin in origins),
        starts=tuple(date.fromisoformat(origin["start"]) for origin in origins),
        ages=ages,
        rows=tuple(rows),
    )


def last_column(row: Row) -> int | None:
    """The number of the last column with an amount, None for an empty row."""
    filled = [column for column, amount in enumerate(row) if amount is not None]
    return filled[-1] if filled else None


def months_after(day: date, months: int) -> date:
    """The same day so many months later; meant for the first days of months."""
    years, month = divmod(day.month - 1 + months, 12)
    return day.replace(year=day.year + years, month=month + 1)


def _row(values: Sequence[Any]) -> Row:
    row = tuple(None if value is None else float(value) for value in values)
    if not all(amount is None or math.isfinite(amount) for amount in row):
        raise JudgmentError(
            "EVIDENCE_FAILED", "The triangle holds an amount that is not finite."
        )
    return row
