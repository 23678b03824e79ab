"""The list of chains, a chain's timeline, and how it moves."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from judgment_console.models import Chain, Gate, Outbox, Round
from judgment_console.queries import chains as reads
from tests.factories import CANARY, House, work
from tests.reviews.conftest import text_of

pytestmark = pytest.mark.django_db
POLL = 'hx-trigger="every 1s"'


def chain_page(browser: Client, chain: Chain) -> str:
    answer = browser.get(f"/chains/{chain.pk}/")
    assert answer.status_code == 200
    return str(answer.text)


@pytest.mark.parametrize("count", [1, 3])
def test_list_asks_the_database_as_often_for_one_chain_as_for_three(
    house: House,
    reviewer: Client,
    count: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(count):
        house.chain()

    with django_assert_num_queries(5):
        page = reviewer.get("/chains/")

    assert page.text.count('<li class="row">') == count


@pytest.mark.parametrize("decided", [1, 3])
def test_chain_asks_the_database_as_often_for_one_decision_as_for_three(
    house: House,
    reviewer: Client,
    decided: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    chain = house.chain()
    for position in range(decided):
        house.decide(Gate.objects.get(chain=chain, position=position), "approve")
        work()

    with django_assert_num_queries(10):
        page = reviewer.get(f"/chains/{chain.pk}/")

    assert f"{decided} of 5 gates settled" in text_of(page)


def test_list_leads_to_older_chains(
    house: House, reviewer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reads, "PAGE", 1)
    house.chain()
    house.chain()

    first = reviewer.get("/chains/")
    address = first.text.partition('href="/chains/?after=')[2].partition('"')[0]
    second = reviewer.get(f"/chains/?after={address}")

    assert "Older" in text_of(first)
    assert second.status_code == 200
    assert "Older" not in text_of(second)
    assert reviewer.get("/chains/?after=anything").status_code == 400


def test_empty_list_says_how_a_chain_starts(house: House, reviewer: Client) -> None:
    words = text_of(reviewer.get("/chains/"))

    assert "A chain starts from a data set" in words


def test_timeline_shows_done_here_and_next(house: House, reviewer: Client) -> None:
    gate = house.parked()

    page = chain_page(reviewer, gate.chain)

    assert page.count('class="point-done"') == 1
    assert page.count('class="point-here"') == 1
    assert page.count('class="point-next"') == 3
    assert f"{CANARY}: the factor follows the data." in page
    assert f"Can decide: {CANARY} both, {CANARY} reviewer." in page
    assert POLL not in page


def test_gathering_shows_how_long_and_asks_again(
    house: House, reviewer: Client
) -> None:
    chain = house.chain()
    gate = Gate.objects.get(chain=chain, position=0)
    Gate.objects.filter(pk=gate.pk).update(state="gathering")

    page = chain_page(reviewer, chain)

    assert POLL in page
    assert "Gathering evidence for first" in page
    assert "Look again" in page


def test_work_that_nobody_begins_is_waiting_for_a_worker(
    house: House, reviewer: Client
) -> None:
    chain = house.chain()
    house.decide(Gate.objects.get(chain=chain, position=0), "approve")

    assert "waiting for a worker" in chain_page(reviewer, chain)

    promised = Outbox.objects.get(job="apply")
    promised.begun_at = promised.created_at + timedelta(seconds=1)
    promised.save()
    page = chain_page(reviewer, chain)

    assert "waiting for a worker" not in page
    assert POLL in page


def test_poll_gets_the_timeline_alone(house: House, reviewer: Client) -> None:
    chain = house.chain()

    part = reviewer.get(f"/chains/{chain.pk}/", headers={"HX-Request": "true"})

    assert part.text.lstrip().startswith('<div class="page-list" id="progress"')
    assert "<html" not in part.text
    assert 'data-announce="Which first factor? parked"' in part.text


def test_skipped_gate_shows_its_reason(house: House, reviewer: Client) -> None:
    chain = house.chain()
    Gate.objects.filter(chain=chain, position=2).update(
        state="skipped", summary="the tail is small"
    )

    assert "Skipped: the tail is small" in chain_page(reviewer, chain)


def test_failed_evidence_says_why_and_offers_another_try(house: House) -> None:
    gate = house.failed()
    Round.objects.filter(gate=gate).update(failure="The triangle has one age.")
    viewer, preparer = Client(), Client()
    viewer.force_login(house.user("viewer"))
    preparer.force_login(house.user("preparer"))

    seen, offered = chain_page(viewer, gate.chain), chain_page(preparer, gate.chain)

    assert "The triangle has one age." in seen
    assert f"/gates/{gate.pk}/retry/" in offered
    assert f"/gates/{gate.pk}/retry/" not in seen


def test_rejected_chain_says_that_it_is_not_for_use(
    house: House, reviewer: Client
) -> None:
    chain = house.chain()
    house.decide(Gate.objects.get(chain=chain, position=0), "reject")
    work()

    page = chain_page(reviewer, chain)

    assert "the document of this chain is not for use" in page
    assert POLL not in page


def test_random_chain_is_not_found(house: House, reviewer: Client) -> None:
    assert reviewer.get(f"/chains/{uuid4()}/").status_code == 404
