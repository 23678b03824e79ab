import math
from collections.abc import Mapping
from typing import Any

import pytest

from judgment_console.evidence.engine import captured
from judgment_console.evidence.factors import averages
from judgment_console.evidence.grid import Grid
from judgment_console.evidence.mack import standard_error
from tests.evidence.conftest import grid, sample

EXACT = 1e-9


def errors_of(
    found: Grid, tail: float = 1.0, *, key: str = "volume-all", **typed: float
) -> dict[str, Any]:
    with captured():
        offered = averages(found)
        chosen = next(each for each in offered if each["key"] == key)
        factors = {**chosen["factors"], **typed}
        error = standard_error(found, factors, tail, offered)
    assert error is not None
    return error


def test_standard_error_of_taylor_ashe_is_that_of_mack_1993(taylor_ashe: Grid) -> None:
    found = errors_of(taylor_ashe)
    assert (found["total"], found["process"], found["parameter"]) == pytest.approx(
        (2447094.860834665, 1878291.7979074914, 1568532.1736696614), rel=EXACT
    )
    assert found["exact"] is True


def test_standard_error_by_origin_of_taylor_ashe_is_that_of_mack_1993(
    taylor_ashe: Grid, taylor_ashe_averages: list[dict[str, Any]]
) -> None:
    found = errors_of(taylor_ashe)["by_origin"]
    unpaid = [95, 470, 710, 985, 1419, 2178, 3920, 4279, 4626]
    shares = [
        round(100 * error / (1000 * amount))
        for error, amount in zip(list(found.values())[1:], unpaid, strict=True)
    ]
    assert found["2001"] is None
    assert shares == [80, 26, 19, 27, 29, 26, 22, 23, 29]


def test_standard_error_is_not_the_default_of_the_engine(taylor_ashe: Grid) -> None:
    assert round(errors_of(taylor_ashe)["total"]) != 2_441_364


def test_standard_error_of_mortgage_is_that_of_mack_1993(mortgage: Grid) -> None:
    found = errors_of(mortgage)
    assert (found["total"], found["process"], found["parameter"]) == pytest.approx(
        (3728870.241257798, 3168803.642527051, 1965491.478293733), rel=EXACT
    )


def test_unpaid_of_mortgage_is_that_of_mack_1993(mortgage: Grid) -> None:
    with captured():
        found = averages(mortgage)[0]["unpaid"]
    assert found == pytest.approx(14546730.144469477, rel=EXACT)


def test_standard_error_of_raa_is_that_of_mack_1994(raa: Grid) -> None:
    found = errors_of(raa)
    assert (found["total"], found["process"], found["parameter"]) == pytest.approx(
        (26909.01115564366, 24919.9622312918, 10153.342492280319), rel=EXACT
    )


def test_unpaid_of_raa_is_that_of_mack_1994(raa: Grid) -> None:
    with captured():
        found = averages(raa)[0]["unpaid"]
    assert found == pytest.approx(52135.228261210155, rel=EXACT)


def test_standard_error_of_mw2008_is_that_of_merz_wuthrich_2008() -> None:
    found = errors_of(sample("mw2008"))
    assert found["total"] == pytest.approx(108401.38745103576, rel=EXACT)


def test_standard_error_parts_add_up_in_squares(taylor_ashe: Grid) -> None:
    found = errors_of(taylor_ashe)
    parts = math.hypot(found["process"], found["parameter"])
    assert found["total"] == pytest.approx(parts, rel=EXACT)


def test_standard_error_with_a_tail_is_called_an_approximation(
    taylor_ashe: Grid,
) -> None:
    found = errors_of(taylor_ashe, 1.0294991710529173)
    assert found["exact"] is False
    assert found["total"] == pytest.approx(2566247.6264094, rel=EXACT)
    assert found["basis"] == (
        "Mack 1993 for “Volume-weighted, all years”, last sigma by its own rule; "
        "an approximation, for the tail is other than 1"
    )


def test_standard_error_of_another_average_uses_its_own_parameters(
    taylor_ashe: Grid,
) -> None:
    found = errors_of(taylor_ashe, key="volume-5")
    assert (found["average"], found["exact"]) == ("volume-5", True)
    assert found["total"] == pytest.approx(2531576.82810945, rel=EXACT)


def test_standard_error_of_typed_factors_is_borrowed_and_says_so(
    taylor_ashe: Grid,
) -> None:
    found = errors_of(taylor_ashe, **{"12-24": 3.49})
    assert (found["average"], found["exact"]) == ("volume-all", False)
    assert "nearest average" in found["basis"]


def test_standard_error_of_geometric_average_is_borrowed(taylor_ashe: Grid) -> None:
    found = errors_of(taylor_ashe, key="geometric-all")
    assert found["average"] != "geometric-all"
    assert found["exact"] is False


@pytest.mark.parametrize("rows", [[[100, 150], [110]]])
def test_standard_error_of_two_by_two_is_none(rows: list[list[float | None]]) -> None:
    small = grid(rows)
    with captured():
        offered = averages(small)
        factors: Mapping[str, float] = offered[0]["factors"]
        assert standard_error(small, factors, 1.0, offered) is None


def fewer_ages(whole: Grid) -> Grid:
    return Grid(
        labels=whole.labels,
        starts=whole.starts,
        ages=whole.ages[:5],
        rows=tuple(row[:5] for row in whole.rows),
    )


def test_standard_error_of_more_origins_than_ages_is_that_of_the_engine(
    taylor_ashe: Grid,
) -> None:
    cut = fewer_ages(taylor_ashe)
    with captured():
        unpaid = averages(cut)[0]["unpaid"]
    assert unpaid == pytest.approx(8599219.118118525, rel=EXACT)
    assert errors_of(cut)["total"] == pytest.approx(1382313.80156447, rel=EXACT)


def test_standard_error_of_a_window_on_more_origins_than_ages_is_borrowed(
    taylor_ashe: Grid,
) -> None:
    found = errors_of(fewer_ages(taylor_ashe), key="volume-5")
    assert (found["average"][-3:], found["exact"]) == ("all", False)
