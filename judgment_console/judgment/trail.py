"""The words of the trail: one entry for each thing that happens at a gate."""

from collections.abc import Mapping
from typing import Any, Literal

from judgment_console.judgment.decisions import NOT_VALUES, Actor, Rationale
from judgment_console.judgment.records import TrailEntry
from judgment_console.ledger.canonical import canonical_text

Ending = Literal["rejected", "recalled"]
Said = Literal["returned", "answered", "rejected", "recalled"]


def decision_text(summary: str | None, payload: Mapping[str, Any]) -> str:
    """What the trail says was decided.

    The summary where there is one, even empty; else the payload's own `decision`;
    else its values as compact JSON; else the word "decided".
    """
    if summary is not None:
        return summary
    named = payload.get("decision")
    if isinstance(named, str) and named:
        return named
    values = {key: item for key, item in payload.items() if key not in NOT_VALUES}
    return canonical_text(values) if values else "decided"


def said(
    stage: str, decision: Said | str, rationale: Rationale, actor: Actor
) -> TrailEntry:
    """What somebody decided or answered at a stage, with their words."""
    return TrailEntry(
        stage=stage,
        decision=decision,
        rationale=rationale.text,
        skipped=False,
        actor=actor.kind,
        actor_identity=actor.identity,
    )


def skipped(stage: str, reason: str) -> TrailEntry:
    """A stage that nobody was asked about, and why."""
    return TrailEntry(stage=stage, decision="skipped", rationale=reason, skipped=True)


def ending_reason(ending: Ending, gate_id: str) -> str:
    """Why the gates after an ending are skipped."""
    return f"the chain was {ending} at gate {gate_id}"
