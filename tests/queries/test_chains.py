"""The list of chains and the timeline of one."""

from datetime import timedelta
from uuid import UUID

import pytest

from judgment_console.errors import JudgmentError
from judgment_console.models import Chain, Dataset, Gate, Outbox
from judgment_console.queries import chains, timelines
from tests.factories import AT, CANARY, House

pytestmark = pytest.mark.django_db


def many(house: House, count: int) -> list[UUID]:
    """Copies of a chain, each started a minute after the one before; newest first."""
    chain = house.chain()
    Chain.objects.filter(pk=chain.pk).update(started_at=AT - timedelta(days=1))
    copies = []
    for number in range(count):
        chain.pk = UUID(int=number + 1)
        chain.started_at = AT + timedelta(minutes=number // 2)  # pairs at one moment
        chain.save(force_insert=True)
        copies.append(chain.pk)
    return copies[::-1]


def test_list_shows_how_far_each_chain_is(house: House) -> None:
    gate = house.parked()

    (row,) = chains.chain_list(house.workspace.pk).rows

    assert (row.id, row.title, row.state) == (
        gate.chain_id,
        f"{CANARY} review",
        "running",
    )
    assert (row.settled, row.gates, row.question) == (1, 5, "Which second factor?")
    assert (row.segment, row.prepared_by) == (f"{CANARY} motor", f"{CANARY} preparer")


def test_pages_of_the_list_repeat_and_miss_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chains, "PAGE", 3)
    expected = many(house, 7)

    found: list[UUID] = []
    after = ""
    while True:
        page = chains.chain_list(house.workspace.pk, after)
        found += [row.id for row in page.rows]
        after = page.after
        if not after:
            break
        # A chain that arrives meanwhile moves nothing.
        newest = Chain.objects.order_by("-started_at")[0]
        newest.pk, newest.started_at = (
            UUID(int=1000 + len(found)),
            AT + timedelta(days=1),
        )
        newest.save(force_insert=True)

    assert found[:7] == expected
    assert len(set(found)) == len(found) == 8


@pytest.mark.parametrize(
    "after", ["x", "2026-03-02T09:30:00_x", f"2026-03-02T09:30:00_{UUID(int=1)}", "_"]
)
def test_list_refuses_a_place_it_did_not_give(house: House, after: str) -> None:
    with pytest.raises(JudgmentError) as refused:
        chains.chain_list(house.workspace.pk, after)

    assert refused.value.code == "BAD_REQUEST"


def test_chains_on_a_data_set_are_only_its_own(house: House) -> None:
    chain = house.chain()
    house.chain()

    rows = chains.chains_on(Dataset.objects.get(chain=chain).pk).rows

    assert [row.id for row in rows] == [chain.pk]


def test_timeline_tells_who_decided_what_and_who_can_decide_next(house: House) -> None:
    gate = house.parked()

    done, here, *later = timelines.timeline(gate.chain_id)

    assert (done.state, done.verb, done.summary) == ("applied", "approve", "factor 1.5")
    assert done.rationale == f"{CANARY}: the factor follows the data."
    assert (done.decided_by, done.decided_at) == (f"{CANARY} reviewer", AT)
    assert (here.state, here.recommendation, here.round) == ("parked", "Use 1.5.", 1)
    assert here.deciders == (f"{CANARY} both", f"{CANARY} reviewer")
    assert [each.state for each in later] == ["waiting"] * 3
    assert [each.round for each in later] == [0] * 3


def test_timeline_shows_work_that_no_worker_has_begun(house: House) -> None:
    chain = house.chain()
    house.decide(Gate.objects.get(chain=chain, position=0), "approve")

    decided = timelines.timeline(chain.pk)[0]

    assert (decided.state, decided.begun_at) == ("decided", None)
    assert decided.promised_at == AT

    Outbox.objects.filter(job="apply").update(begun_at=AT)

    assert timelines.timeline(chain.pk)[0].begun_at == AT
