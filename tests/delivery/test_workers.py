"""Real workers on a real broker: nothing is lost and nothing is done twice."""

import signal
import statistics
import time
from typing import Any

import pytest

from tests.delivery.conftest import Crew
from tests.harness.children import wait_until
from tests.harness.host.apps import GATES
from tests.harness.installation import Installation

pytestmark = pytest.mark.delivery

LEASE = 100  # longer than any worker is left alone with a job


def _wait_for(
    console: Installation, chain: str, gate: str, state: str, *, seconds: float = 30
) -> dict[str, Any]:
    def reached() -> bool:
        return bool(console.act("look", chain=chain)["gates"][gate] == state)

    wait_until(reached, seconds=seconds, every=0.01)
    found: dict[str, Any] = console.act("look", chain=chain)
    return found


def _hold(console: Installation, what: str) -> None:
    """Hold up the next job of a kind, once what earlier tests left is done."""
    console.act("age", seconds=LEASE)
    wait_until(lambda: console.act("jobs") == 0)
    (console.folder / f"begun-{what}").unlink(missing_ok=True)
    (console.folder / f"hold-{what}").touch()


def _let_go(console: Installation, what: str) -> None:
    (console.folder / f"hold-{what}").unlink()


def _wait_until_begun(console: Installation, what: str) -> None:
    wait_until((console.folder / f"begun-{what}").exists)


def test_chain_runs_from_gate_to_gate_by_itself(
    console: Installation, crew: Crew
) -> None:
    crew.up()
    chain = console.act("start")
    hops = []

    for gate, following in zip(GATES, [*GATES[1:], ""], strict=True):
        _wait_for(console, chain, gate, "parked")
        begun = time.monotonic()
        console.act("decide", chain=chain)
        if following:
            _wait_for(console, chain, following, "parked")
            hops.append(time.monotonic() - begun)

    found = _wait_for(console, chain, GATES[-1], "applied")
    assert found["state"] == "completed"
    assert found["entries"] == [
        "started",
        *("decision", "ledger", "settled") * len(GATES),
        "completed",
    ]
    assert found["sealed"]
    assert statistics.median(hops) < 1


def test_worker_killed_while_gathering_parks_once(
    console: Installation, crew: Crew
) -> None:
    crew.up()
    _hold(console, "gather")
    chain = console.act("start")
    _wait_until_begun(console, "gather")

    crew.down()
    killed = console.act("look", chain=chain)
    _let_go(console, "gather")
    console.act("age", seconds=LEASE)
    crew.up()
    found = _wait_for(console, chain, "first", "parked")

    assert killed["gates"]["first"] == "gathering"
    assert killed["open"] == ["gather"]
    assert (found["rounds"], found["seats"], found["notices"]) == (1, 1, 1)
    assert found["entries"] == ["started"]
    assert found["attempts"] == 2


def test_worker_killed_while_applying_applies_once(
    console: Installation, crew: Crew
) -> None:
    crew.up()
    chain = console.act("start")
    _wait_for(console, chain, "first", "parked")
    _hold(console, "apply")
    console.act("decide", chain=chain, values={"factor": 1.25})
    _wait_until_begun(console, "apply")

    crew.down()
    killed = console.act("look", chain=chain)
    _let_go(console, "apply")
    console.act("age", seconds=LEASE)
    crew.up()
    found = _wait_for(console, chain, "second", "parked")

    assert killed["gates"]["first"] == "decided"
    assert killed["entries"] == ["started", "decision"]
    assert found["gates"]["first"] == "applied"
    assert found["entries"] == ["started", "decision", "ledger", "settled"]
    assert found["sealed"]
    assert found["attempts"] == 2


def test_worker_stopped_while_applying_finishes_first(
    console: Installation, crew: Crew
) -> None:
    worker = crew.up()
    chain = console.act("start")
    _wait_for(console, chain, "first", "parked")
    _hold(console, "apply")
    console.act("decide", chain=chain)
    _wait_until_begun(console, "apply")

    worker.process.send_signal(signal.SIGTERM)
    _let_go(console, "apply")
    worker.process.wait(30)

    found = console.act("look", chain=chain)
    assert found["gates"]["first"] == "applied"
    assert found["entries"] == ["started", "decision", "ledger", "settled"]


def test_work_promised_without_a_worker_waits_for_one(
    console: Installation, crew: Crew
) -> None:
    crew.down()
    chain = console.act("start")
    waiting = console.act("look", chain=chain)

    crew.up()
    found = _wait_for(console, chain, "first", "parked")

    assert waiting["open"] == ["gather"]
    assert found["rounds"] == 1


def test_lost_messages_are_sent_again(console: Installation, crew: Crew) -> None:
    crew.up()
    chain = console.act("start")
    _wait_for(console, chain, "first", "parked")
    crew.down()
    console.act("decide", chain=chain)

    console.empty_broker()
    crew.up()
    console.act("age", seconds=LEASE)
    found = _wait_for(console, chain, "second", "parked")

    assert found["entries"] == ["started", "decision", "ledger", "settled"]
