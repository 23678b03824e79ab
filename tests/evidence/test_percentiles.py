import pytest

from judgment_console.evidence.percentiles import SHARES, lognormal


def test_percentiles_of_taylor_ashe_by_the_lognormal_of_mack_1993() -> None:
    found = lognormal(18680855.611924313, 2447094.860834665)
    assert found is not None
    assert [round(found.amount(share)) for share in SHARES] == [
        16_962_637,
        18_522_611,
        20_226_048,
        21_892_743,
        22_955_180,
        25_919_050,
    ]


def test_share_is_the_inverse_of_amount() -> None:
    found = lognormal(100.0, 20.0)
    assert found is not None
    assert found.share(found.amount(0.9)) == pytest.approx(0.9, rel=1e-12)


@pytest.mark.parametrize("amount", [0.0, -5.0])
def test_share_of_nothing_or_less_is_zero(amount: float) -> None:
    found = lognormal(100.0, 20.0)
    assert found is not None
    assert found.share(amount) == 0.0


@pytest.mark.parametrize(
    ("mean", "error"), [(100.0, None), (100.0, 0.0), (0.0, 20.0), (-1.0, 20.0)]
)
def test_lognormal_that_cannot_be_is_none(mean: float, error: float | None) -> None:
    assert lognormal(mean, error) is None
