"""What the factor gate shows: averages, observed ratios, tests and flags."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judgment_console.chains.reserve_review.data_exhibits import residual_table
from judgment_console.chains.reserve_review.factor_charts import (
    factor_chart,
    last_factors,
    pattern_exhibit,
)
from judgment_console.chains.reserve_review.factor_exhibits import (
    count_table,
    development_table,
)
from judgment_console.chains.reserve_review.money_exhibits import average_table
from judgment_console.chains.reserve_review.ratio_heat import ratio_heat
from judgment_console.chains.reserve_review.residual_charts import residual_exhibit
from judgment_console.chains.reserve_review.shared import NO_TAIL, amount, signed
from judgment_console.evidence import blocks
from judgment_console.evidence.correlations import calendar_year_test
from judgment_console.evidence.factors import averages, observed, spread
from judgment_console.evidence.grid import Grid
from judgment_console.evidence.mack import standard_error
from judgment_console.evidence.residuals import recent_means, residuals

ALL_YEARS = "volume-all"
FIVE_YEARS = "volume-5"

FEW_RATIOS = 3
RECENT_LIMIT = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """The engine's figures behind the factor gate."""

    grid: Grid
    averages: list[dict[str, Any]]
    best: Mapping[str, Any]
    calendar: Mapping[str, Any] | None
    observed: Mapping[str, Mapping[str, Any]]
    spread: Mapping[str, Mapping[str, Any]]
    residuals: list[dict[str, Any]]
    error: Mapping[str, Any] | None


def study(grid: Grid) -> Study:
    """Averages, the recommended one, tests and residuals of a grid."""
    offered = averages(grid)
    calendar = calendar_year_test(grid)
    best = _recommended(offered, calendar)
    around = spread(grid, best["key"])
    sigmas = {step: row["sigma"] for step, row in around.items()}
    complete = best["unpaid"] is not None
    return Study(
        grid=grid,
        averages=offered,
        best=best,
        calendar=calendar,
        observed=observed(grid),
        spread=around,
        residuals=residuals(grid, best["factors"], sigmas),
        error=standard_error(grid, best["factors"], NO_TAIL, offered)
        if complete
        else None,
    )


def factor_blocks(
    made: Study,
    last: Mapping[str, Any],
    earlier: Sequence[Mapping[str, Any]],
    unit: str,
) -> list[dict[str, Any]]:
    """The blocks of the gate, in reading order; `earlier` as `earlier_ratios` gives."""
    grid, factors = made.grid, made.best["factors"]
    heat = ratio_heat(grid, factors, made.residuals, last, earlier)
    return [
        blocks.figures("now", "Unpaid before a tail", _figures(made)),
        blocks.flags("look-first", "Look at these first", _flags(made)),
        average_table(made.averages, made.grid.steps, made.best["key"], unit),
        development_table(made.grid, made.best, made.observed, made.spread, last),
        *_charts_first(
            *factor_chart(grid, heat),
            *_pattern(made, last),
            *residual_exhibit(grid, made.residuals, factors, unit),
        ),
        heat,
        residual_table(made.grid, made.residuals),
        count_table(made.averages, made.grid.steps),
    ]


def _charts_first(*shown: dict[str, Any]) -> list[dict[str, Any]]:
    return sorted(shown, key=lambda block: block["kind"] != "chart")


def _pattern(made: Study, last: Mapping[str, Any]) -> list[dict[str, Any]]:
    if made.best["unpaid"] is None:
        return []
    before = last_factors(made.grid.steps, last)
    return pattern_exhibit(made.grid.ages, made.best["factors"], before)


def _recommended(
    offered: Sequence[dict[str, Any]], calendar: Mapping[str, Any] | None
) -> dict[str, Any]:
    by_key = {each["key"]: each for each in offered}
    five, every = by_key[FIVE_YEARS], by_key[ALL_YEARS]
    rejected = calendar is not None and calendar["rejected"]
    return five if rejected and five["unpaid"] is not None else every


def _figures(made: Study) -> list[dict[str, Any]]:
    error, money = made.error, made.best["unpaid"]
    shown = [blocks.figure("Recommended", money, "money", made.best["label"])]
    if error is not None:
        total = error["total"]
        shown.append(blocks.figure("Standard error", total, "money", error["basis"]))
        if money > 0:
            shown.append(blocks.figure("Error of unpaid", total / money, "percent"))
    return shown


def _flags(made: Study) -> list[dict[str, Any]]:
    return [
        *_missing(made),
        *_calendar(made),
        *_below_one(made),
        *_recent(made),
        *_widest(made),
        *_few(made),
    ]


def _missing(made: Study) -> list[dict[str, Any]]:
    return [
        blocks.flag("fail", f"{step} has no link ratio.", f"development:{step}")
        for step, value in made.best["factors"].items()
        if value is None
    ]


def _calendar(made: Study) -> list[dict[str, Any]]:
    if made.calendar is None or not made.calendar["rejected"]:
        return []
    text = "The calendar-year test rejects at 90 %: recent years develop differently."
    return [blocks.flag("check", text, "residuals")]


def _below_one(made: Study) -> list[dict[str, Any]]:
    return [
        blocks.flag("check", f"{step} is {value:.4f}, below 1.", f"development:{step}")
        for step, value in made.best["factors"].items()
        if value is not None and value < 1
    ]


def _recent(made: Study) -> list[dict[str, Any]]:
    return [
        blocks.flag(
            "check",
            f"The last three residuals at {step} average {mean:+.1f}: recent years "
            f"develop {'faster' if mean > 0 else 'slower'}.",
            "residuals",
        )
        for step, mean in recent_means(made.residuals).items()
        if abs(mean) > RECENT_LIMIT
    ]


def _widest(made: Study) -> list[dict[str, Any]]:
    base = made.best["unpaid"]
    others = [each for each in made.averages if each["unpaid"] is not None]
    if base is None or len(others) < 2:
        return []
    far = max(others, key=lambda each: abs(each["unpaid"] - base))
    text = (
        f"“{far['label']}” lies furthest away: {signed(far['unpaid'] - base)}, "
        f"unpaid {amount(far['unpaid'])}."
    )
    return [blocks.flag("note", text, f"averages:{far['key']}")]


def _few(made: Study) -> list[dict[str, Any]]:
    return [
        blocks.flag(
            "note",
            f"{step} rests on {count} link ratio{'' if count == 1 else 's'}.",
            f"development:{step}",
        )
        for step, count in made.best["counts"].items()
        if 0 < count < FEW_RATIOS
    ]
