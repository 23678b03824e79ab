"""A small host chain, people around it, and a worker that is called by hand."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User

from judgment_console.chains.catalogue import register
from judgment_console.ledger.canonical import canonical_text, digest
from judgment_console.models import (
    Dataset,
    Gate,
    Membership,
    Outbox,
    Round,
    Segment,
    Upload,
    Workspace,
)
from judgment_console.services import applying, gathering, what_if
from judgment_console.services.actors import Actor
from judgment_console.services.deciding import Answer, Receipt, decide
from judgment_console.services.joining import add_member, create_workspace
from judgment_console.services.starting import start_chain
from tests.services.host_chain import SPEC

AT = datetime(2026, 1, 15, 14, 0, tzinfo=UTC)
LATER = datetime(2026, 1, 15, 15, 30, tzinfo=UTC)

register(SPEC)


@pytest.fixture
def workspace(db: None) -> Workspace:
    return create_workspace(name="Mutual", time_zone="Europe/London", at=AT)


@pytest.fixture
def join(workspace: Workspace) -> Callable[..., Membership]:
    def joined(name: str, *roles: str) -> Membership:
        user = User.objects.create_user(name, f"{name}@mutual.example", "secret")
        return add_member(
            workspace=workspace,
            user=user,
            roles=roles,
            printed_name=name.title(),
            credentials="FCAS",
            at=AT,
        )

    return joined


@pytest.fixture
def preparer(join: Callable[..., Membership]) -> Actor:
    # Also a reviewer: only four eyes stand between this person and the own gates.
    return Actor(user_id=join("preparer", "preparer", "reviewer").user_id)


@pytest.fixture
def reviewer(join: Callable[..., Membership]) -> Actor:
    return Actor(user_id=join("reviewer", "reviewer").user_id)


@pytest.fixture
def colleague(join: Callable[..., Membership]) -> Actor:
    return Actor(user_id=join("colleague", "reviewer").user_id)


@pytest.fixture
def dataset(workspace: Workspace, preparer: Actor) -> Dataset:
    content = canonical_text({"name": "GL paid", "triangles": []})
    upload = Upload.objects.create(
        workspace=workspace,
        uploaded_by_id=preparer.user_id,
        at=AT,
        filename="gl.csv",
        content=b"origin,12",
        digest="0" * 64,
        state="confirmed",
    )
    return Dataset.objects.create(
        workspace=workspace,
        segment=Segment.objects.create(workspace=workspace, name="GL", labels="{}"),
        upload=upload,
        name="GL paid",
        content=content,
        digest=digest("dataset", content),
        currency="USD",
        valuation_date=date(2025, 12, 31),
        confirmed_by_id=preparer.user_id,
        at=AT,
    )


METADATA = {
    "purpose": "Year-end review",
    "valuation_date": "2025-12-31",
    "currency": "USD",
    "unit": "1",
}


@pytest.fixture
def start(dataset: Dataset, preparer: Actor) -> Callable[..., UUID]:
    def started(**changes: Any) -> UUID:
        given = {
            "dataset_id": dataset.pk,
            "spec_id": SPEC.id,
            "title": "General liability",
            "metadata": METADATA,
            "actor": preparer,
            "at": AT,
        }
        return start_chain(**{**given, **changes})

    return started


@pytest.fixture
def work() -> Callable[[], None]:
    """Do all promised engine work, as a worker would, until none is left."""

    def done() -> None:
        while row := _next_job():
            jobs = {
                "gather": gathering.gather_evidence,
                "apply": applying.apply_decision,
                "complete": applying.complete_chain,
                "what_if": what_if.compute,
            }
            jobs[row.job](row.pk, at=LATER)

    return done


def _next_job() -> Outbox | None:
    return Outbox.objects.filter(
        job__in=("gather", "apply", "complete", "what_if"),
        done_at__isnull=True,
        begun_at__isnull=True,
        attempts=0,
    ).first()


@pytest.fixture
def parked(start: Callable[..., UUID], work: Callable[[], None]) -> Gate:
    """The first gate of a new chain, waiting for a decision."""
    chain_id = start()
    work()
    return Gate.objects.get(chain_id=chain_id, key="cap")


@pytest.fixture
def answer_to() -> Callable[..., Answer]:
    """The answer to a gate's current round, as the page's form would carry it."""

    def answered(gate: Gate, verb: str = "approve", **changes: Any) -> Answer:
        round_ = Round.objects.filter(gate=gate).latest("number")
        given = {
            "round_number": round_.number,
            "digest": round_.digest,
            "verb": verb,
            "values": {},
            "rationale": "The large claims distort the factors.",
        }
        return Answer(**{**given, **changes})

    return answered


@pytest.fixture
def decided(
    answer_to: Callable[..., Answer], reviewer: Actor
) -> Callable[..., Receipt]:
    def decided_by(gate: Gate, verb: str = "approve", **changes: Any) -> Receipt:
        actor = changes.pop("actor", reviewer)
        answer = answer_to(gate, verb, **changes)
        return decide(gate_id=gate.pk, answer=answer, actor=actor, at=LATER)

    return decided_by


@pytest.fixture
def apply_job() -> Callable[[], UUID]:
    """Key of the promised application of the last decision."""

    def promised() -> UUID:
        return Outbox.objects.get(job="apply", done_at__isnull=True).pk

    return promised
