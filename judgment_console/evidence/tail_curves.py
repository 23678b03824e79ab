"""The two curves behind the tails, as lines that can be looked at."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import StatisticsError, linear_regression

from judgment_console.evidence.tails import LOWEST_FITTED

LOOK_AHEAD_MONTHS = 240
"""How far the curves are shown: 20 years, and ten intervals past a longer triangle."""

LOOK_AHEAD_INTERVALS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """A straight line through ln(factor - 1) over some measure of the interval."""

    slope: float
    intercept: float
    measure: Callable[[float], float]

    def factor(self, number: int) -> float:
        """The curve's factor of an interval, the first being number 1."""
        return 1.0 + math.exp(self.intercept + self.slope * self.measure(number))


def exponential(factors: Sequence[float]) -> Curve | None:
    """ln(factor - 1) falls with the interval's number; None with under two points."""
    return _curve(factors, float)


def inverse_power(factors: Sequence[float]) -> Curve | None:
    """ln(factor - 1) falls with the logarithm of the interval's number."""
    return _curve(factors, math.log)


def curve_rows(
    ages: Sequence[int], factors: Mapping[str, float]
) -> list[dict[str, str | int | float | None]]:
    """Each interval, past the last age too, with its factor and those of the curves.

    {"id", "interval", "age", "factor", "exponential", "power"}; age is the start of
    the interval in months, factor is None past the last age, and a curve's factor is
    None where no line can be laid.
    """
    chosen = list(factors.values())
    curves = {"exponential": exponential(chosen), "power": inverse_power(chosen)}
    starts = [*ages[:-1], *_ages_ahead(ages)]
    ends = [*starts[1:], starts[-1] + ages[-1] - ages[-2]]
    rows = []
    for number, (start, end) in enumerate(zip(starts, ends, strict=True), start=1):
        row: dict[str, str | int | float | None] = {
            "id": f"{start}-{end}",
            "interval": f"{start}-{end}",
            "age": start,
            "factor": chosen[number - 1] if number <= len(chosen) else None,
        }
        for name, curve in curves.items():
            row[name] = None if curve is None else curve.factor(number)
        rows.append(row)
    return rows


def _curve(factors: Sequence[float], measure: Callable[[float], float]) -> Curve | None:
    points = [
        (measure(number), math.log(factor - 1.0))
        for number, factor in enumerate(factors, start=1)
        if factor > LOWEST_FITTED
    ]
    try:
        line = linear_regression(*zip(*points, strict=True))
    except (StatisticsError, TypeError):
        return None
    return Curve(slope=line.slope, intercept=line.intercept, measure=measure)


def _ages_ahead(ages: Sequence[int]) -> list[int]:
    length = ages[-1] - ages[-2]
    end = max(LOOK_AHEAD_MONTHS, ages[-1] + LOOK_AHEAD_INTERVALS * length)
    return list(range(ages[-1], end, length))
