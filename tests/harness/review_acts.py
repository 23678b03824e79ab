"""Acts around the reserve review: a chain up to a gate, and a gate that moves on."""

import time
from collections.abc import Callable
from datetime import date
from uuid import UUID

from django.contrib.auth.models import User

from judgment_console.clock import database_now
from judgment_console.models import Chain, Dataset, Gate, Upload, Workspace
from judgment_console.services import answering, deciding, starting, uploading
from judgment_console.services.actors import Actor
from tests.harness.children import ROOT

TRIANGLE = ROOT / "judgment_console" / "chains" / "data" / "taylor_ashe.csv"
REASON = "The averages agree, and no diagonal stands out."


def review(*, title: str, approved: int) -> str:
    """A reserve review whose first gates are approved; the id of the open gate."""
    chain_id = starting.start_chain(
        dataset_id=_dataset(),
        spec_id="reserve-review",
        title=title,
        metadata={
            "purpose": "Year-end reserve",
            "valuation_date": "2010-12-31",
            "currency": "USD",
            "unit": "1",
            "materiality": "2000000",
        },
        actor=_actor("preparer"),
        at=database_now(),
    )
    for position in range(approved):
        _decide(_parked(chain_id, position), "approve")
    return str(_parked(chain_id, approved).pk)


def move(*, gate: str) -> None:
    """The reviewer returns a gate elsewhere, the preparer answers: a new round."""
    found = Gate.objects.get(pk=gate)
    _decide(found, "return")
    answering.answer(
        gate_id=found.pk, text="So.", actor=_actor("preparer"), at=database_now()
    )
    _parked(found.chain_id, found.position)


def state(*, gate: str) -> list[str]:
    """The states of a gate and of its chain."""
    found = Gate.objects.select_related("chain").get(pk=gate)
    return [found.state, found.chain.state]


def _dataset() -> UUID:
    known = Dataset.objects.filter(workspace__name="Demo Mutual").first()
    if known is not None:
        return known.pk
    upload_id = uploading.receive(
        workspace_id=Workspace.objects.get(name="Demo Mutual").pk,
        filename=TRIANGLE.name,
        data=TRIANGLE.read_bytes(),
        actor=_actor("preparer"),
        at=database_now(),
    )
    _until(lambda: Upload.objects.get(pk=upload_id).state == "understood")
    return uploading.confirm(
        upload_id=upload_id,
        confirmation=uploading.Confirmation(
            name="Taylor-Ashe paid",
            segment="General liability",
            currency="USD",
            unit=1,
            valuation_date=date(2010, 12, 31),
            cumulative=True,
        ),
        actor=_actor("preparer"),
        at=database_now(),
    )


def _decide(gate: Gate, verb: str) -> None:
    round_ = gate.rounds.get(closed_at=None)
    deciding.decide(
        gate_id=gate.pk,
        answer=deciding.Answer(
            round_number=round_.number,
            digest=round_.digest,
            verb=verb,
            values={},
            rationale=REASON,
        ),
        actor=_actor("reviewer"),
        at=database_now(),
    )


def _parked(chain_id: UUID, position: int) -> Gate:
    gates = Chain.objects.get(pk=chain_id).gates
    _until(lambda: gates.get(position=position).state == "parked")
    return gates.get(position=position)


def _actor(name: str) -> Actor:
    return Actor(user_id=User.objects.get(username=f"{name}@demo.example").pk)


def _until(reached: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not reached():
        if time.monotonic() > end:
            raise TimeoutError("the worker did not get there")
        time.sleep(0.1)
