"""What the factor gate refuses, and what it asks to have confirmed."""

from collections.abc import Iterator, Mapping
from typing import Any

from judgment_console.chains.reserve_review.exclusions import exclusion_findings
from judgment_console.chains.reserve_review.shared import by_age, listed, seen
from judgment_console.judgment import Finding, GateContext

LARGEST = 50.0
ERRORS_AWAY = 2.0


def check(ctx: GateContext, decision: Any) -> Iterator[Finding]:
    """A factor for each interval, in range; unusual ones to be confirmed."""
    evidence = seen(ctx).evidence
    steps, factors = list(by_age(evidence["observed"])), decision.factors
    for step in steps:
        if step not in factors:
            yield Finding("stop", f"There is no factor for {step}.", f"factors.{step}")
    for step in factors:
        if step not in steps:
            yield Finding("stop", f"{step} is no interval of the triangle.", "factors")
    for step in (step for step in steps if step in factors):
        value = factors[step]
        if not 0 < value <= LARGEST:
            text = (
                f"The factor for {step} must be more than 0 and at most {LARGEST:.0f}."
            )
            yield Finding("stop", text, f"factors.{step}")
        elif unusual := list(_unusual(evidence, step, value)):
            text = f"The factor {value:.4f} for {step} is {listed(unusual)}."
            yield Finding("confirm", text, f"factors.{step}")
    yield from exclusion_findings(ctx, evidence, decision)


def _unusual(evidence: Mapping[str, Any], step: str, value: float) -> Iterator[str]:
    averages = evidence["averages"]
    best = next(each for each in averages if each["key"] == evidence["recommended"])
    recommended = best["factors"][step]
    if value < 1:
        yield "below 1"
    if value == recommended:
        return
    seen_ratios = evidence["observed"][step]
    highest, lowest = seen_ratios["highest"], seen_ratios["lowest"]
    if highest is not None and value > highest:
        yield f"above the highest observed ratio, {highest:.4f}"
    if lowest is not None and value < lowest:
        yield f"below the lowest observed ratio, {lowest:.4f}"
    error = evidence["spread"][step]["standard_error"]
    if error and recommended and abs(value - recommended) > ERRORS_AWAY * error:
        yield f"more than 2 standard errors from the recommended {recommended:.4f}"
