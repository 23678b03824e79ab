"""Every refusal has a status, one look, a line for security, and keeps the words."""

import logging
from types import SimpleNamespace
from typing import Any, cast
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import resolve

from judgment_console.errors import ERROR_CODES, JudgmentError
from judgment_console.queries.access import NOTHING_HERE
from judgment_console.reviews.middleware import STATUS, RefusalMiddleware
from judgment_console.reviews.refusals import details_of, page_before
from tests.factories import House

pytestmark = pytest.mark.django_db
MOVED = JudgmentError("EVIDENCE_MOVED", "The evidence of round 1 was replaced.")


def refuse(error: Exception, *, htmx: bool = False, **sent: Any) -> Any:
    """The answer to a decision that a service refused."""
    path = f"/gates/{uuid4()}/decide/"
    request = RequestFactory().post(path, sent or {"rationale": "My reason"})
    request.resolver_match = resolve(path)
    request.user = User(pk=7, email="reviewer@kittiwake.example")
    cast("Any", request).session = {}
    cast("Any", request).htmx = htmx
    middleware = RefusalMiddleware(lambda request: None)  # type: ignore[arg-type,return-value]
    return middleware.process_exception(request, error)


def test_every_code_has_a_status() -> None:
    assert STATUS.keys() == ERROR_CODES.keys()
    assert {status // 100 for status in STATUS.values()} == {4, 5}


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("MISSING_RATIONALE", 422),
        ("BAD_REQUEST", 400),
        ("NOT_ELIGIBLE", 403),
        ("NOT_SIGNED_IN", 403),
        ("NOT_FOUND", 404),
        ("EVIDENCE_MOVED", 409),
        ("GATE_DECIDED", 409),
        ("CONFLICT", 409),
    ],
)
def test_refusal_is_answered_with_its_status(code: str, status: int) -> None:
    assert refuse(JudgmentError(code, "Because.")).status_code == status


def test_refusal_says_what_happened_and_what_to_do() -> None:
    page = refuse(MOVED).text

    assert "The evidence changed meanwhile" in page
    assert "The evidence of round 1 was replaced." in page
    assert "Open the gate again, look at what changed, then decide." in page


def test_refusal_shows_the_typed_words_back_inert() -> None:
    typed = "First line\n<script>alert(1)</script>"

    page = refuse(MOVED, rationale=typed, digest="abc").text

    assert "First line\n&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>alert" not in page
    assert page.index("Your reason") < page.index("digest")


def test_refusal_of_htmx_is_a_fragment_for_its_own_place() -> None:
    answer = refuse(MOVED, htmx=True)

    assert answer.text.lstrip().startswith('<section class="card refused"')
    assert "<html" not in answer.text
    assert answer["HX-Retarget"] == "#refusal"
    assert answer["HX-Reswap"] == "innerHTML"
    assert "My reason" in answer.text


def test_refusal_lists_each_problem() -> None:
    error = JudgmentError(
        "UPLOAD_REFUSED",
        "The file was refused.",
        problems=[{"line": 3, "column": 1, "message": "No number."}],
    )

    assert "Line 3: No number." in refuse(error).text


def test_facts_become_sentences() -> None:
    facts = {
        "fields": {"control_total": ["Too high.", "Check the unit."]},
        "findings": (SimpleNamespace(message="Below 1."), "Above 3."),
        "who": "somebody",
    }

    assert details_of(facts) == [
        "control total: Too high.",
        "control total: Check the unit.",
        "Below 1.",
        "Above 3.",
    ]


def test_missing_object_is_answered_alike_whatever_was_said() -> None:
    secret = JudgmentError("NOT_FOUND", "Gate 7 of Quarry is secret.", findings=["x"])
    one = refuse(secret, htmx=True)
    other = refuse(JudgmentError("NOT_FOUND", NOTHING_HERE), htmx=True)

    assert one.text == other.text


def test_refused_post_is_a_line_for_security(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING, "judgment_console.security"):
        refuse(MOVED)

    (record,) = [each for each in caplog.records if "security" in each.name]
    assert record.args is not None
    actor, path, code = cast("tuple[Any, ...]", record.args)
    assert (actor, code) == (7, "EVIDENCE_MOVED")
    assert path.endswith("/decide/")


def test_other_errors_are_left_alone() -> None:
    assert refuse(ValueError("a mistake of the program")) is None


def test_old_form_is_refused_with_its_words(house: House) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(house.user("reviewer"))

    answer = browser.post(f"/gates/{uuid4()}/decide/", {"rationale": "My long reason"})

    assert answer.status_code == 403
    assert "This page was open too long" in answer.text
    assert "My long reason" in answer.text


def test_password_is_never_shown_back(house: House) -> None:
    browser = Client(enforce_csrf_checks=True)

    answer = browser.post("/accounts/login/", {"password": "my own secret"})

    assert answer.status_code == 403
    assert "my own secret" not in answer.text


@pytest.mark.parametrize(
    ("referer", "before"),
    [
        ("http://testserver/gates/1/", "http://testserver/gates/1/"),
        ("https://elsewhere.example/gates/1/", ""),
        ("javascript:alert(1)", ""),
        ("", ""),
    ],
)
def test_way_back_leads_only_into_this_console(referer: str, before: str) -> None:
    request: HttpRequest = RequestFactory().post("/", headers={"Referer": referer})

    assert page_before(request) == before
