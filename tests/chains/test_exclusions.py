"""Ratios that are left aside: named, with a reason, never the last of an interval."""

from typing import Any

import pytest

from judgment_console.judgment import Finding, Proposal
from tests.chains.conftest import Review, ledger

GATE = "development-factors"
FIRE = {"2003 12-24": "one late fire loss"}


def test_average_without_the_ratio_is_said_beside_the_factor(
    taylor_ashe: dict[str, Any],
    factors_proposal: Proposal,
    recommended_factors: dict[str, float],
) -> None:
    judged = Review(taylor_ashe).judge(
        GATE, factors_proposal, factors=recommended_factors, exclusions=FIRE
    )

    # By hand: the amounts at 24 and 12 months of every origin but 2003.
    average = 10_322_237 / 3_036_864
    assert judged.findings == (
        Finding(
            "note",
            "Without what is left aside at 12-24 the volume-weighted average of all "
            f"years is {average:.4f}; the factor is 3.4906.",
            "exclusions",
        ),
    )


@pytest.mark.parametrize(
    ("exclusions", "text"),
    [
        ({"2003": "why"}, "2003 names no link ratio; write origin and interval"),
        ({"1999 12-24": "why"}, "1999 12-24 names no link ratio"),
        ({"2010 12-24": "why"}, "2010 12-24 names no link ratio"),
        ({"2003 12-24": " \u200b"}, "Say why 2003 12-24 is left aside."),
        ({"2001 108-120": "only one"}, "No link ratio is left at 108-120."),
    ],
)
def test_exclusion_that_cannot_be_is_stopped(
    taylor_ashe: dict[str, Any],
    factors_proposal: Proposal,
    recommended_factors: dict[str, float],
    exclusions: dict[str, str],
    text: str,
) -> None:
    said = Review(taylor_ashe).stops(
        GATE, factors_proposal, factors=recommended_factors, exclusions=exclusions
    )

    assert said[0].startswith(text)


def test_exclusions_are_in_the_ledger_with_ratio_and_reason(
    taylor_ashe: dict[str, Any],
    factors_proposal: Proposal,
    recommended_factors: dict[str, float],
) -> None:
    factors = recommended_factors | {"12-24": 3.4667}

    done = Review(taylor_ashe).apply(
        GATE, factors_proposal, factors=factors, exclusions=FIRE
    )

    assert ledger(done)["ldf.paid.exclusions"] == [
        {
            "origin": "2003",
            "interval": "12-24",
            "ratio": 1_292_306 / 290_507,
            "reason": "one late fire loss",
        }
    ]


def test_no_exclusions_leave_no_entry(
    taylor_ashe: dict[str, Any],
    factors_proposal: Proposal,
    recommended_factors: dict[str, float],
) -> None:
    done = Review(taylor_ashe).apply(
        GATE, factors_proposal, factors=recommended_factors
    )

    assert "ldf.paid.exclusions" not in ledger(done)
