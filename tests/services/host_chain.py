"""A chain as a host would define it: cap, restoration that skips itself, trend."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from pydantic import BaseModel

from judgment_console.judgment import (
    Alternative,
    Application,
    ChainSpec,
    Finding,
    GateContext,
    GateSpec,
    NewLedgerEntry,
    Proposal,
    Skip,
)


class Cap(BaseModel):
    decision: Literal["accept", "unlimited"]
    cap: float | None = None
    rationale: str


class Factor(BaseModel):
    factor: float
    rationale: str


def cap_evidence(ctx: GateContext) -> Proposal:
    return Proposal(
        recommendation="Cap claims at 150,000.",
        evidence={
            "candidates": [100000, 150000],
            "seen": len(ctx.trail),
            "headline": {"label": "Loss", "value": 100.0, "unit": "USD"},
        },
        proposed={"decision": "accept", "cap": 150000},
        alternatives=(
            Alternative("100,000", {"decision": "accept", "cap": 100000}, 90.0, -10.0),
        ),
    )


def cap_applied(ctx: GateContext, decision: Cap) -> Application:
    limit = "unlimited" if decision.cap is None else f"{decision.cap:,.0f}"
    return Application(
        ledger_entries=(NewLedgerEntry("layer.cap", decision.cap, source="cap gate"),),
        summary=f"capped at {limit}",
    )


def cap_what_if(ctx: GateContext, values: Mapping[str, Any]) -> Alternative:
    return Alternative("typed", values, 100.0 + values["cap"] / 1e5, 0.5)


def cap_check(ctx: GateContext, decision: Cap) -> list[Finding]:
    if decision.cap is not None and decision.cap <= 0:
        return [Finding("stop", "A cap is above 0.", "cap")]
    if decision.cap is not None and decision.cap > 1_000_000:
        return [Finding("confirm", "This cap is above the largest claim.", "cap")]
    return []


def restoration_skip(ctx: GateContext) -> Skip | None:
    if ctx.decisions["cap"].get("cap") is None:
        entry = NewLedgerEntry("ilf.factor", 1.0)
        return Skip("nothing was capped, nothing to restore", (entry,))
    return None


def factor_evidence(ctx: GateContext) -> Proposal:
    return Proposal(
        recommendation="Use 1.5.",
        evidence={"decided": ctx.decisions, "valuation": ctx.inputs["dataset"]["name"]},
        proposed={"factor": 1.5},
    )


def factor_applied(name: str) -> Callable[[GateContext, Factor], Application]:
    def applied(ctx: GateContext, decision: Factor) -> Application:
        return Application(
            ledger_entries=(NewLedgerEntry(name, decision.factor),),
            summary=f"{name} {decision.factor}",
        )

    return applied


SPEC = ChainSpec(
    "host-chain",
    (
        GateSpec(
            "cap",
            "cap",
            Cap,
            cap_evidence,
            cap_applied,
            question="At what size should a claim be capped?",
            check=cap_check,
            what_if=cap_what_if,
        ),
        GateSpec(
            "ilf",
            "restoration",
            Factor,
            factor_evidence,
            factor_applied("ilf.factor"),
            restoration_skip,
            question="How are the capped losses restored?",
        ),
        GateSpec(
            "trend",
            "trend",
            Factor,
            factor_evidence,
            factor_applied("trend.severity"),
            question="Which trend carries the losses forward?",
        ),
    ),
    needs=("dataset", "metadata", "prior"),
)
