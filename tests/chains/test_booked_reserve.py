from typing import Any

import pytest

from judgment_console.judgment import Proposal
from tests.chains.conftest import Review, block, flags, inputs_of, ledger, prior_of

GATE = "booked-reserve"
EXACT = 1e-9
CENTRAL = 18680855.611924313


@pytest.fixture
def review(
    taylor_ashe: dict[str, Any], recommended_factors: dict[str, float]
) -> Review:
    decided = {"factors": recommended_factors}
    return Review(taylor_ashe, development_factors=decided, tail={"tail": 1.0})


def test_central_estimate_and_quartiles_are_proposed(booked_proposal: Proposal) -> None:
    assert booked_proposal.recommendation == (
        "Book the central estimate, 18,680,856. Rule: book the central estimate; low "
        "and high are its 25th and 75th percentiles. The standard error is 2,447,095."
    )
    assert booked_proposal.proposed == {
        "booked": pytest.approx(CENTRAL, rel=EXACT),
        "low": pytest.approx(16962637.015, abs=0.01),
        "high": pytest.approx(20226048.338, abs=0.01),
        "range_basis": (
            "25th and 75th percentiles of a lognormal distribution of outcomes with "
            "the central estimate and the standard error by Mack 1993 for "
            "“Volume-weighted, all years”, last sigma by its own rule."
        ),
        "adjustment_reason": "",
    }


def test_percentiles_are_shown(booked_proposal: Proposal) -> None:
    rows = block(booked_proposal, "percentiles")["rows"]
    assert [(row["id"], round(row["amount"])) for row in rows] == [
        ("25", 16_962_637),
        ("50", 18_522_611),
        ("75", 20_226_048),
        ("90", 21_892_743),
        ("95", 22_955_180),
        ("99.5", 25_919_050),
    ]


def test_unpaid_by_origin_is_that_of_mack_1993(booked_proposal: Proposal) -> None:
    rows = block(booked_proposal, "origins")["rows"]
    assert [round(row["unpaid"] / 1000) for row in rows] == [
        0, 95, 470, 710, 985, 1419, 2178, 3920, 4279, 4626,
    ]  # fmt: skip
    assert rows[0]["error"] is None
    assert rows[0]["share"] is None


def test_figures_keep_process_and_parameter_apart(booked_proposal: Proposal) -> None:
    items = block(booked_proposal, "now")["items"]
    found = {item["label"]: item["value"] for item in items}
    assert round(found["Of it process (squares add up)"]) == 1_878_292
    assert round(found["Of it parameter (squares add up)"]) == 1_568_532


def test_carried_and_last_period_are_shown_when_known(
    taylor_ashe: dict[str, Any], recommended_factors: dict[str, float]
) -> None:
    inputs = taylor_ashe | {
        "metadata": {"carried": 18_000_000},
        "prior": prior_of(reserve__booked=17_902_400),
    }
    found = Review(
        inputs,
        development_factors={"factors": recommended_factors},
        tail={"skipped": True, "reason": "settled"},
    ).propose(GATE)
    figures = {each["label"]: each["value"] for each in block(found, "now")["items"]}
    assert figures["Carried"] == 18_000_000
    assert figures["Booked last period"] == 17_902_400
    assert found.evidence["central"] == pytest.approx(CENTRAL, rel=EXACT)


def test_typed_factors_borrow_a_standard_error_and_say_so(
    taylor_ashe: dict[str, Any], recommended_factors: dict[str, float]
) -> None:
    typed = {"factors": recommended_factors | {"12-24": 3.4}}
    found = Review(taylor_ashe, development_factors=typed, tail={"tail": 1.0}).propose(
        GATE
    )
    assert flags(found)[0][0] == "check"
    assert "nearest average" in flags(found)[0][1]


