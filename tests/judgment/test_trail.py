"""The words of the trail."""

from typing import Any

import pytest

from judgment_console.judgment import Actor, Rationale, TrailEntry
from judgment_console.judgment.trail import decision_text, ending_reason, said, skipped


@pytest.mark.parametrize(
    ("summary", "payload", "text"),
    [
        ("summary", {"decision": "accept"}, "summary"),
        ("", {"decision": "accept"}, ""),
        (None, {"decision": "accept", "cap": 1}, "accept"),
        (None, {"decision": "", "rationale": "r"}, '{"decision":""}'),
        (None, {"decision": 3}, '{"decision":3}'),
        (None, {"b": 1.0, "a": "é", "actor": "agent"}, '{"a":"é","b":1}'),
        (None, {"rationale": "r", "actor": "agent"}, "decided"),
        (None, {"cap": None, "rationale": "r"}, '{"cap":null}'),
    ],
)
def test_decision_text(summary: str | None, payload: dict[str, Any], text: str) -> None:
    assert decision_text(summary, payload) == text


def test_said_carries_words_and_actor() -> None:
    assert said(
        "cap", "returned", Rationale("why"), Actor("agent", "bot")
    ) == TrailEntry(
        stage="cap",
        decision="returned",
        rationale="why",
        skipped=False,
        actor="agent",
        actor_identity="bot",
    )


def test_skipped_has_no_actor() -> None:
    assert dict(skipped("cap", "no layer")) == {
        "stage": "cap",
        "decision": "skipped",
        "rationale": "no layer",
        "skipped": True,
    }


def test_ending_reason_names_the_gate() -> None:
    assert ending_reason("rejected", "cap-gate") == (
        "the chain was rejected at gate cap-gate"
    )
