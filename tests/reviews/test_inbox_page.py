"""The inbox as people see it."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from judgment_console.models import Gate, Membership, Round, Seat, Segment
from judgment_console.reviews import context
from tests.factories import AT, CANARY, House
from tests.reviews.conftest import text_of

pytestmark = pytest.mark.django_db
EMPTY = {
    "mine": "Nothing waits for you",
    "team": "Nothing waits for anybody",
    "started": "No chain of yours is under way",
    "history": "You have not decided anything yet",
}


def rows_of(page: Any) -> list[str]:
    """The keys of the gates in a page's list, in order."""
    return re.findall(r'<li class="row[^>]* id="row-([\w-]+)"', page.text)


def address_in(page: Any, name: str) -> str:
    """An address that a part of the page asks for: "live" or "pager"."""
    part = page.text[page.text.index(f'id="{name}"') :]
    found = re.search(r'hx-get="([^"]+)"', part)
    assert found
    return found[1].replace("&amp;", "&")


def ask(browser: Client, url: str, target: str) -> Any:
    """Ask as HTMX does for a part of the page."""
    return browser.get(url, headers={"HX-Request": "true", "HX-Target": target})


@pytest.fixture
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of two rows."""
    for module in ("queries.inbox", "reviews.inbox_live"):
        monkeypatch.setattr(f"judgment_console.{module}.PAGE", 2)


@pytest.fixture
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every request is of the same moment."""
    monkeypatch.setattr(context.clock, "now", lambda: AT)


