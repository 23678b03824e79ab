"""What a call on a run answers: a frozen record of how the chain stands."""

from dataclasses import dataclass
from typing import Literal

from judgment_console.errors import JudgmentError
from judgment_console.judgment.context import thaw
from judgment_console.judgment.engine import ChainState, not_open, open_gate
from judgment_console.judgment.hooks import HookError
from judgment_console.judgment.records import Effect, JsonRecord, Outcome, Payload
from judgment_console.judgment.specs import ChainSpec
from judgment_console.judgment.turns import outcome_of

RunStatus = Literal[
    "suspended", "returned", "success", "rejected", "recalled", "failed"
]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Failure(JsonRecord):
    """What stopped a run: the exception's name and words, its code if it has one."""

    name: str
    message: str
    code: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult:
    """How a chain stands after a call.

    gate_id: the open gate, or the one where the chain was rejected or recalled.
    payload: what the parked gate shows. outcome: trail and ledger of a chain that
    has ended. error: what failed. effects: what the decision asks the host to do.
    """

    status: RunStatus
    gate_id: str | None = None
    payload: Payload | None = None
    outcome: Outcome | None = None
    error: Failure | None = None
    effects: tuple[Effect, ...] = ()


def standing(
    spec: ChainSpec, state: ChainState, effects: tuple[Effect, ...] = ()
) -> RunResult:
    """The result of a chain at rest; one that has something due has failed."""
    match state.status:
        case "new":
            raise not_open(spec, state)
        case "suspended" | "returned":
            gate = spec.gates[state.position]
            return RunResult(
                status=state.status,
                gate_id=gate.id,
                payload=_payload(gate.stage, state),
                effects=effects,
            )
        case "success":
            outcome = outcome_of(state)
            return RunResult(status="success", outcome=outcome, effects=effects)
        case "rejected" | "recalled":
            gate_id = spec.gates[state.position].id
            outcome = outcome_of(state)
            return RunResult(status=state.status, gate_id=gate_id, outcome=outcome)
        case _:
            return RunResult(status="failed", gate_id=_open_id(spec, state))


def failed(
    spec: ChainSpec,
    state: ChainState,
    error: HookError | JudgmentError,
    effects: tuple[Effect, ...] = (),
) -> RunResult:
    """The result of a call that a hook stopped."""
    raised = error.cause if isinstance(error, HookError) else error
    failure = Failure(
        name=type(raised).__name__,
        message=str(raised),
        code=raised.code if isinstance(raised, JudgmentError) else None,
    )
    return RunResult(
        status="failed",
        gate_id=_open_id(spec, state),
        error=failure,
        effects=effects,
    )


def _payload(stage: str, state: ChainState) -> Payload | None:
    if state.proposal is None:
        return None
    return Payload(
        stage=stage,
        recommendation=state.proposal.recommendation,
        evidence=thaw(state.proposal.evidence),
    )


def _open_id(spec: ChainSpec, state: ChainState) -> str | None:
    gate = open_gate(spec, state)
    return None if gate is None else gate.id
