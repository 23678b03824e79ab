from typing import Any

import pytest

from judgment_console.errors import JudgmentError
from judgment_console.judgment import Proposal, propose
from tests.chains.conftest import (
    GATES,
    Review,
    block,
    flags,
    inputs_of,
    ledger,
    prior_of,
)

GATE = "development-factors"
EXACT = 1e-9


def with_factor(factors: dict[str, float], **changes: float) -> dict[str, float]:
    named = {
        name.strip("_").replace("_", "-"): value for name, value in changes.items()
    }
    return factors | named


def test_volume_weighted_average_of_all_years_is_recommended(
    factors_proposal: Proposal,
) -> None:
    assert factors_proposal.recommendation == (
        "Use volume-weighted, all years: unpaid 18,680,856. Rule: volume-weighted of "
        "all years, of the latest 5 if the calendar-year test rejects at 90 %. It "
        "does not (Z 12, expected 12.5)."
    )
    assert factors_proposal.evidence["recommended"] == "volume-all"


def test_headline_is_the_unpaid_of_mack_1993(factors_proposal: Proposal) -> None:
    assert factors_proposal.evidence["headline"] == {
        "label": "Unpaid",
        "value": pytest.approx(18680855.611924313, rel=EXACT),
        "unit": "USD",
    }


def test_evidence_names_engine_and_warnings(factors_proposal: Proposal) -> None:
    evidence = factors_proposal.evidence
    assert evidence["engine"] == {"name": "chainladder", "version": "0.10.1"}
    assert [text[:28] for text in evidence["warnings"]] == [
        "Some exclusions have been ig"
    ]


def test_alternatives_say_what_each_average_is_worth(
    factors_proposal: Proposal,
) -> None:
    found = {
        each.label: round(each.impact)
        for each in factors_proposal.alternatives
        if each.impact is not None
    }
    assert found == {
        "Volume-weighted, latest 5 years": -162_687,
        "Volume-weighted, latest 3 years": -783_296,
        "Simple, all years": 202_218,
        "Simple, latest 5 years": 32_189,
        "Simple, latest 3 years": -650_046,
        "Medial, all years without highest and lowest": 102_286,
        "Medial, latest 5 years without highest and lowest": -332_115,
        "Geometric, all years": -87_251,
    }


def test_flags_name_the_widest_average_and_thin_intervals(
    factors_proposal: Proposal,
) -> None:
    assert flags(factors_proposal) == [
        (
            "note",
            "“Volume-weighted, latest 3 years” lies furthest away: −783,296, unpaid "
            "17,897,559.",
            "averages:volume-3",
        ),
        ("note", "96-108 rests on 2 link ratios.", "development:96-108"),
        ("note", "108-120 rests on 1 link ratio.", "development:108-120"),
    ]


def test_tables_show_averages_intervals_ratios_and_residuals(
    factors_proposal: Proposal,
) -> None:
    blocks = factors_proposal.evidence["blocks"]
    assert [(each["kind"], each["id"]) for each in blocks] == [
        ("figures", "now"),
        ("flags", "look-first"),
        ("table", "averages"),
        ("table", "development"),
        ("chart", "factors-chart"),
        ("chart", "developed-chart"),
        ("chart", "residuals-by-age"),
        ("chart", "residuals-by-origin"),
        ("chart", "residuals-by-calendar"),
        ("chart", "residuals-by-fitted"),
        ("table", "pattern"),
        ("table", "residual-points"),
        ("heat", "ratios"),
        ("table", "residuals"),
        ("table", "counts"),
    ]
    rows = block(factors_proposal, "averages")["rows"]
    assert [row["id"] for row in rows if row.get("mark")] == ["volume-all"]
    first = block(factors_proposal, "development")["rows"][0]
    assert first["developed"] == pytest.approx(0.069220550, rel=1e-7)


def test_application_records_each_factor_and_its_intent(
    taylor_ashe: dict[str, Any], factors_proposal: Proposal
) -> None:
    inputs = taylor_ashe | {"prior": prior_of(**{"ldf__paid__12-24": 3.4})}
    done = Review(inputs).apply(GATE, factors_proposal)
    found = ledger(done)
    assert len(found) == 10
    assert found["ldf.paid.12-24"] == pytest.approx(3.4906065479322863, rel=EXACT)
    assert set(found["ldf.paid.intents"].values()) == {"volume-all"}
    assert done.ledger_entries[0].previous_value == 3.4
    assert done.ledger_entries[0].source == (
        f"chainladder 0.10.1, evidence {factors_proposal.digest[:12]}"
    )


