"""What a test does inside an installation: one line of JSON in, one line out."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.db.models import F  # noqa: E402

from judgment_console.clock import database_now  # noqa: E402
from judgment_console.ledger.canonical import canonical_text, digest  # noqa: E402
from judgment_console.models import (  # noqa: E402
    Chain,
    Dataset,
    Gate,
    Notice,
    Outbox,
    Round,
    Seat,
    Segment,
    Upload,
    Workspace,
)
from judgment_console.models.entries import Entry  # noqa: E402
from judgment_console.services import deciding, joining, starting  # noqa: E402
from judgment_console.services.actors import Actor  # noqa: E402
from tests.harness.review_acts import move, review, state  # noqa: E402

METADATA = {
    "purpose": "Year-end review",
    "valuation_date": "2025-12-31",
    "currency": "USD",
    "unit": "1",
}


def _actor(name: str) -> Actor:
    return Actor(user_id=User.objects.get(username=name).pk)


def people() -> None:
    """A workspace with a preparer, a reviewer and a data set."""
    at = database_now()
    workspace = joining.create_workspace(name="Harbour", time_zone="UTC", at=at)
    for role in ("preparer", "reviewer"):
        user = User.objects.create_user(role, f"{role}@harbour.example")
        joining.add_member(
            workspace=workspace, user=user, roles=[role], printed_name=role, at=at
        )
    content = canonical_text({"name": "paid", "triangles": []})
    preparer = User.objects.get(username="preparer")
    Dataset.objects.create(
        workspace=workspace,
        segment=Segment.objects.create(workspace=workspace, name="GL", labels="{}"),
        upload=Upload.objects.create(
            workspace=workspace,
            uploaded_by=preparer,
            at=at,
            filename="paid.csv",
            content=b"",
            digest="0" * 64,
            state="confirmed",
        ),
        name="paid",
        content=content,
        digest=digest("dataset", content),
        currency="USD",
        valuation_date=at.date(),
        confirmed_by=preparer,
        at=at,
    )


def start() -> str:
    """Start the host's chain; its id."""
    workspace = Workspace.objects.get(name="Harbour")
    chain_id = starting.start_chain(
        dataset_id=Dataset.objects.get(workspace=workspace).pk,
        spec_id="held-up",
        title="Held up",
        metadata=METADATA,
        actor=_actor("preparer"),
        at=database_now(),
    )
    return str(chain_id)


def decide(*, chain: str, values: dict[str, Any] | None = None) -> int:
    """Decide the parked gate as the reviewer; the number of the sealed entry."""
    gate = Gate.objects.get(chain=chain, state="parked")
    round_ = gate.rounds.get(closed_at=None)
    receipt = deciding.decide(
        gate_id=gate.pk,
        answer=deciding.Answer(
            round_number=round_.number,
            digest=round_.digest,
            verb="adjust" if values else "approve",
            values=values or {},
            rationale="The factor follows the data.",
        ),
        actor=_actor("reviewer"),
        at=database_now(),
    )
    return receipt.seq


def look(*, chain: str) -> dict[str, Any]:
    """Everything a test compares: states, rounds, entries, seats, notices, jobs."""
    found = Chain.objects.get(pk=chain)
    gates = found.gates.order_by("position")
    rounds = Round.objects.filter(gate__chain=chain)
    entries = Entry.objects.filter(chain=chain).order_by("seq")
    subjects = [
        str(pk) for pk in rounds.values_list("pk", "decisions__pk") for pk in pk
    ]
    jobs = Outbox.objects.filter(subject__in=[s for s in subjects if s != "None"])
    return {
        "state": found.state,
        "gates": {gate.key: gate.state for gate in gates},
        "rounds": rounds.count(),
        "entries": [entry.kind for entry in entries],
        "sealed": [entry.seq for entry in entries] == [*range(1, len(entries) + 1)]
        and found.entry_count == len(entries),
        "seats": Seat.objects.filter(round__gate__chain=chain).count(),
        "notices": Notice.objects.filter(chain=chain, kind="your_turn").count(),
        "open": sorted(jobs.filter(done_at=None).values_list("job", flat=True)),
        "attempts": max(jobs.values_list("attempts", flat=True), default=0),
    }


def age(*, seconds: int) -> None:
    """Let time pass for all open work, without waiting for it."""
    past = timedelta(seconds=seconds)
    Outbox.objects.filter(done_at=None).update(
        created_at=F("created_at") - past,
        due_at=F("due_at") - past,
        begun_at=F("begun_at") - past,
    )


def jobs() -> int:
    """How many jobs are promised and not done, of all chains."""
    return Outbox.objects.filter(done_at=None, quarantined=False).count()


ACTS: dict[str, Callable[..., Any]] = {
    act.__name__: act
    for act in (people, start, decide, look, age, jobs, review, move, state)
}


@contextmanager
def _answers_alone_on_stdout() -> Iterator[Callable[[str], None]]:
    stream, sys.stdout = sys.stdout, sys.stderr
    yield lambda line: print(line, file=stream, flush=True)


if __name__ == "__main__":
    with _answers_alone_on_stdout() as answer:
        for line in sys.stdin:
            name, facts = json.loads(line)
            answer(json.dumps(ACTS[name](**facts)))
