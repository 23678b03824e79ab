"""From our grid to the engine's triangle, with nothing left for it to infer."""

from typing import Any

from judgment_console.errors import JudgmentError
from judgment_console.evidence.engine import library
from judgment_console.evidence.grid import Grid


def engine_triangle(grid: Grid) -> Any:
    """The engine's cumulative triangle of the grid, one row for each amount.

    Each cell has the start of its origin and its own valuation date, so grain and
    ages do not depend on how labels look. The engine shows a zero as missing: the
    grid stays the record, the triangle is for computing. Raises JudgmentError
    EVIDENCE_FAILED when a border of the grid is empty, for the engine would drop it.
    """
    if not grid.has_full_borders():
        raise JudgmentError(
            "EVIDENCE_FAILED",
            "The first or last origin, or the first or last age, has no amount.",
        )
    import pandas as pd

    cells = [
        (grid.starts[row], grid.valuation(row, column), amount)
        for row, column, amount in grid.cells()
    ]
    frame = pd.DataFrame(cells, columns=["origin", "valuation", "paid"])
    for name in ("origin", "valuation"):
        frame[name] = pd.to_datetime(frame[name])
    return library().Triangle(
        frame,
        origin="origin",
        development="valuation",
        columns="paid",
        cumulative=True,
    )


def table(triangle: Any) -> Any:
    """The figures of the first index and column: origins down, ages across."""
    return triangle.set_backend("numpy").values[0, 0]
