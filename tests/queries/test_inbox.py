"""Each tab holds what it says, and the badge is the length of the first."""

from datetime import timedelta

import pytest

from judgment_console.models import Gate, Membership, Round, Seat
from judgment_console.queries import access, inbox
from judgment_console.queries.rows import MemberRow
from tests.factories import AT, CANARY, House

pytestmark = pytest.mark.django_db


def reader(house: House, name: str) -> MemberRow:
    (member,) = access.workspaces_of(house.user(name).pk)
    return member


def keys(house: House, name: str, tab: str) -> list[object]:
    return [row.gate_id for row in inbox.page(reader(house, name), tab).rows]


def test_parked_gate_waits_for_each_reviewer_and_not_for_its_preparer(
    house: House,
) -> None:
    gate = Gate.objects.get(chain=house.chain(by="both"), position=0)

    assert keys(house, "reviewer", "mine") == [gate.pk]
    assert keys(house, "both", "mine") == []
    assert inbox.badge(reader(house, "reviewer").id) == "1"
    assert inbox.badge(reader(house, "both").id) == ""


def test_row_says_what_is_asked_recommended_and_missing(house: House) -> None:
    gate = house.parked()

    (row,) = inbox.page(reader(house, "reviewer"), "mine").rows

    assert (row.question, row.chain) == ("Which second factor?", f"{CANARY} review")
    assert (row.position, row.gates, row.round) == (1, 5, 1)
    assert (row.recommendation, row.missing) == ("Use 1.5.", 1)
    assert (row.gate_id, row.prepared_by) == (gate.pk, f"{CANARY} preparer")
    assert (row.parked_at, row.due_at) == (AT, AT + timedelta(days=3))


def test_team_holds_what_waits_for_anybody(house: House) -> None:
    gate = house.parked()

    assert keys(house, "viewer", "team") == [gate.pk]
    assert keys(house, "viewer", "mine") == []
    assert keys(house, "outsider", "team") == []


def test_started_holds_the_open_gates_of_own_chains(house: House) -> None:
    gate = house.returned()

    (row,) = inbox.page(reader(house, "preparer"), "started").rows

    assert (row.gate_id, row.state, row.missing) == (gate.pk, "returned", 0)
    assert keys(house, "both", "started") == []


def test_history_holds_own_decisions(house: House) -> None:
    gate = house.returned()

    (row,) = inbox.page(reader(house, "reviewer"), "history").rows

    assert (row.gate_id, row.verb, row.decided_at) == (gate.pk, "return", AT)
    assert keys(house, "both", "history") == []


def test_counts_leave_other_workspaces_out(house: House) -> None:
    house.chain()

    assert inbox.counts(reader(house, "preparer")) == {"team": "1", "started": "1"}
    assert inbox.counts(reader(house, "outsider")) == {"team": "", "started": ""}


def test_the_most_urgent_comes_first(house: House) -> None:
    first, second = house.chain(), house.chain()
    late = Round.objects.get(gate__chain=second)
    Round.objects.filter(pk=late.pk).update(due_at=AT)

    rows = inbox.page(reader(house, "reviewer"), "mine").rows

    assert [row.chain_id for row in rows] == [second.pk, first.pk]


@pytest.mark.parametrize(("seats", "shown"), [(99, "99"), (100, "99+"), (130, "99+")])
def test_badge_is_exact_to_99(house: House, seats: int, shown: str) -> None:
    chain = house.chain()
    gate = Gate.objects.get(chain=chain, position=0)
    member = Membership.objects.get(user=house.user("admin"))
    # Closed rounds count for nothing, so the rounds stand on gates of their own.
    gates = Gate.objects.bulk_create(
        Gate(chain=chain, position=n, key=f"k{n}", stage="s", state="waiting")
        for n in range(10, 10 + seats)
    )
    rounds = Round.objects.bulk_create(
        Round(gate=each, number=1, opened_because="opened", opened_at=AT)
        for each in gates
    )
    Seat.objects.bulk_create(
        Seat(round=each, member=member, reason="r", due_at=AT, parked_at=AT) for each in rounds
    )

    assert inbox.badge(member.pk) == ""  # none of them is parked

    _park_in_chains_of_their_own(house, gate, gates)

    assert inbox.badge(member.pk) == shown


def _park_in_chains_of_their_own(house: House, gate: Gate, gates: list[Gate]) -> None:
    # A chain has one open gate, so each gate gets a copy of the chain.
    chain = gate.chain
    for each in gates:
        chain.pk, chain._state.adding = None, True
        chain.pk = each.pk
        chain.save(force_insert=True)
        Gate.objects.filter(pk=each.pk).update(chain=chain, state="parked")
