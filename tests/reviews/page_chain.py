"""A chain that shows everything the page of a gate can draw and refuse."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, Field

from judgment_console.evidence import blocks
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

EXACT = 3.4906065479322


class Factors(BaseModel):
    factors: dict[str, float] = Field(
        title="Selected factors", json_schema_extra={"format": "factor"}
    )
    method: Literal["volume", "medial"] = Field(title="Method")
    rationale: str


class Tail(BaseModel):
    tail: float = Field(title="Tail", ge=0.9, le=3)
    rationale: str


def factors_proposed(ctx: GateContext) -> Proposal:
    rounds = sum(entry.decision == "answered" for entry in ctx.trail)
    exact = {"12-24": EXACT + rounds, "24-36": 1.7473326405171}
    medial = {"factors": {"12-24": 3.4021119, "24-36": 1.7177001}, "method": "medial"}
    columns = [blocks.column("label", "Average", "text")]
    columns += [blocks.column("unpaid", "Unpaid", "money")]
    rows = [
        {"id": "all", "label": "Volume", "unpaid": 18680855.6, "mark": "recommended"},
        {"id": "mid", "label": "Medial", "unpaid": 18348740.6 + rounds},
    ]
    table = blocks.table("averages", "Averages", tab="main", columns=columns, rows=rows)
    flag = blocks.flag("check", "Look at the first row.", "averages:all")
    return Proposal(
        f"Use volume, answers so far {rounds}. Rule: all years.",
        {
            "engine": {"name": "abacus", "version": "1"},
            "headline": {"label": "Unpaid", "value": 18680855.6, "unit": "USD"},
            "blocks": [
                blocks.flags("first", "First", [flag]),
                table,
                blocks.text("source", "Source", "The ledger.", tab="data"),
            ],
        },
        proposed={"factors": exact, "method": "volume"},
        alternatives=(Alternative("Medial", medial, 18348740.6, -332115.0),),
    )


def factors_applied(ctx: GateContext, decision: Factors) -> Application:
    entries = [
        NewLedgerEntry(f"ldf.{key}", value) for key, value in decision.factors.items()
    ]
    return Application(ledger_entries=entries, summary=f"factors {decision.method}")


def factors_check(ctx: GateContext, decision: Factors) -> list[Finding]:
    found = []
    for key, value in decision.factors.items():
        if value <= 0:
            found.append(Finding("stop", f"{key} is not above 0.", f"factors.{key}"))
        if value < 1:
            found.append(Finding("note", f"{key} is below 1."))
        if value > 10:
            found.append(Finding("confirm", f"{key} is above 10.", f"factors.{key}"))
    return found


def factors_what_if(ctx: GateContext, values: Mapping[str, Any]) -> Alternative:
    headline = 1_000_000.0 * values["factors"]["12-24"]
    return Alternative("These factors", dict(values), headline, headline - 18680855.6)


def tail_proposed(ctx: GateContext) -> Proposal:
    return Proposal(
        "Use 1.03.", {"fitted": ["12-24", "24-36"]}, proposed={"tail": 1.03}
    )


def tail_applied(ctx: GateContext, decision: Tail) -> Application:
    return Application(ledger_entries=[NewLedgerEntry("tail", decision.tail)])


def tail_verbs(ctx: GateContext) -> list[str]:
    return ["adjust", "return"] if ctx.inputs["metadata"]["currency"] == "USD" else []


def last_skip(ctx: GateContext) -> Skip | None:
    return Skip("the tail is small") if ctx.decisions["tail"].get("tail") else None


SPEC = ChainSpec(
    "page-chain",
    (
        GateSpec(
            "factors",
            "development-factors",
            Factors,
            factors_proposed,
            factors_applied,
            question="Which factors carry the losses to ultimate?",
            check=factors_check,
            what_if=factors_what_if,
        ),
        GateSpec(
            "tail",
            "tail",
            Tail,
            tail_proposed,
            tail_applied,
            question="Which tail is added?",
            verbs=tail_verbs,
        ),
        GateSpec(
            "last",
            "last-look",
            Tail,
            tail_proposed,
            tail_applied,
            last_skip,
            question="Is anything left?",
        ),
    ),
    needs=("metadata",),
)
