"""A host's chain with as many gates as wanted: tiny evidence, real reads.

Every gate looks at the decision before it and at the data set, and every third has a
skip rule, as a host's gates do; what the hooks themselves compute costs nothing.
"""

from pydantic import BaseModel

from judgment_console.judgment import (
    Application,
    ChainSpec,
    GateContext,
    GateSpec,
    NewLedgerEntry,
    Proposal,
)

RATIONALE = "The large claims distort the factors, so the average of all years stands."


class Factor(BaseModel):
    factor: float
    rationale: str


def chain_of(gates: int) -> ChainSpec:
    """The definition with this number of gates."""
    return ChainSpec(
        f"bench-{gates}",
        tuple(_gate(position) for position in range(gates)),
        needs=("dataset", "metadata", "prior"),
    )


def _gate(position: int) -> GateSpec:
    def before(ctx: GateContext) -> float:
        return ctx.decisions[_key(position - 1)]["factor"] if position else 1.0

    def gather(ctx: GateContext) -> Proposal:
        seen = {"before": before(ctx), "name": ctx.inputs["dataset"]["name"]}
        return Proposal("Use 1.5.", seen, proposed={"factor": 1.5})

    def applied(ctx: GateContext, decision: Factor) -> Application:
        entry = NewLedgerEntry(f"factor.{position}", decision.factor, source="bench")
        return Application((entry,), summary=f"factor {decision.factor}")

    def skip(ctx: GateContext) -> str | None:
        return "nothing to restore" if before(ctx) == 1.0 else None

    return GateSpec(
        _key(position),
        _key(position),
        Factor,
        gather,
        applied,
        skip if position % 3 == 1 else None,
        question="Which factor carries the losses forward?",
    )


def _key(position: int) -> str:
    return f"gate-{position}"