def test_intent_is_found_for_each_factor(
    taylor_ashe: dict[str, Any],
    factors_proposal: Proposal,
    recommended_factors: dict[str, float],
) -> None:
    five = factors_proposal.alternatives[0].values["factors"]["12-24"]
    factors = with_factor(recommended_factors, _12_24=five, _24_36=1.75)
    done = Review(taylor_ashe).apply(GATE, factors_proposal, factors=factors)
    intents = ledger(done)["ldf.paid.intents"]
    assert [intents[step] for step in ("12-24", "24-36", "36-48")] == [
        "volume-5",
        "judgment",
        "volume-all",
    ]
    assert done.trail_entry.decision.startswith(
        "factors volume-weighted, all years, judgment at 12-24, 24-36; unpaid "
    )


def test_another_average_is_named_with_its_effect(
    taylor_ashe: dict[str, Any], factors_proposal: Proposal
) -> None:
    values = factors_proposal.alternatives[0].values
    done = Review(taylor_ashe).apply(GATE, factors_proposal, **values)
    assert done.trail_entry.decision == (
        "factors volume-weighted, latest 5 years; unpaid 18,518,168 before a tail "
        "(−162,687 against the recommended)"
    )


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"_12_24": 0.0}, "The factor for 12-24 must be more than 0 and at most 50."),
        ({"_12_24": -1.0}, "The factor for 12-24 must be more than 0 and at most 50."),
        ({"_12_24": 50.1}, "The factor for 12-24 must be more than 0 and at most 50."),
        ({"_1_2": 1.5}, "1-2 is no interval of the triangle."),
    ],
)
def test_factor_out_of_range_is_stopped(
    taylor_ashe: dict[str, Any],
    factors_proposal: Proposal,
    recommended_factors: dict[str, float],
    changes: dict[str, float],
    said: str,
) -> None:
    factors = with_factor(recommended_factors, **changes)
    stops = Review(taylor_ashe).stops(GATE, factors_proposal, factors=factors)
    assert stops == [said]


def test_missing_factor_is_stopped(
    taylor_ashe: dict[str, Any],
    factors_proposal: Proposal,
    recommended_factors: dict[str, float],
) -> None:
    factors = {**recommended_factors}
    del factors["24-36"]
    stops = Review(taylor_ashe).stops(GATE, factors_proposal, factors=factors)
    assert stops == ["There is no factor for 24-36."]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"_12_24": 5.0},
            "The factor 5.0000 for 12-24 is above the highest observed ratio, 4.5680 "
            "and more than 2 standard errors from the recommended 3.4906.",
        ),
        (
            {"_12_24": 3.0},
            "The factor 3.0000 for 12-24 is more than 2 standard errors from the "
            "recommended 3.4906.",
        ),
        (
            {"_84_96": 1.03},
            "The factor 1.0300 for 84-96 is below the lowest observed ratio, 1.0404 "
            "and more than 2 standard errors from the recommended 1.0539.",
        ),
        (
            {"_108_120": 0.999},
            "The factor 0.9990 for 108-120 is below 1 and below the lowest observed "
            "ratio, 1.0177.",
        ),
    ],
)
def test_unusual_factor_asks_for_confirmation(
    taylor_ashe: dict[str, Any],
    factors_proposal: Proposal,
    recommended_factors: dict[str, float],
    changes: dict[str, float],
    said: str,
) -> None:
    factors = with_factor(recommended_factors, **changes)
    found = Review(taylor_ashe).confirms(GATE, factors_proposal, factors=factors)
    assert found == [said]


