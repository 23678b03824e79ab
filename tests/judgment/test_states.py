"""The state is JSON, comes back the same, and is refused when it is not ours."""

import json
from typing import Any

import pytest

from judgment_console.judgment import (
    Alternative,
    Application,
    Chain,
    NewLedgerEntry,
    Proposal,
    Run,
    create_judgment_chain,
)
from judgment_console.judgment.states import load_state
from tests.judgment.conftest import Loose, clock, gate, refused

VALUES = {"whole": 1, "float": 1.0, "list": [1.5, None, True], "text": "é\n"}


def definition(chain_id: str = "chain", **options: Any) -> Chain:
    entry = NewLedgerEntry("values", VALUES, 1.0)
    first = gate(
        "one",
        Loose,
        gather_evidence=lambda ctx: Proposal(
            "Go on.", VALUES, {"cap": 1}, [Alternative("two", {"cap": 2}, 1.0, 1)]
        ),
        apply_decision=lambda ctx, decision: Application([entry]),
    )
    last = gate(
        "two",
        gather_evidence=lambda ctx: Proposal("Go on.", dict(ctx.decisions)),
    )
    return create_judgment_chain(chain_id, [first, last], clock(), **options)


def parked(gates: int = 0) -> Run:
    run = definition().create_run()
    run.start()
    for gate_id in ("one", "two")[:gates]:
        run.resume(gate_id, {"rationale": "why"}, {"actor_identity": "jane"})
    return run


def test_state_is_plain_json() -> None:
    assert parked(1).state == {
        "format": 1,
        "chain": "chain",
        "version": 1,
        "status": "suspended",
        "gate": "two",
        "decisions": {"one": {"rationale": "why"}},
        "trail": [
            {
                "stage": "one",
                "decision": "decided",
                "rationale": "why",
                "skipped": False,
                "actor": "actuary",
                "actor_identity": "jane",
            }
        ],
        "ledger": [
            {
                "seq": 1,
                "timestamp": "2026-07-17T00:00:01Z",
                "actor": "actuary",
                "field": "values",
                "value": VALUES,
                "previous_value": 1.0,
                "source": None,
                "rationale": "why",
            }
        ],
        "proposal": {
            "recommendation": "Go on.",
            "proposed": None,
            "alternatives": [],
            "evidence": {"one": {"rationale": "why"}},
        },
    }


def runs() -> dict[str, Run]:
    returned, rejected, recalled = parked(), parked(1), parked(1)
    returned.resume("one", {"rationale": "why"}, verb="return")
    rejected.resume("two", {"rationale": "why"}, verb="reject")
    recalled.recall("why")
    return {
        "new": definition().create_run(),
        "first": parked(),
        "second": parked(1),
        "success": parked(2),
        "returned": returned,
        "rejected": rejected,
        "recalled": recalled,
    }


@pytest.mark.parametrize("name", runs())
def test_state_comes_back_the_same(name: str) -> None:
    """Types too: 1 stays a whole number and 1.0 a float, in any order of keys."""
    run = runs()[name]
    text = json.dumps(run.state, sort_keys=True)

    restored = definition().restore_run(json.loads(text))

    assert json.dumps(restored.state, sort_keys=True) == text
    if name != "new":
        assert restored.result == run.result


def test_state_is_a_copy() -> None:
    run = parked(1)
    text = json.dumps(run.state)

    run.state["decisions"].clear()
    run.state["ledger"][0]["value"]["list"].append(2)
    run.state["proposal"]["evidence"].clear()

    assert json.dumps(run.state) == text


def test_restore_does_not_follow_the_given_state() -> None:
    state = parked(1).state
    run = definition().restore_run(state)

    state["decisions"]["one"]["rationale"] = "forged"
    state["ledger"][0]["value"]["list"].append(2)

    assert json.dumps(run.state) == json.dumps(parked(1).state)


def test_state_holds_nothing_of_the_request_context() -> None:
    run = definition().create_run()
    run.start({"token": "secret", "actor_identity": "starter"})

    assert "secret" not in json.dumps(run.state)
    assert "starter" not in json.dumps(run.state)


BREAKS: list[tuple[str, Any]] = [
    ("format", 2),
    ("chain", "other"),
    ("version", 2),
    ("status", "failed"),
    ("status", "success"),
    ("status", "new"),
    ("status", "opening"),
    ("gate", "one"),
    ("gate", "three"),
    ("gate", None),
    ("decisions", {}),
    ("decisions", {"two": {}}),
    ("decisions", {"one": {}, "two": {}}),
    ("decisions", []),
    ("trail", [{"stage": "one"}]),
    ("trail", {}),
    ("ledger", None),
    ("proposal", None),
    ("proposal", {"recommendation": "Go on."}),
    ("extra", 1),
]


@pytest.mark.parametrize(("key", "value"), BREAKS)
def test_restore_refuses_a_state_that_no_run_wrote(key: str, value: Any) -> None:
    state = parked(1).state
    state[key] = value

    with refused("UNSUPPORTED_VALUE"):
        definition().restore_run(state)


@pytest.mark.parametrize("state", [None, 3, [], {}, "{}", {"format": 1}])
def test_restore_refuses_what_is_no_state(state: Any) -> None:
    with refused("UNSUPPORTED_VALUE"):
        definition().restore_run(state)


@pytest.mark.parametrize(
    "change",
    [
        {"rationale": " "},
        {"rationale": None},
        {"actor": "robot"},
        {"actor": None},
        {"skipped": 0},
        {"more": 1},
    ],
)
def test_restore_refuses_a_decision_without_reason_or_actor(
    change: dict[str, Any],
) -> None:
    state = parked(1).state
    state["trail"][0].update(change)

    with refused("UNSUPPORTED_VALUE"):
        definition().restore_run(state)


@pytest.mark.parametrize(
    "change",
    [
        {"seq": 2},
        {"actor": "robot"},
        {"rationale": " "},
        {"field": ""},
        {"timestamp": ""},
        {"value": float("nan")},
    ],
)
def test_restore_refuses_a_ledger_that_was_touched(change: dict[str, Any]) -> None:
    state = parked(1).state
    state["ledger"][0].update(change)

    with refused("UNSUPPORTED_VALUE"):
        definition().restore_run(state)


def test_restore_refuses_evidence_that_is_no_json() -> None:
    state = parked(1).state
    state["proposal"]["evidence"]["x"] = float("nan")

    with refused("UNSUPPORTED_VALUE") as caught:
        definition().restore_run(state)

    assert caught.value.facts["path"] == "$.proposal.evidence.x"


def test_restore_refuses_an_ended_chain_with_an_open_gate() -> None:
    state = parked(2).state
    assert state["gate"] is None
    state["gate"] = "two"

    with refused("UNSUPPORTED_VALUE"):
        definition().restore_run(state)


def test_restore_gives_the_decisions_in_the_order_of_the_gates() -> None:
    chain = create_judgment_chain("chain", [gate("b"), gate("a"), gate("c")], clock())
    run = chain.create_run()
    run.start()
    for gate_id in ("b", "a"):
        run.resume(gate_id, {"rationale": "why"})

    stored = json.loads(json.dumps(run.state, sort_keys=True))
    assert list(stored["decisions"]) == ["a", "b"]

    assert list(chain.restore_run(stored).state["decisions"]) == ["b", "a"]


def test_restore_needs_the_same_definition() -> None:
    for other in (definition("other"), definition(version=2)):
        with refused("UNSUPPORTED_VALUE") as caught:
            load_state(other.spec, parked().state)
        assert "belongs to chain chain version 1" in caught.value.message