def test_application_records_the_reserve(
    review: Review, booked_proposal: Proposal
) -> None:
    done = review.apply(GATE, booked_proposal)
    found = ledger(done)
    assert found == {
        "reserve.central": pytest.approx(CENTRAL, rel=EXACT),
        "reserve.low": pytest.approx(16962637.015, abs=0.01),
        "reserve.high": pytest.approx(20226048.338, abs=0.01),
        "reserve.rangeBasis": booked_proposal.proposed["range_basis"],  # type: ignore[index]
        "reserve.booked": pytest.approx(CENTRAL, rel=EXACT),
        "reserve.managementAdjustment": 0.0,
        "reserve.standardError": pytest.approx(2447094.860834665, rel=EXACT),
        "reserve.standardErrorBasis": (
            "Mack 1993 for “Volume-weighted, all years”, last sigma by its own rule"
        ),
        "reserve.impliedPercentile": pytest.approx(0.526000183925, abs=1e-9),
    }
    assert done.trail_entry.decision == (
        "booked 18,680,856, the central estimate; low 16,962,637, high 20,226,048, "
        "standard error 2,447,095"
    )


def test_management_adjustment_is_recorded_with_its_reason(
    review: Review, booked_proposal: Proposal
) -> None:
    done = review.apply(
        GATE, booked_proposal, booked=19e6, adjustment_reason="A large case is open."
    )
    found = ledger(done)
    assert found["reserve.managementAdjustment"] == pytest.approx(319_144.388, abs=0.01)
    assert found["reserve.adjustmentReason"] == "A large case is open."
    assert done.trail_entry.decision.startswith(
        "booked 19,000,000, +319,144 against the central estimate;"
    )


def test_booked_in_whole_units_is_the_central_estimate(
    review: Review, booked_proposal: Proposal
) -> None:
    values = {"booked": 18_680_856, "low": 18_680_856, "high": 18_680_855}
    found = ledger(review.apply(GATE, booked_proposal, **values))
    assert found["reserve.managementAdjustment"] == 0.0
    assert found["reserve.booked"] == 18_680_856


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"low": 19e6}, ["Low is above the central estimate, 18,680,856."]),
        ({"high": 18e6}, ["High is below the central estimate, 18,680,856."]),
        ({"range_basis": " "}, ["Say what low and high are."]),
        (
            {"booked": 19e6},
            [
                "Say why the booked reserve differs from the central estimate "
                "(+319,144)."
            ],
        ),
        (
            {"booked": -1.0, "adjustment_reason": "None."},
            ["The booked reserve is below 0."],
        ),
        (
            {"adjustment_reason": "For nothing."},
            ["The booked reserve is the central estimate; leave this reason empty."],
        ),
    ],
)
def test_reserve_that_does_not_fit_is_stopped(
    review: Review,
    booked_proposal: Proposal,
    changes: dict[str, Any],
    said: list[str],
) -> None:
    assert review.stops(GATE, booked_proposal, **changes) == said


@pytest.mark.parametrize(
    ("booked", "said"),
    [
        (
            18e6,
            ["The booked reserve lies below the central estimate, 18,680,856."],
        ),
        (21e6, ["The booked reserve 21,000,000 lies outside low and high."]),
    ],
)
def test_unusual_reserve_asks_for_confirmation(
    review: Review, booked_proposal: Proposal, booked: float, said: list[str]
) -> None:
    found = review.confirms(
        GATE, booked_proposal, booked=booked, adjustment_reason="A large case."
    )
    assert found == said


def test_change_above_materiality_asks_for_confirmation(
    review: Review, booked_proposal: Proposal
) -> None:
    following = Review(
        {
            **review.inputs,
            "metadata": {"materiality": 500_000},
            "prior": prior_of(reserve__booked=18_000_000),
        },
        tail={"tail": 1.0},
    )
    assert following.confirms(GATE, booked_proposal) == [
        "The change on last period, +680,856, is above materiality."
    ]


def test_negative_unpaid_of_an_origin_is_flagged_and_confirmed() -> None:
    inputs = inputs_of(b"AY,12,24\n2001,100,150\n2002,110,\n")
    review = Review(
        inputs, development_factors={"factors": {"12-24": 0.9}}, tail={"tail": 1.0}
    )
    found = review.propose(GATE)
    assert flags(found)[0] == (
        "check",
        "Unpaid for 2002 is negative.",
        "origins:2002",
    )


def test_evidence_keeps_the_two_kinds_of_range_apart(booked_proposal: Proposal) -> None:
    assert block(booked_proposal, "two-ranges")["kind"] == "text"
    rows = block(booked_proposal, "estimates")["rows"]
    assert len(rows) == 9
    assert rows[0]["change"] == pytest.approx(0, abs=1e-4)
