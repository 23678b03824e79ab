"""A proposal is plain JSON with a stable text and digest."""

import json
from typing import Any

import pytest

from judgment_console.judgment import (
    Alternative,
    GateContext,
    HookError,
    Proposal,
    TrailEntry,
    proposal_from_text,
    proposal_text,
    propose,
)
from judgment_console.ledger.canonical import canonical_text, digest
from tests.judgment.conftest import gate, refused

VIEW = GateContext(now=lambda: "now")
FULL = Proposal(
    "Take 1.05.",
    {"rows": [{"id": "12", "x": 1.5, "y": None}]},
    {"tail": 1.05},
    [Alternative("none", {"tail": 1}, 100, -5.5)],
)


def gathered(result: Any) -> Proposal:
    return propose(gate("one", gather_evidence=lambda ctx: result), VIEW)


def test_propose_gives_a_plain_copy() -> None:
    rows = [{"x": 1}]
    proposal = gathered(Proposal("Go on.", {"rows": (rows,)}))

    rows[0]["x"] = 2

    assert proposal == Proposal("Go on.", {"rows": [[{"x": 1}]]}, None, ())


def test_propose_takes_views_and_trail_entries_for_evidence() -> None:
    entry = TrailEntry(stage="s", decision="d", rationale="r", skipped=False)
    ctx = GateContext(
        now=lambda: "now", decisions={"one": {"factors": [1.5]}}, trail=(entry,)
    )

    def echo(ctx: GateContext) -> Proposal:
        return Proposal("Go on.", {"decisions": ctx.decisions, "trail": ctx.trail})

    assert propose(gate("two", gather_evidence=echo), ctx).evidence == {
        "decisions": {"one": {"factors": [1.5]}},
        "trail": [dict(entry)],
    }


@pytest.mark.parametrize(
    "result",
    [
        None,
        {"recommendation": "Go on.", "evidence": None},
        Proposal(None, None),  # type: ignore[arg-type]
        Proposal("Go on.", None, ["tail"]),  # type: ignore[arg-type]
        Proposal("Go on.", None, None, None),  # type: ignore[arg-type]
        Proposal("Go on.", None, None, ["none"]),  # type: ignore[list-item]
        Proposal("Go on.", None, None, [Alternative(1, {}, 1, 1)]),  # type: ignore[arg-type]
        Proposal("Go on.", None, None, [Alternative("a", [], 1, 1)]),  # type: ignore[arg-type]
        Proposal("Go on.", None, None, [Alternative("a", {}, "1", 1)]),  # type: ignore[arg-type]
        Proposal("Go on.", None, None, [Alternative("a", {}, 1, True)]),
    ],
)
def test_propose_refuses_what_is_no_proposal(result: Any) -> None:
    with refused("BAD_GATE"):
        gathered(result)


@pytest.mark.parametrize(
    ("evidence", "path"),
    [
        ({"rows": [1, float("nan")]}, "$.evidence.rows[1]"),
        ({"x": float("inf")}, "$.evidence.x"),
        ({"x": "a\ud800"}, "$.evidence.x"),
        ({"x": {1: 2}}, "$.evidence.x"),
        ({"x": object()}, "$.evidence.x"),
    ],
)
def test_propose_names_the_path_of_what_is_no_json(evidence: Any, path: str) -> None:
    with refused("UNSUPPORTED_VALUE") as caught:
        gathered(Proposal("Go on.", evidence))

    assert caught.value.facts["path"] == path


def test_propose_reports_a_hook_that_raises() -> None:
    with pytest.raises(HookError):
        propose(gate("one", gather_evidence=lambda ctx: 1 / 0), VIEW)


def test_proposal_text_covers_the_four_parts() -> None:
    assert json.loads(proposal_text(FULL)) == {
        "recommendation": "Take 1.05.",
        "proposed": {"tail": 1.05},
        "alternatives": [
            {"label": "none", "values": {"tail": 1}, "headline": 100, "impact": -5.5}
        ],
        "evidence": {"rows": [{"id": "12", "x": 1.5, "y": None}]},
    }
    assert FULL.digest == digest("evidence", proposal_text(FULL))


def test_proposal_from_text_is_the_same_proposal() -> None:
    rebuilt = proposal_from_text(proposal_text(FULL))

    assert rebuilt == propose(gate("one", gather_evidence=lambda ctx: FULL), VIEW)
    assert (rebuilt.text, rebuilt.digest) == (FULL.text, FULL.digest)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "3",
        "null",
        "{}",
        json.dumps(json.loads(FULL.text), indent=1),
        canonical_text({**json.loads(FULL.text), "more": 1}),
        canonical_text({**json.loads(FULL.text), "recommendation": 1}),
        canonical_text({**json.loads(FULL.text), "alternatives": 1}),
        canonical_text({**json.loads(FULL.text), "alternatives": [{}]}),
    ],
)
def test_proposal_from_text_refuses_any_other_text(text: str) -> None:
    with refused("UNSUPPORTED_VALUE"):
        proposal_from_text(text)
