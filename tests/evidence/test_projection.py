import pytest

from judgment_console.evidence.projection import (
    to_ultimate,
    unpaid,
    unpaid_by_origin,
)

LATEST = [
    {"origin": "2001", "age": 36, "paid": 200.0},
    {"origin": "2002", "age": 24, "paid": 150.0},
    {"origin": "2003", "age": 12, "paid": 100.0},
]
AGES = (12, 24, 36)
FACTORS = {"12-24": 2.0, "24-36": 1.5}


def test_to_ultimate_multiplies_from_the_last_age_back() -> None:
    assert to_ultimate(AGES, FACTORS, 1.1) == pytest.approx(
        {36: 1.1, 24: 1.65, 12: 3.3}
    )


def test_to_ultimate_with_one_age_is_the_tail() -> None:
    assert to_ultimate((12,), {}, 1.25) == {12: 1.25}


def test_unpaid_by_origin_without_tail_leaves_oldest_at_zero() -> None:
    assert unpaid_by_origin(LATEST, AGES, FACTORS, 1.0) == {
        "2001": 0.0,
        "2002": 75.0,
        "2003": 200.0,
    }


def test_unpaid_adds_origins() -> None:
    assert unpaid(LATEST, AGES, FACTORS, 1.0) == 275.0
