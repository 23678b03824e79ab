from datetime import date
from typing import Any

import pytest

from judgment_console.errors import JudgmentError
from judgment_console.evidence.grid import Grid, grid_of, months_after, paid_grid


def triangle(**changes: Any) -> dict[str, Any]:
    return {
        "measure": "paid",
        "cumulative": True,
        "origin_length_months": 12,
        "origins": [
            {"label": "2001", "start": "2001-01-01"},
            {"label": "2002", "start": "2002-01-01"},
        ],
        "ages_months": [12, 24],
        "values": [[100, 150], [110, None]],
    } | changes


def test_grid_of_triangle_keeps_every_cell() -> None:
    assert grid_of(triangle()) == Grid(
        labels=("2001", "2002"),
        starts=(date(2001, 1, 1), date(2002, 1, 1)),
        ages=(12, 24),
        rows=((100.0, 150.0), (110.0, None)),
    )


def test_grid_of_incremental_triangle_is_cumulative() -> None:
    found = grid_of(triangle(cumulative=False, values=[[100, 50], [110, None]]))
    assert found.rows == ((100.0, 150.0), (110.0, None))


def test_grid_of_zero_and_missing_keeps_them_apart() -> None:
    assert grid_of(triangle(values=[[0, 150], [None, None]])).rows == (
        (0.0, 150.0),
        (None, None),
    )


@pytest.mark.parametrize("values", [[[100, 150]], [[100], [110]]])
def test_grid_of_wrong_shape_fails(values: list[list[float]]) -> None:
    with pytest.raises(JudgmentError) as refusal:
        grid_of(triangle(values=values))
    assert refusal.value.code == "EVIDENCE_FAILED"


@pytest.mark.parametrize("amount", [float("nan"), float("inf")])
def test_grid_of_amount_that_is_not_finite_fails(amount: float) -> None:
    with pytest.raises(JudgmentError) as refusal:
        grid_of(triangle(values=[[100, amount], [110, None]]))
    assert refusal.value.code == "EVIDENCE_FAILED"


def test_paid_grid_without_paid_triangle_fails() -> None:
    with pytest.raises(JudgmentError) as refusal:
        paid_grid({"triangles": [triangle(measure="reported")]})
    assert refusal.value.code == "EVIDENCE_FAILED"


def test_ratios_leave_out_zero_and_missing() -> None:
    found = grid_of(
        triangle(
            origins=[
                {"label": str(y), "start": f"{y}-01-01"} for y in range(2001, 2005)
            ],
            values=[[100, 150], [0, 20], [110, None], [50, 0]],
        )
    )
    assert found.ratios(0) == [(0, 1.5)]


def test_latest_gives_last_amount_of_each_filled_row() -> None:
    found = grid_of(triangle(values=[[100, 0], [None, None]]))
    assert found.latest() == [{"origin": "2001", "age": 24, "paid": 0.0}]


def test_valuation_of_july_year_is_the_last_day_of_june() -> None:
    found = grid_of(triangle(origins=[{"label": "a", "start": "2001-07-01"}] * 2))
    assert found.valuation(0, 1) == date(2003, 6, 30)


def test_steps_name_intervals() -> None:
    assert grid_of(triangle()).steps == ("12-24",)


@pytest.mark.parametrize(
    ("values", "full"),
    [
        ([[100, 150], [110, None]], True),
        ([[100, None], [110, None]], False),
        ([[100, 150], [None, None]], False),
        ([[None, 150], [None, 5]], False),
        ([[None, None], [100, 150]], False),
    ],
)
def test_full_borders_need_an_amount_at_each_edge(
    values: list[list[float | None]], full: bool
) -> None:
    assert grid_of(triangle(values=values)).has_full_borders() is full


def test_months_after_crosses_years() -> None:
    assert months_after(date(2001, 11, 1), 14) == date(2003, 1, 1)
