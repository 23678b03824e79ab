"""Notices: one row and one mail for each person and occasion."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.text import Truncator

from judgment_console import queue
from judgment_console.models import Chain, Gate, Notice, Round

ASKING = ("your_turn", "reminder", "assigned")


def notify(
    kind: str,
    recipients: Iterable[int],
    *,
    chain: Chain,
    at: datetime,
    gate: Gate | None = None,
    round_: Round | None = None,
    facts: dict[str, Any] | None = None,
    occasion: str = "",
) -> None:
    """Write a notice for each recipient and promise its mail, once per occasion.

    Without an ``occasion`` it is what the notice is about: round, gate or chain.
    """
    subject = round_ or gate or chain
    rows = [
        Notice(
            workspace_id=chain.workspace_id,
            recipient_id=recipient,
            kind=kind,
            chain=chain,
            gate=gate,
            round=round_,
            call_id=occasion or str(subject.pk),
            facts=facts or {},
            at=at,
            mail_state="queued",
        )
        for recipient in recipients
    ]
    written = Notice.objects.bulk_create(rows, ignore_conflicts=True)
    if written:
        queue.promise_each("mail", [notice.pk for notice in written], at=at)


def told(kind: str, occasion: str) -> set[int]:
    """Who was told of this occasion already."""
    rows = Notice.objects.filter(kind=kind, call_id=occasion)
    return set(rows.values_list("recipient_id", flat=True))


def withdraw(round_: Round, *, but_for: int | None = None) -> None:
    """Nobody is asked who can no longer decide a round: unsent mail stays unsent.

    ``but_for`` is the one person who still can.
    """
    asking = Notice.objects.filter(round=round_, kind__in=ASKING, mail_state="queued")
    asking.exclude(recipient_id=but_for).update(mail_state="withdrawn")


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
