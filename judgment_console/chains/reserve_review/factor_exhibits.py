"""Tables of development factors by interval."""

from collections.abc import Mapping, Sequence
from typing import Any

from judgment_console.chains.reserve_review.shared import NO_TAIL
from judgment_console.evidence import blocks
from judgment_console.evidence.grid import Grid
from judgment_console.evidence.projection import to_ultimate

_DEVELOPMENT: tuple[tuple[str, str, blocks.Format], ...] = (
    ("interval", "Interval", "text"),
    ("factor", "Factor", "factor"),
    ("last", "Last period", "factor"),
    ("ultimate", "To ultimate", "factor"),
    ("developed", "Developed", "percent"),
    ("count", "Ratios", "count"),
    ("lowest", "Lowest", "factor"),
    ("highest", "Highest", "factor"),
    ("error", "Standard error", "factor"),
    ("sigma", "Sigma", "number"),
)


def count_table(
    averages: Sequence[Mapping[str, Any]], steps: Sequence[str]
) -> dict[str, Any]:
    """How many ratios went into each factor."""
    rows = [
        {"id": each["key"], "label": each["label"], **each["counts"]}
        for each in averages
    ]
    return blocks.table(
        "counts",
        "Ratios used (a window counts accident years)",
        tab="diagnostics",
        columns=[
            blocks.column("label", "Average", "text"),
            *(blocks.column(step, step, "count") for step in steps),
        ],
        rows=rows,
    )


def development_table(
    grid: Grid,
    best: Mapping[str, Any],
    observed: Mapping[str, Mapping[str, Any]],
    spread: Mapping[str, Mapping[str, Any]],
    last: Mapping[str, Any],
) -> dict[str, Any]:
    """The recommended factors and what they rest on; `last` is last period's ledger."""
    known = best["unpaid"] is not None
    cumulative = to_ultimate(grid.ages, best["factors"], NO_TAIL) if known else {}
    rows = [
        {
            "id": step,
            "interval": step,
            "factor": best["factors"][step],
            "last": last.get(f"ldf.paid.{step}"),
            "count": best["counts"][step],
            **_developed(cumulative.get(age)),
            **_observed(observed[step], spread[step]),
        }
        for age, step in zip(grid.ages, grid.steps, strict=False)
    ]
    return blocks.table(
        "development",
        "The recommended factors by interval, before a tail",
        tab="main",
        columns=[blocks.column(*each) for each in _DEVELOPMENT],
        rows=rows,
    )


def _developed(ultimate: float | None) -> dict[str, float | None]:
    return {"ultimate": ultimate, "developed": 1 / ultimate if ultimate else None}


def _observed(
    ratios: Mapping[str, Any], spread: Mapping[str, Any]
) -> dict[str, float | None]:
    return {
        "lowest": ratios["lowest"],
        "highest": ratios["highest"],
        "error": spread["standard_error"],
        "sigma": spread["sigma"],
    }
