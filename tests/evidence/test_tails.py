from typing import Any

import pytest

from judgment_console.evidence.engine import captured
from judgment_console.evidence.grid import Grid
from judgment_console.evidence.tails import method_of, tails
from tests.evidence.conftest import grid

EXACT = 1e-9


@pytest.fixture(scope="module")
def offered(
    taylor_ashe: Grid, taylor_ashe_averages: list[dict[str, Any]]
) -> dict[str, dict[str, Any]]:
    with captured():
        found = tails(taylor_ashe, taylor_ashe_averages[0]["factors"])
    return {each["key"]: each for each in found}


@pytest.mark.parametrize(
    ("key", "factor", "unpaid"),
    [
        ("none", 1.0, 18680855.611924313),
        ("exponential", 1.0294991710529173, 20245460.540996846),
        ("inverse-power-100", 1.2924303115436933, 34191051.001168326),
        ("inverse-power-10", 1.1572451387685485, 27020971.974808846),
        ("bondy", 1.017724725219544, 19620956.348830007),
    ],
)
def test_tail_of_taylor_ashe_factor_and_unpaid(
    offered: dict[str, dict[str, Any]], key: str, factor: float, unpaid: float
) -> None:
    assert offered[key]["factor"] == pytest.approx(factor, rel=EXACT)
    assert offered[key]["unpaid"] == pytest.approx(unpaid, rel=EXACT)


def test_tail_curves_say_how_well_they_fit(
    offered: dict[str, dict[str, Any]],
) -> None:
    found = [offered[key]["r2"] for key in ("none", "exponential", "bondy")]
    assert found == [None, pytest.approx(0.91687096397, rel=EXACT), None]
    assert offered["inverse-power-10"]["r2"] == offered["inverse-power-100"]["r2"]


def test_tail_curve_leaves_out_factors_near_one_and_names_them(
    taylor_ashe: Grid, taylor_ashe_averages: list[dict[str, Any]]
) -> None:
    changed = {"96-108": 1.000009, "108-120": 0.999}
    with captured():
        found = tails(taylor_ashe, {**taylor_ashe_averages[0]["factors"], **changed})
    assert found[1]["left_out"] == ["96-108", "108-120"]
    assert len(found[1]["fitted"]) == 7


def test_tail_uses_the_chosen_factors_and_not_those_of_the_data(
    taylor_ashe: Grid, taylor_ashe_averages: list[dict[str, Any]]
) -> None:
    with captured():
        found = tails(taylor_ashe, {**taylor_ashe_averages[0]["factors"], "12-24": 3.0})
    assert found[1]["factor"] == pytest.approx(1.0316739, rel=1e-7)


def test_tail_curve_through_one_factor_is_not_computed() -> None:
    with captured():
        found = tails(grid([[100, 150], [110]]), {"12-24": 1.5})
    assert (found[1]["factor"], found[1]["unpaid"], found[1]["r2"]) == (None,) * 3


def test_method_of_an_equal_tail_is_named(offered: dict[str, dict[str, Any]]) -> None:
    listed = list(offered.values())
    assert method_of(1.0, listed) == "none"
    assert method_of(offered["exponential"]["factor"], listed) == "exponential"
    assert method_of(1.03, listed) == "judgment"
