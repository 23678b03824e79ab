"""Notices: one row and one mail for each person and occasion."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.text import Truncator

from judgment_console import queue
from judgment_console.models import Chain, Gate, Notice, Round


def notify(
    kind: str,
    recipients: Iterable[int],
    *,
    chain: Chain,
    at: datetime,
    gate: Gate | None = None,
    round_: Round | None = None,
    facts: dict[str, Any] | None = None,
) -> None:
    """Write a notice for each recipient and promise its mail, once per occasion."""
    subject = round_ or gate or chain
    rows = [
        Notice(
            workspace_id=chain.workspace_id,
            recipient_id=recipient,
            kind=kind,
            chain=chain,
            gate=gate,
            round=round_,
            call_id=str(subject.pk),
            facts=facts or {},
            at=at,
            mail_state="queued",
        )
        for recipient in recipients
    ]
    told = Notice.objects.bulk_create(rows, ignore_conflicts=True)
    if told:
        queue.promise_each("mail", [notice.pk for notice in told], at=at)


def withdraw(round_: Round) -> None:
    """Nobody is asked to decide a round that is closed: unsent mail stays unsent."""
    Notice.objects.filter(round=round_, kind="your_turn", mail_state="queued").update(
        mail_state="withdrawn"
    )


def mail_to_send(notice_id: UUID) -> Notice | None:
    """The notice with what its mail says, unless it was sent or withdrawn."""
    return (
        Notice.objects.select_related(
            "recipient", "chain", "gate", "workspace", "round"
        )
        .filter(pk=notice_id, mail_state="queued")
        .first()
    )


def mail_sent(notice: Notice, *, at: datetime) -> None:
    """Note that the mail server took the message."""
    Notice.objects.filter(pk=notice.pk).update(mail_state="sent", sent_at=at)


def mail_refused(notice_id: UUID, answer: str) -> None:
    """Note that the mail server refused the message for good, and what it answered."""
    Notice.objects.filter(pk=notice_id).update(
        mail_state="refused", mail_answer=Truncator(answer).chars(200)
    )