def test_recommended_factors_need_no_confirmation(
    taylor_ashe: dict[str, Any], factors_proposal: Proposal
) -> None:
    judged = Review(taylor_ashe).judge(GATE, factors_proposal, confirmed=False)
    assert (judged.verb, judged.findings) == ("approve", ())


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_factor_that_is_not_finite_is_refused(
    taylor_ashe: dict[str, Any],
    factors_proposal: Proposal,
    recommended_factors: dict[str, float],
    value: float,
) -> None:
    factors = with_factor(recommended_factors, _12_24=value)
    with pytest.raises(JudgmentError) as refusal:
        Review(taylor_ashe).judge(GATE, factors_proposal, factors=factors)
    assert refusal.value.code == "BAD_DECISION"


def test_what_if_gives_the_unpaid_of_other_factors(
    taylor_ashe: dict[str, Any], factors_proposal: Proposal
) -> None:
    what_if = GATES[GATE].what_if
    assert what_if is not None
    offered = factors_proposal.alternatives[0]
    found = what_if(Review(taylor_ashe).context(), offered.values)
    assert found.headline == pytest.approx(offered.headline, rel=EXACT)
    assert found.impact == pytest.approx(offered.impact, rel=EXACT)


@pytest.mark.parametrize("factors", [{}, {"12-24": 3.5}, None])
def test_what_if_without_every_factor_is_refused(
    taylor_ashe: dict[str, Any], factors: dict[str, float] | None
) -> None:
    what_if = GATES[GATE].what_if
    assert what_if is not None
    with pytest.raises(JudgmentError) as refusal:
        what_if(Review(taylor_ashe).context(), {"factors": factors})
    assert refusal.value.code == "BAD_DECISION"


def test_interval_without_ratio_has_to_be_typed() -> None:
    inputs = inputs_of(b"AY,12,24,36\n2001,0,150,170\n2002,0,168,\n2003,0,,\n")
    found = Review(inputs).propose(GATE)
    assert found.recommendation.startswith("Type a factor for 12-24: no link ratio")
    assert found.proposed is None
    assert found.alternatives[0].values["factors"]["12-24"] is None
    assert flags(found)[0] == (
        "fail",
        "12-24 has no link ratio.",
        "development:12-24",
    )
    values = {"factors": {"12-24": 2.0, "24-36": 1.1}}
    done = Review(inputs).apply(GATE, found, **values)
    assert ledger(done)["ldf.paid.intents"] == {
        "12-24": "judgment",
        "24-36": "judgment",
    }


def test_calendar_year_effect_recommends_the_latest_five_years() -> None:
    lines = ["AY," + ",".join(str(12 * age) for age in range(1, 11))]
    for origin in range(10):
        paid = [100_000.0 + 1_000 * origin]
        for age in range(9 - origin):
            late = 1.2 if (origin + age) % 2 else 1.0
            paid.append(paid[-1] * (1 + 0.5**age * late * (1 + 0.001 * origin)))
        cells = [f"{value:.2f}" for value in paid] + [""] * origin
        lines.append(f"{2001 + origin}," + ",".join(cells))
    found = Review(inputs_of("\n".join(lines).encode())).propose(GATE)
    assert found.evidence["recommended"] == "volume-5"
    assert "It rejects (Z " in found.recommendation
    assert flags(found)[0][1].startswith("The calendar-year test rejects at 90 %")


def test_last_period_is_an_alternative(
    taylor_ashe: dict[str, Any], recommended_factors: dict[str, float]
) -> None:
    last = {
        f"ldf.paid.{step}": value + 0.01 for step, value in recommended_factors.items()
    }
    inputs = taylor_ashe | {"prior": {"chain_id": "before", "ledger": last}}
    found = propose(GATES[GATE], Review(inputs).context())
    assert found.alternatives[-1].label == "Last period's factors"
    assert found.alternatives[-1].impact is not None
    assert found.alternatives[-1].impact > 0
    row = block(found, "development")["rows"][0]
    assert row["last"] == last["ldf.paid.12-24"]


def test_one_age_is_skipped() -> None:
    skip = GATES[GATE].skip_when
    assert skip is not None
    assert skip(Review(inputs_of(b"AY,12\n2001,100\n")).context()) == (
        "The triangle has one age only, so there is nothing to develop."
    )


def test_several_ages_are_asked(taylor_ashe: dict[str, Any]) -> None:
    skip = GATES[GATE].skip_when
    assert skip is not None
    assert skip(Review(taylor_ashe).context()) is None
