from typing import Any

import pytest

from judgment_console.chains.reserve_review.tail_rule import recommended
from judgment_console.errors import JudgmentError
from judgment_console.judgment import Proposal, Skip
from tests.chains.conftest import GATES, Review, block, flags, ledger, prior_of

GATE = "tail"
EXACT = 1e-9


@pytest.fixture
def review(
    taylor_ashe: dict[str, Any], recommended_factors: dict[str, float]
) -> Review:
    return Review(taylor_ashe, development_factors={"factors": recommended_factors})


def after(review: Review, **ledger: Any) -> Review:
    """The same review following a chain with this ledger."""
    return Review(
        {**review.inputs, "prior": prior_of(**ledger)},
        development_factors=review.decisions["development-factors"],
    )


def test_exponential_decay_is_recommended(tail_proposal: Proposal) -> None:
    assert tail_proposal.recommendation.startswith(
        "Use the tail 1.0295 (exponential decay): unpaid 20,245,461. Rule: none if"
    )
    assert tail_proposal.recommendation.endswith(
        "They average 1.0494; 9 exceed; R² is 0.92."
    )
    assert tail_proposal.proposed == {
        "tail": pytest.approx(1.0294991710529173, rel=EXACT)
    }


def test_headline_has_the_recommended_tail(tail_proposal: Proposal) -> None:
    assert tail_proposal.evidence["headline"]["value"] == pytest.approx(
        20245460.540996846, rel=EXACT
    )


def test_alternatives_say_what_each_tail_is_worth(tail_proposal: Proposal) -> None:
    found = [
        (each.label, round(each.headline or 0), round(each.impact or 0))
        for each in tail_proposal.alternatives
    ]
    assert found == [
        ("No tail", 18_680_856, -1_564_605),
        ("Inverse power, cut at 100 periods", 34_191_051, 13_945_590),
        ("Inverse power, cut at 10 periods", 27_020_972, 6_775_511),
        ("Bondy", 19_620_956, -624_504),
    ]


def test_standard_error_with_a_tail_is_flagged_as_an_approximation(
    tail_proposal: Proposal,
) -> None:
    assert flags(tail_proposal)[0] == (
        "check",
        "With a tail the standard error is an approximation.",
        "tails:exponential",
    )
    rows = {row["id"]: row for row in block(tail_proposal, "tails")["rows"]}
    assert rows["none"]["error"] == pytest.approx(2447094.860834665, rel=EXACT)
    assert rows["exponential"]["mark"] == "recommended"


@pytest.mark.parametrize(
    ("tail", "method", "said"),
    [
        (
            1.0,
            "none",
            "tail 1.0000, none instead of exponential 1.0295; unpaid 18,680,856",
        ),
        (
            1.02,
            "judgment",
            "tail 1.0200, judgment instead of exponential 1.0295; unpaid 19,741,635",
        ),
        (
            None,
            "exponential",
            "tail 1.0295, exponential as recommended; unpaid 20,245,461",
        ),
    ],
)
def test_application_records_factor_method_and_age(
    review: Review,
    tail_proposal: Proposal,
    tail: float | None,
    method: str,
    said: str,
) -> None:
    values = {} if tail is None else {"tail": tail}
    done = review.apply(GATE, tail_proposal, **values)
    assert ledger(done) == {
        "tail.paid.factor": pytest.approx(tail or 1.0294991710529173, rel=EXACT),
        "tail.paid.method": method,
        "tail.paid.attachAge": 120,
    }
    assert done.trail_entry.decision == said


def test_application_names_last_periods_values(
    review: Review, tail_proposal: Proposal
) -> None:
    following = after(review, tail__paid__factor=1.01, tail__paid__method="bondy")
    done = following.apply(GATE, tail_proposal)
    assert [entry.previous_value for entry in done.ledger_entries] == [
        1.01,
        "bondy",
        None,
    ]


@pytest.mark.parametrize("tail", [0.8999, 3.0001, 0.0])
def test_tail_out_of_range_is_stopped(
    review: Review, tail_proposal: Proposal, tail: float
) -> None:
    assert review.stops(GATE, tail_proposal, tail=tail) == [
        "The tail must be from 0.900 to 3.000."
    ]


@pytest.mark.parametrize(
    ("tail", "said"),
    [
        (0.99, "The tail 0.9900 is below 1: paid losses would fall."),
        (1.1001, "The tail 1.1001 is above 1.100."),
    ],
)
def test_unusual_tail_asks_for_confirmation(
    review: Review, tail_proposal: Proposal, tail: float, said: str
) -> None:
    assert review.confirms(GATE, tail_proposal, tail=tail) == [said]


def test_tail_of_more_than_twice_last_periods_excess_asks_for_confirmation(
    review: Review, tail_proposal: Proposal
) -> None:
    following = after(review, tail__paid__factor=1.01)
    assert following.confirms(GATE, tail_proposal, tail=1.021) == [
        "The tail 1.0210 has more than twice the excess of last period's 1.0100."
    ]


