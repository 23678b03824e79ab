"""A first small fit, so that a worker's first gate does not wait for the engine."""

from datetime import date

from judgment_console.evidence.correlations import calendar_year_test, development_test
from judgment_console.evidence.engine import captured
from judgment_console.evidence.factors import average
from judgment_console.evidence.grid import Grid
from judgment_console.evidence.mack import standard_error
from judgment_console.evidence.tails import tails

_GRID = Grid(
    labels=("2001", "2002", "2003", "2004", "2005"),
    starts=tuple(date(year, 1, 1) for year in range(2001, 2006)),
    ages=(12, 24, 36, 48, 60),
    rows=(
        (100.0, 150.0, 170.0, 178.0, 180.0),
        (110.0, 168.0, 188.0, 199.0, None),
        (105.0, 155.0, 178.0, None, None),
        (120.0, 176.0, None, None, None),
        (115.0, None, None, None, None),
    ),
)


def warm() -> None:
    """Load the engine and use each part of it once; takes seconds the first time."""
    with captured():
        volume = average(_GRID, "volume-all")
        standard_error(_GRID, volume["factors"], 1.01, [volume])
        tails(_GRID, volume["factors"])
        calendar_year_test(_GRID)
        development_test(_GRID)
