"""The whole review: fixed outcomes on the Taylor-Ashe triangle, and its identity."""

from typing import Any

import pytest

from judgment_console.chains.reserve_review.chain import RESERVE_REVIEW
from judgment_console.judgment import (
    ACTOR_IDENTITY_KEY,
    create_judgment_chain,
    definition_digest,
)
from tests.chains.conftest import inputs_of

EXACT = 1e-9

# Changes only together with the version: a gate or a field that differs is another
# chain, and one that started keeps the definition it started with.
GOLDEN = {1: "b7466d855330f32212d873c8d1bf9e222d3ea81205419d8977e0b00d4f012b2d"}


def test_definition_changes_only_with_a_new_version() -> None:
    version = RESERVE_REVIEW.version
    assert definition_digest(RESERVE_REVIEW) == GOLDEN[version]


def test_gates_are_asked_in_this_order() -> None:
    assert [(gate.id, gate.question) for gate in RESERVE_REVIEW.gates] == [
        ("data-review", "Are the data fit for this review?"),
        (
            "development-factors",
            "Which development factors carry the paid losses to ultimate?",
        ),
        ("tail", "Which tail is added beyond the last age of the triangle?"),
        (
            "booked-reserve",
            "What reserve is booked, and between which low and high?",
        ),
    ]


def test_inputs_are_named() -> None:
    assert RESERVE_REVIEW.needs == ("dataset", "earlier", "metadata", "prior")


def outcome(inputs: dict[str, Any], tail: float | None) -> Any:
    """Approve every gate as proposed, but for the tail if one is given."""
    chain = create_judgment_chain(
        RESERVE_REVIEW.id, RESERVE_REVIEW.gates, lambda: "2026-01-01T00:00:00Z"
    )
    run = chain.create_run(inputs=inputs)
    context = {ACTOR_IDENTITY_KEY: "reviewer"}
    record = run.start(context)
    while record.status == "suspended":
        gate, answer = record.gate_id, {"rationale": "Looked at it."}
        adjusts = gate == "tail" and tail is not None
        values = answer | ({"tail": tail} if adjusts else {})
        verb = "adjust" if adjusts else "approve"
        record = run.resume(gate, values, context, verb=verb)
    assert record.status == "success", record.error
    return record.outcome


def ledger_of(found: Any) -> dict[str, Any]:
    return {entry.field: entry.value for entry in found.ledger}


def test_taylor_ashe_without_tail_ends_at_the_figures_of_mack_1993(
    taylor_ashe: dict[str, Any],
) -> None:
    found = outcome(taylor_ashe, 1.0)
    ledger = ledger_of(found)
    assert ledger["reserve.central"] == pytest.approx(18680855.611924313, rel=EXACT)
    assert ledger["reserve.standardError"] == pytest.approx(
        2447094.860834665, rel=EXACT
    )
    assert ledger["reserve.booked"] == ledger["reserve.central"]
    assert ledger["reserve.managementAdjustment"] == 0
    assert round(ledger["reserve.low"]) == 16_962_637
    assert round(ledger["reserve.high"]) == 20_226_048
    assert (ledger["tail.paid.factor"], ledger["tail.paid.method"]) == (1.0, "none")
    assert [entry.decision for entry in found.trail] == [
        "accept with findings, 1 finding",
        "factors volume-weighted, all years; unpaid 18,680,856 before a tail",
        "tail 1.0000, none instead of exponential 1.0295; unpaid 18,680,856",
        "booked 18,680,856, the central estimate; low 16,962,637, high 20,226,048, "
        "standard error 2,447,095",
    ]


def test_taylor_ashe_with_the_recommended_tail_marks_the_error_as_approximate(
    taylor_ashe: dict[str, Any],
) -> None:
    ledger = ledger_of(outcome(taylor_ashe, None))
    assert ledger["reserve.central"] == pytest.approx(20245460.540996846, rel=EXACT)
    assert ledger["tail.paid.factor"] == pytest.approx(1.0294991710529173, rel=EXACT)
    assert ledger["tail.paid.method"] == "exponential"
    assert "an approximation" in ledger["reserve.standardErrorBasis"]
    assert "an approximation" in ledger["reserve.rangeBasis"]


def test_two_origins_end_without_a_standard_error() -> None:
    inputs = inputs_of(b"AY,12,24\n2001,100,150\n2002,110,\n")
    ledger = ledger_of(outcome(inputs, None))
    assert ledger["reserve.central"] == 55.0
    assert "reserve.standardError" not in ledger
    assert "reserve.impliedPercentile" not in ledger
    assert ledger["reserve.rangeBasis"] == (
        "No standard error can be computed, so low and high are the central estimate."
    )


def test_one_age_skips_factors_and_tail_and_ends_at_nothing_unpaid() -> None:
    found = outcome(inputs_of(b"AY,12\n2001,100\n"), None)
    assert [entry.skipped for entry in found.trail] == [False, True, True, False]
    assert ledger_of(found)["reserve.central"] == 0.0
    tail = next(each for each in found.ledger if each.field == "tail.paid.factor")
    assert (tail.value, tail.actor) == (1.0, "default")
