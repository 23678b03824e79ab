"""The data checks that one paid triangle allows: pure looks at the grid."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from judgment_console.evidence.grid import Grid, Row, last_column

State: TypeAlias = Literal["pass", "warning", "fail", "not evaluated"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One check and what it found; the detail names cells or says why it was left."""

    id: str
    title: str
    state: State
    detail: str

    def row(self) -> dict[str, str]:
        """The check as a row of a table."""
        return {
            "id": self.id,
            "title": self.title,
            "state": self.state,
            "detail": self.detail,
        }


CONTROL_SHARE = 0.001
CONTROL_AMOUNT = 1.0

_LISTED = 8


def grid_checks(grid: Grid, dataset: Mapping[str, Any]) -> list[Check]:
    """Every check of cells and totals, whether or not it found something."""
    return [
        _refused("finite-numbers", "Amounts that are no finite numbers"),
        _refused("duplicate-cells", "Several amounts for one origin and age"),
        _found("interior-missing", "Gaps inside a row", "fail", _gaps(grid)),
        _found(
            "future-cells",
            "Amounts after the valuation date",
            "fail",
            _future(grid, date.fromisoformat(dataset["valuation_date"])),
        ),
        _found("negative-paid", "Negative amounts", "fail", _negative(grid)),
        _found("decreasing-paid", "Paid that falls", "warning", _falls(grid)),
        _found("empty-borders", "Empty borders", "fail", _borders(grid)),
        _found("origin-gaps", "Origins without amounts", "warning", _empty(grid)),
        _found("zero-ages", "Ages that are all zero or empty", "warning", _zero(grid)),
        _found(
            "latest-missing", "Rows short of the valuation", "warning", _short(grid)
        ),
        _found("single-cells", "Rows with one amount", "warning", _single(grid)),
        control_check(grid, dataset.get("control_total")),
    ]


def control_check(grid: Grid, control: float | None) -> Check:
    """Latest paid against the total that the preparer stated.

    The tolerance is 0.1 % of the total, or 1 currency unit where that is more.
    """
    title, name = "Latest paid against the control total", "control-total"
    if control is None:
        return left(name, title, "No control total was stated.")
    latest = sum(item["paid"] for item in grid.latest())
    difference = latest - control
    within = abs(difference) <= max(CONTROL_SHARE * abs(control), CONTROL_AMOUNT)
    return Check(
        id=name,
        title=title,
        state="pass" if within else "fail",
        detail=f"File {latest:,.0f}, stated {control:,.0f}, difference "
        f"{difference:,.0f}.",
    )


def left(name: str, title: str, why: str) -> Check:
    """A check that could not be made, with the reason."""
    return Check(id=name, title=title, state="not evaluated", detail=why)


def _found(name: str, title: str, state: State, places: list[str]) -> Check:
    if not places:
        return Check(id=name, title=title, state="pass", detail="Nothing found.")
    more = len(places) - _LISTED
    tale = f" and {more} more" if more > 0 else ""
    detail = f"{'; '.join(places[:_LISTED])}{tale}."
    return Check(id=name, title=title, state=state, detail=detail)


def _refused(name: str, title: str) -> Check:
    detail = "A file that breaks this is refused when it is read."
    return Check(id=name, title=title, state="pass", detail=detail)


def _borders(grid: Grid) -> list[str]:
    if grid.has_full_borders():
        return []
    return ["The first or last origin or age has no amount, so nothing can be fitted"]


def _gaps(grid: Grid) -> list[str]:
    return _places(grid, lambda row, j: row[j] is None and j < (last_column(row) or 0))


def _negative(grid: Grid) -> list[str]:
    return _places(grid, lambda row, j: (row[j] or 0.0) < 0)


def _places(grid: Grid, is_found: Callable[[Row, int], bool]) -> list[str]:
    return [
        f"{label} at {age} months"
        for label, row in zip(grid.labels, grid.rows, strict=True)
        for j, age in enumerate(grid.ages)
        if is_found(row, j)
    ]


def _future(grid: Grid, valuation: date) -> list[str]:
    return [
        f"{grid.labels[i]} at {grid.ages[j]} months"
        for i, j, _ in grid.cells()
        if grid.valuation(i, j) > valuation
    ]


def _falls(grid: Grid) -> list[str]:
    falls = []
    for label, row in zip(grid.labels, grid.rows, strict=True):
        for j, (earlier, later) in enumerate(pairwise(row)):
            if earlier is not None and later is not None and later < earlier:
                step = f"{grid.ages[j]} to {grid.ages[j + 1]} months"
                falls.append(f"{label} from {step} by {earlier - later:,.0f}")
    return falls


def _empty(grid: Grid) -> list[str]:
    pairs = zip(grid.labels, grid.rows, strict=True)
    return [f"{label} has no amount" for label, row in pairs if not _filled(row)]


def _zero(grid: Grid) -> list[str]:
    columns = zip(grid.ages, zip(*grid.rows, strict=True), strict=True)
    return [f"age {age} months" for age, column in columns if not any(column)]


def _short(grid: Grid) -> list[str]:
    ends = [(i, last_column(row)) for i, row in enumerate(grid.rows)]
    filled = [(i, j, grid.valuation(i, j)) for i, j in ends if j is not None]
    latest = max((day for _, _, day in filled), default=None)
    return [
        f"{grid.labels[i]} ends at {grid.ages[j]} months"
        for i, j, day in filled
        if day != latest and j < len(grid.ages) - 1
    ]


def _single(grid: Grid) -> list[str]:
    last = len(grid.rows) - 1
    return [
        f"{label} has one amount only"
        for i, (label, row) in enumerate(zip(grid.labels, grid.rows, strict=True))
        if i < last and _filled(row) == 1 and len(grid.ages) > 1
    ]


def _filled(row: Row) -> int:
    return sum(amount is not None for amount in row)
