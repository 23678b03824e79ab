"""Definitions: what a gate asks, and the gates of a chain in order."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Literal

from pydantic import BaseModel

from judgment_console.judgment.context import GateContext
from judgment_console.judgment.definitions import check_definition
from judgment_console.judgment.records import (
    Alternative,
    Application,
    Finding,
    Outcome,
    Proposal,
    Skip,
)

EffectPlace = Literal["database", "outside"]


@dataclass(frozen=True, slots=True)
class GateSpec:
    """One point of judgment.

    id, stage: slugs, each unique in its chain; the id names the gate in an answer.
    decision: a pydantic model with a required text field `rationale`; a field
    `actor` may say default, actuary or agent.
    gather_evidence(ctx) -> Proposal, once for each park.
    apply_decision(ctx, decision) -> Application, once for each decision.
    skip_when(ctx) -> None, a reason or a Skip: None asks the gate.
    check(ctx, decision) -> findings. what_if(ctx, values) -> Alternative.
    verbs(ctx) -> the verbs offered; without it, all four.
    effect: whether applying touches more than this database.
    automatic: whether an automatic reviewer may decide it.

    Hooks are plain functions. A definition is checked when its chain is made.
    """

    id: str
    stage: str
    decision: type[BaseModel]
    gather_evidence: Callable[[GateContext], Proposal]
    apply_decision: Callable[[GateContext, Any], Application]
    skip_when: Callable[[GateContext], Skip | str | None] | None = None
    _: KW_ONLY
    question: str | None = None
    check: Callable[[GateContext, Any], Iterable[Finding]] | None = None
    what_if: Callable[[GateContext, Any], Alternative] | None = None
    verbs: Callable[[GateContext], Iterable[str]] | None = None
    effect: EffectPlace = "database"
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class ChainSpec:
    """An ordered list of gates; id and version together are its identity.

    needs: names of the inputs that a service loads for the hooks.
    on_complete(outcome, ctx): called once, after the last gate.
    context: a pydantic model that every request context must satisfy.

    Raises JudgmentError BAD_GATE for a definition that cannot work.
    """

    id: str
    gates: Sequence[GateSpec]
    _: KW_ONLY
    version: int = 1
    needs: Sequence[str] = ()
    on_complete: Callable[[Outcome, GateContext], None] | None = None
    context: type[BaseModel] | None = None

    def __post_init__(self) -> None:
        for name in ("gates", "needs"):
            given = getattr(self, name)
            if isinstance(given, list):
                object.__setattr__(self, name, tuple(given))
        check_definition(self)
