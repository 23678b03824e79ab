"""A proposal checked and made plain, and its text for the store."""

from typing import Any

from judgment_console.errors import JudgmentError
from judgment_console.judgment.context import GateContext
from judgment_console.judgment.definitions import refuse
from judgment_console.judgment.hooks import call_hook
from judgment_console.judgment.records import (
    Alternative,
    Proposal,
    proposal_content,
    proposal_of,
)
from judgment_console.judgment.specs import GateSpec
from judgment_console.ledger.canonical import plain, read_canonical


def propose(gate: GateSpec, ctx: GateContext) -> Proposal:
    """Gather the evidence: the gate's proposal, a deep copy in plain JSON.

    Raises HookError, JudgmentError BAD_GATE for a result that is no proposal,
    UNSUPPORTED_VALUE with the path of what has no JSON form ("$.evidence.rows[1]").
    """
    label = f"gate {gate.id}: gather_evidence"
    result = call_hook(label, gate.gather_evidence, ctx)
    if not isinstance(result, Proposal):
        refuse(f"{label} returned {type(result).__name__} and not a Proposal")
    if not isinstance(result.alternatives, list | tuple):
        refuse(f"{label}: alternatives is a list")
    if not all(isinstance(each, Alternative) for each in result.alternatives):
        refuse(f"{label}: an alternative is not an Alternative")
    content: Any = plain(proposal_content(result))
    if problem := _problem(content):
        refuse(f"{label}: {problem}")
    return proposal_of(content)


def proposal_text(proposal: Proposal) -> str:
    """The canonical text of a proposal, as it is stored and hashed."""
    return proposal.text


def proposal_from_text(text: str) -> Proposal:
    """The proposal of a stored text; its text and digest are the same again.

    Raises JudgmentError UNSUPPORTED_VALUE for any other text.
    """
    try:
        content: Any = read_canonical(text)
        if set(content) != _PARTS or _problem(content):
            raise ValueError("the text is not a proposal")
        return proposal_of(content)
    except (ValueError, TypeError, KeyError) as error:
        message = f"The stored proposal cannot be read: {error}"
        raise JudgmentError("UNSUPPORTED_VALUE", message) from error


_PARTS = {"recommendation", "proposed", "alternatives", "evidence"}


def _problem(content: dict[str, Any]) -> str | None:
    if not isinstance(content["recommendation"], str):
        return "the recommendation is not text"
    if not isinstance(content["proposed"], dict | None):
        return "the proposed values are not given by name"
    for each in content["alternatives"]:
        if not isinstance(each["label"], str) or not isinstance(each["values"], dict):
            return "an alternative has a label and values by name"
        if not (_is_number(each["headline"]) and _is_number(each["impact"])):
            return "an alternative's headline and impact are numbers"
    return None


def _is_number(value: object) -> bool:
    return value is None or (
        isinstance(value, int | float) and value is not True and value is not False
    )
