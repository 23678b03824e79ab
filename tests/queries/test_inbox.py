"""Each tab holds what it says, and the badge is the length of the first."""

from base64 import urlsafe_b64encode
from dataclasses import replace
from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from judgment_console.errors import JudgmentError
from judgment_console.models import Chain, Gate, Membership, Round, Seat, Segment
from judgment_console.queries import access, inbox
from judgment_console.queries.inbox_filters import SORTS, Wanted
from judgment_console.queries.inbox_rows import InboxRow
from judgment_console.queries.rows import MemberRow
from tests.factories import AT, CANARY, House

pytestmark = pytest.mark.django_db


def reader(house: House, name: str) -> MemberRow:
    (member,) = access.workspaces_of(house.user(name).pk)
    return member


def rows(house: House, name: str, tab: str, **asked: object) -> tuple[InboxRow, ...]:
    wanted = Wanted(tab=tab, **asked)  # type: ignore[arg-type]
    return inbox.page(reader(house, name), wanted, at=AT).rows


def keys(house: House, name: str, tab: str, **asked: object) -> list[object]:
    return [row.gate_id for row in rows(house, name, tab, **asked)]


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

    (row,) = rows(house, "reviewer", "mine")

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

    (row,) = rows(house, "preparer", "started")

    assert (row.gate_id, row.state, row.missing) == (gate.pk, "returned", 0)
    assert keys(house, "both", "started") == []


def test_history_holds_own_decisions(house: House) -> None:
    gate = house.returned()

    (row,) = rows(house, "reviewer", "history")

    assert (row.gate_id, row.verb, row.decided_at) == (gate.pk, "return", AT)
    assert keys(house, "both", "history") == []


def test_counts_leave_other_workspaces_out(house: House) -> None:
    house.chain()

    preparer, outsider = reader(house, "preparer"), reader(house, "outsider")
    assert inbox.counts(preparer, at=AT) == {"team": "1", "started": "1"}
    assert inbox.counts(outsider, at=AT) == {"team": "", "started": ""}


def test_the_most_urgent_comes_first(house: House) -> None:
    first, second = house.chain(), house.chain()
    late = Round.objects.get(gate__chain=second)
    Seat.objects.filter(round=late).update(due_at=AT)

    found = rows(house, "reviewer", "mine")

    assert [row.chain_id for row in found] == [second.pk, first.pk]


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
        Seat(round=each, member=member, reason="r", due_at=AT, parked_at=AT)
        for each in rounds
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


# What a list is asked for


def named(house: House, title: str, *, due: int = 3, spec: str = "") -> Gate:
    """A parked gate of a chain with this title, due in so many days."""
    chain = house.chain()
    Chain.objects.filter(pk=chain.pk).update(title=title, spec=spec or chain.spec)
    gate = Gate.objects.get(chain=chain, position=0)
    due_at = AT + timedelta(days=due)
    parked_at = AT - timedelta(days=due)
    for model, path in ((Round, "gate"), (Seat, "round__gate")):
        found = model.objects.filter(**{path: gate})
        found.update(due_at=due_at, parked_at=parked_at)
    return gate


@pytest.mark.parametrize(
    ("q", "found"),
    [
        ("motor", ["a"]),
        ("MOTOR year", ["a"]),
        ("first factor", ["a", "b"]),
        ("preparer", ["a", "b"]),
        (f"{CANARY} both", ["a", "b"]),
        ("motor marine", []),
        ("100%", []),
        ("_", []),
    ],
)
def test_search_finds_titles_questions_stages_and_people(
    house: House, q: str, found: list[str]
) -> None:
    gates = {
        "a": named(house, "Motor, year end").pk,
        "b": named(house, "Marine hull").pk,
    }

    assert set(keys(house, "reviewer", "mine", q=q)) == {gates[each] for each in found}
    assert set(keys(house, "viewer", "team", q=q)) == {gates[each] for each in found}


def test_stage_is_searched(house: House) -> None:
    gate = named(house, "Motor")
    Gate.objects.filter(pk=gate.pk).update(stage="expected-losses")

    assert keys(house, "reviewer", "mine", q="losses") == [gate.pk]


