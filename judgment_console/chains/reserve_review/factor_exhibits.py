"""Tables of development factors by interval."""

from collections.abc import Mapping, Sequence
from typing import Any

from judgment_console.chains.reserve_review.shared import NO_TAIL
from judgment_console.evidence import blocks
from judgment_console.evidence.grid import Grid
from judgment_console.evidence.projection import to_ultimate


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
    """The recommended factors by interval with what they rest on.

    `last` is last period's ledger.
    """
    factors = best["factors"]
    known = best["unpaid"] is not None
    cumulative = to_ultimate(grid.ages, factors, NO_TAIL) if known else {}
    rows = [
        {
            "id": step,
            "interval": step,
            "factor": factors[step],
            "last": last.get(f"ldf.paid.{step}"),
            "ultimate": cumulative.get(age),
            "developed": 1 / cumulative[age] if cumulative.get(age) else None,
            "count": best["counts"][step],
            "lowest": observed[step]["lowest"],
            "highest": observed[step]["highest"],
            "error": spread[step]["standard_error"],
            "sigma": spread[step]["sigma"],
        }
        for age, step in zip(grid.ages, grid.steps, strict=False)
    ]
    columns: list[tuple[str, str, blocks.Format]] = [
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
    ]
    return blocks.table(
        "development",
        "The recommended factors by interval, before a tail",
        tab="main",
        columns=[blocks.column(*each) for each in columns],
        rows=rows,
    )
