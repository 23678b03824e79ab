"""Read a decision against a gate: the verb, the values, the findings."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import replace
from typing import Any

from judgment_console.errors import JudgmentError
from judgment_console.judgment.context import GateContext
from judgment_console.judgment.decisions import (
    Judged,
    Rationale,
    Verb,
    bad_decision,
    chosen,
    declared_actor,
    read_values,
    same_values,
)
from judgment_console.judgment.definitions import refuse
from judgment_console.judgment.hooks import call_listed
from judgment_console.judgment.records import Finding
from judgment_console.judgment.specs import GateSpec

# Stands for the person's words while only the proposed values are in question.
_WORDS_TO_COME = "The values as proposed; the words of the person come later."


def offered_verbs(gate: GateSpec, ctx: GateContext) -> tuple[Verb, ...]:
    """The verbs a person may use now, in the order of Verb.

    Approve is among them only when the proposed values satisfy the decision model,
    whatever the gate says. Raises HookError, JudgmentError BAD_GATE.
    """
    return _offered(gate, ctx, _proposed(gate, ctx, _WORDS_TO_COME))


def read_decision(
    gate: GateSpec,
    ctx: GateContext,
    *,
    verb: str | None,
    values: Mapping[str, Any],
    rationale: str,
    confirmed: Set[str] | None = frozenset(),
) -> Judged:
    """Read and judge a decision; nothing is changed.

    Without a verb, approve if the values equal the proposed ones, else adjust.
    Approve without values takes the proposed ones; return and reject take none.
    `confirmed`: texts of the findings that the person confirmed, None for all.
    Raises HookError, and JudgmentError MISSING_RATIONALE, HIDDEN_CHARACTERS,
    TEXT_TOO_LONG, VERB_NOT_OFFERED, BAD_DECISION, UNSUPPORTED_VALUE, BAD_GATE,
    DECISION_STOPPED, CONFIRMATION_NEEDED.
    """
    words = Rationale(rationale)
    proposed = _proposed(gate, ctx, words.text)
    offered = _offered(gate, ctx, proposed)
    if verb is not None:
        _require_offered(gate, verb, offered)
    if verb in (Verb.RETURN, Verb.REJECT):
        return _without_values(Verb(verb), values, words)
    judged = _with_values(gate, verb, _taken(verb, values, proposed), proposed, words)
    _require_offered(gate, judged.verb, offered)
    return replace(judged, findings=_allowed_by_check(gate, ctx, judged, confirmed))


def _with_values(
    gate: GateSpec,
    verb: str | None,
    values: Mapping[str, Any],
    proposed: dict[str, Any] | None,
    words: Rationale,
) -> Judged:
    decision, payload = read_values(gate.decision, values, words.text)
    return Judged(
        verb=_meant(verb, payload, proposed),
        rationale=words,
        decision=decision,
        payload=payload,
        actor=declared_actor(payload),
    )


def _without_values(verb: Verb, values: Mapping[str, Any], words: Rationale) -> Judged:
    if values:
        names = sorted(str(name) for name in values)
        said_so = f"To {verb} a gate takes a rationale and no values."
        raise bad_decision({name: [said_so] for name in names})
    return Judged(verb=verb, rationale=words, decision=None, payload={})


def _offered(
    gate: GateSpec, ctx: GateContext, proposed: dict[str, Any] | None
) -> tuple[Verb, ...]:
    allowed: Set[str] = set(Verb)
    if gate.verbs is not None:
        label = f"gate {gate.id}: verbs"
        named = call_listed(label, gate.verbs, ctx)
        if not all(isinstance(verb, str) and verb in allowed for verb in named):
            refuse(f"{label} returned a verb that is not one of {', '.join(Verb)}")
        allowed = set(named)
    if proposed is None:
        allowed -= {Verb.APPROVE}
    return tuple(verb for verb in Verb if verb in allowed)


def _proposed(gate: GateSpec, ctx: GateContext, words: str) -> dict[str, Any] | None:
    """The payload of an approval, or None where there can be none."""
    if ctx.proposal is None or ctx.proposal.proposed is None:
        return None
    try:
        return read_values(gate.decision, chosen(ctx.proposal.proposed), words)[1]
    except JudgmentError as error:
        # The model may ask more of the rationale than these words give.
        fields = error.facts.get("fields", {})
        only_words = isinstance(fields, dict) and set(fields) == {"rationale"}
        return chosen(ctx.proposal.proposed) if only_words else None


def _taken(
    verb: str | None, values: Mapping[str, Any], proposed: dict[str, Any] | None
) -> Mapping[str, Any]:
    if verb == Verb.APPROVE and proposed is not None and not chosen(values):
        return {**proposed, **values}
    return values


def _meant(
    verb: str | None, payload: Mapping[str, Any], proposed: dict[str, Any] | None
) -> Verb:
    equal = proposed is not None and same_values(payload, proposed)
    if verb == Verb.APPROVE and not equal:
        raise bad_decision({"": ["These are not the proposed values; adjust instead."]})
    if verb == Verb.ADJUST and equal:
        raise bad_decision({"": ["These are the proposed values; approve instead."]})
    return Verb.APPROVE if equal else Verb.ADJUST


def _require_offered(gate: GateSpec, verb: str, offered: Iterable[Verb]) -> None:
    if verb not in tuple(offered):
        names = ", ".join(offered) or "nothing"
        raise JudgmentError(
            "VERB_NOT_OFFERED",
            f"Gate {gate.id} does not offer to {verb}; it offers: {names}.",
            gate_id=gate.id,
            offered=tuple(str(each) for each in offered),
        )


def _allowed_by_check(
    gate: GateSpec, ctx: GateContext, judged: Judged, confirmed: Set[str] | None
) -> tuple[Finding, ...]:
    if gate.check is None or judged.decision is None:
        return ()
    label = f"gate {gate.id}: check"
    # A copy: what a check does to the decision never reaches apply_decision.
    found = call_listed(label, gate.check, ctx, judged.decision.model_copy(deep=True))
    for each in found:
        if not isinstance(each, Finding) or not isinstance(each.text, str):
            refuse(f"{label} returned something that is not a Finding")
        if each.level not in ("stop", "confirm", "note"):
            refuse(f"{label}: {each.level!r} is not stop, confirm or note")
    _refuse_findings(found, confirmed)
    return found


def _refuse_findings(findings: tuple[Finding, ...], confirmed: Set[str] | None) -> None:
    stops = tuple(each for each in findings if each.level == "stop")
    if stops:
        message = " ".join(each.text for each in stops)
        raise JudgmentError("DECISION_STOPPED", message, findings=stops)
    if confirmed is None:
        return
    open_ones = tuple(
        each
        for each in findings
        if each.level == "confirm" and each.text not in confirmed
    )
    if open_ones:
        message = " ".join(each.text for each in open_ones)
        raise JudgmentError("CONFIRMATION_NEEDED", message, findings=open_ones)
