from typing import Any

import pytest

from judgment_console.errors import JudgmentError
from judgment_console.judgment import Proposal
from tests.chains.conftest import Review, block, flags, inputs_of, ledger, prior_of

GATE = "data-review"
CLEAN = b"""AY,12,24,36
2001,100,150,170
2002,110,168,
2003,105,,
"""
GAP = b"""AY,12,24,36,48
2001,100,,170,175
2002,110,168,188,
2003,105,155,,
2004,120,,,
"""


@pytest.fixture(scope="module")
def gap() -> dict[str, Any]:
    return inputs_of(GAP)


@pytest.fixture(scope="module")
def gap_proposal(gap: dict[str, Any]) -> Proposal:
    return Review(gap).propose(GATE)


def test_clean_data_are_accepted() -> None:
    found = Review(inputs_of(CLEAN)).propose(GATE)
    assert found.recommendation.startswith(
        "Accept the data: no check failed or warned."
    )
    assert found.proposed == {
        "decision": "accept",
        "reliance": "The preparer, with data set Test",
        "explanations": {},
    }
    assert flags(found) == []


def test_warnings_alone_are_accepted_with_findings(data_proposal: Proposal) -> None:
    assert data_proposal.recommendation == (
        "Accept with 1 finding disclosed: development-correlation-test. Rule: return "
        "if a check fails, accept with findings if one warns, else accept."
    )
    assert data_proposal.proposed is not None
    assert data_proposal.proposed["decision"] == "accept with findings"
    assert flags(data_proposal) == [
        (
            "check",
            "Correlation of neighbouring ratios (Mack's test at 50 %): T is -0.164; "
            "the 50 % range is 0 within 0.127.",
            "checks:development-correlation-test",
        )
    ]


def test_failed_check_recommends_return_and_offers_no_approval(
    gap_proposal: Proposal,
) -> None:
    assert gap_proposal.recommendation.startswith(
        "Return the data: 1 check failed (interior-missing)."
    )
    assert gap_proposal.proposed is None
    assert [each.values["explanations"] for each in gap_proposal.alternatives] == [
        {"interior-missing": ""}
    ]
    assert flags(gap_proposal)[0] == (
        "fail",
        "Gaps inside a row: 2001 at 24 months.",
        "checks:interior-missing",
    )


def test_every_check_is_a_row_and_flags_lead_to_rows(data_proposal: Proposal) -> None:
    rows = block(data_proposal, "checks")["rows"]
    assert [row["id"] for row in rows] == [
        each["id"] for each in data_proposal.evidence["checks"]
    ]
    assert len(rows) == 20


def test_triangle_shows_missing_as_null(data_proposal: Proposal) -> None:
    rows = block(data_proposal, "triangle")["rows"]
    assert (rows[0]["120"], rows[9]["12"], rows[9]["24"]) == (3901463.0, 344014.0, None)


@pytest.mark.parametrize(
    ("stated", "proposed"),
    [
        ("Claims department", "Claims department"),
        (" ", "The preparer, with data set Test"),
        ("x" * 2_001, "The preparer, with data set Test"),
    ],
)
def test_reliance_of_the_engagement_is_proposed_where_it_fits(
    stated: str, proposed: str
) -> None:
    inputs = inputs_of(CLEAN, metadata={"reliances": stated})
    found = Review(inputs).propose(GATE)
    assert found.proposed is not None
    assert found.proposed["reliance"] == proposed


def accepted(**changes: Any) -> dict[str, Any]:
    return {
        "decision": "accept with findings",
        "reliance": "The claims department",
        "explanations": {"interior-missing": "The file of 2002 was lost."},
    } | changes


def test_failed_check_explained_is_taken(
    gap: dict[str, Any], gap_proposal: Proposal
) -> None:
    found = ledger(Review(gap).apply(GATE, gap_proposal, **accepted()))
    assert found["data.reliance"] == "The claims department"
    assert found["data.review"]["failed"] == ["interior-missing"]
    assert found["data.exceptions"][0] == {
        "check": "interior-missing",
        "state": "fail",
        "detail": "2001 at 24 months.",
        "explanation": "The file of 2002 was lost.",
    }


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"explanations": {}},
            "Explain why the data can be used although interior-missing failed.",
        ),
        (
            {"explanations": {"interior-missing": " \u200b"}},
            "Explain why the data can be used although interior-missing failed.",
        ),
        (
            {"decision": "accept"},
            "1 check failed: accept with findings, or return.",
        ),
        ({"reliance": "  "}, "Say who supplied the data."),
        (
            {
                "explanations": {
                    "interior-missing": "Lost.",
                    "negative-paid": "Recoveries.",
                }
            },
            "negative-paid did not fail, so there is nothing to explain.",
        ),
    ],
)
def test_decision_that_leaves_something_open_is_stopped(
    gap: dict[str, Any], gap_proposal: Proposal, changes: dict[str, Any], said: str
) -> None:
    assert Review(gap).stops(GATE, gap_proposal, **accepted(**changes)) == [said]


def test_accept_in_spite_of_warnings_asks_for_confirmation(
    taylor_ashe: dict[str, Any], data_proposal: Proposal
) -> None:
    found = Review(taylor_ashe).confirms(GATE, data_proposal, decision="accept")
    assert found == [
        "The warnings of development-correlation-test will not be named as findings."
    ]


@pytest.mark.parametrize("text", ["\u202eabc", "x" * 2_001])
def test_text_that_hides_or_is_too_long_is_refused(
    taylor_ashe: dict[str, Any], data_proposal: Proposal, text: str
) -> None:
    with pytest.raises(JudgmentError) as refusal:
        Review(taylor_ashe).judge(GATE, data_proposal, reliance=text)
    assert refusal.value.code == "BAD_DECISION"
    assert list(refusal.value.facts["fields"]) == ["reliance"]  # type: ignore[call-overload]


def test_application_records_review_exceptions_and_reliance(
    taylor_ashe: dict[str, Any], data_proposal: Proposal
) -> None:
    inputs = taylor_ashe | {"prior": prior_of(data__reliance="The old system")}
    done = Review(inputs).apply(GATE, data_proposal)
    assert ledger(done) == {
        "data.review": {
            "outcome": "accept with findings",
            "passed": 13,
            "warnings": ["development-correlation-test"],
            "failed": [],
            "notEvaluated": [
                "control-total",
                "same-shape",
                "paid-above-reported",
                "decreasing-reported",
                "claim-checks",
                "history-changed",
            ],
        },
        "data.exceptions": [
            {
                "check": "development-correlation-test",
                "state": "warning",
                "detail": "T is -0.164; the 50 % range is 0 within 0.127.",
            }
        ],
        "data.reliance": "The preparer, with data set Test",
    }
    assert [entry.previous_value for entry in done.ledger_entries] == [
        None,
        None,
        "The old system",
    ]
    assert {entry.source for entry in done.ledger_entries} == {
        f"chainladder 0.10.1, evidence {data_proposal.digest[:12]}"
    }
    assert done.trail_entry.decision == "accept with findings, 1 finding"


def test_control_total_is_recorded_when_it_was_stated() -> None:
    inputs = inputs_of(CLEAN)
    inputs["dataset"]["control_total"] = 443.0
    review = Review(inputs)
    found = ledger(review.apply(GATE, review.propose(GATE)))
    assert found["data.controlTotals"] == 443.0
