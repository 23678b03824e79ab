"""The effect of what a form holds, asked of the gate and, where needed, the worker."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.http import QueryDict

from judgment_console.chains.catalogue import spec_of
from judgment_console.errors import JudgmentError
from judgment_console.judgment import (
    Finding,
    HookError,
    proposal_from_text,
    read_decision,
)
from judgment_console.ledger.text import is_blank
from judgment_console.queries.gate_rows import RoundRow
from judgment_console.queries.gates import chain_record
from judgment_console.queries.rows import GateRow
from judgment_console.reviews.decision_ask import Ask
from judgment_console.reviews.decision_form import FINAL
from judgment_console.reviews.formats import in_sentence
from judgment_console.reviews.gate_figures import effect_text
from judgment_console.reviews.gate_preview import (
    PATIENCE,
    Preview,
    changes_of,
    label_of,
    problems_of,
)
from judgment_console.services.actors import Actor
from judgment_console.services.hooks import context_for, with_proposal
from judgment_console.services.what_if import effect_of

_WORDS_TO_COME = "The words of the person come later."


def first_preview(gate: GateRow, ask: Ask, texts: Mapping[str, Any]) -> Preview:
    """The preview that a page is drawn with; what is not stored is not asked yet."""
    read = ask.read(texts)
    if read.problems:
        return Preview(state="unread", problems=problems_of(ask, read.problems))
    if not read.changed:
        return Preview(state="same")
    label = label_of(ask, read.values)
    found = Preview(state="unknown", label=label, changes=changes_of(ask, read, texts))
    for each in ask.alternatives:
        if label and each["label"] == label:
            return _with_figures(gate, found, each["headline"], each["impact"])
    return found


def preview_of(
    gate: GateRow,
    round_: RoundRow,
    ask: Ask,
    post: QueryDict,
    *,
    actor: Actor,
    at: datetime,
    tried: int = 0,
) -> Preview:
    """The preview of a form that was sent; asks the worker for what nobody knows yet.

    Raises what ``effect_of`` raises of a round that takes no decision any more.
    """
    confirmed = frozenset(post.getlist("confirm"))
    if post.get("verb") in FINAL:
        return Preview(state="same")
    first = first_preview(gate, ask, post.dict())
    if first.state == "unread":
        return replace(first, confirmed=confirmed)
    values = ask.read(post.dict()).values
    words = post.get("rationale", "")
    try:
        found = _findings(gate, round_, values, words, at)
    except JudgmentError as error:
        return replace(first, state="unread", problems=_sentences(ask, error))
    judged = replace(
        first,
        confirmed=confirmed,
        tried=tried,
        confirmations=tuple(each.text for each in found if each.level == "confirm"),
        notes=tuple(each.text for each in found if each.level == "note"),
    )
    return _with_effect(gate, round_, judged, values, actor, at)


def _with_effect(
    gate: GateRow,
    round_: RoundRow,
    judged: Preview,
    values: Mapping[str, Any],
    actor: Actor,
    at: datetime,
) -> Preview:
    if judged.state != "unknown":
        return judged
    effect = effect_of(
        gate_id=gate.id, round_number=round_.number, values=values, actor=actor, at=at
    )
    if effect.state == "computed":
        return _with_figures(gate, judged, effect.headline, effect.impact)
    slow = effect.state == "waiting" and judged.tried >= PATIENCE
    return replace(judged, state="slow" if slow else effect.state)


def _with_figures(
    gate: GateRow, found: Preview, headline: float | None, impact: float | None
) -> Preview:
    return replace(
        found,
        state="computed",
        headline="" if headline is None else in_sentence(headline),
        effect="" if impact is None else effect_text(gate, impact),
    )


def _findings(
    gate: GateRow,
    round_: RoundRow,
    values: Mapping[str, Any],
    words: str,
    at: datetime,
) -> tuple[Finding, ...]:
    """What the gate's check says; JudgmentError for values that it stops."""
    spec = spec_of(gate.chain.spec, gate.chain.spec_version)
    context = context_for(chain_record(gate.chain.id), spec, gate.position, at=at)
    try:
        judged = read_decision(
            spec.gates[gate.position],
            with_proposal(context, proposal_from_text(round_.proposal)),
            verb=None,
            values=values,
            rationale=_WORDS_TO_COME if is_blank(words) else words,
            confirmed=None,
        )
    except HookError:
        return ()  # Recording says what is wrong with the gate.
    except JudgmentError as error:
        about_words = set(_fields(error)) == {"rationale"}
        if error.code in ("BAD_DECISION", "DECISION_STOPPED") and not about_words:
            raise
        return ()  # Words and verbs are judged when it is recorded.
    return judged.findings


def _sentences(ask: Ask, error: JudgmentError) -> tuple[str, ...]:
    findings: Any = error.facts.get("findings", ())
    if findings:
        return tuple(each.text for each in findings)
    labels = {_dotted(leaf.field, leaf.key): leaf.label for leaf in ask.leaves}
    said = (
        f"{labels[name]}: {text}" if name in labels else text
        for name, texts in _fields(error).items()
        for text in texts
    )
    return tuple(said)


def _fields(error: JudgmentError) -> Mapping[str, list[str]]:
    fields: Any = error.facts.get("fields")
    return fields or {}


def _dotted(field: str, key: str | None) -> str:
    return field if key is None else f"{field}.{key}"
