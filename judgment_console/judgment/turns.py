"""One call of a host: what it lets the hooks see, and the event it leads to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic import ValidationError

from judgment_console.errors import JudgmentError
from judgment_console.judgment.context import GateContext, freeze, thaw
from judgment_console.judgment.decisions import (
    Actor,
    Judged,
    Rationale,
    Verb,
    bad_decision,
    identity_of,
)
from judgment_console.judgment.definitions import has_words
from judgment_console.judgment.engine import ChainState
from judgment_console.judgment.events import (
    Answered,
    Complete,
    Completed,
    Due,
    Ended,
    Event,
    Gather,
    Parked,
    Returned,
    Settled,
    Skipped,
)
from judgment_console.judgment.gates import apply, apply_skip, skip_of
from judgment_console.judgment.hooks import call_hook
from judgment_console.judgment.proposals import propose
from judgment_console.judgment.reading import read_decision
from judgment_console.judgment.records import Outcome
from judgment_console.judgment.specs import ChainSpec, GateSpec
from judgment_console.judgment.trail import said
from judgment_console.ledger.entries import LedgerEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What a call brings: its own request context, the clock, the inputs (frozen)."""

    context: Mapping[str, Any]
    now: Callable[[], str]
    inputs: Mapping[str, Any]

    def view(self, state: ChainState, *, deciding: bool = False) -> GateContext:
        """The hooks' view; the proposal is part of it only while deciding."""
        return GateContext(
            context=self.context,
            inputs=self.inputs,
            now=self.now,
            decisions=state.decisions,
            trail=state.trail,
            proposal=state.proposal if deciding else None,
            frozen=True,
        )


def perform(spec: ChainSpec, state: ChainState, what: Due, turn: Turn) -> Event:
    """Carry out what is due. Raises HookError, JudgmentError from the checks."""
    view = turn.view(state)
    if isinstance(what, Complete):
        if spec.on_complete is not None:
            label = f"chain {spec.id}: on_complete"
            call_hook(label, spec.on_complete, outcome_of(state), view)
        return Completed()
    gate = spec.gates[state.position]
    skip = None if isinstance(what, Gather) else skip_of(gate, view)
    if skip is not None:
        return Skipped(gate.id, apply_skip(gate, view, skip))
    return Parked(gate.id, propose(gate, view))


def decide(
    gate: GateSpec, state: ChainState, turn: Turn, decision: object, verb: str | None
) -> Event:
    """What an answer at the parked gate leads to.

    Raises JudgmentError GATE_MOOT when the gate's skip rule holds by now, before
    the answer is read; else as `read_decision` and `apply` do.
    """
    if (skip := skip_of(gate, turn.view(state))) is not None:
        message = f"Gate {gate.id} is no longer needed: {skip.reason}"
        raise JudgmentError("GATE_MOOT", message, reason=skip.reason)
    if not isinstance(decision, Mapping):
        raise bad_decision({"": ["A decision gives values by name."]})
    view = turn.view(state, deciding=True)
    judged = read_decision(
        gate,
        view,
        verb=verb,
        values={key: item for key, item in decision.items() if key != "rationale"},
        rationale=decision.get("rationale", ""),
        confirmed=None,
    )
    return _event(gate, view, judged)


def confirm_skip(gate: GateSpec, state: ChainState, turn: Turn) -> Event:
    """The skip of a parked gate whose skip rule holds by now."""
    view = turn.view(state)
    skip = skip_of(gate, view)
    if skip is None:
        message = f"Gate {gate.id} is still needed; it cannot be skipped."
        raise JudgmentError("VERB_NOT_OFFERED", message, gate_id=gate.id)
    return Skipped(gate.id, apply_skip(gate, view, skip))


def answer(gate: GateSpec, text: str, turn: Turn) -> Event:
    """The preparer's words after a return; blank ones are MISSING_ANSWER."""
    if not has_words(text):
        message = "A returned gate needs an answer in words; nothing was changed."
        raise JudgmentError("MISSING_ANSWER", message)
    actor = _person(turn.context)
    return Answered(gate.id, said(gate.stage, "answered", Rationale(text), actor))


def recall(gate: GateSpec, rationale: str, turn: Turn) -> Event:
    """The owner's end of the chain at the open gate."""
    words = Rationale(rationale)
    entry = said(gate.stage, "recalled", words, _person(turn.context))
    return Ended(gate.id, "recalled", entry)


def outcome_of(state: ChainState) -> Outcome:
    """Trail and ledger as a record of its own; changing it changes no chain."""
    return Outcome(trail=state.trail, ledger=tuple(map(_copy, state.ledger)))


def checked_context(spec: ChainSpec, context: object) -> Mapping[str, Any]:
    """The request context, read-only; BAD_CONTEXT if the chain's model refuses it."""
    given = {} if context is None else context
    if not isinstance(given, Mapping):
        raise JudgmentError("BAD_CONTEXT", "The request context gives values by name.")
    try:
        if spec.context is not None:
            spec.context.model_validate(dict(given))
        return freeze(given)  # type: ignore[no-any-return]
    except ValidationError as error:
        names = [".".join(map(str, each["loc"])) for each in error.errors()]
        message = f"Chain {spec.id} refuses the request context: {', '.join(names)}."
        raise JudgmentError("BAD_CONTEXT", message, fields=names) from error
    except RecursionError as error:
        message = "The request context holds itself or is too deep."
        raise JudgmentError("BAD_CONTEXT", message) from error


def _event(gate: GateSpec, view: GateContext, judged: Judged) -> Event:
    identity = identity_of(view.context)
    actor = Actor(judged.actor, identity)
    if judged.verb is Verb.RETURN:
        return Returned(gate.id, said(gate.stage, "returned", judged.rationale, actor))
    if judged.verb is Verb.REJECT:
        entry = said(gate.stage, "rejected", judged.rationale, actor)
        return Ended(gate.id, "rejected", entry)
    applied = apply(gate, view, judged, actor=judged.actor, identity=identity)
    return Settled(gate.id, applied)


def _person(context: Mapping[str, Any]) -> Actor:
    return Actor("actuary", identity_of(context))


def _copy(entry: LedgerEntry) -> LedgerEntry:
    nested = isinstance(entry.value, dict | list) or isinstance(
        entry.previous_value, dict | list
    )
    if not nested:
        return entry
    return replace(
        entry, value=thaw(entry.value), previous_value=thaw(entry.previous_value)
    )
