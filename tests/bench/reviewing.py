"""Inside an installation with a worker: reserve reviews of a ten-year triangle."""

import time
from datetime import date
from pathlib import Path
from typing import Any
from uuid import UUID

import judgment_console
from judgment_console.clock import database_now
from judgment_console.models import Gate, Upload
from judgment_console.services import deciding, starting, uploading
from judgment_console.services.actors import Actor
from tests.bench.chains import RATIONALE
from tests.bench.house import METADATA, House, build
from tests.bench.measuring import Sizes
from tests.bench.signing import signed_in

TRIANGLE = Path(judgment_console.__file__).parent / "chains/data/taylor_ashe.csv"
PATIENCE = 120


def reviews(sizes: Sizes) -> dict[str, str]:
    """Two reviews, computed by the worker: one to its end, one to its second gate.

    Gives {"gate"}, the gate that waits for development factors, and the session of
    the {"reviewer"} who may decide it.
    """
    house = build("reviews")
    dataset = _dataset(house)
    whole, open_ = (_start(house, dataset) for _ in range(2))
    for _ in range(4):
        _approve(house, _parked(whole))
    _approve(house, _parked(open_))
    return {
        "gate": str(_parked(open_).pk),
        "reviewer": signed_in(house.reviewer),
    }


def _dataset(house: House) -> UUID:
    actor = Actor(user_id=house.preparer.pk)
    upload_id = uploading.receive(
        workspace_id=house.workspace.pk,
        filename=TRIANGLE.name,
        data=TRIANGLE.read_bytes(),
        actor=actor,
        at=database_now(),
    )
    _wait(lambda: Upload.objects.filter(pk=upload_id, state="understood").first())
    confirmation = uploading.Confirmation(
        name="Taylor and Ashe",
        segment="Liability",
        currency="USD",
        unit=1,
        valuation_date=date(2010, 12, 31),
        cumulative=True,
    )
    return uploading.confirm(
        upload_id=upload_id, confirmation=confirmation, actor=actor, at=database_now()
    )


def _start(house: House, dataset_id: UUID) -> UUID:
    return starting.start_chain(
        dataset_id=dataset_id,
        spec_id="reserve-review",
        title="Liability, year-end",
        metadata={**METADATA, "materiality": "500000"},
        actor=Actor(user_id=house.preparer.pk),
        at=database_now(),
    )


def _parked(chain_id: UUID) -> Gate:
    gate: Gate = _wait(
        lambda: Gate.objects.filter(chain=chain_id, state="parked").first()
    )
    return gate


def _approve(house: House, gate: Gate) -> None:
    round_ = gate.rounds.get(closed_at=None)
    deciding.decide(
        gate_id=gate.pk,
        answer=deciding.Answer(
            round_number=round_.number,
            digest=round_.digest,
            verb="approve",
            values={},
            rationale=RATIONALE,
        ),
        actor=Actor(user_id=house.reviewer.pk),
        at=database_now(),
    )


def _wait(look: Any) -> Any:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := look():
            return found
        time.sleep(0.05)
    raise TimeoutError("the worker does nothing")