@pytest.mark.parametrize("tail", [1.0, 1.1, 1.05])
def test_usual_tail_needs_no_confirmation(
    review: Review, tail_proposal: Proposal, tail: float
) -> None:
    judged = review.judge(GATE, tail_proposal, confirmed=False, tail=tail)
    assert (judged.verb, judged.findings) == ("adjust", ())


def test_what_if_gives_the_unpaid_of_another_tail(review: Review) -> None:
    what_if = GATES[GATE].what_if
    assert what_if is not None
    found = what_if(review.context(), {"tail": 1.0})
    assert found.headline == pytest.approx(18680855.611924313, rel=EXACT)
    assert found.impact == pytest.approx(-1564604.9290725328, rel=1e-6)


def test_what_if_is_the_same_beside_the_evidence(
    review: Review, tail_proposal: Proposal
) -> None:
    what_if = GATES[GATE].what_if
    assert what_if is not None
    alone = what_if(review.context(), {"tail": 1.02})
    assert what_if(review.context(tail_proposal), {"tail": 1.02}) == alone


@pytest.mark.parametrize(
    "values", [{}, {"tail": None}, {"tail": "1.0"}, {"tail": True}]
)
def test_what_if_without_a_number_is_refused(
    review: Review, values: dict[str, Any]
) -> None:
    what_if = GATES[GATE].what_if
    assert what_if is not None
    with pytest.raises(JudgmentError) as refusal:
        what_if(review.context(), values)
    assert refusal.value.code == "BAD_DECISION"


def skipped(review: Review) -> Skip | None:
    skip = GATES[GATE].skip_when
    assert skip is not None
    return skip(review.context())  # type: ignore[return-value]


def flat(taylor_ashe: dict[str, Any], last: float, **ledger: Any) -> Review:
    inputs = taylor_ashe | {"prior": prior_of(**ledger)}
    factors = {"12-24": 1.5, "24-36": last}
    return Review(inputs, development_factors={"factors": factors})


def test_settled_factors_without_a_tail_before_skip_with_a_default(
    taylor_ashe: dict[str, Any],
) -> None:
    found = skipped(flat(taylor_ashe, 1.0005, tail__paid__factor=1.0))
    assert found is not None
    assert found.reason == (
        "The last factor, 1.0005, is within 0.0005 of 1 and last period's tail was "
        "1.000."
    )
    assert [(each.field, each.value) for each in found.ledger_entries] == [
        ("tail.paid.factor", 1.0),
        ("tail.paid.method", "none"),
        ("tail.paid.attachAge", 120),
    ]


@pytest.mark.parametrize(
    ("last", "ledger"),
    [
        (1.0006, {"tail__paid__factor": 1.0}),
        (1.0, {"tail__paid__factor": 1.001}),
        (1.0, {}),
    ],
)
def test_tail_is_asked_where_it_may_matter(
    taylor_ashe: dict[str, Any], last: float, ledger: dict[str, Any]
) -> None:
    assert skipped(flat(taylor_ashe, last, **ledger)) is None


def test_last_factor_is_that_of_the_oldest_age(taylor_ashe: dict[str, Any]) -> None:
    inputs = taylor_ashe | {"prior": prior_of(tail__paid__factor=1.0)}
    factors = {"96-108": 1.5, "108-120": 1.0}
    assert skipped(Review(inputs, development_factors={"factors": factors})) is not None


def offered(
    factor: float | None, r2: float | None, last: float | None = None
) -> list[dict[str, Any]]:
    rows = [
        {"key": "none", "factor": 1.0, "r2": None},
        {"key": "exponential", "factor": factor, "r2": r2},
    ]
    if last is not None:
        rows.append({"key": "last-period", "factor": last, "r2": None})
    return rows


DEVELOPING = {"a": 2.0, "b": 1.3, "c": 1.1, "d": 1.02}


@pytest.mark.parametrize(
    ("factors", "rows", "key"),
    [
        ({"a": 2.0, "b": 1.004, "c": 1.001, "d": 1.001}, offered(1.01, 0.9), "none"),
        (DEVELOPING, offered(1.01, 0.8), "exponential"),
        (DEVELOPING, offered(1.01, 0.79), "none"),
        (DEVELOPING, offered(1.01, 0.79, 1.05), "last-period"),
        (DEVELOPING | {"d": 1.0001}, offered(1.01, 0.9), "none"),
        (DEVELOPING, offered(3.5, 0.9, 1.05), "last-period"),
        (DEVELOPING, offered(None, None), "none"),
    ],
)
def test_rule_picks_a_tail(
    factors: dict[str, float], rows: list[dict[str, Any]], key: str
) -> None:
    assert recommended(factors, rows)[0]["key"] == key
