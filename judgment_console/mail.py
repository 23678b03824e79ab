"""Render and send the mail of one notice; it holds a link and no figures."""

import re
import unicodedata
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import dateformat

from judgment_console.models import Notice

__all__ = ["MailRefusedError", "SMTPException", "message", "one_line", "send"]

SUBJECTS = {
    "your_turn": "Your decision: {question}",
    "returned": "Returned to you: {question}",
    "failed": "Evidence failed: {question}",
    "completed": "Completed: {title}",
    "rejected": "Rejected: {title}",
    "recalled": "Recalled: {title}",
    "reminder": "Reminder, your decision: {question}",
    "assigned": "Assigned to you: {question}",
}
WRITTEN = "D j M Y, H:i T"
_LONGEST_SUBJECT = 150
_HIDDEN = {"Cc", "Cf", "Zl", "Zp"}


class MailRefusedError(Exception):
    """The mail server refused the message for good: a 5xx answer."""


def send(notice: Notice) -> None:
    """Hand the notice's message to the mail server.

    Raises MailRefusedError when sending again cannot help; others can be retried.
    """
    try:
        message(notice).send()
    except SMTPRecipientsRefused as error:
        code, answer = next(iter(error.recipients.values()))
        _raise_refused(code, answer, error)
    except SMTPResponseException as error:
        _raise_refused(error.smtp_code, error.smtp_error, error)


def message(notice: Notice) -> EmailMessage:
    """The message: plain text, one link, the same Message-ID each time it is made."""
    gate = notice.gate
    target = (
        reverse("reviews:gate", args=[gate.pk])
        if gate
        else reverse("reviews:chain", args=[notice.chain_id])
    )
    zone = ZoneInfo(notice.workspace.time_zone)
    due = notice.round.due_at if notice.round else None
    subject = SUBJECTS[notice.kind].format(
        question=gate.question if gate else "", title=notice.chain.title
    )
    body = render_to_string(
        "mail/notice.txt",
        {
            "notice": notice,
            "due": dateformat.format(due.astimezone(zone), WRITTEN) if due else "",
            "link": settings.PUBLIC_URL + target,
        },
    )
    host = settings.PUBLIC_URL.split("//", 1)[-1].split("/", 1)[0].split(":", 1)[0]
    return EmailMessage(
        subject=one_line(subject),
        body=body,
        to=[notice.recipient.email],
        headers={
            "Message-ID": f"<notice-{notice.pk}@{host}>",
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
        },
    )


def one_line(text: str) -> str:
    """Text that is safe in a header: one short line without control characters."""
    visible = "".join(
        " " if unicodedata.category(letter) in _HIDDEN else letter for letter in text
    )
    return re.sub(r"\s+", " ", visible).strip()[:_LONGEST_SUBJECT]


def _raise_refused(code: int, answer: bytes | str, error: Exception) -> None:
    text = answer.decode(errors="replace") if isinstance(answer, bytes) else answer
    if code >= 500:
        raise MailRefusedError(f"{code} {text}") from error
    raise error
