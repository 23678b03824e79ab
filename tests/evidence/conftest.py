"""Triangles that the evidence is tested on."""

import math
import warnings
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import judgment_console
from judgment_console.evidence.engine import captured, library
from judgment_console.evidence.factors import averages
from judgment_console.evidence.grid import Grid, grid_of
from judgment_console.intake.triangle_csv import read_triangle

DATA = Path(judgment_console.__file__).parent / "chains" / "data"


def grid(rows: list[list[float | None]], ages: tuple[int, ...] = ()) -> Grid:
    """A small annual grid from 2001 on; short rows are filled up with None."""
    width = max(len(row) for row in rows)
    years = range(2001, 2001 + len(rows))
    return Grid(
        labels=tuple(str(year) for year in years),
        starts=tuple(date(year, 1, 1) for year in years),
        ages=ages or tuple(12 * (column + 1) for column in range(width)),
        rows=tuple((*row, *[None] * (width - len(row))) for row in rows),
    )


def sample(name: str) -> Grid:
    """One of the engine's own samples as a grid."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        triangle = library().load_sample(name)
    values = triangle.values[0, 0]
    return Grid(
        labels=tuple(str(start.year) for start in triangle.origin.to_timestamp()),
        starts=tuple(start.date() for start in triangle.origin.to_timestamp()),
        ages=tuple(int(age) for age in triangle.ddims),
        rows=tuple(
            tuple(None if math.isnan(cell) else float(cell) for cell in row)
            for row in values
        ),
    )


@pytest.fixture(scope="session")
def taylor_ashe() -> Grid:
    data = (DATA / "taylor_ashe.csv").read_bytes()
    triangle = read_triangle(data, filename="taylor_ashe.csv").triangle
    assert triangle is not None
    return grid_of(triangle)


@pytest.fixture(scope="session")
def taylor_ashe_averages(taylor_ashe: Grid) -> list[dict[str, Any]]:
    with captured():
        return averages(taylor_ashe)


@pytest.fixture(scope="session")
def raa() -> Grid:
    return sample("raa")


@pytest.fixture(scope="session")
def mortgage() -> Grid:
    return sample("mortgage")
