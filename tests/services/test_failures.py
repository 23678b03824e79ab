"""What fails is said, kept apart from what was settled, and tried again."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest

from judgment_console.chains import catalogue
from judgment_console.errors import JudgmentError
from judgment_console.judgment import Proposal
from judgment_console.models import Chain, Gate, Notice, Outbox
from judgment_console.models.entries import Entry, LedgerEntry
from judgment_console.services import applying, gathering, outbox
from judgment_console.services.actors import Actor
from judgment_console.services.deciding import Receipt
from tests.services.conftest import AT, LATER
from tests.services.host_chain import SPEC

pytestmark = pytest.mark.django_db


def failing(*_: object) -> Proposal:
    raise RuntimeError("the triangle has no latest diagonal")


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Break one hook of the first gate; the definition's digest stays the same."""

    def broke(hook: str) -> None:
        gate = replace(SPEC.gates[0], **{hook: failing})
        spec = replace(SPEC, gates=(gate, *SPEC.gates[1:]))
        specs = {**catalogue._SPECS, (SPEC.id, SPEC.version): spec}
        monkeypatch.setattr(catalogue, "_SPECS", specs)

    return broke


def test_failed_evidence_leaves_the_gate_saying_why(
    start: Callable[..., UUID],
    work: Callable[[], None],
    broken: Callable[[str], None],
    preparer: Actor,
) -> None:
    broken("gather_evidence")
    chain_id = start()
    work()

    gate = Gate.objects.get(chain_id=chain_id, key="cap")
    round_ = gate.rounds.get()
    assert gate.state == "gathering_failed"
    assert (round_.failure_code, round_.failure) == (
        "EVIDENCE_FAILED",
        "the triangle has no latest diagonal",
    )
    assert list(Notice.objects.values_list("kind", "recipient_id")) == [
        ("failed", preparer.user_id)
    ]


def test_failed_evidence_is_gathered_again_on_request(
    start: Callable[..., UUID],
    work: Callable[[], None],
    preparer: Actor,
    broken: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken("gather_evidence")
    gate = Gate.objects.get(chain_id=start(), key="cap")
    work()
    monkeypatch.undo()

    gathering.retry(gate_id=gate.pk, actor=preparer, at=LATER)
    work()

    gate.refresh_from_db()
    assert gate.state == "parked"
    assert gate.rounds.count() == 1


def test_retry_of_what_did_not_fail_is_refused(parked: Gate, preparer: Actor) -> None:
    with pytest.raises(JudgmentError) as refusal:
        gathering.retry(gate_id=parked.pk, actor=preparer, at=LATER)

    assert refusal.value.code == "GATE_NOT_OPEN"


def test_evidence_that_comes_second_is_dropped(parked: Gate) -> None:
    round_ = parked.rounds.get()
    again = Outbox.objects.create(
        job="gather", subject=round_.pk, created_at=AT, due_at=AT
    )

    gathering.gather_evidence(again.pk, at=LATER + timedelta(hours=1))

    round_.refresh_from_db()
    assert round_.parked_at == LATER
    assert Entry.objects.count() == 1


def test_apply_that_fails_keeps_nothing_of_it_and_is_put_off(
    parked: Gate,
    decided: Callable[..., Receipt],
    work: Callable[[], None],
    broken: Callable[[str], None],
) -> None:
    decided(parked)
    broken("apply_decision")
    work()

    row = Outbox.objects.get(job="apply")
    assert Gate.objects.get(pk=parked.pk).state == "decided"
    assert not LedgerEntry.objects.exists()
    assert (row.done_at, row.attempts, row.quarantined) == (None, 1, False)
    assert row.due_at == LATER + timedelta(seconds=2)
    assert "no latest diagonal" in row.last_error


def test_apply_that_always_fails_is_stalled_and_can_be_retried(
    parked: Gate,
    decided: Callable[..., Receipt],
    work: Callable[[], None],
    broken: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
    preparer: Actor,
) -> None:
    decided(parked)
    broken("apply_decision")
    row = Outbox.objects.get(job="apply")
    for attempt in range(outbox.MOST_ATTEMPTS):
        applying.apply_decision(row.pk, at=LATER + timedelta(hours=attempt))

    gate = Gate.objects.get(pk=parked.pk)
    assert gate.state == "stalled"
    assert Outbox.objects.get(job="apply").quarantined

    monkeypatch.undo()
    gathering.retry(gate_id=gate.pk, actor=preparer, at=LATER)
    work()
    gate.refresh_from_db()
    assert (gate.state, gate.summary) == ("applied", "capped at 150,000")


def test_applying_twice_records_once(
    parked: Gate, decided: Callable[..., Receipt], work: Callable[[], None]
) -> None:
    decided(parked)
    row = Outbox.objects.get(job="apply")
    work()
    Outbox.objects.filter(pk=row.pk).update(done_at=None, begun_at=None)

    applying.apply_decision(row.pk, at=LATER)

    assert LedgerEntry.objects.count() == 1
    assert Entry.objects.filter(kind="settled").count() == 1


def test_chain_whose_definition_changed_applies_nothing(
    parked: Gate, decided: Callable[..., Receipt], work: Callable[[], None]
) -> None:
    decided(parked)
    Chain.objects.update(spec_digest="0" * 64)
    work()

    assert Gate.objects.get(pk=parked.pk).state == "decided"
    assert (
        "changed after this chain started" in Outbox.objects.get(job="apply").last_error
    )
    assert not LedgerEntry.objects.exists()
