"""A decision over the database: once, by the right person, for what was shown."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from uuid import UUID

import pytest

from judgment_console.errors import JudgmentError
from judgment_console.models import (
    Chain,
    Decision,
    Draft,
    Gate,
    Membership,
    Notice,
    Outbox,
    Round,
    Seat,
)
from judgment_console.models.entries import Entry, LedgerEntry
from judgment_console.services import drafting
from judgment_console.services.actors import Actor
from judgment_console.services.answering import answer
from judgment_console.services.deciding import Answer, Receipt, decide
from tests.services.conftest import LATER

pytestmark = pytest.mark.django_db

Decide = Callable[..., Receipt]


def trail(chain_id: UUID) -> list[tuple[str, str, str]]:
    rows = Entry.objects.filter(chain_id=chain_id).order_by("seq")
    return list(rows.values_list("kind", "stage", "decision"))


def nothing_changed(gate: Gate) -> bool:
    fresh = Gate.objects.get(pk=gate.pk)
    counts = (Decision.objects.count(), Entry.objects.count())
    return fresh.state == "parked" and counts == (0, 1)


def test_started_chain_parks_its_first_gate_and_seats_nobody_who_prepared_it(
    parked: Gate,
) -> None:
    round_ = parked.rounds.get()

    assert parked.state == "parked"
    assert (round_.number, round_.opened_because) == (1, "opened")
    assert round_.recommendation == "Cap claims at 150,000."
    assert list(Seat.objects.values_list("member__user_id")) == []
    assert trail(parked.chain_id) == [("started", "", "started")]


def test_parked_gate_seats_reviewers_but_not_who_prepared_it(
    reviewer: Actor, colleague: Actor, parked: Gate
) -> None:
    seated = Seat.objects.filter(round__gate=parked).values_list(
        "member__user_id", flat=True
    )
    told = Notice.objects.filter(kind="your_turn").values_list(
        "recipient_id", flat=True
    )

    assert set(seated) == {reviewer.user_id, colleague.user_id}
    assert set(told) == set(seated)
    assert Outbox.objects.filter(job="mail").count() == 2


def test_approval_is_recorded_with_a_receipt_that_names_its_entry(
    parked: Gate, decided: Decide, reviewer: Actor
) -> None:
    receipt = decided(parked, rationale="  Kept as typed.\r\nLine two. ")

    decision = Decision.objects.get()
    entry = Entry.objects.get(kind="decision")
    assert (receipt.seq, receipt.hash, receipt.repeated) == (2, entry.hash, False)
    assert entry.rationale == "  Kept as typed.\nLine two. "
    assert decision.rationale == entry.rationale
    assert (decision.verb, decision.values) == (
        "approve",
        '{"cap":150000,"decision":"accept"}',
    )
    assert (decision.printed_name, decision.credentials) == ("Reviewer", "FCAS")
    assert decision.user_id == reviewer.user_id
    assert Gate.objects.get(pk=parked.pk).state == "decided"


def test_worker_applies_the_decision_and_parks_the_next_gate(
    parked: Gate, decided: Decide, work: Callable[[], None]
) -> None:
    decided(parked)
    work()

    states = parked.chain.gates.values_list("key", "state")
    assert dict(states) == {"cap": "applied", "ilf": "parked", "trend": "waiting"}
    (row,) = LedgerEntry.objects.all()
    assert (row.field, row.value, row.source) == ("layer.cap", "150000", "cap gate")
    assert (row.actor, row.actor_name) == ("actuary", "Reviewer")
    assert row.rationale == "The large claims distort the factors."


def test_whole_chain_completes_with_trail_and_ledger(
    parked: Gate, decided: Decide, work: Callable[[], None]
) -> None:
    for key in ("cap", "ilf", "trend"):
        decided(Gate.objects.get(chain=parked.chain, key=key))
        work()

    chain = Chain.objects.get()
    assert chain.state == "completed"
    assert trail(chain.pk) == [
        ("started", "", "started"),
        ("decision", "cap", "approved"),
        ("ledger", "cap", ""),
        ("settled", "cap", "capped at 150,000"),
        ("decision", "restoration", "approved"),
        ("ledger", "restoration", ""),
        ("settled", "restoration", "ilf.factor 1.5"),
        ("decision", "trend", "approved"),
        ("ledger", "trend", ""),
        ("settled", "trend", "trend.severity 1.5"),
        ("completed", "", "completed"),
    ]
    assert chain.entry_count == 11


def test_gate_that_skips_itself_records_reason_and_default(
    parked: Gate, decided: Decide, work: Callable[[], None]
) -> None:
    decided(parked, "adjust", values={"decision": "unlimited"})
    work()

    gate = Gate.objects.get(chain=parked.chain, key="ilf")
    assert (gate.state, gate.summary) == (
        "skipped",
        "nothing was capped, nothing to restore",
    )
    row = LedgerEntry.objects.get(field="ilf.factor")
    assert (row.actor, row.user_id, row.value) == ("default", None, "1")
    assert Gate.objects.get(chain=parked.chain, key="trend").state == "parked"


def test_rejection_ends_the_chain_and_skips_what_follows(
    parked: Gate, decided: Decide, work: Callable[[], None]
) -> None:
    decided(parked, "reject", rationale="The listing is incomplete.")
    work()

    chain = Chain.objects.get()
    assert chain.state == "rejected"
    assert trail(chain.pk) == [
        ("started", "", "started"),
        ("decision", "cap", "rejected"),
        ("skipped", "restoration", "skipped"),
        ("skipped", "trend", "skipped"),
    ]
    assert not LedgerEntry.objects.exists()
    assert Entry.objects.get(seq=3).rationale == "the chain was rejected at gate cap"
    assert set(chain.gates.values_list("state", flat=True)) == {"rejected", "skipped"}


def test_returned_gate_is_answered_and_asked_again(
    parked: Gate,
    decided: Decide,
    work: Callable[[], None],
    preparer: Actor,
) -> None:
    decided(parked, "return", rationale="Is the 2003 fire in the data?")
    assert Gate.objects.get(pk=parked.pk).state == "returned"

    answer(gate_id=parked.pk, text="Yes, since March.", actor=preparer, at=LATER)
    work()

    gate = Gate.objects.get(pk=parked.pk)
    first, second = gate.rounds.all()
    assert gate.state == "parked"
    assert first.closed_at is not None
    assert (second.number, second.opened_because) == (2, "returned")
    assert second.answer == "Yes, since March."
    assert [kind for kind, _, _ in trail(gate.chain_id)] == [
        "started",
        "decision",
        "answered",
    ]


@pytest.mark.parametrize("text", ["", "   ", "\u200b\u2060", "\u3164"])
@pytest.mark.parametrize("verb", ["approve", "adjust", "return", "reject"])
def test_blank_rationale_is_refused_on_every_verb(
    parked: Gate, decided: Decide, verb: str, text: str
) -> None:
    values = {"decision": "unlimited"} if verb == "adjust" else {}

    with pytest.raises(JudgmentError) as refusal:
        decided(parked, verb, rationale=text, values=values)

    assert refusal.value.code == "MISSING_RATIONALE"
    assert nothing_changed(parked)


def test_preparer_cannot_decide_the_own_chain_even_as_superuser(
    parked: Gate, decided: Decide, preparer: Actor
) -> None:
    user = Membership.objects.get(user_id=preparer.user_id).user
    user.is_superuser = user.is_staff = True
    user.save()

    with pytest.raises(JudgmentError) as refusal:
        decided(parked, actor=preparer)

    assert refusal.value.code == "NOT_ELIGIBLE"
    assert nothing_changed(parked)


def test_reviewer_who_was_deactivated_meanwhile_is_refused(
    parked: Gate, answer_to: Callable[..., Answer], reviewer: Actor
) -> None:
    typed = answer_to(parked)
    Membership.objects.filter(user_id=reviewer.user_id).update(active=False)

    with pytest.raises(JudgmentError) as refusal:
        decide(gate_id=parked.pk, answer=typed, actor=reviewer, at=LATER)

    assert refusal.value.code == "NOT_FOUND"
    assert nothing_changed(parked)


def test_reviewer_who_lost_the_role_meanwhile_is_refused(
    parked: Gate, answer_to: Callable[..., Answer], reviewer: Actor
) -> None:
    typed = answer_to(parked)
    Membership.objects.filter(user_id=reviewer.user_id).update(
        reviewer=False, viewer=True
    )

    with pytest.raises(JudgmentError) as refusal:
        decide(gate_id=parked.pk, answer=typed, actor=reviewer, at=LATER)

    assert refusal.value.code == "NOT_ELIGIBLE"
    assert nothing_changed(parked)


def test_same_answer_again_gives_the_same_receipt(
    parked: Gate, answer_to: Callable[..., Answer], reviewer: Actor
) -> None:
    typed = answer_to(parked)

    first = decide(gate_id=parked.pk, answer=typed, actor=reviewer, at=LATER)
    second = decide(gate_id=parked.pk, answer=typed, actor=reviewer, at=LATER)

    assert (second.seq, second.hash, second.repeated) == (first.seq, first.hash, True)
    assert Decision.objects.count() == 1
    assert Entry.objects.count() == 2


def test_same_person_with_another_answer_is_told_that_it_is_decided(
    parked: Gate, decided: Decide
) -> None:
    decided(parked)

    with pytest.raises(JudgmentError) as refusal:
        decided(parked, "reject", rationale="On second thought, no.")

    assert refusal.value.code == "GATE_DECIDED"
    assert refusal.value.facts["who"] == "Reviewer"
    assert refusal.value.facts["when"] == LATER


def test_second_reviewer_is_told_who_decided(
    parked: Gate, answer_to: Callable[..., Answer], decided: Decide, colleague: Actor
) -> None:
    late = answer_to(parked, "reject", rationale="I would not.")
    decided(parked)

    with pytest.raises(JudgmentError) as refusal:
        decide(gate_id=parked.pk, answer=late, actor=colleague, at=LATER)

    assert refusal.value.code == "GATE_DECIDED"
    assert refusal.value.facts == {"who": "Reviewer", "when": LATER, "verb": "approve"}


@pytest.mark.parametrize(
    "change", [{"digest": "f" * 64}, {"round_number": 2, "digest": "f" * 64}]
)
def test_evidence_that_moved_is_refused(
    parked: Gate, decided: Decide, change: dict[str, object]
) -> None:
    with pytest.raises(JudgmentError) as refusal:
        decided(parked, **change)

    assert refusal.value.code == "EVIDENCE_MOVED"
    assert nothing_changed(parked)


def test_answer_for_an_earlier_round_is_refused(
    parked: Gate,
    answer_to: Callable[..., Answer],
    decided: Decide,
    work: Callable[[], None],
    preparer: Actor,
    colleague: Actor,
) -> None:
    old = answer_to(parked)
    decided(parked, "return", rationale="Please check 2003.")
    answer(gate_id=parked.pk, text="Checked.", actor=preparer, at=LATER)
    work()

    with pytest.raises(JudgmentError) as refusal:
        decide(gate_id=parked.pk, answer=old, actor=colleague, at=LATER)

    assert refusal.value.code == "EVIDENCE_MOVED"


def test_gate_that_waits_its_turn_takes_no_decision(
    parked: Gate, reviewer: Actor
) -> None:
    later = Gate.objects.get(chain=parked.chain, key="trend")
    early = Answer(
        round_number=1, digest="", verb="reject", values={}, rationale="No need."
    )

    with pytest.raises(JudgmentError) as refusal:
        decide(gate_id=later.pk, answer=early, actor=reviewer, at=LATER)

    assert refusal.value.code == "GATE_NOT_OPEN"


def test_stop_finding_refuses_and_confirm_finding_asks(
    parked: Gate, decided: Decide
) -> None:
    with pytest.raises(JudgmentError) as stopped:
        decided(parked, "adjust", values={"decision": "accept", "cap": -1})
    with pytest.raises(JudgmentError) as asked:
        decided(parked, "adjust", values={"decision": "accept", "cap": 2_000_000})

    assert (stopped.value.code, asked.value.code) == (
        "DECISION_STOPPED",
        "CONFIRMATION_NEEDED",
    )
    assert nothing_changed(parked)

    receipt = decided(
        parked,
        "adjust",
        values={"decision": "accept", "cap": 2_000_000},
        confirmed=frozenset({"This cap is above the largest claim."}),
    )
    assert receipt.verb == "adjust"


def test_person_of_another_workspace_finds_nothing(
    parked: Gate, answer_to: Callable[..., Answer]
) -> None:
    outsider = Actor(user_id=987654)

    with pytest.raises(JudgmentError) as refusal:
        decide(gate_id=parked.pk, answer=answer_to(parked), actor=outsider, at=LATER)

    assert refusal.value.code == "NOT_FOUND"


def test_deciding_clears_seats_drafts_and_unsent_mail(
    reviewer: Actor, parked: Gate, decided: Decide
) -> None:
    drafting.save(
        gate_id=parked.pk,
        round_number=1,
        fields={"rationale": "half a thou"},
        actor=reviewer,
        at=LATER,
    )

    decided(parked)

    assert not Seat.objects.exists()
    assert not Draft.objects.exists()
    assert set(
        Notice.objects.filter(kind="your_turn").values_list("mail_state", flat=True)
    ) == {"withdrawn"}


def test_answer_to_a_return_comes_from_the_preparer_and_has_words(
    parked: Gate, decided: Decide, reviewer: Actor, preparer: Actor
) -> None:
    decided(parked, "return", rationale="Why 150,000?")

    with pytest.raises(JudgmentError) as foreign:
        answer(gate_id=parked.pk, text="Because.", actor=reviewer, at=LATER)
    with pytest.raises(JudgmentError) as blank:
        answer(gate_id=parked.pk, text=" \u200b", actor=preparer, at=LATER)

    assert (foreign.value.code, blank.value.code) == ("NOT_ELIGIBLE", "MISSING_ANSWER")
    assert Round.objects.filter(gate=parked).count() == 1


def test_decision_takes_few_queries_whatever_came_before(
    parked: Gate,
    decided: Decide,
    work: Callable[[], None],
    answer_to: Callable[..., Answer],
    reviewer: Actor,
    django_assert_num_queries: Callable[..., AbstractContextManager[object]],
) -> None:
    # The rule by which the second gate skips itself looks at what was decided before.
    for key, queries in (("cap", 14), ("ilf", 16), ("trend", 14)):
        gate = Gate.objects.get(chain=parked.chain, key=key)
        typed = answer_to(gate)
        with django_assert_num_queries(queries):
            decide(gate_id=gate.pk, answer=typed, actor=reviewer, at=LATER)
        work()
