"""Starting a reserve review in the browser."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from judgment_console.models import Chain
from tests.factories import AT, House
from tests.reviews.conftest import text_of

pytestmark = pytest.mark.django_db
NEEDED = {
    "spec": "reserve-review",
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

    with django_assert_num_queries(6):
        page = preparer.get(f"/datasets/{dataset_id}/start/")

    for value in ("2023-12-31", "USD"):
        assert f'value="{value}"' in page.text
    assert '<option value="single units" selected>' in page.text


@pytest.fixture
def completed(house: House) -> Chain:
    """A completed reserve review on the segment of the house's data sets."""
    chain = house.chain()
    Chain.objects.filter(pk=chain.pk).update(
        spec="reserve-review", state="completed", finished_at=AT, title="Motor 2022"
    )
    return Chain.objects.get(pk=chain.pk)


def test_every_definition_can_be_chosen_once(house: House, preparer: Client) -> None:
    page = preparer.get(f"/datasets/{house.dataset()}/start/")

    assert (
        '<option value="reserve-review" selected>Reserve review</option>' in page.text
    )
    assert page.text.count('<option value="held-up">Held up</option>') == 1
    assert "Start the chain" in text_of(page)


def test_only_definition_is_not_asked_for(
    house: House, preparer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    only = [("reserve-review", "Reserve review")]
    monkeypatch.setattr("judgment_console.reviews.definitions.choices", lambda: only)
    url = f"/datasets/{house.dataset()}/start/"
    form = {name: text for name, text in NEEDED.items() if name != "spec"}

    page = preparer.get(url)

    assert 'name="spec"' not in page.text
    assert "Start a chain" in text_of(page)
    assert preparer.post(url, form).status_code == 302
    assert Chain.objects.get().spec == "reserve-review"


def test_chosen_definition_is_started(house: House, preparer: Client) -> None:
    send(preparer, house, spec="held-up")

    assert Chain.objects.get().spec == "held-up"


@pytest.mark.parametrize("spec", ["", "no-chain"])
def test_definition_that_there_is_not_starts_nothing(
    house: House, preparer: Client, spec: str
) -> None:
    assert send(preparer, house, spec=spec).status_code == 422
    assert not Chain.objects.exists()


def test_completed_review_of_the_segment_can_be_followed(
    house: House, preparer: Client, completed: Chain
) -> None:
    page = preparer.get(f"/datasets/{house.dataset()}/start/")
    said = "Motor 2022 (Reserve review, completed 2 Mar 2026)"
    assert f'<option value="{completed.pk}">{said}</option>' in page.text

    send(preparer, house, follows=str(completed.pk))

    chain = Chain.objects.exclude(pk=completed.pk).get()
    assert chain.prior == completed
    assert "follows" not in chain.metadata


def test_review_without_an_earlier_one_follows_none(
    house: House, preparer: Client, completed: Chain
) -> None:
    send(preparer, house, follows="")

    assert Chain.objects.exclude(pk=completed.pk).get().prior is None


@pytest.mark.parametrize(
    "change", [{"state": "running"}, {"segment": None}, {"state": "rejected"}]
)
def test_other_chains_are_not_offered_and_not_taken(
    house: House, preparer: Client, completed: Chain, change: dict[str, Any]
) -> None:
    house.chain()
    Chain.objects.exclude(pk=completed.pk).update(state="completed", finished_at=AT)
    Chain.objects.filter(pk=completed.pk).update(**change)

    page = preparer.get(f"/datasets/{house.dataset()}/start/")

    assert f'value="{completed.pk}"' not in page.text
    assert send(preparer, house, follows=str(completed.pk)).status_code == 422


def test_review_of_another_kind_is_refused_beside_its_field(
    house: House, preparer: Client, completed: Chain
) -> None:
    answer = send(preparer, house, spec="held-up", follows=str(completed.pk))

    assert answer.status_code == 422
    assert "a chain of another kind (Reserve review)" in text_of(answer)


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
    for name in ("actor", "prepared_by", "spec_id", "at", "prior_id", "follows"):
        assert send(preparer, house, **{name: "1"}).status_code == 400
    assert not Chain.objects.exists()


def test_reviewer_cannot_start_a_chain(house: House, reviewer: Client) -> None:
    answer = send(reviewer, house)

    assert answer.status_code == 403
    assert not Chain.objects.exists()
