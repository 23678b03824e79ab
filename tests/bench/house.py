"""Inside an installation: people, a data set, and a chain that is walked by hand."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.db import transaction

from judgment_console import queue
from judgment_console.chains.catalogue import register
from judgment_console.judgment import ChainSpec
from judgment_console.ledger.canonical import canonical_text, digest
from judgment_console.models import (
    Dataset,
    Gate,
    Outbox,
    Segment,
    Upload,
    WhatIf,
    Workspace,
)
from judgment_console.services import applying, deciding, gathering, starting
from judgment_console.services.actors import Actor
from judgment_console.services.joining import add_member, create_workspace
from tests.bench.chains import RATIONALE
from tests.bench.measuring import Cost, cost

AT = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
METADATA = {
    "purpose": "Year-end review",
    "valuation_date": "2025-12-31",
    "currency": "USD",
    "unit": "1",
}


def without_messages() -> None:
    """Promise jobs as ever and send no message; they are done by hand here."""
    queue.wake = lambda job, outbox_id: None  # type: ignore[assignment]


def create(round_id: UUID) -> None:
    """What a decision is compared with: a row of 600 bytes, alone in a transaction."""
    with transaction.atomic():
        WhatIf.objects.create(
            round_id=round_id,
            values="x" * 500,
            digest=uuid4().hex * 2,
            state="computed",
            asked_at=AT,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A workspace with a preparer, two reviewers and a data set."""

    workspace: Workspace
    preparer: User
    reviewer: User
    colleague: User

    def dataset(self) -> Dataset:
        """A confirmed data set without figures."""
        content = canonical_text({"name": "GL paid", "triangles": []})
        upload = Upload.objects.create(
            workspace=self.workspace,
            uploaded_by=self.preparer,
            at=AT,
            filename="paid.csv",
            content=b"origin,12",
            digest="0" * 64,
            state="confirmed",
        )
        labels = canonical_text({"segment": str(upload.pk)})
        return Dataset.objects.create(
            workspace=self.workspace,
            segment=Segment.objects.create(
                workspace=self.workspace, name="GL", labels=labels
            ),
            upload=upload,
            name="GL paid",
            content=content,
            digest=digest("dataset", content),
            currency="USD",
            valuation_date=date(2025, 12, 31),
            confirmed_by=self.preparer,
            at=AT,
        )


def build(name: str) -> House:
    """A new workspace with its people."""
    workspace = create_workspace(name=name, time_zone="Europe/London", at=AT)
    people = {}
    for person, role in (
        ("preparer", "preparer"),
        ("reviewer", "reviewer"),
        ("colleague", "reviewer"),
    ):
        email = f"{person}@{name}.example"
        people[person] = User.objects.create_user(email, email)
        add_member(
            workspace=workspace,
            user=people[person],
            roles=[role],
            printed_name=person.title(),
            credentials="FCAS",
            at=AT,
        )
    return House(workspace=workspace, **people)


class Walk:
    """One chain taken from gate to gate: a person decides, a worker does the rest."""

    def __init__(self, house: House, dataset: Dataset, spec: ChainSpec) -> None:
        register(spec)
        self._actor = Actor(user_id=house.reviewer.pk)
        self.chain_id = starting.start_chain(
            dataset_id=dataset.pk,
            spec_id=spec.id,
            title="General liability, year-end",
            metadata=METADATA,
            actor=Actor(user_id=house.preparer.pk),
            at=AT,
        )
        self._work("gather", gathering.gather_evidence)

    def transition(self, *, last: bool = False) -> tuple[Cost, Cost]:
        """Decide the parked gate; the same, apply it and gather the next evidence.

        The last gate has no next one.
        """
        gate = Gate.objects.get(chain=self.chain_id, state="parked")
        deciding_ = cost(self._deciding(gate))
        whole = deciding_.plus(self._work("apply", applying.apply_decision))
        if not last:
            whole = whole.plus(self._work("gather", gathering.gather_evidence))
        return deciding_, whole

    def _deciding(self, gate: Gate) -> Callable[[], object]:
        round_ = gate.rounds.get(closed_at=None)
        answer = deciding.Answer(
            round_number=round_.number,
            digest=round_.digest,
            verb="approve",
            values={},
            rationale=RATIONALE,
        )
        return lambda: deciding.decide(
            gate_id=gate.pk, answer=answer, actor=self._actor, at=AT
        )

    def _work(self, job: str, task: Callable[..., None]) -> Cost:
        row = Outbox.objects.get(job=job, done_at=None)
        return cost(lambda: _done(task, row.pk))


def _done(task: Callable[..., None], outbox_id: UUID) -> None:
    task(outbox_id, at=AT)
