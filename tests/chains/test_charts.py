"""The charts of the review: what they say, over which figures, and that they draw."""

from typing import Any

import pytest

from judgment_console.evidence.charts import LOOKS
from judgment_console.evidence.drawing import draw, pictured
from judgment_console.judgment import Proposal
from tests.chains.conftest import Review, block, inputs_of, prior_of

CHARTS = {
    "development-factors": [
        "factors-chart",
        "developed-chart",
        "residuals-by-age",
        "residuals-by-origin",
        "residuals-by-calendar",
        "residuals-by-fitted",
    ],
    "tail": ["tail-fits-chart", "tail-bars-chart"],
    "booked-reserve": ["range-chart", "origins-chart"],
}
WORDS = {
    "factors-chart": "45 link ratios as points over 9 intervals. The recommended "
    "factors go from 3.491 at 12-24 to 1.018 at 108-120. The ratios lie furthest apart "
    "at 12-24, from 2.564 to 4.568.",
    "developed-chart": "At 12 months 6.9 % is paid; more than half is paid from 48 "
    "months on. No tail is counted.",
    "residuals-by-origin": "The mean by origin year is lowest at 2001 (−0.4) and "
    "highest at 2008 (1.2). A trend in the means would say that one factor does not "
    "fit every origin year.",
    "residuals-by-fitted": "42 of 42 residuals lie within 2 standard deviations; the "
    "furthest is 1.8, 2004 at 36-48. The line joins the means of groups of fitted "
    "values.",
    "tail-fits-chart": "Two curves through the chosen factors less 1 (exponential R² "
    "0.92, inverse power R² 0.95). At 228-240 months the exponential has come down to "
    "0.0001 and the inverse power to 0.0075: what lies between them is what the choice "
    "of a tail is about.",
    "tail-bars-chart": "Unpaid losses go from 18,680,856 (No tail) to 34,191,051 "
    "(Inverse power, cut at 100 periods); the recommended is 20,245,461 (Exponential "
    "decay).",
    "range-chart": "The central estimate is 18,680,856. The averages give from "
    "17,897,559 to 18,883,073. Half of the outcomes lie from 16,962,637 to 20,226,048. "
    "The two are different things: a choice of method, and chance.",
    "origins-chart": "2010 has the most unpaid, 4,625,811, 25 % of all. The line on a "
    "bar is one standard error to each side.",
}

Proposals = dict[str, Proposal]


@pytest.fixture(scope="module")
def proposals(
    factors_proposal: Proposal, tail_proposal: Proposal, booked_proposal: Proposal
) -> Proposals:
    return {
        "development-factors": factors_proposal,
        "tail": tail_proposal,
        "booked-reserve": booked_proposal,
    }


@pytest.fixture(scope="module")
def followed(
    taylor_ashe: dict[str, Any], recommended_factors: dict[str, float]
) -> Review:
    """A review that follows a chain, with a carried amount."""
    last = {f"ldf.paid.{step}": 1.01 * f for step, f in recommended_factors.items()}
    prior = prior_of(**last, reserve__booked=18_000_000.0)
    inputs = {**taylor_ashe, "prior": prior, "metadata": {"carried": 19_000_000.0}}
    decided = {"factors": recommended_factors}
    return Review(inputs, development_factors=decided, tail={"tail": 1.0})


def charts_of(proposal: Proposal) -> list[Any]:
    blocks = proposal.evidence["blocks"]
    return [each for each in blocks if each["kind"] == "chart"]


def test_gates_have_these_charts(proposals: Proposals, data_proposal: Proposal) -> None:
    found = {
        gate: [chart["id"] for chart in charts_of(each)]
        for gate, each in proposals.items()
    }
    assert found == CHARTS
    assert charts_of(data_proposal) == []


def test_charts_say_what_is_seen(proposals: Proposals) -> None:
    said = {
        chart["id"]: chart["description"]
        for each in proposals.values()
        for chart in charts_of(each)
    }
    assert {name: said[name] for name in WORDS} == WORDS


def test_charts_hold_no_data_and_name_a_table_with_rows(proposals: Proposals) -> None:
    for each in proposals.values():
        tables = {block["id"]: block.get("rows") for block in each.evidence["blocks"]}
        for chart in charts_of(each):
            assert tables[chart["table"]], chart["id"]
            assert "data" not in chart["spec"]
            assert {key["look"] for key in chart["keys"]} <= set(LOOKS)


def test_every_chart_can_be_drawn(proposals: Proposals, followed: Review) -> None:
    found = [*proposals.values(), *(followed.propose(gate) for gate in CHARTS)]
    for proposal in found:
        drawn = [
            name
            for name, spec, rows in pictured(proposal.evidence["blocks"])
            if draw(spec, rows)
        ]
        assert drawn == [chart["id"] for chart in charts_of(proposal)]


def test_last_period_has_its_line_and_words(followed: Review) -> None:
    proposal = followed.propose("development-factors")
    for name in ("factors-chart", "developed-chart"):
        looks = [key["look"] for key in block(proposal, name)["keys"]]
        assert looks[-2:] == ["recommended-line", "last-line"]
    assert block(proposal, "developed-chart")["description"].endswith(
        "The largest change on last period is +3.6 points, at 48 months."
    )
    assert block(proposal, "ratios")["rows"][-1]["id"] == "last-factors"


def test_range_has_what_is_carried_and_was_booked(followed: Review) -> None:
    rows = block(followed.propose("booked-reserve"), "range")["rows"]
    others = [(row["label"], row["amount"]) for row in rows if row["kind"] == "other"]
    assert others == [("Carried", 19_000_000.0), ("Booked last period", 18_000_000.0)]


def test_pattern_ends_at_all_paid(factors_proposal: Proposal) -> None:
    rows = block(factors_proposal, "pattern")["rows"]
    assert [row["age"] for row in rows] == list(range(12, 132, 12))
    assert rows[0]["developed"] == pytest.approx(0.069220550, rel=1e-7)
    assert rows[-1]["developed"] == 1.0
    assert {row["last"] for row in rows} == {None}


def test_residual_points_have_calendar_year_and_fitted_value(
    factors_proposal: Proposal,
) -> None:
    rows = block(factors_proposal, "residual-points")["rows"]
    first = rows[0]
    assert len(rows) == 42
    assert (first["id"], first["age"], first["calendar"]) == ("2001 12-24", 12, 2002)
    assert first["fitted"] == pytest.approx(357848 * 3.4906065479322, rel=1e-9)


def test_small_triangle_has_only_the_charts_it_can_fill() -> None:
    inputs = inputs_of(b"origin,12,24\n2001,100,150\n2002,110,\n")
    proposal = Review(inputs).propose("development-factors")
    assert [chart["id"] for chart in charts_of(proposal)] == [
        "factors-chart",
        "developed-chart",
    ]
    review = Review(inputs, development_factors={"factors": {"12-24": 1.5}})
    fits = block(review.propose("tail"), "tail-fits-chart")
    assert fits["description"] == (
        "Fewer than two chosen factors lie above 1, so no curve is fitted."
    )
    for each in (proposal, review.propose("tail")):
        for _, spec, rows in pictured(each.evidence["blocks"]):
            assert draw(spec, rows).startswith("<svg ")
