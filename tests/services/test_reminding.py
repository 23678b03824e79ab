"""Reminders: to those who can decide, from those who may ask, once in an hour."""

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest

from judgment_console.errors import JudgmentError
from judgment_console.mail import message
from judgment_console.models import Gate, Membership, Notice, Outbox
from judgment_console.services.actors import Actor
from judgment_console.services.deciding import Receipt
from judgment_console.services.reminding import remind
from tests.services.conftest import LATER

pytestmark = pytest.mark.django_db
Join = Callable[..., Membership]


def reminded() -> list[int]:
    notices = Notice.objects.filter(kind="reminder")
    return sorted(notices.values_list("recipient_id", flat=True))


def refused(code: str, gate: object, actor: Actor) -> None:
    with pytest.raises(JudgmentError) as refusal:
        remind(gate_ids=[gate], actor=actor, at=LATER)  # type: ignore[list-item]
    assert refusal.value.code == code
    assert reminded() == []


def test_everybody_with_a_seat_is_reminded_and_nobody_else(
    parked_for_two: Gate, preparer: Actor, reviewer: Actor, colleague: Actor
) -> None:
    count = remind(gate_ids=[parked_for_two.pk], actor=preparer, at=LATER)

    assert count == 2
    assert reminded() == sorted([reviewer.user_id, colleague.user_id])
    mails = Outbox.objects.filter(job="mail", created_at=LATER)
    assert mails.count() == Notice.objects.filter(at=LATER).count()


@pytest.fixture
def parked_for_two(reviewer: Actor, colleague: Actor, parked: Gate) -> Gate:
    return parked


def test_administrator_of_the_workspace_reminds(
    parked_for_two: Gate, join: Join
) -> None:
    admin = Actor(user_id=join("admin", "admin").user_id)

    assert remind(gate_ids=[parked_for_two.pk], actor=admin, at=LATER) == 2


def test_reviewer_does_not_remind(parked_for_two: Gate, reviewer: Actor) -> None:
    refused("NOT_ELIGIBLE", parked_for_two.pk, reviewer)


@pytest.mark.parametrize("stranger", [True, False])
def test_gate_of_another_workspace_is_like_none(
    parked_for_two: Gate, preparer: Actor, stranger: bool
) -> None:
    gate, actor = parked_for_two.pk, preparer
    if stranger:
        Membership.objects.filter(user_id=preparer.user_id).update(active=False)
    else:
        gate = uuid4()

    refused("NOT_FOUND", gate, actor)


def test_one_refusal_reminds_nobody(parked_for_two: Gate, preparer: Actor) -> None:
    with pytest.raises(JudgmentError):
        remind(gate_ids=[parked_for_two.pk, uuid4()], actor=preparer, at=LATER)

    assert reminded() == []


@pytest.mark.parametrize(("minutes", "count"), [(0, 0), (29, 0), (30, 2)])
def test_nobody_is_reminded_of_a_gate_twice_in_an_hour(
    parked_for_two: Gate, preparer: Actor, minutes: int, count: int
) -> None:
    given = {"gate_ids": [parked_for_two.pk] * 2, "actor": preparer}
    assert LATER.minute == 30
    assert remind(**given, at=LATER) == 2  # type: ignore[arg-type]

    again = remind(**given, at=LATER + timedelta(minutes=minutes))  # type: ignore[arg-type]

    assert again == count
    assert len(reminded()) == 2 + count


def test_gate_that_does_not_wait_is_passed_over(
    parked_for_two: Gate, preparer: Actor, decided: Callable[..., Receipt]
) -> None:
    decided(parked_for_two, "return")

    assert remind(gate_ids=[parked_for_two.pk], actor=preparer, at=LATER) == 0


def test_member_who_left_is_not_reminded(
    parked_for_two: Gate, preparer: Actor, reviewer: Actor, colleague: Actor
) -> None:
    Membership.objects.filter(user_id=colleague.user_id).update(active=False)

    assert remind(gate_ids=[parked_for_two.pk], actor=preparer, at=LATER) == 1
    assert reminded() == [reviewer.user_id]


def test_reminder_that_was_not_sent_is_withdrawn_by_a_decision(
    parked_for_two: Gate, preparer: Actor, decided: Callable[..., Receipt]
) -> None:
    remind(gate_ids=[parked_for_two.pk], actor=preparer, at=LATER)

    decided(parked_for_two)

    states = Notice.objects.filter(kind="reminder").values_list("mail_state", flat=True)
    assert set(states) == {"withdrawn"}


def test_mail_of_a_reminder_says_who_asks(
    parked_for_two: Gate, preparer: Actor
) -> None:
    remind(gate_ids=[parked_for_two.pk], actor=preparer, at=LATER)
    notice = Notice.objects.filter(kind="reminder").first()
    assert notice is not None

    mail = message(notice)

    assert mail.subject == f"Reminder, your decision: {parked_for_two.question}"
    assert mail.body.startswith(
        "A gate still waits for your decision; Preparer asks you to look at it.\n"
    )
    assert f"/gates/{parked_for_two.pk}/" in mail.body
