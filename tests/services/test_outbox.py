"""Promised work is claimed once at a time and found again when its message was lost."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.db import transaction

from judgment_console import queue
from judgment_console.models import Outbox
from judgment_console.services import outbox
from tests.services.conftest import AT

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[UUID]:
    keys: list[UUID] = []
    monkeypatch.setattr(queue, "wake", lambda job, key: keys.append(key))
    return keys


@pytest.fixture
def promised() -> Callable[..., Outbox]:
    def made(job: str = "apply", **columns: object) -> Outbox:
        given = {"created_at": AT, "due_at": AT, **columns}
        return Outbox.objects.create(job=job, subject=uuid4(), **given)

    return made


def test_claim_is_for_one_worker_until_the_lease_ends(
    promised: Callable[..., Outbox],
) -> None:
    row = promised()
    lease = outbox.LEASES["apply"]

    assert outbox.claim(row.pk, at=AT) is not None
    assert outbox.claim(row.pk, at=AT + lease) is None
    assert outbox.claim(row.pk, at=AT + lease + SECOND) is not None
    assert Outbox.objects.get(pk=row.pk).attempts == 2


def test_done_job_is_not_claimed(promised: Callable[..., Outbox]) -> None:
    row = promised(done_at=AT)

    assert outbox.claim(row.pk, at=AT) is None
    assert outbox.claim(uuid4(), at=AT) is None


def test_sweep_wakes_what_is_due_and_not_held(
    promised: Callable[..., Outbox], woken: list[UUID]
) -> None:
    at = AT + timedelta(minutes=10)
    lost = promised()
    abandoned = promised(begun_at=AT, attempts=1)
    promised(begun_at=at - SECOND, attempts=1)
    promised(created_at=at - SECOND, due_at=at - SECOND)
    promised(due_at=at + SECOND, attempts=1)
    promised(done_at=AT)
    promised(quarantined=True, attempts=10)

    assert outbox.sweep(at=at) == 2
    assert set(woken) == {lost.pk, abandoned.pk}


def test_sweep_sets_aside_what_kills_its_worker_again_and_again(
    promised: Callable[..., Outbox], woken: list[UUID]
) -> None:
    poison = promised(begun_at=AT, attempts=outbox.MOST_ATTEMPTS)

    assert outbox.sweep(at=AT + timedelta(hours=1)) == 0
    assert Outbox.objects.get(pk=poison.pk).quarantined
    assert woken == []


def test_failed_attempts_wait_longer_each_time(
    promised: Callable[..., Outbox],
) -> None:
    row = promised()
    pauses = []
    for _ in range(outbox.MOST_ATTEMPTS):
        outbox.claim(row.pk, at=AT)
        outbox.fail(row, "no connection", at=AT)
        pauses.append((Outbox.objects.get(pk=row.pk).due_at - AT).seconds)

    assert pauses == [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
    assert Outbox.objects.get(pk=row.pk).quarantined


@pytest.mark.django_db(transaction=True)
def test_promise_survives_a_broker_that_is_down(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def down(job: str, key: UUID) -> None:
        raise ConnectionError("no broker")

    monkeypatch.setattr(queue, "wake", down)

    with transaction.atomic():
        queue.promise("gather", uuid4(), at=AT)
        queue.promise("gather", uuid4(), at=AT)
    queue.promise("gather", uuid4(), at=AT)

    assert Outbox.objects.count() == 3
