from typing import Any

import pytest

from judgment_console.evidence.engine import captured
from judgment_console.evidence.review import review


def dataset(
    values: list[list[float | None]], control: float | None = None, **changes: Any
) -> dict[str, Any]:
    width = max(len(row) for row in values)
    years = range(2001, 2001 + len(values))
    triangle = {
        "measure": "paid",
        "cumulative": True,
        "origins": [{"label": str(y), "start": f"{y}-01-01"} for y in years],
        "ages_months": [12 * (column + 1) for column in range(width)],
        "values": [[*row, *[None] * (width - len(row))] for row in values],
    }
    valuation = f"{years[-1]}-12-31"
    return {
        "name": "test",
        "currency": "USD",
        "valuation_date": valuation,
        "triangles": [triangle],
        "control_total": control,
    } | changes


def checks_of(data: dict[str, Any]) -> dict[str, dict[str, str]]:
    with captured():
        return {each["id"]: each for each in review(data)["checks"]}


GOOD: list[list[float | None]] = [
    [100, 150, 170, 175],
    [110, 168, 188],
    [105, 155],
    [120],
]


def changed(row: int, column: int, value: float | None) -> list[list[float | None]]:
    values = [list(each) for each in GOOD]
    values[row][column] = value
    return values


def test_review_lists_every_check_whether_or_not_it_found_something() -> None:
    found = {name: each["state"] for name, each in checks_of(dataset(GOOD)).items()}
    assert found == {
        "finite-numbers": "pass",
        "duplicate-cells": "pass",
        "interior-missing": "pass",
        "future-cells": "pass",
        "negative-paid": "pass",
        "decreasing-paid": "pass",
        "empty-borders": "pass",
        "origin-gaps": "pass",
        "zero-ages": "pass",
        "latest-missing": "pass",
        "single-cells": "pass",
        "control-total": "not evaluated",
        "outlier-ratios": "pass",
        "calendar-year-test": "pass",
        "development-correlation-test": "warning",
        "same-shape": "not evaluated",
        "paid-above-reported": "not evaluated",
        "decreasing-reported": "not evaluated",
        "claim-checks": "not evaluated",
        "history-changed": "not evaluated",
    }


@pytest.mark.parametrize(
    ("values", "name", "state", "words"),
    [
        (changed(0, 1, None), "interior-missing", "fail", "2001 at 24 months."),
        (changed(1, 0, -5), "negative-paid", "fail", "2002 at 12 months."),
        (
            changed(0, 2, 140),
            "decreasing-paid",
            "warning",
            "2001 from 24 to 36 months by 10.",
        ),
        (
            [GOOD[0], [None], GOOD[2], GOOD[3]],
            "origin-gaps",
            "warning",
            "2002 has no amount.",
        ),
        (
            [[0, 150, 170, 175], [0, 168, 188], [0, 155], [0]],
            "zero-ages",
            "warning",
            "age 12 months.",
        ),
        (
            changed(1, 2, None),
            "latest-missing",
            "warning",
            "2002 ends at 24 months.",
        ),
        (changed(2, 1, None), "single-cells", "warning", "2003 has one amount only."),
    ],
)
def test_review_finds_and_names(
    values: list[list[float | None]], name: str, state: str, words: str
) -> None:
    found = checks_of(dataset(values))[name]
    assert (found["state"], found["detail"]) == (state, words)


def test_review_finds_amounts_after_the_valuation_date() -> None:
    found = checks_of(dataset(GOOD, valuation_date="2003-12-31"))["future-cells"]
    assert found["state"] == "fail"
    assert found["detail"] == (
        "2001 at 48 months; 2002 at 36 months; 2003 at 24 months; 2004 at 12 months."
    )


def test_review_of_an_empty_border_fails_and_tests_are_left() -> None:
    values: list[list[float | None]] = [*GOOD[:3], [None]]
    found = checks_of(dataset(values))
    assert found["empty-borders"]["state"] == "fail"
    assert found["calendar-year-test"]["state"] == "not evaluated"
    assert found["outlier-ratios"]["state"] == "not evaluated"


@pytest.mark.parametrize(
    ("control", "state"),
    [(638.0, "pass"), (639.0, "pass"), (639.5, "fail"), (0.0, "fail")],
)
def test_review_compares_the_control_total(control: float, state: str) -> None:
    assert checks_of(dataset(GOOD, control))["control-total"]["state"] == state


def test_review_tolerates_a_tenth_of_a_percent_of_the_control_total() -> None:
    large: list[list[float | None]] = [[1_000_000, 1_500_000], [1_000_000]]
    found = [
        checks_of(dataset(large, control))["control-total"]["state"]
        for control in (2_502_000.0, 2_503_000.0)
    ]
    assert found == ["pass", "fail"]


def test_review_names_a_ratio_that_stands_out() -> None:
    values: list[list[float | None]] = [[100.0, 150.0 + k % 3] for k in range(14)]
    values[3] = [100.0, 400.0]
    found = checks_of(dataset([*values, [100.0]], valuation_date="2020-12-31"))
    outlier = found["outlier-ratios"]
    assert outlier["state"] == "warning"
    assert outlier["detail"].startswith("2004 at 12-24: ratio 4.000, residual 3.")


def test_review_of_one_age_leaves_what_needs_ratios() -> None:
    found = checks_of(dataset([[100], [110]]))
    assert found["outlier-ratios"]["state"] == "not evaluated"
    assert found["single-cells"]["state"] == "pass"
