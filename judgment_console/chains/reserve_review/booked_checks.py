"""What the booked gate refuses, and what it asks to have confirmed."""

from collections.abc import Iterator, Mapping
from typing import Any

from judgment_console.chains.reserve_review.shared import (
    ROUNDING,
    amount,
    number_in,
    prior_number,
    seen,
    signed,
)
from judgment_console.judgment import Finding, GateContext
from judgment_console.ledger.text import is_blank


def check(ctx: GateContext, decision: Any) -> Iterator[Finding]:
    """Low, central, high in order, a reason for a difference; unusual to confirm."""
    evidence = seen(ctx).evidence
    yield from _stops(evidence["central"], decision)
    yield from _confirmations(ctx, evidence, decision)


def difference_of(booked: float, central: float) -> float:
    """Booked less central; 0 below one currency unit, which is rounding."""
    difference = booked - central
    return 0.0 if abs(difference) < ROUNDING else difference


def _stops(central: float, decision: Any) -> Iterator[Finding]:
    if decision.low > central + ROUNDING:
        text = f"Low is above the central estimate, {amount(central)}."
        yield Finding("stop", text, "low")
    if decision.high < central - ROUNDING:
        text = f"High is below the central estimate, {amount(central)}."
        yield Finding("stop", text, "high")
    if decision.booked < 0:
        yield Finding("stop", "The booked reserve is below 0.", "booked")
    if is_blank(decision.range_basis):
        yield Finding("stop", "Say what low and high are.", "range_basis")
    difference = difference_of(decision.booked, central)
    if difference and is_blank(decision.adjustment_reason):
        text = (
            f"Say why the booked reserve differs from the central estimate "
            f"({signed(difference)})."
        )
        yield Finding("stop", text, "adjustment_reason")
    if not difference and not is_blank(decision.adjustment_reason):
        text = "The booked reserve is the central estimate; leave this reason empty."
        yield Finding("stop", text, "adjustment_reason")


def _confirmations(
    ctx: GateContext, evidence: Mapping[str, Any], decision: Any
) -> Iterator[Finding]:
    booked, central = decision.booked, evidence["central"]
    if not decision.low - ROUNDING <= booked <= decision.high + ROUNDING:
        text = f"The booked reserve {amount(booked)} lies outside low and high."
        yield Finding("confirm", text, "booked")
    if difference_of(booked, central) < 0:
        text = f"The booked reserve lies below the central estimate, {amount(central)}."
        yield Finding("confirm", text, "booked")
    last = prior_number(ctx, "reserve.booked")
    materiality = number_in(ctx.inputs["metadata"], "materiality")
    if last is not None and materiality is not None:
        change = booked - last
        if abs(change) > materiality:
            text = f"The change on last period, {signed(change)}, is above materiality."
            yield Finding("confirm", text, "booked")
    negative = [name for name, value in evidence["by_origin"].items() if value < 0]
    if negative:
        text = f"Unpaid losses are negative for {', '.join(negative)}."
        yield Finding("confirm", text, "booked")
