from typing import Any

import pytest

from judgment_console.judgment import Proposal
from tests.chains.conftest import TAYLOR_ASHE, Review, block, inputs_of


def upload(content: bytes, name: str) -> dict[str, Any]:
    """A data set as the input of earlier uploads holds it."""
    dataset: dict[str, Any] = inputs_of(content)["dataset"]
    return {**dataset, "name": name, "at": "2010-04-01T00:00:00+00:00"}


def heat_of(inputs: dict[str, Any]) -> Any:
    return block(Review(inputs).propose("development-factors"), "ratios")


def test_heat_map_has_ratios_and_the_recommended_factors(
    factors_proposal: Proposal,
) -> None:
    heat = block(factors_proposal, "ratios")
    assert (heat["kind"], heat["tab"]) == ("heat", "data")
    assert [row["id"] for row in heat["rows"]] == [
        *(str(year) for year in range(2001, 2010)),
        "recommended-factors",
    ]
    assert heat["rows"][0]["12-24"] == pytest.approx(1124788 / 357848)
    assert heat["rows"][-1]["12-24"] == pytest.approx(3.4906065479322)
    assert heat["rows"][-1]["mark"] == "recommended"


def test_shades_follow_the_standardised_residuals(factors_proposal: Proposal) -> None:
    shades = block(factors_proposal, "ratios")["shades"]
    residuals = {
        (row["origin"], row["interval"]): row["residual"]
        for row in block(factors_proposal, "residual-points")["rows"]
    }
    expected = {
        place: (1 if value > 0 else -1) * (2 if abs(value) >= 2 else 1)
        for place, value in residuals.items()
        if abs(value) >= 1
    }
    found = {
        (origin, step): shade
        for origin, row in shades.items()
        for step, shade in row.items()
    }
    assert found == expected
    assert set(found.values()) == {-1, 1}


def test_far_ratio_has_the_deepest_shade() -> None:
    rows = b"".join(b"%d,100,150,\n" % year for year in range(2001, 2010))
    content = b"origin,12,24,36\n2000,100,300,310\n" + rows + b"2010,100,,\n"
    shades = heat_of(inputs_of(content))["shades"]
    assert shades == {"2000": {"12-24": 2}}


def test_cells_have_their_values_of_earlier_uploads(
    taylor_ashe: dict[str, Any],
) -> None:
    changed = TAYLOR_ASHE.read_bytes().replace(b"1124788", b"1100000")
    assert changed != TAYLOR_ASHE.read_bytes()
    heat = heat_of({**taylor_ashe, "earlier": [upload(changed, "First")]})
    (earlier,) = heat["earlier"]
    assert earlier["label"] == "First, valued 2010-12-31"
    assert earlier["values"]["2001"]["12-24"] == pytest.approx(1100000 / 357848)
    assert earlier["values"]["2002"] == {
        step: value
        for step, value in heat["rows"][1].items()
        if "-" in step and value is not None
    }


def test_earlier_upload_that_cannot_be_read_is_left_out(
    taylor_ashe: dict[str, Any],
) -> None:
    broken = {"name": "Old", "valuation_date": "2009-12-31", "triangles": []}
    assert heat_of({**taylor_ashe, "earlier": [broken]})["earlier"] == []
