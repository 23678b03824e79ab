"""Sign-in leads back into the console and nowhere else."""

from itertools import count
from urllib.parse import urljoin

import pytest
from django.test import Client

from tests.factories import PASSWORD, House

pytestmark = pytest.mark.django_db

OWN_ORIGIN = "http://testserver/"
SIGN_IN = f"{OWN_ORIGIN}accounts/login/"
OWN = ["/", "/chains/", "/?tab=team"]
FOREIGN = [
    "https://elsewhere.example",
    "http://elsewhere.example/",
    "//elsewhere.example",
    "///elsewhere.example",
    "////elsewhere.example",
    "/\\elsewhere.example",
    "\\\\elsewhere.example",
    "\\/elsewhere.example",
    "/\\/elsewhere.example",
    "/\t/elsewhere.example",
    "/\n/elsewhere.example",
    "\t//elsewhere.example",
    " //elsewhere.example",
    " https://elsewhere.example",
    "\x00//elsewhere.example",
    "\x1fhttps://elsewhere.example",
    "https:elsewhere.example",
    "https:/elsewhere.example",
    "https:///elsewhere.example",
    "http:///elsewhere.example",
    "HTTPS://ELSEWHERE.EXAMPLE",
    "https://127.0.0.1@elsewhere.example",
    "https://127.0.0.1:8000@elsewhere.example/",
    "https://elsewhere.example#127.0.0.1",
    "https://elsewhere.example?127.0.0.1",
    "https://elsewhere.example\\@127.0.0.1",
    "http://127.0.0.1.elsewhere.example",
    "http://[::1]/",
    "http://127.0.0.1:1/",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "ftp://elsewhere.example",
    "file:///etc/passwd",
    "mailto:somebody@elsewhere.example",
    "//elsewhere%2eexample",
    "/%09/elsewhere.example",
    "〱〱elsewhere.example",
    "//elsewhere。example",
    "https://elsewhere.example/%2f..",
]
assert len(FOREIGN) >= 40

# One address for each sign-in, so that no limit of tries is reached.
_callers = count(1)


def _target(next_page: str, house: House, client: Client) -> str:
    answer = client.post(
        "/accounts/login/",
        {
            "login": house.user("reviewer").email,
            "password": PASSWORD,
            "next": next_page,
        },
        REMOTE_ADDR=f"192.0.2.{next(_callers)}",
    )
    assert answer.status_code == 302
    return str(answer["Location"])


@pytest.mark.parametrize("next_page", FOREIGN)
def test_sign_in_stays_on_its_own_origin(
    next_page: str, house: House, client: Client
) -> None:
    target = _target(next_page, house, client)

    assert target.lstrip() == target
    assert not target.startswith(("//", "/\\", "\\"))
    assert urljoin(SIGN_IN, target).startswith(OWN_ORIGIN)


@pytest.mark.parametrize("next_page", OWN)
def test_sign_in_leads_back(next_page: str, house: House, client: Client) -> None:
    assert _target(next_page, house, client) == next_page


@pytest.mark.parametrize(
    "next_page", ["https://elsewhere.example", "//elsewhere.example"]
)
def test_signed_in_person_stays_on_the_own_origin(
    next_page: str, house: House, client: Client
) -> None:
    client.force_login(house.user("reviewer"))

    arrived = client.get("/accounts/login/", {"next": next_page})
    left = client.post("/accounts/logout/", {"next": next_page})

    assert "elsewhere" not in arrived.headers.get("Location", "")
    assert "elsewhere" not in left.headers.get("Location", "")
