"""Tables of the data: checks, triangle, residuals."""

from collections.abc import Mapping, Sequence
from typing import Any

from judgment_console.evidence import blocks
from judgment_console.evidence.grid import Grid


def check_flags(checks: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """A flag for each check that failed or warned, leading to its row."""
    levels: Mapping[str, blocks.Level] = {"fail": "fail", "warning": "check"}
    return [
        blocks.flag(
            levels[each["state"]],
            f"{each['title']}: {each['detail']}",
            f"checks:{each['id']}",
        )
        for each in checks
        if each["state"] in levels
    ]


def check_table(checks: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Every data check, whether or not it found something."""
    return blocks.table(
        "checks",
        "Checks",
        tab="main",
        columns=[
            blocks.column("title", "Check", "text"),
            blocks.column("state", "State", "state"),
            blocks.column("detail", "Found", "text"),
        ],
        rows=checks,
    )


def triangle_table(grid: Grid, unit: str) -> dict[str, Any]:
    """The cumulative paid triangle."""
    rows = [
        {
            "id": label,
            "origin": label,
            **dict(zip(map(str, grid.ages), row, strict=True)),
        }
        for label, row in zip(grid.labels, grid.rows, strict=True)
    ]
    return blocks.table(
        "triangle",
        "Cumulative paid losses by age in months",
        tab="data",
        unit=unit,
        columns=[
            origin_column(),
            *(money_column(str(age), str(age)) for age in grid.ages),
        ],
        rows=rows,
    )


def residual_table(grid: Grid, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Standardised residuals by origin."""
    cells = {(row["origin"], row["interval"]): row["residual"] for row in rows}
    title = "Standardised residuals about the volume-weighted averages"
    table_rows = [
        {
            "id": label,
            "origin": label,
            **{step: cells.get((label, step)) for step in grid.steps},
        }
        for label in grid.labels[:-1]
    ]
    columns = [
        origin_column(),
        *(blocks.column(step, step, "number") for step in grid.steps),
    ]
    return blocks.table(
        "residuals", title, tab="diagnostics", columns=columns, rows=table_rows
    )


def origin_column() -> dict[str, str]:
    """The first column of a table by origin."""
    return blocks.column("origin", "Origin", "year")


def money_column(key: str, label: str) -> dict[str, str]:
    """A column of money."""
    return blocks.column(key, label, "money")
