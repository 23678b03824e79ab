import pytest

from judgment_console.evidence.residuals import recent_means, residuals
from tests.evidence.conftest import grid

ROWS: list[list[float | None]] = [[100, 150], [100, 130], [100, 140], [100]]


def test_residuals_are_weighted_by_the_earlier_amount() -> None:
    found = residuals(grid(ROWS), {"12-24": 1.4}, {"12-24": 2.0})
    assert [row["residual"] for row in found] == pytest.approx([0.5, -0.5, 0.0])
    assert (found[0]["origin"], found[0]["interval"]) == ("2001", "12-24")


@pytest.mark.parametrize(("factor", "sigma"), [(None, 2.0), (1.4, None), (1.4, 0.0)])
def test_residuals_without_factor_or_sigma_are_left_out(
    factor: float | None, sigma: float | None
) -> None:
    assert residuals(grid(ROWS), {"12-24": factor}, {"12-24": sigma}) == []


def test_residuals_of_two_ratios_are_left_out() -> None:
    few = grid([[100, 150], [100, 130], [100]])
    assert residuals(few, {"12-24": 1.4}, {"12-24": 2.0}) == []


def test_recent_means_take_the_last_three() -> None:
    rows = [{"interval": "12-24", "residual": value} for value in (9.0, 1.0, 2.0, 3.0)]
    assert recent_means(rows) == {"12-24": 2.0}
