"""Safe methods change nothing; unsafe ones need the form's own proof of origin."""

from itertools import product

import pytest
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse

from judgment_console.models import Decision
from tests.addresses import ACTS, ADDRESSES, BY_NAME, Address, decision
from tests.factories import PASSWORD, ROLES, House
from tests.harness.tables import checksums

pytestmark = pytest.mark.django_db

OTHERS = ("accounts/login/", "accounts/logout/", "accounts/password/reset/")
FORGED = {
    "HTTP_X_USER": "{}",
    "HTTP_REMOTE_USER": "{}",
    "REMOTE_USER": "{}",
    "HTTP_X_REMOTE_USER": "{}",
    "HTTP_X_FORWARDED_USER": "{}",
    "HTTP_AUTHORIZATION": "Bearer {}",
    "HTTP_X_WORKSPACE": "{}",
}


def _everything(house: House) -> list[str]:
    made = {}
    urls = ["/nothing-here/", *(f"/{path}" for path in OTHERS), "/static/console.css"]
    for address in ADDRESSES:
        key = None
        if address.about:
            if address.about not in made:
                made[address.about] = address.about(house).pk
            key = made[address.about]
        urls.append(address.url(key))
    return urls


@pytest.mark.parametrize("role", [*ROLES, "both", "outsider", "staff", "nobody"])
def test_safe_methods_change_nothing(role: str, house: House, client: Client) -> None:
    urls = _everything(house)
    if role == "staff":
        house.user("admin").is_staff = True
        house.user("admin").save()
        urls += [
            reverse("admin:index"),
            reverse("admin:judgment_console_chain_changelist"),
            reverse("admin:judgment_console_trailentry_changelist"),
            reverse("admin:judgment_console_ledgerentry_changelist"),
        ]
    if role != "nobody":
        client.force_login(house.user("admin" if role == "staff" else role))
    before = checksums()

    broken = []
    for url, method in product(urls, ("GET", "HEAD", "OPTIONS")):
        answer = client.generic(method, url)
        if answer.streaming:
            list(answer.streaming_content)
        if answer.status_code >= 500:
            broken.append((method, url))

    assert broken == []
    assert checksums() == before


@pytest.mark.parametrize("address", ACTS, ids=lambda address: address.name)
def test_form_without_proof_of_origin_is_refused(
    address: Address, house: House
) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(house.user("both"))
    about = address.about(house) if address.about else None
    url = address.url(about.pk if about else None)
    form = dict(address.form(house, about))
    client.get("/")
    token = client.cookies["csrftoken"].value
    before = checksums()

    missing = client.post(url, form)
    stale = client.post(url, {**form, "csrfmiddlewaretoken": "a" * 64})
    foreign = client.post(
        url,
        {**form, "csrfmiddlewaretoken": token},
        headers={"origin": "https://elsewhere.example"},
    )

    statuses = [answer.status_code for answer in (missing, stale, foreign)]
    assert statuses == [403, 403, 403]
    assert checksums() == before


def test_refused_form_gives_the_typed_reason_back(house: House) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(house.user("reviewer"))
    gate = house.parked()
    form = decision(house, gate)

    page = client.post(BY_NAME["reviews:decide"].url(gate.pk), form)

    assert page.status_code == 403
    assert form["rationale"] in page.text


METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "FORGED")


@pytest.mark.parametrize("address", ADDRESSES, ids=lambda address: address.name)
def test_other_methods_are_refused(
    address: Address, house: House, client: Client
) -> None:
    client.force_login(house.user("both"))
    about = address.about(house) if address.about else None
    url = address.url(about.pk if about else None)
    before = checksums()
    refused = [method for method in METHODS if method not in address.methods]

    answers = {method: client.generic(method, url).status_code for method in refused}

    assert answers == dict.fromkeys(refused, 405)
    assert checksums() == before


@pytest.mark.parametrize(
    "trick", [{"X-HTTP-Method-Override": "POST"}, {"X-HTTP-Method": "POST"}]
)
def test_method_cannot_be_overridden(
    trick: dict[str, str], house: House, client: Client
) -> None:
    client.force_login(house.user("reviewer"))
    gate = house.parked()
    url = BY_NAME["reviews:decide"].url(gate.pk)
    before = checksums()

    answer = client.get(
        url, {**decision(house, gate), "_method": "POST"}, headers=trick
    )

    assert answer.status_code == 405
    assert checksums() == before


def test_identity_headers_sign_nobody_in(house: House, client: Client) -> None:
    name = house.user("reviewer").username
    forged = {header: text.format(name) for header, text in FORGED.items()}

    page = client.get("/", **forged)  # type: ignore[arg-type]

    assert page.status_code == 302
    assert get_user(client).is_anonymous


def test_identity_headers_change_nobody(house: House, client: Client) -> None:
    gate = house.parked()
    client.force_login(house.user("reviewer"))
    name = house.user("both").username
    forged = {header: text.format(name) for header, text in FORGED.items()}

    client.post(
        BY_NAME["reviews:decide"].url(gate.pk),
        decision(house, gate),
        **forged,  # type: ignore[arg-type]
    )

    assert Decision.objects.get(round__gate=gate).user == house.user("reviewer")


@pytest.mark.parametrize(
    "field",
    [
        *("actor", "actor_identity", "user", "user_id", "decided_by", "at"),
        *("workspace", "gate", "gate_id", "state", "seq", "hash", "decisive"),
    ],
)
def test_fields_that_nobody_asked_for_are_refused(
    field: str, house: House, client: Client
) -> None:
    gate = house.parked()
    client.force_login(house.user("reviewer"))
    before = checksums()

    answer = client.post(
        BY_NAME["reviews:decide"].url(gate.pk), {**decision(house, gate), field: "1"}
    )

    assert answer.status_code == 400
    assert checksums() == before


@pytest.mark.parametrize("field", ["verb", "rationale", "round", "digest"])
def test_fields_sent_twice_are_refused(
    field: str, house: House, client: Client
) -> None:
    gate = house.parked()
    client.force_login(house.user("reviewer"))
    form = {name: [text] for name, text in decision(house, gate).items()}
    before = checksums()

    answer = client.post(
        BY_NAME["reviews:decide"].url(gate.pk), {**form, field: [*form[field], "again"]}
    )

    assert answer.status_code == 400
    assert checksums() == before


@pytest.mark.parametrize(
    "host",
    ["elsewhere.example", "127.0.0.1.elsewhere.example", "localhost@elsewhere", "a b"],
)
def test_forged_host_is_refused(host: str, client: Client) -> None:
    page = client.get("/accounts/login/", headers={"host": host})

    assert page.status_code == 400
    assert host not in page.text


def test_forwarded_host_has_no_effect(client: Client) -> None:
    page = client.get("/", headers={"x-forwarded-host": "elsewhere.example"})

    assert page["Location"] == "/accounts/login/?next=/"


def test_password_is_not_enough_for_a_deactivated_person(
    house: House, client: Client
) -> None:
    reviewer = house.user("reviewer")
    reviewer.is_active = False
    reviewer.save()

    client.post("/accounts/login/", {"login": reviewer.email, "password": PASSWORD})

    assert get_user(client).is_anonymous
