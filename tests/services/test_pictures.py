"""Pictures: drawn before the round parks, stored with it, never in its way."""

import json
import logging
import subprocess
import sys
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from judgment_console.chains.catalogue import register
from judgment_console.evidence import blocks
from judgment_console.evidence.charts import at, chart_spec, layer
from judgment_console.evidence.drawing import DrawingError, picture_digest, pictured
from judgment_console.judgment import (
    Application,
    ChainSpec,
    GateContext,
    GateSpec,
    Proposal,
)
from judgment_console.models import Gate, Picture, Round
from judgment_console.services import picturing
from tests.services.conftest import LATER
from tests.services.host_chain import SPEC as HOST

pytestmark = pytest.mark.django_db

ROWS = [{"id": "a", "x": 1.0, "y": 2.0}, {"id": "b", "x": 2.0, "y": 3.0}]
POINTS = chart_spec(layer("recent-point", {"x": at("x", "X"), "y": at("y", "Y")}))


def _chart(name: str) -> dict[str, Any]:
    return blocks.chart(name, name.title(), "Two points.", table="points", spec=POINTS)


def _gathered(ctx: GateContext) -> Proposal:
    columns = [blocks.column("x", "X", "number"), blocks.column("y", "Y", "number")]
    table = blocks.table("points", "P", tab="charts", columns=columns, rows=ROWS)
    shown = [_chart("one"), _chart("two"), table]
    return Proposal("Use it.", {"blocks": shown}, proposed={"cap": 1.0})


def _applied(ctx: GateContext, decision: Any) -> Application:
    return Application()


SPEC = ChainSpec(
    "pictured",
    (
        GateSpec(
            "cap",
            "cap",
            HOST.gates[0].decision,
            _gathered,
            _applied,
            question="Which cap?",
        ),
    ),
)


@pytest.fixture
def parked(start: Callable[..., UUID], work: Callable[[], None]) -> Callable[[], Gate]:
    def started() -> Gate:
        register(SPEC)
        chain_id = start(spec_id=SPEC.id)
        work()
        return Gate.objects.get(chain_id=chain_id)

    return started


def digests(gate: Gate) -> set[str]:
    content = json.loads(Round.objects.get(gate=gate).proposal)
    shown = content["evidence"]["blocks"]
    return {picture_digest(spec, rows) for _, spec, rows in pictured(shown)}


def test_pictures_are_stored_when_the_round_parks(parked: Callable[[], Gate]) -> None:
    gate = parked()
    stored = Picture.objects.all()
    assert gate.state == "parked"
    assert {each.digest for each in stored} == digests(gate)
    assert len(stored) == 2
    assert {each.at for each in stored} == {LATER}
    assert all(each.svg.startswith("<svg ") for each in stored)


def test_pictures_are_no_part_of_the_sealed_evidence(
    parked: Callable[[], Gate],
) -> None:
    assert "<svg" not in Round.objects.get(gate=parked()).proposal


def test_same_chart_is_drawn_and_stored_once(
    parked: Callable[[], Gate], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = parked()

    def never(spec: Any, rows: Any) -> str:
        raise AssertionError("drawn again")

    monkeypatch.setattr(picturing, "draw", never)
    second = parked()
    assert second.state == "parked"
    assert digests(second) == digests(first)
    assert Picture.objects.count() == 2


def test_picture_stored_meanwhile_stays_as_it_is(parked: Callable[[], Gate]) -> None:
    (digest, *_) = digests(parked())
    before = Picture.objects.get(digest=digest)
    late = (picturing.Drawn(digest=digest, svg="<svg/>"),)
    picturing.store(late, at=LATER)
    assert Picture.objects.get(digest=digest).svg == before.svg


def test_chart_that_cannot_be_drawn_is_left_out_and_the_gate_parks(
    parked: Callable[[], Gate],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    draw = picturing.draw

    def failing(spec: Any, rows: Any) -> str:
        if spec["title"] == "One":
            raise DrawingError("The chart cannot be drawn: no ink")
        return draw(spec, rows)

    monkeypatch.setattr(picturing, "draw", failing)
    with caplog.at_level(logging.WARNING, "judgment_console.pictures"):
        gate = parked()
    assert gate.state == "parked"
    assert Picture.objects.count() == 1
    assert [record.getMessage() for record in caplog.records] == [
        "chart one is left out: The chart cannot be drawn: no ink"
    ]


def test_charts_are_drawn_with_no_transaction_of_the_service_open(
    parked: Callable[[], Gate], monkeypatch: pytest.MonkeyPatch
) -> None:
    draw, depth = picturing.draw, []

    def watched(spec: Any, rows: Any) -> str:
        depth.append(len(connection.savepoint_ids))
        return draw(spec, rows)

    monkeypatch.setattr(picturing, "draw", watched)
    outside = len(connection.savepoint_ids)
    parked()
    assert depth == [outside, outside]


@pytest.mark.parametrize("evidence", [None, 7, "text", [], {}, {"blocks": 7}])
def test_evidence_without_blocks_has_no_pictures(evidence: Any) -> None:
    assert picturing.draw_charts(evidence) == ()


def test_service_that_draws_loads_no_drawing_library_by_itself() -> None:
    script = (
        "import django, sys; django.setup();"
        "import judgment_console.services.gathering, judgment_console.reviews.urls;"
        "print('vl_convert' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