def test_list_is_narrowed_to_a_chain_a_definition_or_a_segment(house: House) -> None:
    one, other = named(house, "One"), named(house, "Other", spec="other-chain")
    segment = Segment.objects.create(
        workspace=house.workspace, name="Marine", labels='{"name":"Marine"}'
    )
    Chain.objects.filter(pk=other.chain_id).update(segment=segment)

    assert keys(house, "reviewer", "mine", chain=str(one.chain_id)) == [one.pk]
    assert keys(house, "reviewer", "mine", chain="other-chain") == [other.pk]
    assert keys(house, "reviewer", "mine", segment=segment.pk) == [other.pk]
    assert keys(house, "reviewer", "mine", chain="no-chain") == []


def test_another_workspaces_chain_narrows_to_nothing(house: House) -> None:
    gate = named(house, "One")

    assert keys(house, "outsider", "team", chain=str(gate.chain_id)) == []
    assert keys(house, "outsider", "team", q="One") == []


@pytest.mark.parametrize("tab", ["mine", "team"])
def test_list_is_narrowed_by_how_it_stands_with_time(house: House, tab: str) -> None:
    late, soon = named(house, "Late", due=-1), named(house, "Soon", due=1)
    named(house, "Far", due=9)

    assert keys(house, "reviewer", tab, time="overdue") == [late.pk]
    assert keys(house, "reviewer", tab, time="soon") == [soon.pk]


@pytest.mark.parametrize("tab", ["mine", "team"])
@pytest.mark.parametrize(
    ("sort", "order"), [("", "abc"), ("newest", "abc"), ("oldest", "cba")]
)
def test_list_is_ordered_as_asked(
    house: House, tab: str, sort: str, order: str
) -> None:
    gates = {"c": named(house, "c", due=9), "a": named(house, "a", due=-1)}
    gates["b"] = named(house, "b", due=3)

    assert keys(house, "reviewer", tab, sort=sort) == [gates[each].pk for each in order]


def test_own_gate_is_in_the_team_list_and_not_among_mine(house: House) -> None:
    house.chain(by="both")

    (row,) = rows(house, "both", "team")

    assert (row.own, row.seated) == (True, False)
    assert keys(house, "both", "mine") == []
    assert rows(house, "reviewer", "team")[0].seated


def test_row_names_who_it_was_assigned_to(house: House) -> None:
    gate = named(house, "One")
    both = reader(house, "both")
    Round.objects.filter(gate=gate).update(assigned_to=both.id)

    assert rows(house, "viewer", "team")[0].assigned_to == f"{CANARY} both"


def test_started_says_who_returned_it_and_why(house: House) -> None:
    house.returned()

    (row,) = rows(house, "preparer", "started")

    assert row.said_by == f"{CANARY} reviewer"
    assert row.said == f"{CANARY}: the factor follows the data."


@pytest.mark.parametrize(("days", "count"), [(0, 1), (14, 1), (15, 0)])
def test_rejected_chain_stays_among_the_started_for_two_weeks(
    house: House, days: int, count: int
) -> None:
    gate = named(house, "One")
    house.decide(gate, "reject")
    member, at = reader(house, "preparer"), AT + timedelta(days=days)

    found = inbox.page(member, Wanted(tab="started"), at=at).rows

    assert [row.state for row in found] == ["rejected"] * count
    assert inbox.counts(member, at=at)["started"] == ("1" if count else "")


def test_headline_of_the_evidence_is_kept_for_the_row(house: House) -> None:
    gate = named(house, "One")
    Round.objects.filter(gate=gate).update(headline={"label": "Unpaid", "value": 1.5})

    assert rows(house, "reviewer", "mine")[0].headline == {
        "label": "Unpaid", "value": 1.5,
    }  # fmt: skip


# Pages of a list


def walk(house: House, name: str, wanted: Wanted, size: int = 2) -> list[list[UUID]]:
    """The keys of each page, following the cursor to the end."""
    pages, member = [], reader(house, name)
    while True:
        page = inbox.page(member, wanted, at=AT, size=size)
        pages.append([row.gate_id for row in page.rows])
        if not page.after:
            return pages
        wanted = replace(wanted, after=page.after)


