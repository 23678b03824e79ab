"""Standardised residuals in four panels, drawn and as one table."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from judgment_console.chains.reserve_review.data_exhibits import (
    money_column,
    origin_column,
)
from judgment_console.evidence import blocks
from judgment_console.evidence.factor_charts import (
    BAND,
    residuals_by,
    residuals_by_fitted,
)
from judgment_console.evidence.grid import Grid

_LEAST_REACH = 3.0

_PANELS = (
    ("age", "age", "Age, months"),
    ("origin", "origin year", "Origin"),
    ("calendar", "calendar year", "Calendar year"),
)


def residual_exhibit(
    grid: Grid,
    residuals: Sequence[Mapping[str, Any]],
    factors: Mapping[str, float | None],
    unit: str,
) -> list[dict[str, Any]]:
    """Four charts over one table of residuals; nothing where there are none."""
    rows = _rows(grid, residuals, factors)
    if not rows:
        return []
    furthest = max(abs(row["residual"]) for row in rows)
    reach = max(_LEAST_REACH, math.ceil(furthest)) + 0.25
    panels = [
        _panel(
            field,
            f"Residuals by {name}",
            _means_words(rows, field, name),
            residuals_by(field, title, _places(grid, rows, field), reach),
        )
        for field, name, title in _PANELS
    ]
    fitted = _panel(
        "fitted",
        "Residuals by fitted value",
        _spread_words(rows),
        residuals_by_fitted(unit, reach),
    )
    return [*panels, fitted, _table(rows, unit)]


def _rows(
    grid: Grid,
    residuals: Sequence[Mapping[str, Any]],
    factors: Mapping[str, float | None],
) -> list[dict[str, Any]]:
    rows = []
    for each in residuals:
        row = grid.labels.index(each["origin"])
        column = grid.steps.index(each["interval"])
        earlier, factor = grid.rows[row][column], factors[each["interval"]]
        fitted = earlier * factor if earlier is not None and factor else None
        rows.append(
            {
                "id": f"{each['origin']} {each['interval']}",
                "origin": each["origin"],
                "interval": each["interval"],
                "age": grid.ages[column],
                "calendar": grid.valuation(row, column + 1).year,
                "fitted": fitted,
                "residual": each["residual"],
            }
        )
    return rows


def _places(grid: Grid, rows: Sequence[Mapping[str, Any]], field: str) -> list[Any]:
    if field == "origin":
        shown = {row["origin"] for row in rows}
        return [label for label in grid.labels if label in shown]
    return sorted({row[field] for row in rows})


def _panel(field: str, title: str, words: str, spec: Mapping[str, Any]) -> Any:
    return blocks.chart(
        f"residuals-by-{field}",
        title,
        words,
        table="residual-points",
        spec=spec,
        keys=[
            ("recent-point", "residual"),
            ("mean-line", "mean"),
            ("band", f"within {BAND:.0f} standard deviations"),
        ],
    )


def _table(rows: Sequence[Mapping[str, Any]], unit: str) -> dict[str, Any]:
    return blocks.table(
        "residual-points",
        "Each standardised residual with its place",
        tab="charts",
        unit=unit,
        columns=[
            origin_column(),
            blocks.column("interval", "Interval", "text"),
            blocks.column("calendar", "Calendar year", "year"),
            money_column("fitted", "Fitted value"),
            blocks.column("residual", "Residual", "number"),
        ],
        rows=rows,
    )


def _means_words(rows: Sequence[Mapping[str, Any]], field: str, name: str) -> str:
    by_place: dict[Any, list[float]] = {}
    for row in rows:
        by_place.setdefault(row[field], []).append(row["residual"])
    means = {place: math.fsum(all_) / len(all_) for place, all_ in by_place.items()}
    low, high = min(means, key=means.__getitem__), max(means, key=means.__getitem__)
    return (
        f"The mean by {name} is lowest at {low} ({_number(means[low])}) and highest "
        f"at {high} ({_number(means[high])}). A trend in the means would say that one "
        f"factor does not fit every {name}."
    )


def _spread_words(rows: Sequence[Mapping[str, Any]]) -> str:
    within = sum(abs(row["residual"]) <= BAND for row in rows)
    far = max(rows, key=lambda row: abs(row["residual"]))
    return (
        f"{within} of {len(rows)} residuals lie within {BAND:.0f} standard deviations; "
        f"the furthest is {_number(far['residual'])}, {far['origin']} at "
        f"{far['interval']}. The line joins the means of groups of fitted values."
    )


def _number(value: float) -> str:
    return f"{value:.1f}".replace("-", "−")
