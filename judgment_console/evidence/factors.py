"""Link ratios and the averages of them that the factor gate offers."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from judgment_console.evidence.engine import library, number, typeable
from judgment_console.evidence.grid import Grid
from judgment_console.evidence.projection import unpaid
from judgment_console.evidence.triangles import (
    engine_triangle,
    padded_triangle,
    table,
)

_MEDIAL = {"average": "simple", "drop_high": 1, "drop_low": 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Average:
    """A way to average link ratios. A window counts accident years, not ratios."""

    key: str
    label: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


AVERAGES: tuple[Average, ...] = (
    Average(key="volume-all", label="Volume-weighted, all years"),
    Average(
        key="volume-5",
        label="Volume-weighted, latest 5 years",
        parameters={"n_periods": 5},
    ),
    Average(
        key="volume-3",
        label="Volume-weighted, latest 3 years",
        parameters={"n_periods": 3},
    ),
    Average(
        key="simple-all",
        label="Simple, all years",
        parameters={"average": "simple"},
    ),
    Average(
        key="simple-5",
        label="Simple, latest 5 years",
        parameters={"average": "simple", "n_periods": 5},
    ),
    Average(
        key="simple-3",
        label="Simple, latest 3 years",
        parameters={"average": "simple", "n_periods": 3},
    ),
    Average(
        key="medial-all",
        label="Medial, all years without highest and lowest",
        parameters=_MEDIAL,
    ),
    Average(
        key="medial-5x1",
        label="Medial, latest 5 years without highest and lowest",
        parameters={**_MEDIAL, "n_periods": 5},
    ),
    Average(
        key="geometric-all",
        label="Geometric, all years",
        parameters={"average": "geometric"},
    ),
)

_BY_KEY: Mapping[str, Average] = {each.key: each for each in AVERAGES}


def averages(grid: Grid) -> list[dict[str, Any]]:
    """Every average: {"key", "label", "factors", "counts", "unpaid"}.

    Factors and counts of ratios are by interval ("12-24"); a factor that cannot be
    computed is None, and so is the unpaid that depends on it. Unpaid is in currency
    units, without a tail. A grid with one age has none.
    """
    if not grid.steps:
        return []
    triangle = padded_triangle(grid)
    return [_averaged(grid, triangle, each) for each in AVERAGES]


def average(grid: Grid, key: str) -> dict[str, Any]:
    """One of the averages, as `averages` gives it; the grid has several ages."""
    return _averaged(grid, padded_triangle(grid), _BY_KEY[key])


def developed(triangle: Any, key: str) -> Any | None:
    """The engine's fit of one average, with the last sigma as in Mack 1993.

    None for a window on a triangle with more origins than ages, see
    `padded_triangle`.
    """
    windowed = "n_periods" in _BY_KEY[key].parameters
    if windowed and triangle.shape[2] > triangle.shape[3]:
        return None
    return _fit(triangle, key)


def spread(grid: Grid, key: str) -> dict[str, dict[str, float | None]]:
    """Sigma and standard error of a volume-weighted or simple average's factors.

    By interval: {"sigma", "standard_error"}, as Mack 1993 defines them; None where
    the engine has none.
    """
    fit = developed(engine_triangle(grid), key)
    if fit is None:
        return {step: {"sigma": None, "standard_error": None} for step in grid.steps}
    sigmas, errors = table(fit.sigma_)[0], table(fit.std_err_)[0]
    return {
        step: {"sigma": number(sigma), "standard_error": number(error)}
        for step, sigma, error in zip(grid.steps, sigmas, errors, strict=True)
    }


def observed(grid: Grid) -> dict[str, dict[str, float | int | None]]:
    """Count, lowest and highest link ratio of each interval."""
    by_step = {}
    for column, step in enumerate(grid.steps):
        values = [ratio for _, ratio in grid.ratios(column)]
        by_step[step] = {
            "count": len(values),
            "lowest": min(values, default=None),
            "highest": max(values, default=None),
        }
    return by_step


def intent(value: float, step: str, offered: Sequence[Mapping[str, Any]]) -> str:
    """The key of the first average that gives exactly this factor, or "judgment"."""
    equal = (item["key"] for item in offered if item["factors"].get(step) == value)
    return next(equal, "judgment")


def distance(chosen: Mapping[str, float], factors: Mapping[str, float | None]) -> float:
    """How far two sets of factors lie apart: the sum of |ln(a / b)|."""
    total = 0.0
    for step, value in chosen.items():
        other = factors.get(step)
        if other is None or other <= 0 or value <= 0:
            return math.inf
        total += abs(math.log(value / other))
    return total


def _averaged(grid: Grid, triangle: Any, chosen: Average) -> dict[str, Any]:
    fit = _fit(triangle, chosen.key)
    figures = [number(value) for value in table(fit.ldf_)[0][: len(grid.steps)]]
    factors = dict(zip(grid.steps, _offered(figures), strict=True))
    complete = {step: value for step, value in factors.items() if value is not None}
    return {
        "key": chosen.key,
        "label": chosen.label,
        "factors": factors,
        "counts": dict(zip(grid.steps, _counts(triangle, fit), strict=False)),
        "unpaid": unpaid(grid.latest(), grid.ages, complete, 1.0)
        if len(complete) == len(factors)
        else None,
    }


def _fit(triangle: Any, key: str) -> Any:
    parameters = _BY_KEY[key].parameters
    return library().Development(sigma_interpolation="mack", **parameters).fit(triangle)


def _offered(figures: list[float | None]) -> list[float | None]:
    return [None if value is None else typeable(value) for value in figures]


def _counts(triangle: Any, fit: Any) -> list[int]:
    import numpy as np

    ratios = table(triangle.link_ratio)
    weights = np.broadcast_to(fit.w_[0, 0], (fit.w_.shape[2], ratios.shape[1]))
    used = (weights[: len(ratios)] > 0) & ~np.isnan(ratios)
    return [int(count) for count in used.sum(axis=0)]
