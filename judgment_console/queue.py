"""The only way to put work on Celery: promise it in the transaction, wake after commit.

The outbox row is the promise and the truth; a message carries nothing but its key, so
losing the broker loses nothing and a forged message decides nothing.
"""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from celery import current_app
from django.db import transaction

from judgment_console.models import Outbox

QUEUES = {
    "parse": "evidence",
    "gather": "evidence",
    "what_if": "evidence",
    "apply": "engine",
    "complete": "engine",
    "mail": "engine",
}


def task_name(job: str) -> str:
    """The registered name of the task that does a job."""
    return f"judgment_console.{job}"


def promise(job: str, subject: UUID, *, at: datetime) -> None:
    """Promise a job on a subject in the open transaction and wake a worker after it."""
    promise_each(job, [subject], at=at)


def promise_each(job: str, subjects: list[UUID], *, at: datetime) -> None:
    """Promise the same job on several subjects, in one insert."""
    rows = [
        Outbox(job=job, subject=subject, created_at=at, due_at=at)
        for subject in subjects
    ]
    for row in Outbox.objects.bulk_create(rows):
        # Robust: a broker that is down must not turn a stored decision into an error.
        transaction.on_commit(_waking(job, row.pk), robust=True)


def wake(job: str, outbox_id: UUID) -> None:
    """Tell a worker where to look. The registry lookup lets eager mode work as well."""
    current_app.tasks[task_name(job)].apply_async(
        args=(str(outbox_id),), queue=QUEUES[job], retry=False
    )


def _waking(job: str, outbox_id: UUID) -> Callable[[], None]:
    # Not a partial: Django names a robust callback by its __qualname__ when it fails.
    def waking() -> None:
        wake(job, outbox_id)

    return waking
