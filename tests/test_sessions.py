"""A session is one person's, and ends when it should."""

import pytest
from django.contrib.auth import get_user
from django.http import HttpResponse
from django.test import Client

from tests.addresses import BY_NAME, decision
from tests.factories import PASSWORD, House
from tests.harness.tables import checksums

pytestmark = pytest.mark.django_db


def _sign_in(client: Client, house: House, name: str = "reviewer") -> HttpResponse:
    answer: HttpResponse = client.post(  # type: ignore[assignment]
        "/accounts/login/",
        {"login": house.user(name).email, "password": PASSWORD},
        REMOTE_ADDR="198.51.100.7",
    )
    return answer


def test_sign_in_gives_a_new_session(house: House, client: Client) -> None:
    session = client.session
    session["seen"] = "before"
    session.save()
    client.cookies["sessionid"] = session.session_key or ""
    before = client.cookies["sessionid"].value

    assert _sign_in(client, house).status_code == 302

    assert client.cookies["sessionid"].value != before
    assert client.cookies["sessionid"]["httponly"]
    assert client.cookies["sessionid"]["samesite"] == "Lax"
    assert get_user(client) == house.user("reviewer")


def test_session_ends_at_sign_out(house: House, client: Client) -> None:
    gate = house.parked()
    form = decision(house, gate)
    _sign_in(client, house)
    stolen = Client()
    stolen.cookies["sessionid"] = client.cookies["sessionid"].value
    assert stolen.get("/").status_code == 200

    client.post("/accounts/logout/")
    before = checksums()

    assert stolen.get("/").status_code == 302
    answer = stolen.post(BY_NAME["reviews:decide"].url(gate.pk), form)
    assert answer.status_code == 403
    assert form["rationale"] in answer.text
    assert checksums() == before


@pytest.mark.parametrize("change", ["password", "deactivated"])
def test_session_ends_with_the_account(
    change: str, house: House, client: Client
) -> None:
    gate = house.parked()
    form = decision(house, gate)
    _sign_in(client, house)
    reviewer = house.user("reviewer")
    if change == "password":
        reviewer.set_password("another long password")
    else:
        reviewer.is_active = False
    reviewer.save()
    before = checksums()

    answer = client.post(BY_NAME["reviews:decide"].url(gate.pk), form)

    assert answer.status_code == 403
    assert client.get("/").status_code == 302
    assert checksums() == before


def test_lost_role_counts_at_once(house: House, client: Client) -> None:
    gate = house.parked()
    form = decision(house, gate)
    _sign_in(client, house)
    house.workspace.members.filter(user=house.user("reviewer")).update(reviewer=False)
    before = checksums()

    answer = client.post(BY_NAME["reviews:decide"].url(gate.pk), form)

    assert answer.status_code == 403
    assert form["rationale"] in answer.text
    assert checksums() == before
