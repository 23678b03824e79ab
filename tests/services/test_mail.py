"""The mail of a notice: one link, no figures, once per person and occasion."""

import smtplib
from collections.abc import Callable

import pytest
from django.core import mail as sent
from pytest_django import Settings

from judgment_console import mail, tasks
from judgment_console.models import Gate, Notice, Outbox
from judgment_console.services.actors import Actor
from judgment_console.services.deciding import Receipt

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _kept_in_memory(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.PUBLIC_URL = "https://console.example.org"


@pytest.fixture
def asked(reviewer: Actor, parked: Gate) -> Notice:
    """The notice that a gate waits for the reviewer."""
    notice: Notice = Notice.objects.select_related(
        "recipient", "chain", "gate", "workspace", "round"
    ).get(kind="your_turn", recipient_id=reviewer.user_id)
    return notice


def job(notice: Notice) -> str:
    return str(Outbox.objects.get(job="mail", subject=notice.pk).pk)


def test_message_names_gate_due_and_link_and_no_figure(asked: Notice) -> None:
    message = mail.message(asked)

    assert message.to == ["reviewer@mutual.example"]
    assert message.subject == "Your decision: At what size should a claim be capped?"
    assert f"https://console.example.org/gates/{asked.gate_id}/" in message.body
    assert "Due:   Sun 18 Jan 2026, 15:30 GMT" in message.body
    assert "150,000" not in message.body


def test_message_made_twice_has_the_same_id(asked: Notice) -> None:
    first, second = mail.message(asked), mail.message(asked)

    assert first.extra_headers["Message-ID"] == second.extra_headers["Message-ID"]
    assert first.extra_headers["Message-ID"] == (
        f"<notice-{asked.pk}@console.example.org>"
    )
    assert first.extra_headers["Auto-Submitted"] == "auto-generated"


def test_task_sends_once_and_notes_it(asked: Notice) -> None:
    outbox_id = job(asked)

    tasks.mail(outbox_id)
    tasks.mail(outbox_id)

    asked.refresh_from_db()
    assert len(sent.outbox) == 1
    assert asked.mail_state == "sent"
    assert Outbox.objects.get(pk=outbox_id).done_at is not None


def test_mail_is_not_sent_once_the_gate_is_decided(
    asked: Notice, decided: Callable[..., Receipt], parked: Gate
) -> None:
    decided(parked)

    tasks.mail(job(asked))

    assert [message.to for message in sent.outbox] == []
    assert Notice.objects.get(pk=asked.pk).mail_state == "withdrawn"


@pytest.mark.parametrize(
    "answer",
    [
        smtplib.SMTPRecipientsRefused({"x@y.example": (550, b"no such mailbox")}),
        smtplib.SMTPDataError(554, b"no such mailbox"),
    ],
)
def test_mail_refused_for_good_is_noted_and_not_tried_again(
    asked: Notice, monkeypatch: pytest.MonkeyPatch, answer: Exception
) -> None:
    def refuse(self: object) -> None:
        raise answer

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)

    tasks.mail(job(asked))

    asked.refresh_from_db()
    assert asked.mail_state == "refused"
    assert "no such mailbox" in asked.mail_answer
    assert Outbox.objects.get(job="mail", subject=asked.pk).done_at is not None


@pytest.mark.parametrize(
    "answer",
    [
        smtplib.SMTPRecipientsRefused({"x@y.example": (451, b"try later")}),
        smtplib.SMTPServerDisconnected("gone"),
        TimeoutError("silent"),
    ],
)
def test_mail_that_may_pass_later_is_kept_and_put_off(
    asked: Notice, monkeypatch: pytest.MonkeyPatch, answer: Exception
) -> None:
    def fail(self: object) -> None:
        raise answer

    monkeypatch.setattr("django.core.mail.EmailMessage.send", fail)

    tasks.mail(job(asked))

    asked.refresh_from_db()
    row = Outbox.objects.get(job="mail", subject=asked.pk)
    assert asked.mail_state == "queued"
    assert (row.done_at, row.begun_at, row.attempts) == (None, None, 1)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Two\r\nBcc: all@example.org", "Two Bcc: all@example.org"),
        ("a\x00b\x1cc\u2028d", "a b c d"),
        ("\u202egnp", "gnp"),
        ("  much \t space ", "much space"),
        ("x" * 5000, "x" * 150),
    ],
)
def test_subject_is_one_clean_line(text: str, line: str) -> None:
    assert mail.one_line(text) == line
