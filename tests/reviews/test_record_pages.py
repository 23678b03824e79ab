"""Trail, ledger and disclosure as pages, and the document as a file."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from judgment_console.models import Chain, Gate
from tests.factories import CANARY, House, work
from tests.reviews.conftest import text_of

pytestmark = pytest.mark.django_db


def decided(house: House, count: int) -> Chain:
    chain = house.chain()
    for position in range(count):
        house.decide(Gate.objects.get(chain=chain, position=position), "approve")
        work()
    return Chain.objects.get(pk=chain.pk)


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(
    ("page", "queries"),
    [("trail/", 6), ("ledger/", 6), ("disclosure/", 10), ("disclosure.md", 8)],
)
def test_page_asks_the_database_as_often_for_one_entry_as_for_three(
    house: House,
    reviewer: Client,
    page: str,
    queries: int,
    count: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    chain = decided(house, count)

    with django_assert_num_queries(queries):
        answer = reviewer.get(f"/chains/{chain.pk}/{page}")

    assert answer.status_code == 200
    assert answer.text.count(f"{CANARY}: the factor follows the data.") >= count


def test_trail_shows_what_happened_and_that_it_verifies(
    house: House, reviewer: Client
) -> None:
    chain = decided(house, 1)

    page = reviewer.get(f"/chains/{chain.pk}/trail/")

    words = text_of(page)
    assert "verified 4 entries, checked just now" in words
    assert chain.head in words
    assert f"2 ✓ approved first {CANARY} reviewer" in words
    assert 'id="entry-4"' in page.text
    assert 'id="entry-3"' not in page.text  # the ledger's


def test_ledger_shows_value_reason_and_seal(house: House, reviewer: Client) -> None:
    chain = decided(house, 1)

    words = text_of(reviewer.get(f"/chains/{chain.pk}/ledger/"))

    assert f"factor 1.5 {CANARY} reviewer" in words
    assert f"{CANARY}: the factor follows the data." in words


def test_ledger_without_entries_says_what_would_appear(
    house: House, reviewer: Client
) -> None:
    words = text_of(reviewer.get(f"/chains/{house.chain().pk}/ledger/"))

    assert "No assumption yet" in words


@pytest.mark.parametrize("page", ["trail", "ledger"])
def test_broken_entries_are_named(house: House, reviewer: Client, page: str) -> None:
    chain = decided(house, 1)
    Chain.objects.filter(pk=chain.pk).update(head="0" * 64)

    words = text_of(reviewer.get(f"/chains/{chain.pk}/{page}/"))

    assert "The entries of this chain do not verify." in words
    assert "Entry 4: The chain ends at entry 4" in words
    assert "verified 4 entries" not in words


def test_disclosure_is_a_document_on_a_page(house: House, reviewer: Client) -> None:
    chain = decided(house, 5)

    words = text_of(reviewer.get(f"/chains/{chain.pk}/disclosure/"))

    assert "1. Identification and purpose" in words
    assert f"Purpose {CANARY} year-end review" in words
    assert "The entries were verified; nothing was found." in words
    assert "Not for use" not in words


def test_disclosure_of_an_open_chain_is_not_for_use(
    house: House, reviewer: Client
) -> None:
    words = text_of(reviewer.get(f"/chains/{house.chain().pk}/disclosure/"))

    assert "Not for use: the chain is still open." in words


def test_disclosure_downloads_as_markdown(house: House, reviewer: Client) -> None:
    chain = decided(house, 1)
    Chain.objects.filter(pk=chain.pk).update(title='Motor "2026"\r\n<b>')

    answer = reviewer.get(f"/chains/{chain.pk}/disclosure.md")

    assert answer["Content-Type"] == "text/markdown; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="motor-2026-b.md"'
    assert answer.text.startswith("# Motor")
    assert "<b>" not in answer.text
