"""Claiming promised work, sending it again, and setting aside what never succeeds."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import F, Q

from judgment_console import queue
from judgment_console.models import Outbox

LEASES = {
    job: timedelta(seconds=seconds)
    for job, seconds in {
        "parse": 70,
        "gather": 70,
        "what_if": 70,
        "complete": 70,
        "mail": 30,
        "apply": 15,
    }.items()
}
"""How long a worker is left alone with a job. Every job may be begun twice without
harm, so the lease only saves work; it is short where people wait."""
PATIENCE = timedelta(seconds=5)
MOST_ATTEMPTS = 10
_LONGEST_PAUSE = 300
_MOST_AT_ONCE = 500


def claim(outbox_id: UUID, *, at: datetime) -> Outbox | None:
    """Take a job unless it is done or another worker holds it; the attempt counts."""
    row = Outbox.objects.filter(pk=outbox_id, done_at__isnull=True).first()
    if row is None:
        return None
    free = Q(begun_at__isnull=True) | Q(begun_at__lt=at - LEASES[row.job])
    taken = Outbox.objects.filter(free, pk=row.pk, done_at__isnull=True).update(
        begun_at=at, attempts=F("attempts") + 1
    )
    return row if taken else None


def finish(row: Outbox, *, at: datetime) -> None:
    """Mark a job as done, in the transaction that did it."""
    Outbox.objects.filter(pk=row.pk).update(done_at=at, last_error="")


def fail(row: Outbox, error: str, *, at: datetime) -> bool:
    """Note a failed attempt and put the next one off; True when it is set aside."""
    row.refresh_from_db()
    row.begun_at = None
    row.last_error = error[:200]
    row.quarantined = row.attempts >= MOST_ATTEMPTS
    pause = min(2**row.attempts, _LONGEST_PAUSE)
    row.due_at = at + timedelta(seconds=pause)
    row.save()
    return row.quarantined


def sweep(*, at: datetime) -> int:
    """Wake workers for every promised job that is due and not held; how many."""
    due = Outbox.objects.filter(
        Q(attempts__gt=0) | Q(created_at__lte=at - PATIENCE),
        done_at__isnull=True,
        quarantined=False,
        due_at__lte=at,
    )
    woken = 0
    for row in due.order_by("due_at")[:_MOST_AT_ONCE]:
        if row.begun_at is not None and row.begun_at > at - LEASES[row.job]:
            continue
        if row.attempts >= MOST_ATTEMPTS:
            Outbox.objects.filter(pk=row.pk).update(quarantined=True)
            continue
        queue.wake(row.job, row.pk)
        woken += 1
    return woken
