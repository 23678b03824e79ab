"""What is done to several gates at once, and what is not."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from judgment_console.models import Decision, Gate, Membership, Notice, Round
from judgment_console.reviews import context
from tests.factories import AT, CANARY, House
from tests.reviews.conftest import text_of

pytestmark = pytest.mark.django_db
REASON = "She knows the line."


@pytest.fixture
def gates(house: House) -> list[Gate]:
    """Two gates that wait, of two chains."""
    chains = (house.chain(), house.chain())
    return [Gate.objects.get(chain=chain, position=0) for chain in chains]


@pytest.fixture
def admin(house: House) -> Client:
    browser = Client()
    browser.force_login(house.user("admin"))
    return browser


def key_of(house: House, name: str) -> str:
    return str(Membership.objects.get(user=house.user(name)).pk)


def send(browser: Client, act: str, gates: list[Gate], **fields: Any) -> Any:
    form = {"gate": [str(gate.pk) for gate in gates], "list": "tab=team", **fields}
    return browser.post(f"/inbox/{act}/", form)


def reminders() -> int:
    return Notice.objects.filter(kind="reminder").count()


def assigned() -> list[str]:
    found = Round.objects.exclude(assigned_to=None).order_by("pk")
    return [
        str(name) for name in found.values_list("assigned_to__printed_name", flat=True)
    ]


@pytest.mark.parametrize(
    ("name", "tab", "boxes"),
    [
        ("admin", "team", 2),
        ("preparer", "team", 2),
        ("preparer", "started", 2),
        ("reviewer", "team", 0),
        ("reviewer", "mine", 0),
        ("viewer", "team", 0),
    ],
)
def test_rows_can_be_selected_by_who_may_remind(
    house: House, gates: list[Gate], client: Client, name: str, tab: str, boxes: int
) -> None:
    client.force_login(house.user(name))

    page = client.get("/", {"tab": tab})

    names = re.findall(
        r'name="gate" value="[^"]+" form="bulk" aria-label="([^"]+)"', page.text
    )
    assert names == [f"Select: {gates[0].question} {CANARY} review"] * boxes
    assert ('id="bulk"' in page.text) == bool(boxes)
    assert ('id="bulk-assign"' in page.text) == (name == "admin")


def test_gate_that_does_not_wait_cannot_be_selected(
    house: House, gates: list[Gate], preparer: Client
) -> None:
    house.decide(gates[0], "return")

    page = preparer.get("/", {"tab": "started"})

    assert page.text.count('class="row-select"') == 1


def test_first_answer_restates_count_and_filter_and_does_nothing(
    house: House, gates: list[Gate], preparer: Client
) -> None:
    page = send(preparer, "remind", gates, list=f"tab=team&q={CANARY}&time=overdue")

    words = text_of(page)
    assert "Remind those who can decide 2 gates?" in words
    assert f"Chosen in the list Team, filtered by “{CANARY}”, overdue." in words
    assert page.text.count('type="hidden" name="gate"') == 2
    assert reminders() == 0


def test_confirmed_reminder_is_sent_and_leads_back_to_the_list(
    house: House, gates: list[Gate], preparer: Client
) -> None:
    answer = send(preparer, "remind", gates, list="tab=team&q=review", confirm="yes")

    assert (answer.status_code, answer["Location"]) == (303, "/?tab=team&q=review")
    assert "4 reminders sent for 2 gates." in text_of(preparer.get(answer["Location"]))
    assert reminders() == 4


def test_second_reminder_within_the_hour_says_that_nobody_was_reminded(
    house: House, gates: list[Gate], preparer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context.clock, "now", lambda: AT)
    send(preparer, "remind", gates, confirm="yes")

    send(preparer, "remind", gates, confirm="yes")

    assert "Nobody was reminded" in text_of(preparer.get("/"))
    assert reminders() == 4


def test_what_no_longer_waits_is_left_out_and_said(
    house: House, gates: list[Gate], preparer: Client
) -> None:
    house.decide(gates[0], "return")

    words = text_of(send(preparer, "remind", gates))

    assert "Remind those who can decide 1 gate?" in words
    assert "1 of your choice is left out" in words


def test_only_own_chains_are_reminded_by_their_preparer(
    house: House, gates: list[Gate], preparer: Client
) -> None:
    other = Gate.objects.get(chain=house.chain(by="both"), position=0)

    send(preparer, "remind", [*gates, other], confirm="yes")

    told = Notice.objects.filter(kind="reminder").values_list("gate_id", flat=True)
    assert set(told) == {gate.pk for gate in gates}


@pytest.mark.parametrize("act", ["remind", "assign"])
def test_nothing_chosen_is_said_and_nothing_is_done(
    house: House, admin: Client, act: str
) -> None:
    answer = send(admin, act, [])

    assert answer.status_code == 303
    assert "Choose at least one gate first." in text_of(admin.get(answer["Location"]))


def test_reviewer_reminds_nobody(
    house: House, gates: list[Gate], reviewer: Client
) -> None:
    answer = send(reviewer, "remind", gates, confirm="yes")

    assert reminders() == 0
    said = "None of these gates can be reminded by you."
    assert said in text_of(reviewer.get(answer["Location"]))


def test_gates_are_assigned_to_one_reviewer(
    house: House, gates: list[Gate], admin: Client
) -> None:
    asked = send(admin, "assign", gates)
    assert "Assign 2 gates" in text_of(asked)
    assert assigned() == []

    answer = send(
        admin, "assign", gates,
        member=key_of(house, "reviewer"), reason=REASON, confirm="yes",
    )  # fmt: skip

    assert answer.status_code == 303
    assert assigned() == [f"{CANARY} reviewer"] * 2
    said = f"2 gates assigned to {CANARY} reviewer."
    assert said in text_of(admin.get(answer["Location"]))


def test_preparer_of_a_gate_is_not_offered_for_it(house: House, admin: Client) -> None:
    gate = Gate.objects.get(chain=house.chain(by="both"), position=0)

    page = send(admin, "assign", [gate])

    assert f"{CANARY} reviewer</option>" in page.text
    assert f"{CANARY} both</option>" not in page.text


@pytest.mark.parametrize(
    "change",
    [{"reason": " "}, {"reason": "So \u202eso."}, {"member": ""}, {"member": "x"}],
)
def test_assignment_that_is_not_complete_keeps_what_was_typed(
    house: House, gates: list[Gate], admin: Client, change: dict[str, str]
) -> None:
    fields = {"member": key_of(house, "reviewer"), "reason": REASON, **change}

    page = send(admin, "assign", gates, confirm="yes", **fields)

    assert page.status_code == 422
    assert "Nothing was assigned" in text_of(page)
    assert fields["reason"].strip() in page.text
    assert assigned() == []


def test_preparer_and_reviewer_do_not_assign(
    house: House, gates: list[Gate], preparer: Client, reviewer: Client
) -> None:
    fields = {"member": key_of(house, "reviewer"), "reason": REASON, "confirm": "yes"}

    for browser in (preparer, reviewer):
        assert send(browser, "assign", gates, **fields).status_code == 403
    assert assigned() == []


@pytest.mark.parametrize("act", ["remind", "assign"])
def test_gate_of_another_workspace_is_like_none(
    house: House, gates: list[Gate], client: Client, act: str
) -> None:
    client.force_login(house.user("outsider"))
    none = "11111111-1111-4111-8111-111111111111"

    real = client.post(f"/inbox/{act}/", {"gate": str(gates[0].pk), "list": ""})
    random = client.post(f"/inbox/{act}/", {"gate": none, "list": ""})

    assert [real.status_code, random.status_code] == [404, 404]
    assert text_of(real).replace(str(gates[0].pk), none) == text_of(random)


@pytest.mark.parametrize(
    "change",
    [
        {"gate": ["x"]},
        {"verb": "approve"},
        {"rationale": "x"},
        {"list": "tab=all"},
        {"list": ["tab=team", "tab=mine"]},
    ],
)
def test_form_that_the_page_does_not_send_is_refused(
    house: House, gates: list[Gate], admin: Client, change: dict[str, Any]
) -> None:
    assert send(admin, "remind", gates, **change).status_code == 400
    assert reminders() == 0


def test_at_most_200_gates_are_taken(house: House, admin: Client) -> None:
    form = {"gate": [str(uuid4()) for _ in range(201)], "list": ""}

    assert admin.post("/inbox/remind/", form).status_code == 400


def test_nothing_decides_in_bulk(
    house: House, gates: list[Gate], admin: Client
) -> None:
    for act in ("decide", "approve", "reject", "return"):
        assert send(admin, act, gates).status_code == 404
    assert not Decision.objects.exists()
