"""A gate beside its last round and its last period."""

import pytest
from django.test import Client

from judgment_console.models import Chain, Gate
from judgment_console.services import answering
from tests.factories import AT, House, work
from tests.reviews.conftest import address, start_page_chain, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def second(house: House, gate: Gate) -> Gate:
    """The gate in its second round, with another recommendation and another factor."""
    house.decide(gate, "return")
    answering.answer(gate_id=gate.pk, text="So.", actor=house.actor("preparer"), at=AT)
    work()
    return gate


def test_first_round_without_an_earlier_chain_offers_nothing(
    gate: Gate, reviewer: Client
) -> None:
    shown = reviewer.get(f"{address(gate)}?compare=round")
    assert "data-compare" not in shown.text
    assert "Averages" in shown.text


def test_beside_the_last_round_changes_are_named_in_a_word(
    second: Gate, reviewer: Client
) -> None:
    response = reviewer.get(f"{address(second)}?compare=round")
    shown = text_of(response)
    assert "Recommendation Use volume, answers so far 0. Use volume, answers so far 1."
    for line in (
        "Recommendation Use volume, answers so far 0. Use volume, answers so far 1. "
        "changed",
        "Unpaid 18,680,856 18,680,856 same",
        "12-24 3.491 4.491 changed",
        "24-36 1.747 1.747 same",
        "Method volume volume same",
        "How round 1 was decided ↩ returned by Kittiwake reviewer",
    ):
        assert line in shown
    assert "<textarea" in response.text


def test_beside_the_last_round_changed_figures_of_tables_are_listed(
    second: Gate, reviewer: Client
) -> None:
    shown = text_of(reviewer.get(f"{address(second)}?compare=round"))
    assert (
        "Changed figures: Averages Row Column Round 1 Now "
        "Medial Unpaid 18,348,741 18,348,742"
    ) in shown
    assert "Volume Unpaid" not in shown


def test_beside_last_period_is_the_same_gate_of_the_earlier_chain(
    house: House, gate: Gate, reviewer: Client
) -> None:
    house.decide(gate, "approve")
    later = start_page_chain(house)
    Chain.objects.filter(pk=later.chain_id).update(prior=gate.chain_id)
    shown = text_of(reviewer.get(f"{address(later)}?compare=period"))
    assert "This round beside last period" in shown
    assert "12-24 3.491 3.491 same" in shown
    assert "How last period was decided ✓ approved by Kittiwake reviewer" in shown
    assert "Kittiwake: the factor follows the data." in shown
    assert "No figure of the same tables changed." in shown


def test_beside_a_last_period_without_this_gate_says_so(
    house: House, gate: Gate, reviewer: Client
) -> None:
    other = house.chain()
    Chain.objects.filter(pk=gate.chain_id).update(prior=other)
    shown = text_of(reviewer.get(f"{address(gate)}?compare=period"))
    assert "There is nothing of last period to compare with" in shown
