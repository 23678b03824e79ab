"""Celery face: a key in, one service call, the retry policy.

Delivery is guaranteed by the outbox and the sweep, so no task retries by itself.
"""

from uuid import UUID

from celery import Celery, shared_task
from celery.signals import worker_init

from judgment_console import mail as mailer
from judgment_console.celery import app
from judgment_console.clock import database_now
from judgment_console.evidence.warming import warm
from judgment_console.services import (
    applying,
    gathering,
    noticing,
    outbox,
    reading,
)
from judgment_console.services import (
    what_if as effects,
)


@shared_task(name="judgment_console.parse")
def parse(outbox_id: str) -> None:
    """Read an uploaded file."""
    reading.read_upload(UUID(outbox_id), at=database_now())


@shared_task(name="judgment_console.gather")
def gather(outbox_id: str) -> None:
    """Compute a round's evidence and park its gate."""
    gathering.gather_evidence(UUID(outbox_id), at=database_now())


@shared_task(name="judgment_console.apply", time_limit=30, soft_time_limit=20)
def apply(outbox_id: str) -> None:
    """Apply a decision."""
    applying.apply_decision(UUID(outbox_id), at=database_now())


@shared_task(name="judgment_console.complete")
def complete(outbox_id: str) -> None:
    """Call the definition's hook for a completed chain."""
    applying.complete_chain(UUID(outbox_id), at=database_now())


@shared_task(name="judgment_console.mail", time_limit=30, soft_time_limit=25)
def mail(outbox_id: str) -> None:
    """Send one notice."""
    row = outbox.claim(UUID(outbox_id), at=database_now())
    if row is None:
        return
    notice = noticing.mail_to_send(row.subject)
    try:
        if notice is not None:
            mailer.send(notice)
            noticing.mail_sent(notice, at=database_now())
    except mailer.MailRefusedError as error:
        noticing.mail_refused(row.subject, str(error))
    except (OSError, mailer.SMTPException) as error:
        outbox.fail(row, str(error), at=database_now())
        return
    outbox.finish(row, at=database_now())


@shared_task(name="judgment_console.what_if")
def what_if(outbox_id: str) -> None:
    """Compute the effect of values that a person typed."""
    effects.compute(UUID(outbox_id), at=database_now())


@shared_task(name="judgment_console.sweep", ignore_result=True)
def sweep() -> None:
    """Wake workers for promised jobs whose message was lost."""
    outbox.sweep(at=database_now())


@worker_init.connect
def _warm(**_: object) -> None:
    warm()


@app.on_after_finalize.connect
def _timetable(sender: Celery, **_: object) -> None:
    seconds = sender.conf.sweep_seconds
    sender.add_periodic_task(seconds, sweep.s(), name="sweep", expires=seconds)
