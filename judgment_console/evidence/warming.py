"""A first fit, so that a worker's first gate does not wait for the engine to load."""

from datetime import date

from judgment_console.evidence.factors import averages
from judgment_console.evidence.grid import Grid
from judgment_console.evidence.mack import standard_error


def warm() -> None:
    """Load the engine and run every kind of fit once, on a small triangle."""
    grid = Grid(
        labels=("1", "2", "3", "4"),
        starts=tuple(date(2001 + year, 1, 1) for year in range(4)),
        ages=(12, 24, 36, 48),
        rows=(
            (100.0, 150.0, 170.0, 175.0),
            (110.0, 168.0, 187.0, None),
            (105.0, 155.0, None, None),
            (120.0, None, None, None),
        ),
    )
    offered = averages(grid)
    standard_error(grid, offered[0]["factors"], 1.0, offered)
