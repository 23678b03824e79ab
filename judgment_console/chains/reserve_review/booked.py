"""Gate: what is booked, and between which low and high?"""

from collections.abc import Mapping
from typing import Any

from pydantic import Field
from pydantic.config import JsonDict

from judgment_console.chains.reserve_review.booked_checks import check, difference_of
from judgment_console.chains.reserve_review.booked_evidence import (
    Estimate,
    booked_blocks,
    estimate,
)
from judgment_console.chains.reserve_review.shared import (
    BOOKED,
    ReviewDecision,
    Words,
    amount,
    chosen_factors,
    chosen_tail,
    currency,
    entry,
    number_in,
    pack,
    prior_number,
    seen,
    signed,
)
from judgment_console.evidence.engine import captured, typeable
from judgment_console.evidence.grid import paid_grid
from judgment_console.evidence.percentiles import lognormal
from judgment_console.judgment import (
    Application,
    GateContext,
    GateSpec,
    Proposal,
)

RULE = (
    "Rule: book the central estimate; low and high are its 25th and 75th percentiles."
)

_MONEY: JsonDict = {"kind": "number", "format": "money"}


class BookedDecision(ReviewDecision):
    """The booked reserve and the range around the central estimate."""

    booked: float = Field(
        title="Booked reserve",
        description="0 or more. Outside low and high, or below the central estimate, "
        "asks for a confirmation.",
        json_schema_extra=_MONEY,
    )
    low: float = Field(
        title="Low",
        description="At most the central estimate.",
        json_schema_extra=_MONEY,
    )
    high: float = Field(
        title="High",
        description="At least the central estimate.",
        json_schema_extra=_MONEY,
    )
    range_basis: Words = Field(
        title="What low and high are",
        description="A range of reasonable estimates, or percentiles of outcomes.",
        json_schema_extra={"kind": "long_text"},
    )
    adjustment_reason: Words = Field(
        default="",
        title="Why the booked reserve differs from the central estimate",
        description="Needed when it differs; empty otherwise.",
        json_schema_extra={"kind": "long_text"},
    )


def gather(ctx: GateContext) -> Proposal:
    """The central estimate from the decided factors and tail, and its uncertainty."""
    unit = currency(ctx)
    with captured() as warnings:
        made = estimate(
            paid_grid(ctx.inputs["dataset"]), chosen_factors(ctx), chosen_tail(ctx)
        )
    last = prior_number(ctx, "reserve.booked")
    carried = number_in(ctx.inputs["metadata"], "carried")
    evidence = pack(
        made.central,
        unit,
        warnings,
        blocks=booked_blocks(made, unit, last=last, carried=carried),
        central=made.central,
        by_origin=made.by_origin,
        standard_error=made.error,
    )
    return Proposal(
        recommendation=_recommendation(made),
        evidence=evidence,
        proposed={
            "booked": made.central,
            "low": made.low,
            "high": made.high,
            "range_basis": made.range_basis,
            "adjustment_reason": "",
        },
    )


def apply(ctx: GateContext, decision: BookedDecision) -> Application:
    """The reserve: central, range, booked, the difference and where it lies."""
    evidence = seen(ctx).evidence
    central, error = evidence["central"], evidence["standard_error"]
    difference = difference_of(decision.booked, central)
    values: dict[str, Any] = {
        "reserve.central": central,
        "reserve.low": decision.low,
        "reserve.high": decision.high,
        "reserve.rangeBasis": decision.range_basis,
        "reserve.booked": decision.booked,
        "reserve.managementAdjustment": difference,
    }
    if error is not None:
        values["reserve.standardError"] = error["total"]
        values["reserve.standardErrorBasis"] = error["basis"]
    spread = lognormal(central, error["total"] if error else None)
    if spread is not None:
        values["reserve.impliedPercentile"] = typeable(spread.share(decision.booked))
    entries = [entry(ctx, name, value) for name, value in values.items()]
    if difference:
        reason = entry(ctx, "reserve.adjustmentReason", decision.adjustment_reason)
        entries.append(reason)
    return Application(ledger_entries=entries, summary=_summary(evidence, decision))


def _recommendation(made: Estimate) -> str:
    return f"Book the central estimate, {amount(made.central)}. {RULE} {made.caution}"


def _summary(evidence: Mapping[str, Any], decision: BookedDecision) -> str:
    difference = difference_of(decision.booked, evidence["central"])
    against = f"{signed(difference)} against " if difference else ""
    error = evidence["standard_error"]
    said = f"booked {amount(decision.booked)}, {against}the central estimate"
    spread = f"low {amount(decision.low)}, high {amount(decision.high)}"
    about = f", standard error {amount(error['total'])}" if error else ""
    return f"{said}; {spread}{about}"


GATE = GateSpec(
    BOOKED,
    BOOKED,
    BookedDecision,
    gather,
    apply,
    question="What reserve is booked, and between which low and high?",
    check=check,
)
