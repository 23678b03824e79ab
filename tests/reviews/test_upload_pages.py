"""From a file to a data set, in the browser."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from judgment_console.models import Dataset, Outbox, Upload
from tests.factories import CANARY, TRIANGLE, House, work
from tests.reviews.conftest import text_of

pytestmark = pytest.mark.django_db
CONFIRMED = {
    "name": "Motor paid",
    "segment": "Motor",
    "currency": "USD",
    "unit": "1000",
    "valuation_date": "2023-12-31",
    "cumulative": "yes",
    "control_total": "",
}


def send(browser: Client, data: bytes, name: str = "motor.csv", **more: Any) -> Any:
    file = SimpleUploadedFile(name, data)
    return browser.post("/uploads/new/", {"file": file, **more})


def test_file_is_sent_read_and_shown(house: House, preparer: Client) -> None:
    answer = send(preparer, TRIANGLE)
    upload = Upload.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/uploads/{upload.pk}/")

    waiting = preparer.get(f"/uploads/{upload.pk}/")
    assert 'hx-trigger="every 1s"' in waiting.text
    assert "Look again" in waiting.text

    work()
    page = preparer.get(f"/uploads/{upload.pk}/")
    words = text_of(page)
    assert 'hx-trigger="every 1s"' not in page.text
    assert "Measure paid, cumulative" in words
    assert "Latest diagonal 453" in words
    assert "commas, wide layout, heads in line 1" in words
    assert "2021 100 150 165" in words
    assert "2023 120 – missing" in words


def test_refused_file_shows_every_problem_with_its_line(
    house: House, preparer: Client
) -> None:
    send(preparer, b"origin,12,24\n2021,100,x\n2022,y,\n")
    work()

    page = preparer.get(f"/uploads/{Upload.objects.get().pk}/")

    words = text_of(page)
    assert "This file was refused" in words
    assert "2 problems, all of them" in words
    assert "Make the data set" not in words


def test_empty_file_is_refused_beside_its_field(house: House, preparer: Client) -> None:
    answer = send(preparer, b"")

    assert answer.status_code == 422
    assert "It is empty." in answer.text
    assert not Upload.objects.exists()


def test_no_file_is_refused_beside_its_field(house: House, preparer: Client) -> None:
    answer = preparer.post("/uploads/new/", {})

    assert answer.status_code == 422
    assert "Choose a file first." in answer.text


def test_unknown_field_beside_the_file_is_refused(
    house: House, preparer: Client
) -> None:
    answer = send(preparer, TRIANGLE, user="1")

    assert answer.status_code == 400
    assert not Upload.objects.exists()


def test_reviewer_cannot_upload(house: House, reviewer: Client) -> None:
    answer = send(reviewer, TRIANGLE)

    assert answer.status_code == 403
    assert "role of preparer" in text_of(answer)
    assert "role of preparer" in text_of(reviewer.get("/uploads/new/"))


def test_file_that_no_worker_reads_is_waiting_for_one(
    house: House, preparer: Client
) -> None:
    upload_id = house.upload()
    Upload.objects.filter(pk=upload_id).update(state="received")
    Outbox.objects.filter(job="parse").update(done_at=None, begun_at=None)

    assert "waiting for a worker" in preparer.get(f"/uploads/{upload_id}/").text


def test_poll_gets_the_file_alone(house: House, preparer: Client) -> None:
    answer = preparer.get(f"/uploads/{house.upload()}/", headers={"HX-Request": "true"})

    assert answer.text.lstrip().startswith('<div class="page-list" id="upload"')
    assert 'data-announce="The file was read: understood."' in answer.text


def test_confirmed_file_becomes_a_data_set(house: House, preparer: Client) -> None:
    upload_id = house.upload()

    answer = preparer.post(f"/uploads/{upload_id}/confirm/", CONFIRMED)

    dataset = Dataset.objects.get()
    assert answer["Location"] == f"/datasets/{dataset.pk}/"
    words = text_of(preparer.get(f"/datasets/{dataset.pk}/"))
    assert "2021 100,000 150,000 165,000" in words
    assert "figures in thousands" in words
    assert f"/datasets/{dataset.pk}/" in preparer.get(f"/uploads/{upload_id}/").text


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("currency", "usd", "Write three capital letters"),
        ("control_total", "453,000", "has a comma"),
        ("control_total", "nan", "not a number"),
        (
            "control_total",
            "400000",
            "The latest diagonal of the file adds up to 453,000",
        ),
        ("valuation_date", "31/12/2023", "valid date"),
        ("unit", "7", "not one of the available choices"),
        ("segment", " ", "required"),
        ("name", "Motor \u202e paid", "hide or reorder"),
    ],
)
def test_wrong_field_is_refused_with_everything_kept(
    house: House, preparer: Client, field: str, typed: str, said: str
) -> None:
    form = {**CONFIRMED, field: typed}

    answer = preparer.post(f"/uploads/{house.upload()}/confirm/", form)

    assert answer.status_code == 422
    assert said in text_of(answer)
    assert 'value="Motor"' in answer.text or field == "segment"
    assert 'aria-invalid="true"' in answer.text
    assert not Dataset.objects.exists()


def test_file_is_confirmed_once(house: House, preparer: Client) -> None:
    upload_id = house.upload()
    preparer.post(f"/uploads/{upload_id}/confirm/", CONFIRMED)

    answer = preparer.post(f"/uploads/{upload_id}/confirm/", CONFIRMED)

    assert answer.status_code == 409
    assert Dataset.objects.count() == 1


def test_form_with_unknown_or_repeated_fields_is_refused(
    house: House, preparer: Client
) -> None:
    upload_id = house.upload()
    twice = {**CONFIRMED, "name": ["One", "Two"]}

    for form in ({**CONFIRMED, "confirmed_by": "1"}, twice):
        answer = preparer.post(f"/uploads/{upload_id}/confirm/", form)
        assert answer.status_code == 400
    assert not Dataset.objects.exists()


@pytest.mark.parametrize("count", [1, 3])
def test_pages_ask_the_database_as_often_for_one_file_as_for_three(
    house: House,
    preparer: Client,
    count: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(count):
        dataset_id, upload_id = house.dataset(), house.upload()

    with django_assert_num_queries(6):
        lists = preparer.get("/uploads/new/")
    with django_assert_num_queries(5):
        preparer.get(f"/uploads/{upload_id}/")
    with django_assert_num_queries(6):
        preparer.get(f"/datasets/{dataset_id}/")

    assert lists.text.count(f">{CANARY} paid</a>") == count
