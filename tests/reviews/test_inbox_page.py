"""The inbox as people see it."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import CANARY, House
from tests.reviews.conftest import text_of

pytestmark = pytest.mark.django_db
EMPTY = {
    "mine": "Nothing waits for you",
    "team": "Nothing waits for anybody",
    "started": "No chain of yours is under way",
    "history": "You have not decided anything yet",
}


@pytest.mark.parametrize("chains", [1, 3])
@pytest.mark.parametrize(
    ("tab", "queries"), [("mine", 7), ("team", 7), ("started", 7), ("history", 7)]
)
def test_inbox_asks_the_database_as_often_for_one_row_as_for_three(
    house: House,
    reviewer: Client,
    tab: str,
    queries: int,
    chains: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(chains):
        house.returned() if tab == "history" else house.chain(by="both")
    browser = reviewer
    if tab == "started":
        browser.force_login(house.user("both"))

    with django_assert_num_queries(queries):
        page = browser.get("/", {"tab": tab})

    assert page.text.count('<li class="row">') == chains


def test_row_is_a_question_with_its_recommendation_and_what_is_missing(
    house: House, reviewer: Client
) -> None:
    gate = house.parked()

    page = reviewer.get("/")

    words = text_of(page)
    assert f'href="/gates/{gate.pk}/"' in page.text
    assert "Which second factor?" in words
    assert f"{CANARY} review · gate 2 of 5 · prepared by {CANARY} preparer" in words
    assert "recommended Use 1.5." in words
    assert "1 approval needed" in words
    assert "overdue Thu 5 Mar" in words
    assert ", 09:30 UTC" in words


def test_badge_is_the_length_of_the_own_list(house: House, reviewer: Client) -> None:
    house.chain()
    house.chain()

    words = text_of(reviewer.get("/chains/"))

    assert "Inbox 2 waiting for you" in words


@pytest.mark.parametrize("tab", EMPTY)
def test_empty_list_says_what_would_appear(
    house: House, reviewer: Client, tab: str
) -> None:
    assert EMPTY[tab] in text_of(reviewer.get("/", {"tab": tab}))


def test_tab_is_a_fragment_for_htmx_and_a_page_for_everybody_else(
    house: House, reviewer: Client
) -> None:
    page = reviewer.get("/", {"tab": "team"})
    part = reviewer.get("/", {"tab": "team"}, headers={"HX-Request": "true"})

    assert "<html" in page.text
    assert "<html" not in part.text
    assert part.text.strip() in page.text


def test_unknown_list_is_refused(house: House, reviewer: Client) -> None:
    assert reviewer.get("/", {"tab": "all"}).status_code == 400


def test_workspace_is_chosen_among_the_own_ones(house: House, reviewer: Client) -> None:
    mine, other = house.workspace.pk, "11111111-1111-4111-8111-111111111111"

    assert reviewer.post("/workspace/", {"workspace": str(mine)}).status_code == 302
    assert reviewer.session["workspace"] == str(mine)
    assert reviewer.post("/workspace/", {"workspace": other}).status_code == 404
    assert reviewer.post("/workspace/", {"workspace": "x"}).status_code == 400
    assert reviewer.session["workspace"] == str(mine)