@pytest.mark.parametrize("chains", [1, 3])
@pytest.mark.parametrize("tab", ["mine", "team", "started", "history"])
def test_inbox_asks_the_database_as_often_for_one_row_as_for_three(
    house: House,
    reviewer: Client,
    tab: str,
    chains: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(chains):
        house.returned() if tab == "history" else house.chain(by="both")
    browser = reviewer
    if tab == "started":
        browser.force_login(house.user("both"))

    with django_assert_num_queries(8):
        page = browser.get("/", {"tab": tab})

    assert len(rows_of(page)) == chains


def test_row_is_a_question_with_its_recommendation_and_what_is_missing(
    house: House, reviewer: Client
) -> None:
    gate = house.parked()
    Round.objects.filter(gate=gate).update(
        headline={"label": "Unpaid", "value": 1234.5, "unit": "USD"}
    )

    page = reviewer.get("/")

    words = text_of(page)
    assert f'href="/gates/{gate.pk}/"' in page.text
    assert "Which second factor?" in words
    assert f"{CANARY} review · gate 2 of 5 · prepared by {CANARY} preparer" in words
    assert "recommended Use 1.5. Unpaid 1,234 USD" in words
    assert "1 approval needed" in words
    assert "overdue Thu 5 Mar" in words
    assert ", 09:30 UTC" in words


def test_headline_that_the_recommendation_names_is_not_said_twice(
    house: House, reviewer: Client
) -> None:
    gate = house.parked()
    Round.objects.filter(gate=gate).update(
        recommendation="Use 1.5: unpaid 1,234.",
        headline={"label": "Unpaid", "value": 1234.0, "unit": "USD"},
    )

    assert "Unpaid 1,234" not in text_of(reviewer.get("/"))


def test_badge_is_the_length_of_the_own_list(house: House, reviewer: Client) -> None:
    house.chain()
    house.chain()

    words = text_of(reviewer.get("/chains/"))

    assert "Inbox 2 waiting for you" in words


def test_own_gate_says_in_the_team_list_why_it_is_not_mine(
    house: House, client: Client
) -> None:
    house.chain(by="both")
    client.force_login(house.user("both"))

    assert "Mine Team 1 Started by me 1" in text_of(client.get("/"))
    assert "you prepared this" in text_of(client.get("/", {"tab": "team"}))


def test_assigned_gate_names_who_decides_it(house: House, reviewer: Client) -> None:
    gate = house.parked()
    mine = Membership.objects.get(user=house.user("reviewer"))
    Round.objects.filter(gate=gate).update(assigned_to=mine)
    Seat.objects.filter(round__gate=gate).exclude(member=mine).delete()

    assert "assigned to you" in text_of(reviewer.get("/"))
    reviewer.force_login(house.user("viewer"))
    team = text_of(reviewer.get("/", {"tab": "team"}))
    assert f"assigned to {CANARY} reviewer" in team


def test_returned_gate_says_what_the_reviewer_asked(
    house: House, preparer: Client
) -> None:
    house.returned()

    words = text_of(preparer.get("/", {"tab": "started"}))

    assert "returned to the preparer" in words
    assert f"{CANARY} reviewer: “{CANARY}: the factor follows the data.”" in words


# Empty lists


@pytest.mark.parametrize("tab", EMPTY)
def test_empty_list_says_what_would_appear_and_how_it_gets_there(
    house: House, reviewer: Client, tab: str
) -> None:
    words = text_of(reviewer.get("/", {"tab": tab}))

    assert EMPTY[tab] in words
    assert "How a gate gets here" in words


def test_empty_list_says_when_something_was_last_there(
    house: House, reviewer: Client
) -> None:
    house.returned()

    words = text_of(reviewer.get("/"))

    assert "A gate was last put to you Mon 2 Mar" in words
    assert "How a gate gets here" not in words


def test_filter_that_finds_nothing_says_so_and_can_be_cleared(
    house: House, reviewer: Client
) -> None:
    house.chain()

    page = reviewer.get("/", {"tab": "team", "q": "no such", "time": "soon"})

    words = text_of(page)
    assert "No gate here is found by “no such”, due within 2 days." in words
    assert 'href="/?tab=team"' in page.text
    assert rows_of(page) == []


# Search, filters and order


def test_filters_are_kept_in_the_address_and_in_the_fields(
    house: House, reviewer: Client
) -> None:
    gate = house.chain().gates.first()
    assert gate
    asked = {
        "tab": "team",
        "q": f'{CANARY} "review',
        "chain": "kittiwake-chain",
        "time": "overdue",
        "sort": "oldest",
    }

    page = reviewer.get("/", asked)

    assert f'value="{escape(asked["q"])}"' in page.text
    for name in ("overdue", "oldest"):
        assert f'<option value="{name}" selected>' in page.text
    assert '<input type="hidden" name="tab" value="team">' in page.text


def test_one_chain_can_be_chosen_from_the_list(house: House, reviewer: Client) -> None:
    chain, _ = house.chain(), house.chain()

    page = reviewer.get("/", {"chain": str(chain.pk)})

    assert len(rows_of(page)) == 1
    assert f'<option value="{chain.pk}" selected>{CANARY} review</option>' in page.text
    assert f"Filtered by {CANARY} review." in text_of(page)


def test_segments_are_offered_when_there_are_several(
    house: House, reviewer: Client
) -> None:
    house.chain()
    assert 'name="segment"' not in reviewer.get("/").text
    other = Segment.objects.create(
        workspace=house.workspace, name="Marine", labels='{"name":"Marine"}'
    )

    page = reviewer.get("/", {"segment": str(other.pk)})

    assert rows_of(page) == []
    assert f'<option value="{other.pk}" selected>Marine</option>' in page.text


@pytest.mark.parametrize(
    "asked",
    [
        {"tab": "all"},
        {"chain": "a/b"},
        {"segment": "marine"},
        {"time": "tomorrow"},
        {"tab": "history", "time": "overdue"},
        {"tab": "history", "sort": "due"},
        {"sort": "chain"},
        {"after": "x"},
    ],
)
def test_list_that_there_is_not_is_refused(
    house: House, reviewer: Client, asked: dict[str, str]
) -> None:
    assert reviewer.get("/", asked).status_code == 400


@pytest.mark.parametrize("q", ["a\0b", "a\u202eb", "a" * 201])
def test_search_that_hides_what_is_read_is_refused(
    house: House, reviewer: Client, q: str
) -> None:
    assert reviewer.get("/", {"q": q}).status_code == 422


def test_tab_is_a_fragment_for_htmx_and_a_page_for_everybody_else(
    house: House, reviewer: Client, at_noon: None
) -> None:
    page = reviewer.get("/", {"tab": "team"})
    part = reviewer.get("/", {"tab": "team"}, headers={"HX-Request": "true"})

    assert "<html" in page.text
    assert "<html" not in part.text
    assert part.text.strip() in page.text


def test_search_swaps_the_list_alone_and_pushes_a_short_address(
    house: House, reviewer: Client
) -> None:
    house.chain()
    url = "/?tab=mine&q=review&chain=&time=&sort=due"

    part = ask(reviewer, url, "list")

    assert part.text.strip().startswith('<div class="page-list" id="list">')
    assert 'id="filters"' not in part.text
    assert part["HX-Push-Url"] == "/?q=review"
    assert 'data-announce="1 gate shown."' in part.text
    assert "HX-Target" in part["Vary"]


# Pages of a list


@pytest.mark.usefixtures("short_pages")
def test_more_is_a_link_and_for_htmx_the_rows_and_the_next_pager(
    house: House, reviewer: Client
) -> None:
    for _ in range(5):
        house.chain()
    first = reviewer.get("/?q=review")
    link = re.search(r'id="more" href="([^"]+)"', first.text)
    assert link

    second = reviewer.get(link[1].replace("&amp;", "&"))
    part = ask(reviewer, address_in(first, "pager"), "pager")
    last = ask(reviewer, address_in(part, "pager"), "pager")

    assert rows_of(part) == rows_of(second)
    assert "To the top of the list" in text_of(second)
    assert part.text.strip().startswith("<li")
    assert 'data-announce="2 more shown."' in part.text
    assert part.text.count("data-focus") == 1
    everything = rows_of(first) + rows_of(part) + rows_of(last)
    assert (len(everything), len(set(everything))) == (5, 5)
    assert 'id="pager"' not in last.text


# Asking again


def test_unchanged_list_swaps_only_the_time_of_the_look(
    house: House, reviewer: Client
) -> None:
    house.chain()
    page = reviewer.get("/")

    again = ask(reviewer, address_in(page, "live"), "live")

    assert re.fullmatch(r"updated \d\d:\d\d:\d\d UTC", text_of(again))
    assert "data-announce" not in again.text
    assert not again.has_header("HX-Retarget")


def test_changed_list_comes_whole_with_badge_and_counts(
    house: House, reviewer: Client
) -> None:
    house.chain()
    page = reviewer.get("/")
    house.chain()

    again = ask(reviewer, address_in(page, "live"), "live")

    assert again["HX-Retarget"] == "#list"
    assert len(rows_of(again)) == 2
    assert 'data-announce="2 gates wait for you now."' in again.text
    assert '<span class="badge" id="badge" hx-swap-oob="true">2<' in again.text
    assert 'id="tabs" aria-label="Inbox" hx-swap-oob="true"' in again.text
    assert not again.has_header("HX-Push-Url")


def test_change_that_keeps_the_number_is_not_announced(
    house: House, reviewer: Client
) -> None:
    first, _ = house.parked(), house.chain()
    page = reviewer.get("/")
    house.decide(first, "return")
    house.chain()

    again = ask(reviewer, address_in(page, "live"), "live")

    assert again["HX-Retarget"] == "#list"
    assert "data-announce" not in again.text


@pytest.mark.usefixtures("short_pages")
def test_list_that_was_loaded_further_is_asked_for_as_a_whole(
    house: House, reviewer: Client
) -> None:
    for _ in range(5):
        house.chain()
    first = reviewer.get("/")
    part = ask(reviewer, address_in(first, "pager"), "pager")
    live = address_in(part, "live")

    unchanged = ask(reviewer, live, "live")
    house.decide(Gate.objects.get(pk=rows_of(first)[0]), "return")
    changed = ask(reviewer, live, "live")

    assert not unchanged.has_header("HX-Retarget")
    assert rows_of(changed)[:3] == (rows_of(first) + rows_of(part))[1:]
    assert len(rows_of(changed)) == 4


@pytest.mark.parametrize("shown", ["", "0", "-1", "501", "9999", "ten", "٣"])
def test_count_that_no_page_shows_is_refused(
    house: House, reviewer: Client, shown: str
) -> None:
    assert ask(reviewer, f"/?shown={shown}", "live").status_code == 400


def test_asking_again_reads_little(
    house: House,
    reviewer: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    house.chain()
    page = reviewer.get("/")

    with django_assert_num_queries(7):
        ask(reviewer, address_in(page, "live"), "live")


def test_workspace_is_chosen_among_the_own_ones(house: House, reviewer: Client) -> None:
    mine, other = house.workspace.pk, "11111111-1111-4111-8111-111111111111"

    assert reviewer.post("/workspace/", {"workspace": str(mine)}).status_code == 302
    assert reviewer.session["workspace"] == str(mine)
    assert reviewer.post("/workspace/", {"workspace": other}).status_code == 404
    assert reviewer.post("/workspace/", {"workspace": "x"}).status_code == 400
    assert reviewer.session["workspace"] == str(mine)
