"""Gate: are the data fit for use?"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pydantic import Field

from judgment_console.chains.reserve_review.data_exhibits import (
    check_flags,
    check_table,
    residual_table,
    triangle_table,
)
from judgment_console.chains.reserve_review.shared import (
    DATA_REVIEW,
    LONGEST_TEXT,
    ReviewDecision,
    Words,
    currency,
    entry,
    listed,
    pack,
    seen,
)
from judgment_console.evidence import blocks
from judgment_console.evidence.engine import captured
from judgment_console.evidence.grid import paid_grid
from judgment_console.evidence.review import review
from judgment_console.judgment import (
    Alternative,
    Application,
    Finding,
    GateContext,
    GateSpec,
    Proposal,
)
from judgment_console.ledger.text import is_blank

ACCEPT = "accept"
WITH_FINDINGS = "accept with findings"

RULE = "Rule: return if a check fails, accept with findings if one warns, else accept."


class DataReviewDecision(ReviewDecision):
    """The outcome of the data review."""

    decision: Literal["accept", "accept with findings"] = Field(
        title="Outcome",
        description="Accept with findings names every warning and failed check in the "
        "disclosure.",
        json_schema_extra={"kind": "choice"},
    )
    reliance: Words = Field(
        title="Who supplied the data",
        description="The person or system relied on for the figures.",
        json_schema_extra={"kind": "text"},
    )
    explanations: dict[str, Words] = Field(
        default={},
        title="Why the data can be used all the same",
        description="One explanation for each check that fails; all are needed.",
        json_schema_extra={"kind": "vector", "format": "text"},
    )


def gather(ctx: GateContext) -> Proposal:
    """Every check of the paid triangle, and what follows from them."""
    dataset = ctx.inputs["dataset"]
    with captured() as warnings:
        found = review(dataset)
    checks: list[dict[str, Any]] = found["checks"]
    failed, warned = _ids(checks, "fail"), _ids(checks, "warning")
    outcome = WITH_FINDINGS if failed or warned else ACCEPT
    values = {
        "decision": outcome,
        "reliance": _reliance(ctx),
        "explanations": dict.fromkeys(failed, ""),
    }
    grid, unit = paid_grid(dataset), currency(ctx)
    shown = [
        blocks.flags("look-first", "Look at these first", check_flags(checks)),
        check_table(checks),
        triangle_table(grid, unit),
        residual_table(grid, found["residuals"]),
    ]
    evidence = pack(None, unit, warnings, blocks=shown, checks=checks)
    label = "Accept with findings, each failed check explained"
    return Proposal(
        recommendation=_recommendation(failed, warned),
        evidence=evidence,
        proposed=None if failed else values,
        alternatives=[Alternative(label, values, None, None)] if failed else [],
    )


def check(ctx: GateContext, decision: DataReviewDecision) -> Iterator[Finding]:
    """Whether outcome and explanations fit what the checks found."""
    checks = seen(ctx).evidence["checks"]
    failed, warned = _ids(checks, "fail"), _ids(checks, "warning")
    if is_blank(decision.reliance):
        yield Finding("stop", "Say who supplied the data.", "reliance")
    if failed and decision.decision == ACCEPT:
        text = f"{_counted(failed, 'check')} failed: accept with findings, or return."
        yield Finding("stop", text, "decision")
    for name in failed:
        if is_blank(decision.explanations.get(name, "")):
            text = f"Explain why the data can be used although {name} failed."
            yield Finding("stop", text, f"explanations.{name}")
    for name in sorted(set(decision.explanations) - set(failed)):
        text = f"{name} did not fail, so there is nothing to explain."
        yield Finding("stop", text, "explanations")
    if warned and not failed and decision.decision == ACCEPT:
        text = f"The warnings of {listed(warned)} will not be named as findings."
        yield Finding("confirm", text, "decision")


def apply(ctx: GateContext, decision: DataReviewDecision) -> Application:
    """The review, its exceptions and who was relied on."""
    checks = seen(ctx).evidence["checks"]
    exceptions = [
        _exception(each, decision.explanations)
        for each in checks
        if each["state"] in ("fail", "warning")
    ]
    control = ctx.inputs["dataset"].get("control_total")
    totals = [] if control is None else [entry(ctx, "data.controlTotals", control)]
    return Application(
        ledger_entries=[
            entry(ctx, "data.review", _counts(decision.decision, checks)),
            entry(ctx, "data.exceptions", exceptions),
            entry(ctx, "data.reliance", decision.reliance),
            *totals,
        ],
        summary=f"{decision.decision}, {_counted(exceptions, 'finding')}",
    )


def _ids(checks: Any, state: str) -> list[str]:
    return [each["id"] for each in checks if each["state"] == state]


def _counted(items: list[Any], noun: str) -> str:
    return f"{len(items) or 'no'} {noun}{'' if len(items) == 1 else 's'}"


def _recommendation(failed: list[str], warned: list[str]) -> str:
    if failed:
        said = (
            f"Return the data: {_counted(failed, 'check')} failed ({listed(failed)})."
        )
    elif warned:
        said = f"Accept with {_counted(warned, 'finding')} disclosed: {listed(warned)}."
    else:
        said = "Accept the data: no check failed or warned."
    return f"{said} {RULE}"


def _reliance(ctx: GateContext) -> str:
    stated = ctx.inputs["metadata"].get("reliances")
    fits = isinstance(stated, str) and len(stated) <= LONGEST_TEXT
    if fits and not is_blank(stated):
        return str(stated)
    return f"The preparer, with data set {ctx.inputs['dataset']['name']}"


def _exception(each: Mapping[str, Any], explained: Mapping[str, str]) -> dict[str, Any]:
    said = {"check": each["id"], "state": each["state"], "detail": each["detail"]}
    why = explained.get(each["id"])
    return said if why is None else said | {"explanation": why}


def _counts(outcome: str, checks: Any) -> dict[str, Any]:
    return {
        "outcome": outcome,
        "passed": len(_ids(checks, "pass")),
        "warnings": _ids(checks, "warning"),
        "failed": _ids(checks, "fail"),
        "notEvaluated": _ids(checks, "not evaluated"),
    }


GATE = GateSpec(
    DATA_REVIEW,
    DATA_REVIEW,
    DataReviewDecision,
    gather,
    apply,
    question="Are the data fit for this review?",
    check=check,
)
