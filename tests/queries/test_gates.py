"""What the page of a gate reads: all of one gate in a fixed number of queries."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from judgment_console.errors import JudgmentError
from judgment_console.models import Gate
from judgment_console.queries.gates import asked_round, chain_record, gate_page
from judgment_console.services import answering, drafting
from tests.factories import AT, House, work

pytestmark = pytest.mark.django_db


def queries(user_id: int, gate: Gate) -> int:
    with CaptureQueriesContext(connection) as counted:
        gate_page(user_id, gate.pk)
    return len(counted)


def reviewer(house: House) -> Any:
    return house.user("reviewer").pk


def test_gate_page_holds_the_gate_and_its_chain(house: House) -> None:
    gate = house.parked()
    page = gate_page(reviewer(house), gate.pk)
    assert page.gate.question == "Which second factor?"
    assert [slot.state for slot in page.slots] == ["applied", "parked"] + [
        "waiting"
    ] * 3
    assert [(row.number, row.opened_because) for row in page.rounds] == [(1, "opened")]
    assert page.round == page.rounds[0]
    assert page.round is not None
    assert '"factor":1.5' in page.round.proposal
    assert [seat.name for seat in page.seats] == [
        "Kittiwake both",
        "Kittiwake reviewer",
    ]
    (decision,) = page.decisions
    assert (decision.stage, decision.verb, decision.entry_seq) == (
        "first",
        "approve",
        2,
    )
    assert len(decision.entry_hash) == 64
    assert (page.lines, page.drafts, page.job) == ((), (), None)


def test_gate_page_of_an_applied_gate_holds_its_ledger_lines(house: House) -> None:
    first = Gate.objects.get(chain=house.parked().chain, position=0)
    page = gate_page(reviewer(house), first.pk)
    assert [(line.field, line.value) for line in page.lines] == [("factor", "1.5")]
    assert page.seats == ()


def test_gate_page_of_a_gathering_gate_holds_the_promised_job(house: House) -> None:
    gate = house.returned()
    answering.answer(gate_id=gate.pk, text="So.", actor=house.actor("preparer"), at=AT)
    page = gate_page(reviewer(house), gate.pk)
    assert page.job is not None
    assert (page.job.job, page.job.begun_at) == ("gather", None)
    assert [row.answer for row in page.rounds] == ["", "So."]


def test_gate_page_of_a_decided_gate_holds_the_promised_job(house: House) -> None:
    gate = house.parked()
    house.decide(gate, "approve")
    page = gate_page(reviewer(house), gate.pk)
    assert page.job is not None
    assert page.job.job == "apply"


def test_gate_page_of_an_old_round_holds_its_proposal_and_nothing_to_do(
    house: House,
) -> None:
    gate = house.returned()
    answering.answer(gate_id=gate.pk, text="So.", actor=house.actor("preparer"), at=AT)
    work()
    page = gate_page(reviewer(house), gate.pk, 1)
    assert page.round is not None
    assert (page.round.number, page.seats, page.drafts) == (1, (), ())
    assert page.round.proposal != ""
    assert gate_page(reviewer(house), gate.pk, 3).round is None


def test_gate_page_holds_only_the_readers_drafts(house: House) -> None:
    gate = house.parked()
    for name in ("reviewer", "both"):
        drafting.save(
            gate_id=gate.pk,
            round_number=1,
            fields={"rationale": name},
            actor=house.actor(name),
            at=AT,
        )
    page = gate_page(reviewer(house), gate.pk)
    assert [draft.fields for draft in page.drafts] == [{"rationale": "reviewer"}]


def test_gate_page_costs_the_same_at_one_and_at_three(house: House) -> None:
    few = Gate.objects.get(chain=house.chain(), position=0)
    assert queries(reviewer(house), few) == 6
    many = house.returned()
    for turn in ("So.", "And so."):
        answering.answer(
            gate_id=many.pk, text=turn, actor=house.actor("preparer"), at=AT
        )
        work()
        house.decide(many, "return")
    answering.answer(
        gate_id=many.pk, text="Thus.", actor=house.actor("preparer"), at=AT
    )
    work()
    assert many.rounds.count() == 4
    assert queries(reviewer(house), many) == 6


@pytest.mark.parametrize("who", ["outsider", "reviewer"])
def test_gate_page_of_nobody_here_is_not_found(who: str, house: House) -> None:
    key = house.parked().pk if who == "outsider" else uuid4()
    for read in (gate_page, lambda user, gate: asked_round(user, gate, 1)):
        with pytest.raises(JudgmentError) as refused:
            read(house.user(who).pk, key)
        assert refused.value.code == "NOT_FOUND"


def test_asked_round_reads_one_round_or_none(house: House) -> None:
    gate = house.parked()
    row, round_ = asked_round(reviewer(house), gate.pk, 1)
    assert row.id == gate.pk
    assert round_ is not None
    assert round_.proposal != ""
    assert asked_round(reviewer(house), gate.pk, 2)[1] is None


def test_chain_record_comes_with_data_set_and_policy(house: House) -> None:
    gate = house.parked()
    with CaptureQueriesContext(connection) as counted:
        chain = chain_record(gate.chain_id)
        assert chain.dataset is not None
        assert chain.policy.version == 1
    assert len(counted) == 1
