"""What the tables refuse by themselves, whatever the code above them does."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Model, ProtectedError

from judgment_console.models import Gate, Membership, Notice, Outbox, Round, Seat
from tests.models.conftest import AT, Rows

pytestmark = pytest.mark.django_db


def _refused(row: Model) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


def test_round_takes_one_decisive_decision(rows: Rows) -> None:
    rows.decision().save()

    _refused(rows.decision(user=rows.preparer))
    rows.decision(user=rows.preparer, decisive=False).save()


def test_person_decides_a_round_once(rows: Rows) -> None:
    rows.decision(decisive=False).save()

    _refused(rows.decision())


@pytest.mark.parametrize(
    "facts",
    [
        {"user": None},
        {"user": None, "actor_class": "agent"},
        {"actor_class": "agent"},
        {"actor_class": "default"},
        {"user": None, "actor_class": "default"},
    ],
)
def test_decision_names_who_answers_for_it(rows: Rows, facts: dict[str, Any]) -> None:
    _refused(rows.decision(**facts))


def test_decision_of_an_agent_names_who_armed_it(rows: Rows) -> None:
    _refused(rows.decision(actor_class="agent", armed_by=rows.reviewer))
    rows.decision(actor_class="agent", user=None, armed_by=rows.reviewer).save()


def test_decision_without_rationale_is_refused(rows: Rows) -> None:
    _refused(rows.decision(rationale=""))


def test_person_who_decided_cannot_be_deleted(rows: Rows) -> None:
    rows.decision().save()

    with pytest.raises(ProtectedError):
        rows.reviewer.delete()


def test_chain_has_one_entry_per_number(rows: Rows) -> None:
    rows.entry(1).save()

    _refused(rows.entry(1, previous_hash="a" * 64))


def test_chain_cannot_fork(rows: Rows) -> None:
    rows.entry(1).save()
    rows.entry(2).save()

    _refused(rows.entry(3, previous_hash=f"{1:064d}"))


@pytest.mark.parametrize("seq", [0, -1])
def test_entries_count_from_one(rows: Rows, seq: int) -> None:
    _refused(rows.entry(seq, previous_hash="a" * 64))


def test_ledger_entry_names_its_field(rows: Rows) -> None:
    _refused(rows.entry(1, kind="ledger"))
    rows.entry(1, kind="ledger", field="tail").save()


@pytest.mark.parametrize(
    "state",
    ["gathering", "gathering_failed", "parked", "decided", "returned", "stalled"],
)
def test_chain_has_one_open_gate(rows: Rows, state: str) -> None:
    second = Gate(
        chain=rows.chain,
        position=1,
        key="tail",
        stage="tail",
        question="?",
        state=state,
    )

    _refused(second)
    second.state = "waiting"
    second.save()


def test_gate_has_one_open_round(rows: Rows) -> None:
    second = Round(gate=rows.gate, number=2, opened_because="returned", opened_at=AT)

    _refused(second)
    Round.objects.update(closed_at=AT)
    second.save()


def test_parked_round_has_a_digest(rows: Rows) -> None:
    Round.objects.update(closed_at=AT)

    _refused(
        Round(
            gate=rows.gate,
            number=2,
            opened_because="returned",
            opened_at=AT,
            parked_at=AT,
        )
    )


def test_job_is_promised_once_until_done(rows: Rows) -> None:
    def promise() -> Outbox:
        return Outbox(job="apply", subject=rows.round.pk, created_at=AT, due_at=AT)

    promise().save()

    _refused(promise())
    Outbox.objects.update(done_at=AT)
    promise().save()


def test_member_has_a_printed_name_and_one_seat(rows: Rows) -> None:
    member = Membership.objects.get(reviewer=True)

    def seat() -> Seat:
        return Seat(
            round=rows.round, member=member, reason="reviewer", parked_at=AT, due_at=AT
        )

    seat().save()

    _refused(seat())
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.update(printed_name="")


def test_person_is_told_once(rows: Rows) -> None:
    def notice() -> Notice:
        return Notice(
            workspace=rows.workspace,
            recipient=rows.reviewer,
            kind="your_turn",
            chain=rows.chain,
            call_id="gate 1 round 1",
            at=AT,
            mail_state="queued",
        )

    notice().save()

    _refused(notice())
