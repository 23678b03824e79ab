"""Factors by age and percent developed, drawn and as tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from judgment_console.chains.reserve_review.shared import NO_TAIL
from judgment_console.evidence import blocks
from judgment_console.evidence.factor_charts import (
    RECENT_RATIOS,
    developed_by_age,
    factors_by_interval,
)
from judgment_console.evidence.grid import Grid
from judgment_console.evidence.projection import to_ultimate


def factor_chart(grid: Grid, heat: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Link ratios and factors by age, over the rows of the heat map; may be none."""
    rows = heat["rows"]
    figures = [
        row[step] for row in rows for step in grid.steps if row[step] is not None
    ]
    if not figures:
        return []
    last = any(row["role"] == "last" for row in rows)
    keys = [
        ("recent-point", f"latest {RECENT_RATIOS} ratios"),
        ("earlier-point", "earlier ratios"),
        ("recommended-line", "recommended, chosen until others are typed"),
        *([("last-line", "last period")] if last else []),
    ]
    return [
        blocks.chart(
            "factors-chart",
            "Factors by age",
            _factor_words(grid.steps, rows),
            table="ratios",
            spec=factors_by_interval(grid.steps, figures, last=last),
            keys=keys,
        )
    ]


def pattern_exhibit(
    ages: Sequence[int],
    factors: Mapping[str, float],
    last: Mapping[str, float] | None,
) -> list[dict[str, Any]]:
    """Percent developed at each age, now and last period: the chart and its table."""
    now = to_ultimate(ages, factors, NO_TAIL)
    before = to_ultimate(ages, last, NO_TAIL) if last else {}
    rows = [
        {
            "id": str(age),
            "age": age,
            "ultimate": now[age],
            "developed": 1 / now[age],
            "last": 1 / before[age] if before else None,
        }
        for age in ages
    ]
    keys = [("recommended-line", "recommended, chosen until others are typed")]
    if before:
        keys.append(("last-line", "last period"))
    chart = blocks.chart(
        "developed-chart",
        "Percent developed by age",
        _developed_words(rows),
        table="pattern",
        spec=developed_by_age(ages, last=bool(before)),
        keys=keys,
    )
    return [chart, _pattern_table(rows, last=bool(before))]


def last_factors(
    steps: Sequence[str], last: Mapping[str, Any]
) -> dict[str, float] | None:
    """Last period's factors, if its ledger has a number above 0 for every interval."""
    found = {step: last.get(f"ldf.paid.{step}") for step in steps}
    whole = all(
        isinstance(each, int | float) and not isinstance(each, bool) and each > 0
        for each in found.values()
    )
    return (
        {step: float(each) for step, each in found.items() if each} if whole else None
    )


def _pattern_table(rows: Sequence[Mapping[str, Any]], *, last: bool) -> dict[str, Any]:
    before = [blocks.column("last", "Last period", "percent")] if last else []
    return blocks.table(
        "pattern",
        "Percent developed by age, before a tail",
        tab="charts",
        columns=[
            blocks.column("age", "Age", "count"),
            blocks.column("ultimate", "To ultimate", "factor"),
            blocks.column("developed", "Developed", "percent"),
            *before,
        ],
        rows=rows,
    )


def _factor_words(steps: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> str:
    ratios = [row for row in rows if row["role"] == "ratio"]
    spreads = {}
    for step in steps:
        seen = [row[step] for row in ratios if row[step] is not None]
        if seen:
            spreads[step] = (min(seen), max(seen))
    chosen = next(row for row in rows if row["role"] == "recommended")
    ends = [step for step in steps if chosen[step] is not None]
    count = sum(row[step] is not None for row in ratios for step in steps)
    said = f"{count} link ratios as points over {len(steps)} intervals."
    if ends:
        said += (
            f" The recommended factors go from {chosen[ends[0]]:.3f} at {ends[0]} to "
            f"{chosen[ends[-1]]:.3f} at {ends[-1]}."
        )
    if spreads:
        widest = max(spreads, key=lambda step: spreads[step][1] - spreads[step][0])
        low, high = spreads[widest]
        said += (
            f" The ratios lie furthest apart at {widest}, from {low:.3f} to {high:.3f}."
        )
    return said


def _developed_words(rows: Sequence[Mapping[str, Any]]) -> str:
    first = rows[0]
    said = f"At {first['age']} months {100 * first['developed']:.1f} % is paid"
    half = next((row for row in rows if row["developed"] >= 0.5), None)
    if half is not None and half is not first:
        said += f"; more than half is paid from {half['age']} months on"
    said += ". No tail is counted."
    if first["last"] is not None:
        far = max(rows, key=lambda row: abs(row["developed"] - row["last"]))
        points = f"{100 * (far['developed'] - far['last']):+.1f}".replace("-", "−")
        said += (
            f" The largest change on last period is {points} points, at {far['age']} "
            "months."
        )
    return said
