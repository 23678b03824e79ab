"""Assigning: one named member decides, for a reason that is on the record."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from judgment_console.errors import JudgmentError
from judgment_console.ledger.canonical import read_canonical
from judgment_console.mail import message
from judgment_console.models import Gate, Membership, Notice, Round, Seat
from judgment_console.models.entries import Entry
from judgment_console.queries.access import chain_for
from judgment_console.queries.records import records_of
from judgment_console.services.actors import Actor
from judgment_console.services.assigning import assign
from judgment_console.services.deciding import Receipt
from tests.services.conftest import LATER

pytestmark = pytest.mark.django_db
Join = Callable[..., Membership]
REASON = "She knows the line."


@pytest.fixture
def admin(join: Join) -> Actor:
    return Actor(user_id=join("admin", "admin").user_id)


@pytest.fixture
def gate(reviewer: Actor, colleague: Actor, admin: Actor, parked: Gate) -> Gate:
    """A parked gate that two people can decide."""
    return parked


def key_of(actor: Actor) -> UUID:
    return Membership.objects.get(user_id=actor.user_id).pk


def seated(gate: Gate) -> list[int]:
    rows = Seat.objects.filter(round__gate=gate)
    return sorted(rows.values_list("member__user_id", flat=True))


def give(gate: Gate, to: Actor, by: Actor, **changes: Any) -> int:
    given = {"gate_ids": [gate.pk], "member_id": key_of(to), "reason": REASON}
    return assign(**{**given, "actor": by, "at": LATER, **changes})


def refused(code: str, gate: Gate, to: Actor, by: Actor, **changes: Any) -> str:
    before = seated(gate)
    with pytest.raises(JudgmentError) as refusal:
        give(gate, to, by, **changes)
    assert refusal.value.code == code
    assert seated(gate) == before
    assert not Entry.objects.filter(kind="assigned").exists()
    assert not Notice.objects.filter(kind="assigned").exists()
    return refusal.value.message


def test_one_member_keeps_the_seat_and_is_told(
    gate: Gate, colleague: Actor, reviewer: Actor, admin: Actor
) -> None:
    assert seated(gate) == sorted([reviewer.user_id, colleague.user_id])

    assert give(gate, colleague, admin) == 1

    assert seated(gate) == [colleague.user_id]
    assert gate.rounds.get().assigned_to_id == key_of(colleague)
    told = Notice.objects.filter(kind="assigned")
    assert list(told.values_list("recipient_id", flat=True)) == [colleague.user_id]
    asked = Notice.objects.filter(kind="your_turn")
    assert dict(asked.values_list("recipient_id", "mail_state")) == {
        colleague.user_id: "queued",
        reviewer.user_id: "withdrawn",
    }


def test_assignment_is_a_sealed_entry_with_its_reason(
    gate: Gate, colleague: Actor, admin: Actor
) -> None:
    give(gate, colleague, admin, reason="Two lines,\r\nboth kept.")

    entry = Entry.objects.get(kind="assigned")
    assert (entry.actor, entry.actor_name, entry.gate) == ("actuary", "Admin", gate)
    assert entry.decision == "assigned to Colleague"
    assert entry.rationale == "Two lines,\nboth kept."
    body = read_canonical(entry.body)
    assert isinstance(body, dict)
    assert body["facts"] == {
        "round": 1,
        "member": str(key_of(colleague)),
        "user_id": colleague.user_id,
        "name": "Colleague",
    }
    assert records_of(chain_for(admin.user_id, gate.chain_id)).verifies


def test_only_the_assigned_member_decides(
    gate: Gate,
    colleague: Actor,
    reviewer: Actor,
    admin: Actor,
    decided: Callable[..., Receipt],
) -> None:
    give(gate, colleague, admin)

    with pytest.raises(JudgmentError) as refusal:
        decided(gate, actor=reviewer)
    assert refusal.value.code == "NOT_ELIGIBLE"
    assert refusal.value.message == "This gate is assigned to Colleague."
    assert decided(gate, actor=colleague).verb == "approve"


def test_gate_is_assigned_again_and_back(
    gate: Gate, colleague: Actor, reviewer: Actor, admin: Actor
) -> None:
    for person in (colleague, reviewer, colleague):
        assert give(gate, person, admin) == 1
        assert seated(gate) == [person.user_id]

    told = Notice.objects.filter(kind="assigned", recipient_id=colleague.user_id)
    assert told.count() == 2


def test_gate_that_the_member_has_already_is_passed_over(
    gate: Gate, colleague: Actor, admin: Actor
) -> None:
    give(gate, colleague, admin)

    assert give(gate, colleague, admin) == 0
    assert Entry.objects.filter(kind="assigned").count() == 1


def test_reviewer_who_joined_later_gets_a_seat(
    gate: Gate, admin: Actor, join: Join
) -> None:
    newcomer = Actor(user_id=join("newcomer", "reviewer").user_id)

    give(gate, newcomer, admin)

    seat = Seat.objects.get(round__gate=gate)
    round_ = Round.objects.get(gate=gate)
    assert seat.member.user_id == newcomer.user_id
    assert (seat.due_at, seat.parked_at) == (round_.due_at, round_.parked_at)


def test_next_round_waits_for_everybody_again(
    gate: Gate,
    colleague: Actor,
    reviewer: Actor,
    admin: Actor,
    preparer: Actor,
    decided: Callable[..., Receipt],
    work: Callable[[], None],
) -> None:
    from judgment_console.services.answering import answer

    give(gate, colleague, admin)
    decided(gate, "return", actor=colleague)
    answer(gate_id=gate.pk, text="Looked again.", actor=preparer, at=LATER)
    work()

    assert seated(gate) == sorted([reviewer.user_id, colleague.user_id])


def test_who_prepared_the_chain_does_not_choose_its_reviewer(
    gate: Gate, colleague: Actor, preparer: Actor
) -> None:
    refused("NOT_ELIGIBLE", gate, colleague, preparer)

    Membership.objects.filter(user_id=preparer.user_id).update(admin=True)

    said = refused("NOT_ELIGIBLE", gate, colleague, preparer)
    assert said.startswith("You prepared this chain")


def test_reviewer_does_not_assign(
    gate: Gate, colleague: Actor, reviewer: Actor
) -> None:
    refused("NOT_ELIGIBLE", gate, colleague, reviewer)


def test_gate_is_not_assigned_to_its_preparer(
    gate: Gate, preparer: Actor, admin: Actor
) -> None:
    said = refused("NOT_ELIGIBLE", gate, preparer, admin)

    assert said == "Preparer prepared General liability and cannot decide its gates."


def test_gate_is_not_assigned_to_who_cannot_decide(gate: Gate, admin: Actor) -> None:
    assert refused("NOT_ELIGIBLE", gate, admin, admin) == "Admin cannot decide."


def test_nobody_outside_the_workspace_is_assigned(
    gate: Gate, colleague: Actor, admin: Actor
) -> None:
    refused("NOT_FOUND", gate, colleague, admin, member_id=uuid4())


@pytest.mark.parametrize("reason", ["", " \n", "\u200b"])
def test_assignment_needs_a_reason(
    gate: Gate, colleague: Actor, admin: Actor, reason: str
) -> None:
    refused("MISSING_RATIONALE", gate, colleague, admin, reason=reason)


def test_reason_that_hides_characters_is_refused(
    gate: Gate, colleague: Actor, admin: Actor
) -> None:
    refused("HIDDEN_CHARACTERS", gate, colleague, admin, reason="So \u202eso.")


def test_gate_that_does_not_wait_is_refused(
    gate: Gate, colleague: Actor, admin: Actor, decided: Callable[..., Receipt]
) -> None:
    decided(gate, actor=colleague)

    refused("GATE_NOT_OPEN", gate, colleague, admin)


def test_one_refusal_assigns_nothing(
    gate: Gate, colleague: Actor, admin: Actor
) -> None:
    refused("NOT_FOUND", gate, colleague, admin, gate_ids=[gate.pk, uuid4()])


def test_mail_of_an_assignment_says_who_assigned(
    gate: Gate, colleague: Actor, admin: Actor
) -> None:
    give(gate, colleague, admin)

    mail = message(Notice.objects.get(kind="assigned"))

    assert mail.subject == f"Assigned to you: {gate.question}"
    assert mail.body.startswith("Admin assigned a gate to you:")
    assert REASON not in mail.body
