"""Gate: which tail is added beyond the last age?"""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import Field

from judgment_console.chains.reserve_review.shared import (
    NO_TAIL,
    TAIL,
    ReviewDecision,
    amount,
    chosen_factors,
    currency,
    entry,
    in_sentence,
    number_in,
    pack,
    prior_number,
    seen,
    unpaid_with,
)
from judgment_console.chains.reserve_review.tail_charts import tail_exhibit
from judgment_console.chains.reserve_review.tail_evidence import (
    HIGHEST,
    LOWEST,
    add_errors,
    offered_tails,
    other_tails,
    tail_figures,
    tail_flags,
)
from judgment_console.chains.reserve_review.tail_rule import RULE, recommended
from judgment_console.errors import JudgmentError
from judgment_console.evidence import blocks
from judgment_console.evidence.engine import captured
from judgment_console.evidence.grid import Grid, paid_grid
from judgment_console.evidence.projection import unpaid
from judgment_console.evidence.tails import method_of
from judgment_console.judgment import (
    Alternative,
    Application,
    Finding,
    GateContext,
    GateSpec,
    NewLedgerEntry,
    Proposal,
    Skip,
)

UNUSUAL = 1.1
NEAR_ONE = 0.0005


class TailDecision(ReviewDecision):
    """A factor from the last age to ultimate."""

    tail: float = Field(
        title="Tail factor",
        description="0.900 to 3.000; 1.000 is no tail. Below 1, above 1.100 or more "
        "than twice last period's excess over 1 asks for a confirmation.",
        json_schema_extra={"kind": "number", "format": "factor"},
    )


def skip(ctx: GateContext) -> Skip | str | None:
    """Not needed where the last factor is near 1 and there was no tail before."""
    factors = list(chosen_factors(ctx).values())
    if not factors:
        return _skipped(ctx, "No development factors were chosen, so there is no tail.")
    near = abs(factors[-1] - 1.0) <= NEAR_ONE
    if near and prior_number(ctx, "tail.paid.factor") == NO_TAIL:
        reason = (
            f"The last factor, {factors[-1]:.4f}, is within {NEAR_ONE} of 1 and last "
            "period's tail was 1.000."
        )
        return _skipped(ctx, reason)
    return None


def gather(ctx: GateContext) -> Proposal:
    """Each tail, what it rests on and what it is worth."""
    grid, factors, unit = _grid(ctx), chosen_factors(ctx), currency(ctx)
    last = prior_number(ctx, "tail.paid.factor")
    with captured() as warnings:
        offered = offered_tails(grid, factors, last)
        add_errors(grid, factors, offered)
    best, why = recommended(factors, offered)
    shown = [
        blocks.figures("now", "Unpaid with the recommended tail", tail_figures(best)),
        blocks.flags("look-first", "Look at these first", tail_flags(offered, best)),
        *tail_exhibit(grid.ages, factors, offered, best, unit),
    ]
    evidence = pack(
        best["unpaid"],
        unit,
        warnings,
        blocks=shown,
        tails=offered,
        recommended=best["key"],
        latest=grid.latest(),
        ages=list(grid.ages),
    )
    return Proposal(
        recommendation=_recommendation(best, why),
        evidence=evidence,
        proposed={"tail": best["factor"]},
        alternatives=other_tails(offered, best),
    )


def what_if(ctx: GateContext, values: Mapping[str, Any]) -> Alternative:
    """What another tail would make of the unpaid losses.

    Raises JudgmentError BAD_DECISION without a number.
    """
    tail = number_in(values, "tail")
    if tail is None:
        message = "A tail factor is needed."
        raise JudgmentError("BAD_DECISION", message, fields={"tail": [message]})
    grid = _grid(ctx)
    headline = unpaid(grid.latest(), grid.ages, chosen_factors(ctx), tail)
    impact = headline - _recommended_unpaid(ctx, grid)
    return Alternative("This tail", {"tail": tail}, headline, impact)


def _recommended_unpaid(ctx: GateContext, grid: Grid) -> float:
    # Fitting every tail again would take most of the second a person waits.
    shown = seen(ctx).evidence.get("headline") if ctx.proposal is not None else None
    if shown is not None:
        return float(shown["value"])
    factors, last = chosen_factors(ctx), prior_number(ctx, "tail.paid.factor")
    with captured():
        best, _ = recommended(factors, offered_tails(grid, factors, last))
    return float(best["unpaid"])


def check(ctx: GateContext, decision: TailDecision) -> Iterator[Finding]:
    """A tail in range; an unusual one to be confirmed."""
    tail = decision.tail
    if not LOWEST <= tail <= HIGHEST:
        text = f"The tail must be from {LOWEST:.3f} to {HIGHEST:.3f}."
        yield Finding("stop", text, "tail")
        return
    if tail < NO_TAIL:
        text = f"The tail {tail:.4f} is below 1: paid losses would fall."
        yield Finding("confirm", text, "tail")
    if tail > UNUSUAL:
        yield Finding("confirm", f"The tail {tail:.4f} is above {UNUSUAL:.3f}.", "tail")
    last = prior_number(ctx, "tail.paid.factor")
    if last is not None and last > NO_TAIL and tail - 1 > 2 * (last - 1):
        text = f"The tail {tail:.4f} has more than twice the excess of last period's "
        yield Finding("confirm", f"{text}{last:.4f}.", "tail")


def apply(ctx: GateContext, decision: TailDecision) -> Application:
    """The tail, the method it equals, and the age it attaches at."""
    evidence, tail = seen(ctx).evidence, decision.tail
    method = method_of(tail, evidence["tails"])
    key = evidence["recommended"]
    best = next(each for each in evidence["tails"] if each["key"] == key)
    money = unpaid_with(evidence, chosen_factors(ctx), tail)
    if tail == best["factor"]:
        said = f"tail {tail:.4f}, {best['key']} as recommended"
    else:
        said = (
            f"tail {tail:.4f}, {method} instead of {best['key']} {best['factor']:.4f}"
        )
    return Application(
        ledger_entries=[
            entry(ctx, "tail.paid.factor", tail),
            entry(ctx, "tail.paid.method", method),
            entry(ctx, "tail.paid.attachAge", evidence["ages"][-1]),
        ],
        summary=f"{said}; unpaid {amount(money)}",
    )


def _grid(ctx: GateContext) -> Grid:
    return paid_grid(ctx.inputs["dataset"])


def _skipped(ctx: GateContext, reason: str) -> Skip:
    values = {
        "tail.paid.factor": NO_TAIL,
        "tail.paid.method": "none",
        "tail.paid.attachAge": _grid(ctx).ages[-1],
    }
    return Skip(reason, [NewLedgerEntry(name, each) for name, each in values.items()])


def _recommendation(best: Mapping[str, Any], why: str) -> str:
    said = "no tail" if best["factor"] == NO_TAIL else f"the tail {best['factor']:.4f}"
    named = "" if best["factor"] == NO_TAIL else f" ({in_sentence(best['label'])})"
    return f"Use {said}{named}: unpaid {amount(best['unpaid'])}. {RULE} {why}"


GATE = GateSpec(
    TAIL,
    TAIL,
    TailDecision,
    gather,
    apply,
    skip,
    question="Which tail is added beyond the last age of the triangle?",
    check=check,
    what_if=what_if,
)
