"""The development heat map: link ratios by origin, shaded by their distance."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from judgment_console.chains.reserve_review.data_exhibits import origin_column
from judgment_console.errors import JudgmentError
from judgment_console.evidence import blocks
from judgment_console.evidence.grid import Grid, paid_grid
from judgment_console.judgment import GateContext

AWAY, FAR = 1.0, 2.0

NOTE = (
    "Shaded from 1, and marked ▲ above or ▼ below from 2 standard deviations away "
    "from the recommended factor; intervals with under three ratios are not shaded."
)


def ratio_heat(
    grid: Grid,
    factors: Mapping[str, float | None],
    residuals: Sequence[Mapping[str, Any]],
    last: Mapping[str, Any],
    earlier: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """Link ratios, the recommended factors under them, and last period's if known.

    A row's `role` is ratio, recommended or last; `order` counts the origins.
    """
    cells = link_ratios(grid)
    rows: list[dict[str, Any]] = [
        {
            "id": label,
            "origin": label,
            "role": "ratio",
            "order": number,
            **{step: cells.get(label, {}).get(step) for step in grid.steps},
        }
        for number, label in enumerate(grid.labels[:-1])
    ]
    foot = {"id": "recommended-factors", "origin": "Factor", "mark": "recommended"}
    rows.append({**foot, "role": "recommended", "order": None, **factors})
    before = {step: last.get(f"ldf.paid.{step}") for step in grid.steps}
    if any(value is not None for value in before.values()):
        foot = {"id": "last-factors", "origin": "Last period"}
        rows.append({**foot, "role": "last", "order": None, **before})
    columns = [
        origin_column(),
        *(blocks.column(step, step, "factor") for step in grid.steps),
    ]
    table = blocks.table(
        "ratios", "Link ratios", tab="data", columns=columns, rows=rows
    )
    return blocks.heat(table, _shades(residuals), note=NOTE, earlier=earlier)


def earlier_ratios(ctx: GateContext) -> list[dict[str, Any]]:
    """The link ratios of each earlier upload of the segment, the latest first.

    One whose triangle cannot be read any more is left out.
    """
    found = []
    for upload in ctx.inputs.get("earlier") or ():
        try:
            cells = link_ratios(paid_grid(upload))
        except JudgmentError:
            continue
        label = f"{upload['name']}, valued {upload['valuation_date']}"
        found.append({"label": label, "values": cells})
    return found


def link_ratios(grid: Grid) -> dict[str, dict[str, float]]:
    """The link ratios by origin and interval."""
    cells: dict[str, dict[str, float]] = {}
    for column, step in enumerate(grid.steps):
        for row, ratio in grid.ratios(column):
            cells.setdefault(grid.labels[row], {})[step] = ratio
    return cells


def _shades(residuals: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, int]]:
    shades: dict[str, dict[str, int]] = {}
    for each in residuals:
        value = each["residual"]
        level = (abs(value) >= AWAY) + (abs(value) >= FAR)
        if level:
            signed = level if value > 0 else -level
            shades.setdefault(each["origin"], {})[each["interval"]] = signed
    return shades
