"""Tail factors from the chosen development factors, and what each is worth."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import StatisticsError, correlation
from typing import Any

from judgment_console.evidence.engine import library, number, typeable
from judgment_console.evidence.grid import Grid
from judgment_console.evidence.projection import unpaid
from judgment_console.evidence.triangles import engine_triangle

LOWEST_FITTED = 1.00001
"""A factor up to here, so near to 1, distorts a curve and is left out of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """A way to find a tail; a curve is cut after so many periods past the last age."""

    key: str
    label: str
    curve: str | None = None
    periods: int | None = None


METHODS: tuple[Method, ...] = (
    Method(key="none", label="No tail"),
    Method(
        key="exponential", label="Exponential decay", curve="exponential", periods=100
    ),
    Method(
        key="inverse-power-100",
        label="Inverse power, cut at 100 periods",
        curve="inverse_power",
        periods=100,
    ),
    Method(
        key="inverse-power-10",
        label="Inverse power, cut at 10 periods",
        curve="inverse_power",
        periods=10,
    ),
    Method(key="bondy", label="Bondy"),
)


def tails(grid: Grid, factors: Mapping[str, float]) -> list[dict[str, Any]]:
    """Every method: {"key", "label", "factor", "r2", "fitted", "left_out", "unpaid"}.

    "r2" is that of the line through ln(factor - 1), against the period for an
    exponential and against its logarithm for an inverse power; None where no line
    is fitted. "fitted" and "left_out" name intervals. A factor that cannot be
    computed is None, and so is the unpaid, in currency units, that it would give.
    """
    pattern = _pattern(grid, factors)
    return [_tail(grid, pattern, factors, method) for method in METHODS]


def method_of(tail: float, offered: Sequence[Mapping[str, Any]]) -> str:
    """The key of the method that gives exactly this tail, or "judgment"."""
    equal = (item["key"] for item in offered if item["factor"] == tail)
    return next(equal, "judgment")


def _pattern(grid: Grid, factors: Mapping[str, float]) -> Any:
    triangle = engine_triangle(grid)
    fit = library().Development().fit(triangle)
    # A constant pattern has no sigma, which a tail asks for: the fit keeps its own
    # and takes the chosen factors.
    fit.ldf_.values[..., :] = [factors[step] for step in grid.steps]
    return fit.transform(triangle)


def _tail(
    grid: Grid, pattern: Any, factors: Mapping[str, float], method: Method
) -> dict[str, Any]:
    factor, line = _fitted(grid, pattern, factors, method)
    return {
        "key": method.key,
        "label": method.label,
        "factor": factor,
        **line,
        "unpaid": None
        if factor is None
        else unpaid(grid.latest(), grid.ages, factors, factor),
    }


def _fitted(
    grid: Grid, pattern: Any, factors: Mapping[str, float], method: Method
) -> tuple[float | None, dict[str, Any]]:
    nothing: dict[str, Any] = {"r2": None, "fitted": [], "left_out": []}
    if method.key == "none":
        return 1.0, nothing
    if method.curve is None:
        return _engine_factor(library().TailBondy(), pattern), nothing
    used = [step for step in grid.steps if factors[step] > LOWEST_FITTED]
    line = {
        "r2": _r2(grid, factors, used, method.curve),
        "fitted": used,
        "left_out": [step for step in grid.steps if step not in used],
    }
    if len(used) < 2:
        return None, line
    curve = library().TailCurve(curve=method.curve, extrap_periods=method.periods)
    return _engine_factor(curve, pattern), line


def _engine_factor(estimator: Any, pattern: Any) -> float | None:
    value = number(estimator.fit(pattern).tail_.iloc[0, 0])
    return None if value is None else typeable(value)


def _r2(
    grid: Grid, factors: Mapping[str, float], used: list[str], curve: str
) -> float | None:
    periods = [float(grid.steps.index(step) + 1) for step in used]
    if curve == "inverse_power":
        periods = [math.log(period) for period in periods]
    logs = [math.log(factors[step] - 1.0) for step in used]
    try:
        return correlation(periods, logs) ** 2
    except StatisticsError:
        return None
