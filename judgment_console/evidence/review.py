"""The data review of a paid triangle: every check listed, found or not."""

from collections.abc import Mapping
from typing import Any

from judgment_console.evidence.checks import Check, grid_checks, left
from judgment_console.evidence.correlations import calendar_year_test, development_test
from judgment_console.evidence.factors import average, spread
from judgment_console.evidence.grid import Grid, paid_grid
from judgment_console.evidence.residuals import residuals

OUTLIER = 3.0
"""A ratio further than this many standard deviations from its average is named."""

_NEED_REPORTED = "There is no reported triangle."
_NEED_CLAIMS = "There is no claim listing."


def review(dataset: Mapping[str, Any]) -> dict[str, Any]:
    """{"checks", "residuals", "calendar_year", "development"} of the paid triangle.

    A check is {"id", "title", "state", "detail"}, its state one of pass, warning,
    fail and not evaluated. Raises JudgmentError EVIDENCE_FAILED as `paid_grid` does.
    """
    grid = paid_grid(dataset)
    rows = standardised(grid)
    calendar, development = calendar_year_test(grid), development_test(grid)
    checks = [
        *grid_checks(grid, dataset),
        _outliers(rows),
        _calendar(calendar),
        _development(development),
        *_left_out(),
    ]
    return {
        "checks": [check.row() for check in checks],
        "residuals": rows,
        "calendar_year": calendar,
        "development": development,
    }


def standardised(grid: Grid) -> list[dict[str, Any]]:
    """Residuals about the volume-weighted averages of all years."""
    if not grid.steps or not grid.has_full_borders():
        return []
    factors = average(grid, "volume-all")["factors"]
    sigmas = {step: row["sigma"] for step, row in spread(grid, "volume-all").items()}
    return residuals(grid, factors, sigmas)


def _outliers(rows: list[dict[str, Any]]) -> Check:
    name, title = "outlier-ratios", "Link ratios that stand out"
    if not rows:
        return left(name, title, "No interval has three link ratios.")
    far = [row for row in rows if abs(row["residual"]) > OUTLIER]
    largest = max(abs(row["residual"]) for row in rows)
    places = (
        f"{row['origin']} at {row['interval']}: ratio {row['ratio']:.3f}, residual "
        f"{row['residual']:.1f}"
        for row in far
    )
    return Check(
        id=name,
        title=title,
        state="warning" if far else "pass",
        detail=f"{'; '.join(places)}."
        if far
        else f"The largest standardised residual is {largest:.2f}; "
        f"{OUTLIER:.0f} would be named.",
    )


def _calendar(test: Mapping[str, Any] | None) -> Check:
    name, title = "calendar-year-test", "Calendar-year effect (Mack's test at 90 %)"
    if test is None:
        return left(name, title, "The triangle is too small or has an empty border.")
    return Check(
        id=name,
        title=title,
        state="warning" if test["rejected"] else "pass",
        detail=f"Z is {test['z']:.0f}, expected {test['expected']:.1f} within "
        f"{test['half_width']:.1f}.",
    )


def _development(test: Mapping[str, Any] | None) -> Check:
    title = "Correlation of neighbouring ratios (Mack's test at 50 %)"
    if test is None:
        why = "The triangle has fewer than four ages, or not as many origins as ages."
        return left("development-correlation-test", title, why)
    return Check(
        id="development-correlation-test",
        title=title,
        state="warning" if test["rejected"] else "pass",
        detail=f"T is {test['t']:.3f}; the 50 % range is 0 within "
        f"{test['half_width']:.3f}.",
    )


def _left_out() -> list[Check]:
    pairs = (
        ("same-shape", "Paid and reported with other origins or ages"),
        ("paid-above-reported", "Paid above reported"),
        ("decreasing-reported", "Reported that falls"),
    )
    return [
        *(left(name, title, _NEED_REPORTED) for name, title in pairs),
        left("claim-checks", "Dates and amounts of single claims", _NEED_CLAIMS),
        left(
            "history-changed",
            "Amounts that changed since the last upload",
            "There is no earlier upload to compare with.",
        ),
    ]
