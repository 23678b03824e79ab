"""Starting a reserve review in the browser."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from judgment_console.models import Chain
from tests.factories import House
from tests.reviews.conftest import text_of

pytestmark = pytest.mark.django_db
NEEDED = {
    "title": "Motor 2023",
    "purpose": "Year-end reserve.",
    "valuation_date": "2023-12-31",
    "currency": "USD",
    "unit": "single units",
}


def send(browser: Client, house: House, **changes: str) -> Any:
    form = {**NEEDED, **changes}
    return browser.post(f"/datasets/{house.dataset()}/start/", form)


def test_form_knows_what_the_data_set_says(
    house: House, preparer: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    dataset_id = house.dataset()

    with django_assert_num_queries(5):
        page = preparer.get(f"/datasets/{dataset_id}/start/")

    for value in ("2023-12-31", "USD"):
        assert f'value="{value}"' in page.text
    assert '<option value="single units" selected>' in page.text


def test_chain_starts_and_its_page_opens(house: House, preparer: Client) -> None:
    answer = send(
        preparer, house, materiality="250000", measure="central-estimate", line="Motor"
    )

    chain = Chain.objects.get()
    assert answer["Location"] == f"/chains/{chain.pk}/"
    assert (chain.title, chain.spec) == ("Motor 2023", "reserve-review")
    assert chain.prepared_by == house.user("preparer")
    assert chain.metadata == {
        "purpose": "Year-end reserve.",
        "valuation_date": "2023-12-31",
        "currency": "USD",
        "unit": "single units",
        "measure": "central-estimate",
        "line": "Motor",
        "materiality": 250_000.0,
    }
    assert "Gathering evidence" in text_of(preparer.get(answer["Location"]))


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("purpose", "", "required"),
        ("purpose", "Year\u202eend", "hide or reorder"),
        ("currency", "dollars", "most 3 characters"),
        ("materiality", "1,000", "has a comma"),
        ("review_date", "yesterday", "valid date"),
    ],
)
def test_wrong_field_is_refused_with_everything_kept(
    house: House, preparer: Client, field: str, typed: str, said: str
) -> None:
    answer = send(preparer, house, line="Private motor", **{field: typed})

    assert answer.status_code == 422
    assert said in text_of(answer)
    assert 'value="Private motor"' in answer.text
    assert not Chain.objects.exists()


def test_optional_part_is_open_when_something_in_it_is_wrong(
    house: House, preparer: Client
) -> None:
    wrong, right = (
        send(preparer, house, materiality="x"),
        send(preparer, house, purpose=""),
    )

    assert '<details class="more" open>' in wrong.text
    assert '<details class="more" >' in right.text


def test_fields_that_the_form_does_not_have_are_refused(
    house: House, preparer: Client
) -> None:
    for name in ("actor", "prepared_by", "spec_id", "at"):
        assert send(preparer, house, **{name: "1"}).status_code == 400
    assert not Chain.objects.exists()


def test_reviewer_cannot_start_a_chain(house: House, reviewer: Client) -> None:
    answer = send(reviewer, house)

    assert answer.status_code == 403
    assert not Chain.objects.exists()
