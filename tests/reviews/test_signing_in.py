"""Who is not signed in is led to the sign-in page, never answered in a fragment."""

from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import PASSWORD, House

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true", "HX-Current-URL": "http://testserver/chains/?after=x"}


def test_page_leads_to_sign_in_and_back(client: Client) -> None:
    answer = client.get("/?tab=team")

    assert (answer.status_code, answer["Location"]) == (
        302,
        "/accounts/login/?next=/%3Ftab%3Dteam",
    )


def test_fragment_leads_to_sign_in_by_header(client: Client) -> None:
    answer = client.get("/chains/", headers=HTMX)

    assert answer.status_code == 200
    assert answer.content == b""
    assert answer["HX-Redirect"] == "/accounts/login/?next=%2Fchains%2F%3Fafter%3Dx"


def test_form_without_a_session_is_refused_with_its_words(client: Client) -> None:
    answer = client.post(f"/gates/{uuid4()}/decide/", {"rationale": "My reason"})

    assert answer.status_code == 403
    assert "Your session is over" in answer.text
    assert "My reason" in answer.text


def test_person_signs_in_on_a_page_in_our_layout(house: House, client: Client) -> None:
    page = client.get("/accounts/login/")
    assert '<a class="brand"' in page.text
    assert "sign up" not in page.text.lower()

    answer = client.post(
        "/accounts/login/",
        {"login": house.user("viewer").email, "password": PASSWORD},
    )

    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_nobody_can_sign_up(client: Client) -> None:
    form = {"email": "new@kittiwake.example", "password1": PASSWORD}

    shown, sent = (
        client.get("/accounts/signup/"),
        client.post("/accounts/signup/", form),
    )

    for answer in (shown, sent):
        assert "Accounts are made by an administrator" in answer.text


@pytest.mark.parametrize("page", ["password/reset/", "password/change/", "logout/"])
def test_account_pages_are_in_our_layout(
    house: House, client: Client, page: str
) -> None:
    client.force_login(house.user("viewer"))

    answer = client.get(f"/accounts/{page}")

    assert answer.status_code == 200
    assert '<a class="brand"' in answer.text
    assert "style=" not in answer.text


def test_health_needs_no_session_and_says_nothing(client: Client) -> None:
    answer = client.get("/healthz")

    assert (answer.status_code, answer.content) == (200, b"ok\n")


def test_person_without_a_workspace_is_told_so(house: House, client: Client) -> None:
    house.user("viewer").memberships.update(active=False)  # type: ignore[attr-defined]
    client.force_login(house.user("viewer"))

    inbox, chains = client.get("/"), client.get("/chains/")

    assert "You do not belong to a workspace yet" in inbox.text
    assert (chains.status_code, "workspace" in chains.text) == (403, True)


def test_pages_are_asked_again_and_kept_by_nobody_else(
    house: House, client: Client
) -> None:
    client.force_login(house.user("viewer"))

    answer = client.get("/")

    assert answer["Cache-Control"] == "private, no-cache"
    assert "HX-Request" in answer["Vary"]
