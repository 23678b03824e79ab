import math
from typing import Any

import pytest

from judgment_console.evidence.correlations import (
    calendar_year_test,
    development_test,
)
from judgment_console.evidence.engine import captured, library
from judgment_console.evidence.grid import Grid
from judgment_console.evidence.triangles import engine_triangle
from tests.evidence.conftest import grid


def shifted() -> Grid:
    """Ten years in which the ratios of every second calendar year are higher."""
    rows: list[list[float | None]] = []
    for origin in range(10):
        row: list[float | None] = [100.0 + origin]
        for age in range(9 - origin):
            late = 1.2 if (origin + age) % 2 else 1.0
            last = row[-1]
            assert last is not None
            row.append(last * (1 + 0.5**age * late * (1 + 0.001 * origin)))
        rows.append(row)
    return grid(rows)


def test_calendar_year_test_of_raa_is_that_of_mack_1994(raa: Grid) -> None:
    with captured():
        found: dict[str, Any] | None = calendar_year_test(raa)
    assert found is not None
    assert found["z"] == 14.0
    assert found["expected"] == 12.875
    assert found["variance"] == pytest.approx(3.978515625, rel=1e-6)
    assert found["rejected"] is False


def test_calendar_year_test_rejects_a_calendar_year_effect() -> None:
    with captured():
        found = calendar_year_test(shifted())
    assert found is not None
    assert found["rejected"] is True
    assert found["expected"] - found["z"] > found["half_width"]


def test_calendar_year_test_does_not_take_the_verdict_of_the_engine() -> None:
    with captured():
        verdict = library().ValuationCorrelation(
            engine_triangle(shifted()), p_critical=0.1, total=True
        )
    assert not bool(verdict.z_critical.iloc[0, 0])


def test_calendar_year_test_width_is_that_of_the_normal_distribution(
    raa: Grid,
) -> None:
    with captured():
        found = calendar_year_test(raa)
    assert found is not None
    width = 1.6448536269514722 * math.sqrt(3.978515625)
    assert found["half_width"] == pytest.approx(width, rel=1e-9)


def test_development_test_of_raa_is_that_of_mack_1994(raa: Grid) -> None:
    with captured():
        found = development_test(raa)
    assert found is not None
    assert found["t"] == pytest.approx(0.06955782312925173, rel=1e-6)
    assert found["half_width"] == pytest.approx(0.12746658149149365, rel=1e-6)
    assert found["rejected"] is False


def test_development_test_of_taylor_ashe_leaves_its_range(taylor_ashe: Grid) -> None:
    with captured():
        found = development_test(taylor_ashe)
    assert found is not None
    assert found["rejected"] is True


@pytest.mark.parametrize(
    "rows", [[[100, 150, 170], [110, 160], [120]], [[None] * 4, [1, 2, 3, 4]]]
)
def test_tests_of_a_small_or_open_grid_are_left(
    rows: list[list[float | None]],
) -> None:
    small = grid(rows)
    assert (calendar_year_test(small), development_test(small)) == (None, None)
