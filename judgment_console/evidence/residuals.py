"""Standardised residuals of link ratios, as Mack 1994 plots them."""

import math
from collections.abc import Mapping
from typing import Any

from judgment_console.evidence.grid import Grid


def residuals(
    grid: Grid, factors: Mapping[str, float | None], sigmas: Mapping[str, float | None]
) -> list[dict[str, Any]]:
    """Each ratio's (ratio - factor) * sqrt(earlier amount) / sigma.

    Gives {"origin", "interval", "ratio", "residual"}. Intervals with fewer than
    three ratios, or without a factor or sigma, and negative amounts are left out.
    """
    found = []
    for column, step in enumerate(grid.steps):
        factor, sigma = factors[step], sigmas[step]
        ratios = grid.ratios(column)
        if factor is None or not sigma or len(ratios) < 3:
            continue
        for row, ratio in ratios:
            earlier = grid.rows[row][column]
            if earlier is not None and earlier > 0:
                value = (ratio - factor) * math.sqrt(earlier) / sigma
                found.append(
                    {
                        "origin": grid.labels[row],
                        "interval": step,
                        "ratio": ratio,
                        "residual": value,
                    }
                )
    return found


def recent_means(rows: list[dict[str, Any]]) -> dict[str, float]:
    """The mean of the latest three residuals of each interval that has any."""
    by_step: dict[str, list[float]] = {}
    for row in rows:
        by_step.setdefault(row["interval"], []).append(row["residual"])
    return {step: math.fsum(values[-3:]) / 3 for step, values in by_step.items()}
