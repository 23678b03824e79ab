"""Gate: which development factors carry the paid losses to ultimate?"""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from judgment_console.chains.reserve_review.exclusions import left_aside
from judgment_console.chains.reserve_review.factor_checks import check
from judgment_console.chains.reserve_review.factor_evidence import (
    Study,
    factor_blocks,
    study,
)
from judgment_console.chains.reserve_review.ratio_heat import (
    earlier_ratios,
    link_ratios,
)
from judgment_console.chains.reserve_review.shared import (
    FACTORS,
    NO_TAIL,
    ReviewDecision,
    amount,
    by_age,
    currency,
    entry,
    in_sentence,
    pack,
    prior,
    seen,
    signed,
    unpaid_with,
)
from judgment_console.errors import JudgmentError
from judgment_console.evidence.engine import captured
from judgment_console.evidence.factors import intent
from judgment_console.evidence.grid import paid_grid
from judgment_console.evidence.projection import unpaid
from judgment_console.judgment import (
    Alternative,
    Application,
    GateContext,
    GateSpec,
    Proposal,
)

RULE = (
    "Rule: volume-weighted of all years, of the latest 5 if the calendar-year test "
    "rejects at 90 %."
)


class FactorsDecision(ReviewDecision):
    """A development factor for each interval between ages."""

    factors: dict[str, float] = Field(
        title="Selected factors",
        description="More than 0 and at most 50. Below 1, outside the observed ratios "
        "or more than 2 standard errors from the recommended asks for a confirmation.",
        json_schema_extra={"kind": "vector", "format": "factor"},
    )
    exclusions: dict[str, str] = Field(
        default={},
        title="Ratios left aside",
        description="One on a line: origin, interval and the reason, for example "
        "“2003 12-24 = one late fire loss”. In the link ratios, x adds the cell. The "
        "factors are yours to type; a note says what the average is without them.",
    )


def skip(ctx: GateContext) -> str | None:
    """Not needed where nothing develops: a triangle with one age."""
    if len(paid_grid(ctx.inputs["dataset"]).ages) > 1:
        return None
    return "The triangle has one age only, so there is nothing to develop."


def gather(ctx: GateContext) -> Proposal:
    """Averages of the link ratios, and the one that the rule recommends."""
    unit = currency(ctx)
    with captured() as warnings:
        made = study(paid_grid(ctx.inputs["dataset"]))
        shown = factor_blocks(made, prior(ctx), earlier_ratios(ctx), unit)
    best = made.best
    evidence = pack(
        best["unpaid"],
        unit,
        warnings,
        blocks=shown,
        averages=made.averages,
        recommended=best["key"],
        latest=made.grid.latest(),
        ages=list(made.grid.ages),
        observed=made.observed,
        ratios=link_ratios(made.grid),
        spread=made.spread,
        standard_error=made.error,
    )
    complete = best["unpaid"] is not None
    return Proposal(
        recommendation=_recommendation(made),
        evidence=evidence,
        proposed=_values(best["factors"]) if complete else None,
        alternatives=_alternatives(ctx, made),
    )


def what_if(ctx: GateContext, values: Mapping[str, Any]) -> Alternative:
    """What other factors would make of the unpaid losses, without a tail.

    Raises JudgmentError BAD_DECISION unless there is a number for each interval.
    """
    grid = paid_grid(ctx.inputs["dataset"])
    factors = dict(values.get("factors") or {})
    numbers = all(isinstance(each, int | float) for each in factors.values())
    if set(factors) != set(grid.steps) or not numbers:
        message = f"A factor is needed for each of {', '.join(grid.steps)}."
        raise JudgmentError("BAD_DECISION", message, fields={"factors": [message]})
    with captured():
        base = study(grid).best["unpaid"]
    headline = unpaid(grid.latest(), grid.ages, factors, NO_TAIL)
    impact = None if base is None else headline - base
    chosen = {"factors": factors, "exclusions": dict(values.get("exclusions") or {})}
    return Alternative("These factors", chosen, headline, impact)


def apply(ctx: GateContext, decision: FactorsDecision) -> Application:
    """Each factor, and which average it is or that it is a judgment."""
    evidence, factors = seen(ctx).evidence, by_age(decision.factors)
    intents = {
        step: intent(value, step, evidence["averages"])
        for step, value in factors.items()
    }
    entries = [entry(ctx, f"ldf.paid.{step}", each) for step, each in factors.items()]
    if aside := left_aside(evidence, decision.exclusions):
        entries.append(entry(ctx, "ldf.paid.exclusions", aside))
    money = unpaid_with(evidence, factors, NO_TAIL)
    return Application(
        ledger_entries=[*entries, entry(ctx, "ldf.paid.intents", intents)],
        summary=_summary(evidence, factors, money),
    )


def _recommendation(made: Study) -> str:
    best = made.best
    if best["unpaid"] is None:
        without = ", ".join(
            step for step, value in best["factors"].items() if value is None
        )
        said = f"Type a factor for {without}: no link ratio gives one there."
    else:
        said = f"Use {in_sentence(best['label'])}: unpaid {amount(best['unpaid'])}."
    return f"{said} {RULE} {_tested(made.calendar)}"


def _tested(test: Mapping[str, Any] | None) -> str:
    if test is None:
        return "The triangle is too small for the test."
    verdict = "It rejects" if test["rejected"] else "It does not"
    return f"{verdict} (Z {test['z']:.0f}, expected {test['expected']:.1f})."


def _alternatives(ctx: GateContext, made: Study) -> list[Alternative]:
    best = made.best
    if best["unpaid"] is None:
        label = "The averages where there is one"
        return [Alternative(label, _values(best["factors"]), None, None)]
    offered = [
        (each["label"], each["factors"], each["unpaid"])
        for each in made.averages
        if each["key"] != best["key"] and each["unpaid"] is not None
    ]
    last = {step: prior(ctx).get(f"ldf.paid.{step}") for step in made.grid.steps}
    if all(isinstance(each, int | float) for each in last.values()):
        money = unpaid(made.grid.latest(), made.grid.ages, last, NO_TAIL)  # type: ignore[arg-type]
        offered.append(("Last period's factors", last, money))
    return [
        Alternative(label, _values(factors), money, money - best["unpaid"])
        for label, factors, money in offered
    ]


def _values(factors: Mapping[str, float | None]) -> dict[str, Any]:
    """Values of the decision that leave no ratio aside."""
    return {"factors": factors, "exclusions": {}}


def _summary(
    evidence: Mapping[str, Any], factors: Mapping[str, float], money: float
) -> str:
    averages = evidence["averages"]
    best = next(each for each in averages if each["key"] == evidence["recommended"])
    equal = [each["label"] for each in averages if each["factors"] == factors]
    changed = [
        step for step, value in factors.items() if value != best["factors"][step]
    ]
    if equal:
        said = f"factors {in_sentence(equal[0])}"
    else:
        said = f"factors {in_sentence(best['label'])}, judgment at {', '.join(changed)}"
    effect = "" if best["unpaid"] is None else _effect(money - best["unpaid"])
    return f"{said}; unpaid {amount(money)} before a tail{effect}"


def _effect(change: float) -> str:
    return f" ({signed(change)} against the recommended)" if change else ""


GATE = GateSpec(
    FACTORS,
    FACTORS,
    FactorsDecision,
    gather,
    apply,
    skip,
    question="Which development factors carry the paid losses to ultimate?",
    check=check,
    what_if=what_if,
)
