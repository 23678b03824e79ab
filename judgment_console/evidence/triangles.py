"""From our grid to the engine's triangle, with nothing left for it to infer."""

from typing import Any

from judgment_console.errors import JudgmentError
from judgment_console.evidence.engine import library
from judgment_console.evidence.grid import Grid


def engine_triangle(grid: Grid) -> Any:
    """The engine's cumulative triangle, with the origins and ages of the grid.

    Each cell has the start of its origin and its own valuation date, so grain and
    ages do not depend on how labels look. The engine shows a zero as missing: the
    grid stays the record, the triangle is for computing. Raises JudgmentError
    EVIDENCE_FAILED when a border of the grid is empty, for the engine would drop it,
    and when the engine reads the shape in another way.
    """
    triangle = padded_triangle(grid)
    triangle = triangle.iloc[..., : len(grid.labels), : len(grid.ages)]
    if tuple(triangle.ddims) != grid.ages or triangle.shape[2] != len(grid.labels):
        raise JudgmentError(
            "EVIDENCE_FAILED", "The engine reads other origins or ages than the data."
        )
    return triangle


def padded_triangle(grid: Grid) -> Any:
    """The same with every origin and age up to the valuation, empty if need be.

    The engine makes it so, and windows of accident years need it: on a triangle with
    more origins than ages they fail (seen in 0.10.1). Raises as `engine_triangle`.
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
