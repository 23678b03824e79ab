"""What the gates of the reserve review have in common."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from judgment_console.errors import JudgmentError
from judgment_console.evidence.engine import engine_stamp
from judgment_console.evidence.projection import unpaid
from judgment_console.judgment import GateContext, NewLedgerEntry, Proposal
from judgment_console.ledger.text import typed_text

DATA_REVIEW = "data-review"
FACTORS = "development-factors"
TAIL = "tail"
BOOKED = "booked-reserve"

NO_TAIL = 1.0
LONGEST_TEXT = 2_000
ROUNDING = 1.0
"""Two amounts of money that differ by less than one currency unit are the same."""


def _words(text: str) -> str:
    try:
        return typed_text(text, limit=LONGEST_TEXT)
    except JudgmentError as refusal:
        raise ValueError(refusal.message) from refusal


Words = Annotated[str, AfterValidator(_words)]
"""Typed text that hides nothing, of at most 2,000 characters."""


class ReviewDecision(BaseModel):
    """What every decision of the review holds."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    rationale: str = Field(title="Reason, in your own words")


def amount(value: float) -> str:
    """Money in a sentence."""
    return f"{value:,.0f}".replace("-", "−")


def signed(value: float) -> str:
    """A difference of money in a sentence, with its sign."""
    return f"{value:+,.0f}".replace("-", "−")


def listed(items: list[str]) -> str:
    """Items in a sentence."""
    return " and ".join(filter(None, (", ".join(items[:-1]), items[-1])))


def in_sentence(label: str) -> str:
    """A label as it stands inside a sentence."""
    return label[0].lower() + label[1:]


def currency(ctx: GateContext) -> str:
    """The currency of all money in the chain."""
    return str(ctx.inputs["dataset"]["currency"])


def prior(ctx: GateContext) -> Mapping[str, Any]:
    """The live ledger of the chain this one follows: field to value; may be empty."""
    last = ctx.inputs.get("prior")
    return last["ledger"] if last else {}


def prior_number(ctx: GateContext, field: str) -> float | None:
    """A number of last period's ledger, if it has one there."""
    return number_in(prior(ctx), field)


def number_in(values: Mapping[str, Any], name: str) -> float | None:
    """The value as a number, None for anything else."""
    value = values.get(name)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    return None


def entry(ctx: GateContext, field: str, value: Any) -> NewLedgerEntry:
    """A ledger entry with what it replaces and the evidence it rests on."""
    return NewLedgerEntry(
        field=field,
        value=value,
        previous_value=prior(ctx).get(field),
        source=source(seen(ctx)),
    )


def source(proposal: Proposal) -> str:
    """Engine and evidence in words."""
    engine = proposal.evidence["engine"]
    return f"{engine['name']} {engine['version']}, evidence {proposal.digest[:12]}"


def seen(ctx: GateContext) -> Proposal:
    """The proposal that the decision answers."""
    if ctx.proposal is None:
        raise ValueError("a decision is judged with the proposal it answers")
    return ctx.proposal


def chosen_factors(ctx: GateContext) -> dict[str, float]:
    """The development factors as decided; none where that gate skipped itself."""
    return by_age(ctx.decisions[FACTORS].get("factors", {}))


def by_age(factors: Mapping[str, float]) -> dict[str, float]:
    """Factors in the order of age, whatever order storing them made."""
    ordered = sorted(factors, key=lambda step: int(step.partition("-")[0]))
    return {step: factors[step] for step in ordered}


def chosen_tail(ctx: GateContext) -> float:
    """The tail as decided; 1 where that gate skipped itself."""
    return float(ctx.decisions[TAIL].get("tail", NO_TAIL))


def pack(
    headline: float | None, unit: str, warnings: list[str], **parts: Any
) -> dict[str, Any]:
    """The evidence of a gate with its engine, warnings and headline in place."""
    shown = {"label": "Unpaid", "value": headline, "unit": unit}
    return {
        "engine": engine_stamp(),
        "warnings": warnings,
        **({} if headline is None else {"headline": shown}),
        **parts,
    }


def unpaid_with(
    evidence: Mapping[str, Any], factors: Mapping[str, float], tail: float
) -> float:
    """Unpaid losses from the diagonal and the ages kept in a gate's evidence."""
    return unpaid(evidence["latest"], evidence["ages"], factors, tail)
