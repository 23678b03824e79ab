import math
from typing import Any

import pytest

from judgment_console.evidence.engine import captured
from judgment_console.evidence.factors import (
    average,
    averages,
    distance,
    intent,
    observed,
    spread,
)
from judgment_console.evidence.grid import Grid
from tests.evidence.conftest import grid

EXACT = 1e-9

MACK_1993_FACTORS = {
    "12-24": 3.4906065479322863,
    "24-36": 1.7473326421004893,
    "36-48": 1.4574128360182361,
    "48-60": 1.1738517093997867,
    "60-72": 1.103823532244344,
    "72-84": 1.0862693644363943,
    "84-96": 1.0538743555048127,
    "96-108": 1.0765551783529383,
    "108-120": 1.017724725219544,
}
UNPAID = {
    "volume-all": 18680855.611924313,
    "volume-5": 18518168.46906094,
    "volume-3": 17897559.345021687,
    "simple-all": 18883073.350380845,
    "simple-5": 18713044.352937583,
    "simple-3": 18030809.740607683,
    "medial-all": 18783141.90342022,
    "medial-5x1": 18348740.132674478,
    "geometric-all": 18593604.125242483,
}


def test_averages_of_taylor_ashe_give_the_factors_of_mack_1993(
    taylor_ashe_averages: list[dict[str, Any]],
) -> None:
    assert taylor_ashe_averages[0]["factors"] == pytest.approx(
        MACK_1993_FACTORS, rel=EXACT
    )


def test_averages_of_taylor_ashe_give_the_unpaid_of_each_selection(
    taylor_ashe_averages: list[dict[str, Any]],
) -> None:
    found = {each["key"]: each["unpaid"] for each in taylor_ashe_averages}
    assert found == pytest.approx(UNPAID, rel=EXACT)


def test_averages_count_the_ratios_that_went_in(
    taylor_ashe_averages: list[dict[str, Any]],
) -> None:
    counts = {
        each["key"]: list(each["counts"].values()) for each in taylor_ashe_averages
    }
    assert counts["volume-all"] == [9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert counts["volume-3"] == [3, 3, 3, 3, 3, 3, 3, 2, 1]
    assert counts["medial-all"] == [7, 6, 5, 4, 3, 2, 1, 2, 1]
    assert counts["medial-5x1"] == [3, 3, 3, 3, 3, 2, 1, 2, 1]


def test_averages_are_kept_to_the_digits_a_person_may_type(
    taylor_ashe_averages: list[dict[str, Any]],
) -> None:
    every = [
        value for each in taylor_ashe_averages for value in each["factors"].values()
    ]
    assert every == [float(f"{value:.15g}") for value in every]


def test_medial_five_years_of_raa_equals_the_hand_medial(raa: Grid) -> None:
    with captured():
        found = average(raa, "medial-5x1")["factors"]
    hand = [5.5397, 1.78624, 1.21244, 1.18567, 1.14367]
    assert list(found.values())[:5] == pytest.approx(hand, abs=5e-6)
    rest = [1.03347, 1.03326, 1.01799, 1.00922]
    assert list(found.values())[5:] == pytest.approx(rest, abs=5e-6)


def test_averages_with_an_interior_gap_use_the_ratios_there_are() -> None:
    gap = grid(
        [
            [1204500, 2310750, 2875200, 3120400, 3214900, 3246300],
            [1288100, 2455600, None, 3291700, 3385150],
            [1150250, 2284900, 2846300, 3104800],
            [1402600, 2718300, 3391500],
            [1511900, 2902750],
            [1476400],
        ]
    )
    with captured():
        volume, medial = average(gap, "volume-all"), average(gap, "medial-5x1")
    assert list(volume["factors"].values()) == pytest.approx(
        [1.932534, 1.245975, 1.088036, 1.029312, 1.009767], abs=5e-7
    )
    assert list(medial["factors"].values()) == pytest.approx(
        [1.92547, 1.2457, 1.08805, 1.029337, 1.009767], abs=5e-6
    )


def test_averages_of_an_age_without_ratio_have_no_factor_and_no_unpaid() -> None:
    with captured():
        found = average(grid([[0, 80, 90], [0, 70], [0]]), "volume-all")
    assert found["factors"]["12-24"] is None
    assert found["counts"]["12-24"] == 0
    assert found["unpaid"] is None


def test_averages_of_one_age_are_none() -> None:
    assert averages(grid([[100], [110]])) == []


def test_spread_of_taylor_ashe_has_the_last_sigma_of_mack_1993(
    taylor_ashe: Grid,
) -> None:
    with captured():
        found = spread(taylor_ashe, "volume-all")
    sigmas = [row["sigma"] for row in found.values()]
    third, second, last = (value for value in sigmas[-3:] if value is not None)
    rule = min(second**4 / third**2, min(third**2, second**2))
    assert last**2 == pytest.approx(rule, rel=EXACT)


def test_observed_gives_lowest_highest_and_count() -> None:
    assert observed(grid([[100, 150], [100, 130], [100]])) == {
        "12-24": {"count": 2, "lowest": 1.3, "highest": 1.5}
    }


def test_intent_of_an_equal_factor_is_the_first_average() -> None:
    offered = [
        {"key": "volume-all", "factors": {"12-24": 1.5}},
        {"key": "simple-all", "factors": {"12-24": 1.5}},
    ]
    assert intent(1.5, "12-24", offered) == "volume-all"


def test_intent_of_another_factor_is_judgment() -> None:
    offered = [{"key": "volume-all", "factors": {"12-24": 1.5}}]
    assert intent(1.50001, "12-24", offered) == "judgment"


def test_distance_adds_ratios_of_factors() -> None:
    assert distance({"a": 2.0, "b": 1.0}, {"a": 1.0, "b": 1.0}) == math.log(2)


def test_distance_to_a_missing_factor_is_infinite() -> None:
    assert distance({"a": 2.0}, {"a": None}) == math.inf


def test_averages_of_fewer_ages_are_those_of_the_whole_triangle(
    taylor_ashe: Grid, taylor_ashe_averages: list[dict[str, Any]]
) -> None:
    cut = Grid(
        labels=taylor_ashe.labels,
        starts=taylor_ashe.starts,
        ages=taylor_ashe.ages[:5],
        rows=tuple(row[:5] for row in taylor_ashe.rows),
    )
    with captured():
        found = averages(cut)
    for mine, whole in zip(found, taylor_ashe_averages, strict=True):
        first = {step: whole["factors"][step] for step in cut.steps}
        assert mine["factors"] == pytest.approx(first, rel=EXACT)
        assert mine["counts"] == {step: whole["counts"][step] for step in cut.steps}


def test_spread_of_a_window_on_fewer_ages_is_not_known(taylor_ashe: Grid) -> None:
    cut = Grid(
        labels=taylor_ashe.labels,
        starts=taylor_ashe.starts,
        ages=taylor_ashe.ages[:2],
        rows=tuple(row[:2] for row in taylor_ashe.rows),
    )
    with captured():
        found = spread(cut, "volume-5")
    assert found == {"12-24": {"sigma": None, "standard_error": None}}