@pytest.mark.parametrize("tab", inbox.TABS)
def test_pages_hold_every_row_once_in_order(house: House, tab: str) -> None:
    for number in range(5):
        gate = named(house, "Same", due=number % 2)
        if tab == "history":
            house.decide(gate, "return")
    name = "preparer" if tab == "started" else "reviewer"
    for sort in SORTS[tab]:
        wanted = Wanted(tab=tab, sort=sort)
        whole = walk(house, name, wanted, size=50)

        pages = walk(house, name, wanted)

        assert [len(page) for page in pages] == [2, 2, 1]
        assert [[key for page in pages for key in page]] == whole
        assert len(set(whole[0])) == 5


def test_row_without_due_time_comes_last_and_is_not_lost(house: House) -> None:
    for number in range(3):
        gate = named(house, "Same", due=number)
    Gate.objects.filter(pk=gate.pk).update(state="gathering")
    Round.objects.filter(gate=gate).update(due_at=None, parked_at=None)

    pages = walk(house, "preparer", Wanted(tab="started", sort="due"), size=1)

    assert [len(page) for page in pages] == [1, 1, 1]
    assert pages[-1] == [gate.pk]


def test_rows_that_arrive_between_pages_neither_repeat_nor_push_out(
    house: House,
) -> None:
    gates = [named(house, "Same", due=number) for number in range(4)]
    member, wanted = reader(house, "reviewer"), Wanted()
    first = inbox.page(member, wanted, at=AT, size=2)
    named(house, "Earlier", due=-5)
    house.decide(gates[1], "approve")

    second = inbox.page(member, replace(wanted, after=first.after), at=AT, size=2)

    shown = [row.gate_id for row in (*first.rows, *second.rows)]
    assert shown == [gate.pk for gate in gates]
    assert second.after == ""


def _cursor(text: str) -> str:
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "after",
    [
        *("x", "%", "é", "AAAA", "=" * 4, "a" * 500),
        _cursor(f"mine due {AT.isoformat()} nothing"),
        _cursor(f"mine due yesterday {UUID(int=1)}"),
        _cursor(f"mine due 2026-03-02T09:30:00 {UUID(int=1)}"),
        _cursor(f"team due {AT.isoformat()} {UUID(int=1)}"),
        _cursor(f"mine newest {AT.isoformat()} {UUID(int=1)}"),
        _cursor(f"mine due {AT.isoformat()} {UUID(int=1)} more"),
    ],
)
def test_cursor_that_the_list_did_not_give_is_refused(house: House, after: str) -> None:
    with pytest.raises(JudgmentError) as refusal:
        inbox.page(reader(house, "reviewer"), Wanted(after=after), at=AT)

    assert refusal.value.code == "BAD_REQUEST"


# What else the page reads


def test_last_says_when_something_was_there(house: House) -> None:
    for tab in inbox.TABS:
        assert inbox.last(reader(house, "reviewer"), tab) is None
    gate = house.parked()
    house.decide(gate, "return")

    for tab, name in (
        ("mine", "reviewer"),
        ("team", "viewer"),
        ("history", "reviewer"),
    ):
        assert inbox.last(reader(house, name), tab) == AT
    assert inbox.last(reader(house, "preparer"), "started") == AT
    assert inbox.last(reader(house, "outsider"), "team") is None


def test_chosen_are_the_gates_that_wait_here(house: House) -> None:
    waits, returned = named(house, "One"), house.returned()
    member = reader(house, "viewer")

    found = inbox.chosen(member, [waits.pk, returned.pk])

    assert [row.gate_id for row in found] == [waits.pk]


@pytest.mark.parametrize("name", ["outsider", "viewer"])
def test_gate_that_is_not_here_cannot_be_chosen(house: House, name: str) -> None:
    gates = [named(house, "One").pk] + ([uuid4()] if name == "viewer" else [])

    with pytest.raises(JudgmentError) as refusal:
        inbox.chosen(reader(house, name), gates)

    assert refusal.value.code == "NOT_FOUND"


def test_assignees_are_reviewers_who_prepared_none_of_the_gates(house: House) -> None:
    member = reader(house, "admin")
    theirs = Gate.objects.get(chain=house.chain(by="both"), position=0)
    other = named(house, "One")

    def names(*gates: Gate) -> list[str]:
        chosen = inbox.chosen(member, [gate.pk for gate in gates])
        return [name for _, name in inbox.assignees(member.workspace_id, chosen)]

    assert names(other) == [f"{CANARY} both", f"{CANARY} reviewer"]
    assert names(theirs) == names(other, theirs) == [f"{CANARY} reviewer"]
