"""Files and data sets as lists."""

import pytest

from judgment_console.models import Outbox, Upload
from judgment_console.queries import access, uploads
from judgment_console.services import uploading
from tests.factories import AT, CANARY, House

pytestmark = pytest.mark.django_db


def test_file_waits_in_the_list_until_it_is_confirmed(house: House) -> None:
    upload_id = house.upload()

    (row,) = uploads.open_uploads(house.workspace.pk)
    assert (row.id, row.state, row.filename) == (
        upload_id,
        "understood",
        f"{CANARY}.csv",
    )
    assert row.uploaded_by == f"{CANARY} preparer"

    Upload.objects.filter(pk=upload_id).update(state="confirmed")
    assert uploads.open_uploads(house.workspace.pk) == ()


def test_data_set_is_listed_with_its_segment(house: House) -> None:
    dataset_id = house.dataset()

    (row,) = uploads.datasets(house.workspace.pk)

    assert (row.id, row.name, row.segment) == (
        dataset_id,
        f"{CANARY} paid",
        f"{CANARY} motor",
    )


def test_reading_shows_whether_a_worker_has_begun(house: House) -> None:
    upload_id = uploading.receive(
        workspace_id=house.workspace.pk,
        filename="new.csv",
        data=b"x",
        actor=house.actor("preparer"),
        at=AT,
    )

    reading = uploads.reading_of(upload_id)
    assert reading == uploads.Reading(promised_at=AT, begun_at=None, quarantined=False)

    Outbox.objects.filter(subject=upload_id).update(done_at=AT)
    assert uploads.reading_of(upload_id) is None


def test_bytes_of_a_file_are_not_loaded(house: House) -> None:
    row = access.upload_for(house.user("viewer").pk, house.upload())

    assert not hasattr(row, "content")
    assert row.understanding["measure"] == "paid"
