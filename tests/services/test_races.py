"""Two people, one gate, at the same moment. SQLite would hide what goes wrong here."""

from collections.abc import Callable
from threading import Barrier, Thread
from uuid import UUID

import pytest
from django.db import connection

from judgment_console.errors import JudgmentError
from judgment_console.models import Decision, Gate
from judgment_console.models.entries import Entry
from judgment_console.services import applying
from judgment_console.services.actors import Actor
from judgment_console.services.deciding import Answer, decide
from tests.services.conftest import LATER

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


def at_once(calls: list[Callable[[], str]]) -> list[str]:
    """Run the calls in threads that start together; what each says, or its refusal."""
    barrier = Barrier(len(calls))
    said: list[str] = [""] * len(calls)

    def run(index: int) -> None:
        barrier.wait()
        try:
            said[index] = calls[index]()
        except JudgmentError as refusal:
            said[index] = refusal.code
        finally:
            connection.close()

    threads = [Thread(target=run, args=(index,)) for index in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return said


def test_two_reviewers_at_once_one_wins_and_the_other_is_told(
    reviewer: Actor,
    colleague: Actor,
    parked: Gate,
    answer_to: Callable[..., Answer],
) -> None:
    """Case JC-40, overridden: the reference let both succeed."""
    typed = answer_to(parked)

    def deciding(actor: Actor) -> Callable[[], str]:
        def call() -> str:
            decide(gate_id=parked.pk, answer=typed, actor=actor, at=LATER)
            return "recorded"

        return call

    said = at_once([deciding(actor) for actor in (reviewer, colleague) * 4])

    assert Decision.objects.count() == 1
    assert Entry.objects.filter(kind="decision").count() == 1
    winner = Decision.objects.get().user_id
    assert sorted(said) == ["GATE_DECIDED"] * 4 + ["recorded"] * 4
    assert said[0] == ("recorded" if winner == reviewer.user_id else "GATE_DECIDED")


def test_eight_identical_answers_give_one_decision_and_one_receipt(
    reviewer: Actor, parked: Gate, answer_to: Callable[..., Answer]
) -> None:
    typed = answer_to(parked)

    def call() -> str:
        return decide(gate_id=parked.pk, answer=typed, actor=reviewer, at=LATER).hash

    said = at_once([call] * 8)

    assert Decision.objects.count() == 1
    assert set(said) == {Entry.objects.get(kind="decision").hash}


def test_two_workers_at_once_apply_once(
    reviewer: Actor,
    parked: Gate,
    answer_to: Callable[..., Answer],
    apply_job: Callable[[], UUID],
) -> None:
    decide(gate_id=parked.pk, answer=answer_to(parked), actor=reviewer, at=LATER)
    job = apply_job()

    def call() -> str:
        applying.apply_decision(job, at=LATER)
        return "done"

    assert at_once([call] * 4) == ["done"] * 4
    assert Entry.objects.filter(kind="settled").count() == 1
    assert Entry.objects.filter(kind="ledger").count() == 1
