import math
from typing import Any

import pytest

from judgment_console.evidence.grid import Grid
from judgment_console.evidence.tail_curves import (
    curve_rows,
    exponential,
    inverse_power,
)


@pytest.fixture(scope="module")
def factors(taylor_ashe_averages: list[dict[str, Any]]) -> dict[str, float]:
    found: dict[str, float] = taylor_ashe_averages[0]["factors"]
    return found


def test_exponential_continued_is_the_engines_tail(factors: dict[str, float]) -> None:
    curve = exponential(list(factors.values()))
    assert curve is not None
    tail = math.prod(curve.factor(number) for number in range(10, 110))
    assert tail == pytest.approx(1.0294991710529173, rel=1e-9)


@pytest.mark.parametrize(
    ("periods", "engine"), [(10, 1.1572451387685485), (100, 1.2924303115436933)]
)
def test_inverse_power_continued_is_the_engines_tail(
    factors: dict[str, float], periods: int, engine: float
) -> None:
    curve = inverse_power(list(factors.values()))
    assert curve is not None
    tail = math.prod(curve.factor(number) for number in range(10, 10 + periods))
    assert tail == pytest.approx(engine, rel=1e-8)


def test_curve_leaves_out_factors_near_one() -> None:
    whole, flat = [1.5, 1.25, 1.125], [1.5, 1.25, 1.125, 1.000009, 0.9]
    assert exponential(flat) == exponential(whole)


@pytest.mark.parametrize("factors", [[], [1.2], [1.2, 1.0], [0.9, 0.8]])
def test_curve_through_fewer_than_two_points_is_none(factors: list[float]) -> None:
    assert exponential(factors) is None
    assert inverse_power(factors) is None


def test_rows_go_on_to_twenty_years(
    taylor_ashe: Grid, factors: dict[str, float]
) -> None:
    rows = curve_rows(taylor_ashe.ages, factors)
    assert [row["age"] for row in rows] == list(range(12, 240, 12))
    assert [row["factor"] for row in rows[:9]] == list(factors.values())
    assert [row["factor"] for row in rows[9:]] == [None] * 10
    assert rows[-1]["id"] == "228-240"
    assert rows[-1]["exponential"] == pytest.approx(1.0001044675, rel=1e-9)
    assert rows[-1]["power"] == pytest.approx(1.0074605264, rel=1e-9)


def test_rows_of_a_long_triangle_go_ten_intervals_past_it() -> None:
    ages = tuple(range(12, 492, 12))
    factors = {f"{age}-{age + 12}": 1 + 1 / age for age in ages[:-1]}
    rows = curve_rows(ages, factors)
    assert (len(rows), rows[-1]["id"]) == (49, "588-600")


def test_rows_without_a_curve_have_none() -> None:
    rows = curve_rows((12, 24), {"12-24": 1.5})
    assert rows[0] == {
        "id": "12-24",
        "interval": "12-24",
        "age": 12,
        "factor": 1.5,
        "exponential": None,
        "power": None,
    }
