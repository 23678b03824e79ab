"""Another workspace's object answers exactly like an id that does not exist."""

import re
from itertools import product
from uuid import uuid4

import pytest
from django.contrib.admin import site
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from judgment_console.models import Outbox
from tests.addresses import (
    ADDRESSES,
    BY_NAME,
    NOT_OBJECTS,
    OBJECTS,
    PAGES,
    Address,
    all_patterns,
)
from tests.factories import CANARY, ROLES, House
from tests.harness.tables import checksums

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Current-URL": "http://127.0.0.1:8000/"}
_CHANGING = re.compile(
    r'(name="csrfmiddlewaretoken" value|nonce|X-CSRFToken)(=|\W+)"?[\w+/=-]+'
)


def _body(response: HttpResponse, url: str) -> str:
    """The page without its own address and what is new on every page."""
    return _CHANGING.sub("", response.text).replace(url, "")


def test_every_address_is_in_the_table() -> None:
    ours = {name for name, _ in all_patterns() if name.startswith("reviews:")}
    theirs = {
        name
        for name, takes in all_patterns()
        if takes and not name.startswith(("reviews:", "admin:"))
    }

    assert ours == set(BY_NAME)
    assert theirs == NOT_OBJECTS


def test_table_knows_every_address_with_an_id() -> None:
    with_id = {
        name for name, takes in all_patterns() if takes and name.startswith("reviews:")
    }

    assert with_id == {address.name for address in OBJECTS}


@pytest.mark.parametrize("address", PAGES, ids=lambda address: address.name)
def test_member_opens_the_page(address: Address, house: House, client: Client) -> None:
    client.force_login(house.user("preparer"))
    about = address.about(house) if address.about else None

    response = client.get(address.url(about.pk if about else None))

    assert response.status_code == 200


@pytest.mark.parametrize("address", OBJECTS, ids=lambda address: address.name)
def test_outsider_gets_what_a_random_id_gets(
    address: Address, house: House, client: Client
) -> None:
    assert address.about
    about = address.about(house)
    form = dict(address.form(house, about))
    client.force_login(house.user("outsider"))
    before = checksums()
    real, random = address.url(about.pk), address.url(uuid4())

    for method, headers in product(address.methods, ({}, HTMX)):
        send = client.get if method == "GET" else client.post
        answers = [send(url, form, headers=headers) for url in (real, random)]

        assert [answer.status_code for answer in answers] == [404, 404]
        assert _body(answers[0], real) == _body(answers[1], random)
        assert [*answers[0].headers] == [*answers[1].headers]
        assert CANARY not in answers[0].text.replace(real, "")
    assert checksums() == before


@pytest.mark.parametrize("address", OBJECTS, ids=lambda address: address.name)
def test_outsider_with_a_broken_form_learns_nothing(
    address: Address, house: House, client: Client
) -> None:
    assert address.about
    about = address.about(house)
    client.force_login(house.user("outsider"))
    broken = {"round": "x", "unknown": "1"}
    real, random = address.url(about.pk), address.url(uuid4())

    first, second = (client.post(url, broken) for url in (real, random))

    assert first.status_code == second.status_code
    assert first.status_code in (400, 404, 405)
    assert _body(first, real) == _body(second, random)


def test_lists_show_an_outsider_nothing(house: House, client: Client) -> None:
    house.parked()
    client.force_login(house.user("outsider"))
    tabs = [f"/?tab={tab}" for tab in ("mine", "team", "started", "history")]

    pages = [client.get(url) for url in (*tabs, "/chains/", "/uploads/new/")]

    assert [page.status_code for page in pages] == [200] * len(pages)
    assert [url for url in pages if CANARY in url.text] == []


def test_outsider_cannot_choose_the_workspace(house: House, client: Client) -> None:
    client.force_login(house.user("outsider"))

    answers = [
        client.post(reverse("reviews:workspace"), {"workspace": str(key)})
        for key in (house.workspace.pk, uuid4())
    ]

    assert [answer.status_code for answer in answers] == [404, 404]


CLOSED = [address for address in ADDRESSES if address.name != "reviews:healthz"]


@pytest.mark.parametrize("address", CLOSED, ids=lambda address: address.name)
def test_stranger_is_led_to_sign_in(
    address: Address, house: House, client: Client
) -> None:
    url = address.url(uuid4() if address.about else None)

    if address.reads:
        page = client.get(url)
        assert page.status_code == 302
        assert page["Location"].startswith(reverse("account_login"))
    if address.acts:
        assert client.post(url, {"text": "x"}).status_code == 403
        fragment = client.post(url, headers=HTMX)
        assert fragment["HX-Redirect"].startswith(reverse("account_login"))
        assert fragment.content == b""


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("how", ["left", "deactivated"])
def test_former_member_is_an_outsider(
    role: str, how: str, house: House, client: Client
) -> None:
    chain = house.chain()
    client.force_login(house.user(role))
    assert client.get(f"/chains/{chain.pk}/").status_code == 200

    if how == "left":
        house.workspace.members.filter(user=house.user(role)).update(active=False)
    else:
        type(house.user(role)).objects.filter(username=house.user(role)).update(
            is_active=False
        )

    page = client.get(f"/chains/{chain.pk}/")
    assert page.status_code == (404 if how == "left" else 302)
    assert CANARY not in page.text


MODELS = sorted(
    (model for model in site._registry if model._meta.app_label == "judgment_console"),
    key=lambda model: model.__name__,
)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_staff_of_another_workspace_read_nothing_in_the_admin(
    model: type, house: House, client: Client
) -> None:
    house.parked()
    outsider = house.user("outsider")
    outsider.is_staff = True
    outsider.save()
    client.force_login(outsider)
    name = f"admin:judgment_console_{model.__name__.lower()}"
    scope = getattr(site._registry[model], "scope", "")
    theirs = {scope: house.workspace} if scope and model is not Outbox else {}
    foreign = model._base_manager.filter(**theirs).first()  # type: ignore[attr-defined]
    assert foreign

    listing = client.get(reverse(f"{name}_changelist"))
    keys = (foreign.pk, uuid4())
    real, random = (client.get(reverse(f"{name}_change", args=[key])) for key in keys)

    assert CANARY not in listing.text
    assert (listing.status_code, real.status_code) in {(200, 302), (403, 403)}
    assert real.status_code == random.status_code
    assert real.headers.get("Location") == random.headers.get("Location")
