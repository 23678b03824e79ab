"""Every answer carries the protections of the browser, errors included."""

from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from judgment_console.queries import inbox
from tests.addresses import BY_NAME, PAGES, Address, decision
from tests.factories import House

pytestmark = pytest.mark.django_db

DIRECTIVES = {
    "default-src": {"'none'"},
    "style-src": {"'self'"},
    "img-src": {"'self'"},
    "connect-src": {"'self'"},
    "form-action": {"'self'"},
    "base-uri": {"'none'"},
    "object-src": {"'none'"},
    "frame-ancestors": {"'none'"},
}


def _policy(answer: HttpResponse | Any) -> dict[str, set[str]]:
    return {
        part.split()[0]: {
            source for source in part.split()[1:] if "nonce-" not in source
        }
        for part in answer["Content-Security-Policy"].split(";")
        if part.strip()
    }


def _protected(answer: HttpResponse | Any) -> None:
    assert _policy(answer) == {**DIRECTIVES, "script-src": {"'self'"}}
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Access-Control-Allow-Origin" not in answer


@pytest.mark.parametrize("address", PAGES, ids=lambda address: address.name)
def test_page_is_protected(address: Address, house: House, client: Client) -> None:
    client.force_login(house.user("preparer"))
    about = address.about(house) if address.about else None

    answer = client.get(address.url(about.pk if about else None))

    assert answer.status_code == 200
    _protected(answer)
    if address.name != "reviews:healthz":
        assert (
            "no-cache" in answer["Cache-Control"]
            or "no-store" in answer["Cache-Control"]
        )
        assert "private" in answer["Cache-Control"]


@pytest.mark.parametrize("address", PAGES, ids=lambda address: address.name)
def test_page_holds_nothing_inline(
    address: Address, house: House, client: Client
) -> None:
    client.force_login(house.user("preparer"))
    about = address.about(house) if address.about else None

    page = client.get(address.url(about.pk if about else None)).text.lower()

    for forbidden in ("<style", " style=", " onclick=", " hx-on", "javascript:", "js:"):
        assert forbidden not in page
    assert "https://" not in page.replace("https://www.w3.org", "")


def _statuses(house: House, client: Client) -> dict[int, HttpResponse]:
    gate = house.parked()
    decide = BY_NAME["reviews:decide"].url(gate.pk)
    form = decision(house, gate)
    strict = Client(enforce_csrf_checks=True)
    return {  # type: ignore[return-value]
        302: Client().get("/"),
        400: client.post(decide, {**form, "actor": "1"}),
        403: strict.post(decide, form),
        404: client.get("/nothing/"),
        405: client.get(decide),
        409: client.post(decide, {**form, "digest": "0" * 64}),
        422: client.post(decide, {**form, "rationale": " "}),
    }


def test_errors_are_protected(house: House, client: Client) -> None:
    client.force_login(house.user("reviewer"))
    answers = _statuses(house, client)

    assert {code: answer.status_code for code, answer in answers.items()} == {
        code: code for code in answers
    }
    for answer in answers.values():
        _protected(answer)


def test_broken_page_is_protected_and_says_nothing_of_its_insides(
    house: House, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("insides")

    monkeypatch.setattr(inbox, "page", broken)
    client.force_login(house.user("reviewer"))
    client.raise_request_exception = False

    answer = client.get("/")

    assert answer.status_code == 500
    _protected(answer)
    assert "insides" not in answer.text


def test_static_files_are_protected(client: Client) -> None:
    answer = client.get(f"/{settings.STATIC_URL.strip('/')}/console.css")
    list(answer.streaming_content)

    assert answer.status_code == 200
    assert _policy(answer) == {**DIRECTIVES, "script-src": {"'self'"}}
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("name", ["account_login", "account_reset_password"])
def test_sign_in_pages_are_protected(name: str, client: Client) -> None:
    answer = client.get(reverse(name))

    assert answer.status_code == 200
    _protected(answer)


def test_decision_pages_are_not_stored(house: House, client: Client) -> None:
    gate = house.parked()
    client.force_login(house.user("reviewer"))

    answer = client.get(BY_NAME["reviews:gate"].url(gate.pk))

    assert "no-store" in answer["Cache-Control"]
