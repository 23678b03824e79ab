import math
from datetime import date

import pytest

from judgment_console.errors import JudgmentError
from judgment_console.evidence.engine import captured
from judgment_console.evidence.grid import Grid
from judgment_console.evidence.triangles import engine_triangle, table
from tests.evidence.conftest import grid


def test_engine_triangle_has_the_cells_of_the_grid() -> None:
    with captured():
        made = engine_triangle(grid([[100, 150, 170], [110, 160], [120]]))
    assert made.is_cumulative
    assert list(made.ddims) == [12, 24, 36]
    assert made.valuation_date.date() == date(2003, 12, 31)
    assert [list(row) for row in table(made)[:, :1]] == [[100], [110], [120]]


def test_engine_triangle_shows_a_zero_as_missing_so_the_grid_is_the_record() -> None:
    with captured():
        made = engine_triangle(grid([[0, 150], [110]]))
    assert math.isnan(table(made)[0, 0])


def test_engine_triangle_of_mid_year_valuation_keeps_ages() -> None:
    with captured():
        made = engine_triangle(grid([[10, 15, 17], [11, 16], [12]], ages=(6, 18, 30)))
    assert list(made.ddims) == [6, 18, 30]
    assert made.valuation_date.date() == date(2003, 6, 30)


def test_engine_triangle_of_july_years_keeps_ages() -> None:
    fiscal = Grid(
        labels=("2001", "2002"),
        starts=(date(2001, 7, 1), date(2002, 7, 1)),
        ages=(12, 24),
        rows=((10.0, 15.0), (11.0, None)),
    )
    with captured():
        made = engine_triangle(fiscal)
    assert list(made.ddims) == [12, 24]
    assert made.valuation_date.date() == date(2003, 6, 30)


def test_engine_triangle_with_an_empty_border_is_refused() -> None:
    with pytest.raises(JudgmentError) as refusal:
        engine_triangle(grid([[None, 150], [None]]))
    assert refusal.value.code == "EVIDENCE_FAILED"


def test_engine_triangle_of_more_origins_than_ages_ends_at_the_last_age() -> None:
    with captured():
        made = engine_triangle(grid([[10, 15], [11, 16], [12, 17], [13]]))
    assert list(made.ddims) == [12, 24]
    assert [list(row) for row in table(made)[:3]] == [[10, 15], [11, 16], [12, 17]]
