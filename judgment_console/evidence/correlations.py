"""Mack's two tests of the chain ladder's assumptions (Mack 1994, appendices)."""

import math
from statistics import NormalDist
from typing import Any

from judgment_console.evidence.engine import number
from judgment_console.evidence.grid import Grid
from judgment_console.evidence.triangles import engine_triangle

CALENDAR_LEVEL = 0.1
DEVELOPMENT_LEVEL = 0.5

# The variance of the development test divides by (ages - 3).
_FEWEST_AGES = 4


def calendar_year_test(grid: Grid) -> dict[str, Any] | None:
    """Whether ratios of a calendar year lean to one side: Z against its 90 % range.

    Gives {"z", "expected", "variance", "half_width", "rejected"}; None where the
    grid is too small. Source: Mack 1994, appendix H.
    """
    if not _testable(grid):
        return None
    test = engine_triangle(grid).valuation_correlation(total=True)
    z, expected, variance = (
        number(frame.iloc[0, 0])
        for frame in (test.z, test.z_expectation, test.z_variance)
    )
    if z is None or expected is None or variance is None:
        return None
    # The engine's own verdict compares the variance with a range about itself and
    # never rejects (seen in 0.10.1); its three sums are right.
    half = NormalDist().inv_cdf(1 - CALENDAR_LEVEL / 2) * math.sqrt(variance)
    return {
        "z": z,
        "expected": expected,
        "variance": variance,
        "half_width": half,
        "rejected": abs(z - expected) > half,
    }


def development_test(grid: Grid) -> dict[str, Any] | None:
    """Whether neighbouring ratios go together: Spearman's T against its 50 % range.

    Gives {"t", "half_width", "rejected"}; None where the grid is too small, or has
    not as many origins as ages. Source: Mack 1994, appendix G.
    """
    if not _testable(grid) or len(grid.labels) != len(grid.ages):
        return None
    test = engine_triangle(grid).development_correlation(p_critical=DEVELOPMENT_LEVEL)
    t, half = number(test.t_expectation.iloc[0, 0]), test.confidence_interval[1]
    if t is None:
        return None
    return {"t": t, "half_width": float(half), "rejected": bool(abs(t) > half)}


def _testable(grid: Grid) -> bool:
    return len(grid.ages) >= _FEWEST_AGES and grid.has_full_borders()
