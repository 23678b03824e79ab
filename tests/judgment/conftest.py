"""Two gates of the expected-losses chain, and hooks that count their calls."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field

from judgment_console.judgment import (
    Application,
    Chain,
    GateContext,
    GateSpec,
    JudgmentError,
    NewLedgerEntry,
    Proposal,
    Run,
    create_judgment_chain,
)

CANDIDATES = {"candidates": [150000, 250000]}


class CapDecision(BaseModel):
    decision: Literal["accept", "skip"]
    cap: Annotated[int, Field(gt=0)] | None = None
    rationale: str
    actor: Literal["actuary", "agent"] | None = None


class ElrDecision(BaseModel):
    decision: Literal["accept"]
    selected: Annotated[float, Field(gt=0)]
    rationale: str


class Reason(BaseModel):
    rationale: str


class Loose(BaseModel):
    decision: str | int | None = None
    cap: int | None = None
    actor: str | None = None
    rationale: str


@dataclass
class Calls:
    """What the hooks saw, in order."""

    applied: list[Any] = field(default_factory=list)
    gathered: list[GateContext] = field(default_factory=list)
    completed: list[Any] = field(default_factory=list)


def clock() -> Callable[[], str]:
    """Successive seconds from 2026-07-17T00:00:01Z."""
    seconds: Iterator[int] = iter(range(1, 10_000))
    return lambda: f"2026-07-17T00:00:{next(seconds):02d}Z"


def cap_gate(calls: Calls | None = None, **changes: Any) -> GateSpec:
    seen = calls or Calls()

    def gather(ctx: GateContext) -> Proposal:
        seen.gathered.append(ctx)
        return Proposal("Cap the losses at 150,000.", CANDIDATES)

    def apply(ctx: GateContext, decision: CapDecision) -> Application:
        seen.applied.append(decision)
        if decision.decision == "skip":
            return Application(summary="stay unlimited")
        entry = NewLedgerEntry("layer.cap", decision.cap, source="cap gate")
        return Application([entry], summary=f"capped at {decision.cap}")

    given: dict[str, Any] = {
        "id": "cap-gate",
        "stage": "cap",
        "decision": CapDecision,
        "gather_evidence": gather,
        "apply_decision": apply,
    }
    return GateSpec(**(given | changes))


def elr_gate(calls: Calls | None = None, **changes: Any) -> GateSpec:
    seen = calls or Calls()

    def gather(ctx: GateContext) -> Proposal:
        seen.gathered.append(ctx)
        return Proposal("Take the weighted average.", {"decisions": ctx.decisions})

    def apply(ctx: GateContext, decision: ElrDecision) -> Application:
        seen.applied.append(decision)
        return Application(
            [NewLedgerEntry("elr.selected", decision.selected)],
            summary=f"selected ELR {decision.selected}",
        )

    given: dict[str, Any] = {
        "id": "elr-gate",
        "stage": "elr",
        "decision": ElrDecision,
        "gather_evidence": gather,
        "apply_decision": apply,
    }
    return GateSpec(**(given | changes))


def gate(gate_id: str, model: Any = Reason, **changes: Any) -> GateSpec:
    """A gate that asks for this model, shows nothing and records nothing."""
    given: dict[str, Any] = {
        "id": gate_id,
        "stage": gate_id,
        "decision": model,
        "gather_evidence": lambda ctx: Proposal("Go on.", None),
        "apply_decision": lambda ctx, decision: Application(),
    }
    return GateSpec(**(given | changes))


def chain(*gates: GateSpec, **options: Any) -> Chain:
    return create_judgment_chain("expected-losses", gates, clock(), **options)


def started(*gates: GateSpec, context: Any = None, **options: Any) -> Run:
    """A run of these gates, parked at the first."""
    run = chain(*gates, **options).create_run()
    run.start(context)
    return run


@pytest.fixture
def calls() -> Calls:
    return Calls()


def told(run: Run) -> list[tuple[str, str, str]]:
    """Stage, decision and words of the trail so far."""
    return [
        (entry["stage"], entry["decision"], entry["rationale"])
        for entry in run.state["trail"]
    ]


def refused(code: str) -> Any:
    """Expect a JudgmentError with this code."""
    return pytest.raises(JudgmentError, check=lambda error: error.code == code)
