"""What a hook sees cannot be changed, at any depth."""

import json
from types import MappingProxyType
from typing import Any

import pytest

from judgment_console.judgment import Alternative, GateContext, Proposal, TrailEntry
from judgment_console.judgment.context import freeze, freeze_proposal, thaw

NESTED: dict[str, Any] = {"rows": [{"x": 1, "y": [1.0, None]}], "names": {"a", "b"}}


def test_freeze_reaches_every_level() -> None:
    frozen = freeze(NESTED)

    assert frozen == {
        "rows": (MappingProxyType({"x": 1, "y": (1.0, None)}),),
        "names": frozenset({"a", "b"}),
    }
    with pytest.raises(TypeError):
        frozen["rows"][0]["x"] = 2
    with pytest.raises(TypeError):
        frozen["rows"][0] = {}


def test_freeze_does_not_follow_the_original() -> None:
    original = {"rows": [1]}
    frozen = freeze(original)

    original["rows"].append(2)

    assert frozen["rows"] == (1,)


def test_thaw_gives_the_json_back() -> None:
    value = {"a": [1, 1.0, {"b": None}], "c": "d", "e": True}

    thawed = thaw(freeze(value))

    assert json.dumps(thawed) == json.dumps(value)
    assert thawed is not value


def test_gate_context_freezes_what_it_is_given() -> None:
    given = {"a": {"b": [1]}}
    entry = TrailEntry(stage="s", decision="d", rationale="r", skipped=False)
    ctx = GateContext(
        now=lambda: "now",
        context=given,
        inputs=given,
        decisions=given,
        trail=[entry],  # type: ignore[arg-type]
        proposal=Proposal("Go on.", given, given, [Alternative("x", given, 1, 0)]),
    )

    given["a"]["b"].append(2)

    assert ctx.trail == (entry,)
    assert ctx.proposal is not None
    for seen in (
        ctx.context,
        ctx.inputs,
        ctx.decisions,
        ctx.proposal.evidence,
        ctx.proposal.proposed,
        ctx.proposal.alternatives[0].values,
    ):
        assert seen == {"a": {"b": (1,)}}
        assert isinstance(seen, MappingProxyType)


def test_gate_context_is_empty_and_read_only_by_default() -> None:
    ctx = GateContext(now=lambda: "now")

    assert (ctx.context, ctx.inputs, ctx.decisions, ctx.trail) == ({}, {}, {}, ())
    with pytest.raises(TypeError):
        ctx.decisions["forged"] = {}  # type: ignore[index]


def test_freeze_proposal_keeps_text_and_digest() -> None:
    proposal = Proposal(
        "Go on.", NESTED["rows"], {"x": 1}, [Alternative("a", {}, 2, 1)]
    )

    frozen = freeze_proposal(proposal)

    assert (frozen.text, frozen.digest) == (proposal.text, proposal.digest)
