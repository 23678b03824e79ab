"""Administrators read the whole record in the admin and change nothing of it."""

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from judgment_console.admin import ReadOnly
from judgment_console.models import Chain, Gate, Membership, Outbox
from judgment_console.models.entries import LedgerEntry, TrailEntry
from tests.factories import AT, CANARY, House, work

pytestmark = pytest.mark.django_db
RECORD = [
    model
    for model, registered in admin.site._registry.items()
    if isinstance(registered, ReadOnly)
]


@pytest.fixture
def superuser(house: House) -> Client:
    user = house.user("admin")
    user.is_staff = user.is_superuser = True
    user.save()
    return browser_of(user)


@pytest.fixture
def staff(house: House) -> Client:
    user = house.user("admin")
    user.is_staff = True
    user.save()
    return browser_of(user)


def browser_of(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


def address(model: Any, page: str, *args: Any) -> str:
    return reverse(f"admin:judgment_console_{model._meta.model_name}_{page}", args=args)


def test_everything_of_the_record_is_registered_read_only() -> None:
    assert {model.__name__ for model in RECORD} == {
        "Chain", "Dataset", "Decision", "Gate", "LedgerEntry", "Notice", "Outbox",
        "Policy", "Round", "TrailEntry", "Upload",
    }  # fmt: skip


@pytest.mark.parametrize("model", RECORD, ids=lambda model: model.__name__)
def test_superuser_reads_and_cannot_change(
    house: House, superuser: Client, model: Any
) -> None:
    house.parked()
    row = model.objects.first()

    assert superuser.get(address(model, "changelist")).status_code == 200
    shown = superuser.get(address(model, "change", row.pk))
    assert shown.status_code == 200
    assert 'name="_save"' not in shown.text
    assert superuser.get(address(model, "add")).status_code == 403
    assert superuser.post(address(model, "add"), {}).status_code == 403
    assert superuser.post(address(model, "change", row.pk), {}).status_code == 403
    delete = address(model, "delete", row.pk)
    assert superuser.post(delete, {"post": "yes"}).status_code == 403
    action = {"action": "delete_selected", "_selected_action": str(row.pk)}
    superuser.post(address(model, "changelist"), action)
    assert model.objects.filter(pk=row.pk).exists()


def many(house: House, count: int) -> None:
    for _ in range(count):
        chain = house.chain()
        for position in range(2):
            house.decide(Gate.objects.get(chain=chain, position=position), "approve")
            work()


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(
    ("model", "queries"),
    [
        (Chain, 9),
        (TrailEntry, 10),
        (LedgerEntry, 10),
    ],
)
def test_list_asks_the_database_as_often_for_one_chain_as_for_three(
    house: House,
    superuser: Client,
    model: Any,
    queries: int,
    count: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    many(house, count)

    with django_assert_num_queries(queries):
        assert superuser.get(address(model, "changelist")).status_code == 200


@pytest.mark.parametrize("model", RECORD, ids=lambda model: model.__name__)
def test_list_does_not_grow_with_its_rows(
    house: House,
    superuser: Client,
    model: Any,
    django_assert_max_num_queries: Any,
) -> None:
    many(house, 3)

    with django_assert_max_num_queries(14):
        superuser.get(address(model, "changelist"))


@pytest.mark.parametrize(
    ("model", "words", "found"),
    [
        (TrailEntry, f"{CANARY} review", True),
        (TrailEntry, "follows the data", True),
        (TrailEntry, "nowhere", False),
        (LedgerEntry, "factor", True),
        (LedgerEntry, "nowhere", False),
    ],
)
def test_entries_are_found_by_title_field_and_reason(
    house: House, superuser: Client, model: Any, words: str, found: bool
) -> None:
    house.parked()

    page = superuser.get(address(model, "changelist"), {"q": words})

    assert ("follows the data" in page.text) is found


def test_entries_are_filtered_by_stage_and_chain_spec(
    house: House, superuser: Client
) -> None:
    house.parked()
    pages = [
        superuser.get(address(TrailEntry, "changelist"), {name: value}).text
        for name, value in (
            ("stage", "first"),
            ("stage", "second"),
            ("chain__spec", "other"),
        )
    ]

    assert ["follows the data" in page for page in pages] == [True, False, False]


def test_staff_read_the_workspace_that_they_administer(
    house: House, staff: Client
) -> None:
    house.parked()

    assert "follows the data" in staff.get(address(TrailEntry, "changelist")).text

    Membership.objects.filter(user=house.user("admin")).update(admin=False)

    assert "follows the data" not in staff.get(address(TrailEntry, "changelist")).text
    entry = TrailEntry.objects.get(seq=2)
    assert staff.get(address(TrailEntry, "change", entry.pk)).status_code == 302


def test_staff_of_another_workspace_find_nothing(house: House) -> None:
    house.parked()
    outsider = house.user("outsider")
    outsider.is_staff = True
    outsider.save()
    browser = browser_of(outsider)

    for model in RECORD:
        page = browser.get(address(model, "changelist"))
        assert page.status_code in (200, 403)
        assert CANARY not in page.text


def test_staff_do_not_see_jobs_which_belong_to_no_workspace(
    house: House, staff: Client
) -> None:
    house.parked()
    job = Outbox.objects.all()[0]

    assert staff.get(address(Outbox, "changelist")).status_code == 403
    assert staff.get(address(Outbox, "change", job.pk)).status_code == 403


@pytest.mark.parametrize("name", ["viewer", "preparer", "reviewer", "admin"])
def test_people_who_are_not_staff_have_no_admin(house: House, name: str) -> None:
    assert browser_of(house.user(name)).get("/admin/").status_code in (302, 403)


def test_sign_in_of_the_admin_is_the_one_of_the_console(
    house: House, client: Client
) -> None:
    answer = client.get("/admin/login/")

    assert (answer.status_code, answer["Location"]) == (
        302,
        "/accounts/login/?next=%2Fadmin%2Flogin%2F",
    )


def test_superuser_gives_a_role_and_deletes_nobody(
    house: House, superuser: Client
) -> None:
    member = Membership.objects.get(user=house.user("viewer"))
    form = {
        "workspace": str(member.workspace_id),
        "user": str(member.user_id),
        "viewer": "on",
        "reviewer": "on",
        "printed_name": "Vera Lindqvist",
        "credentials": "FCAS",
        "active": "on",
        "joined_at_0": f"{AT:%Y-%m-%d}",
        "joined_at_1": "09:30:00",
    }

    superuser.post(address(Membership, "change", member.pk), form)

    member.refresh_from_db()
    assert member.roles == {"viewer", "reviewer"}
    assert superuser.get(address(Membership, "delete", member.pk)).status_code == 403
