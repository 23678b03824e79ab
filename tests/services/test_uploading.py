"""From bytes to a confirmed data set."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID, uuid4

import pytest

from judgment_console.errors import JudgmentError
from judgment_console.models import Dataset, Outbox, Upload, Workspace
from judgment_console.services import reading, uploading
from judgment_console.services.actors import Actor
from judgment_console.services.uploading import Confirmation
from tests.services.conftest import AT, LATER

pytestmark = pytest.mark.django_db

CSV = b"origin,12,24\n2024,100,150\n2025,110,\n"
SAID = Confirmation(
    name="GL paid",
    segment="GL",
    currency="USD",
    unit=1000,
    valuation_date=date(2025, 12, 31),
    cumulative=True,
)


@pytest.fixture
def received(workspace: Workspace, preparer: Actor) -> Callable[[bytes], UUID]:
    def read(data: bytes = CSV) -> UUID:
        upload_id = uploading.receive(
            workspace_id=workspace.pk,
            filename="gl.csv",
            data=data,
            actor=preparer,
            at=AT,
        )
        row = Outbox.objects.get(job="parse", subject=upload_id)
        reading.read_upload(row.pk, at=LATER)
        return upload_id

    return read


def confirmed(upload_id: UUID, actor: Actor, **changes: Any) -> Dataset:
    said = replace(SAID, **changes)
    key = uploading.confirm(
        upload_id=upload_id, confirmation=said, actor=actor, at=LATER
    )
    return Dataset.objects.get(pk=key)


def test_understood_file_becomes_a_data_set_in_currency_units(
    received: Callable[..., UUID], preparer: Actor
) -> None:
    upload_id = received()

    content = json.loads(confirmed(upload_id, preparer).content)

    upload = Upload.objects.get(pk=upload_id)
    assert (upload.state, bytes(upload.content)) == ("confirmed", CSV)
    (triangle,) = content["triangles"]
    assert triangle["values"] == [[100000, 150000], [110000, None]]
    assert triangle["ages_months"] == [12, 24]


def test_incremental_file_is_accumulated(
    received: Callable[..., UUID], preparer: Actor
) -> None:
    dataset = confirmed(received(), preparer, cumulative=False, unit=1)

    (triangle,) = json.loads(dataset.content)["triangles"]
    assert triangle["values"] == [[100, 250], [110, None]]
    assert triangle["cumulative"] is True


def test_refused_file_lists_its_problems_and_makes_no_data_set(
    received: Callable[..., UUID], preparer: Actor
) -> None:
    upload_id = received(b"origin,12,24\n2024,100,oops\n2025,#REF!,\n")

    upload = Upload.objects.get(pk=upload_id)
    assert upload.state == "refused"
    assert upload.understanding is not None
    assert [each["line"] for each in upload.understanding["problems"]] == [2, 3]
    with pytest.raises(JudgmentError) as refusal:
        confirmed(upload_id, preparer)
    assert refusal.value.code == "UPLOAD_NOT_READY"
    assert not Dataset.objects.exists()


def test_data_set_is_confirmed_once(
    received: Callable[..., UUID], preparer: Actor
) -> None:
    upload_id = received()
    confirmed(upload_id, preparer)

    with pytest.raises(JudgmentError) as refusal:
        confirmed(upload_id, preparer)

    assert refusal.value.code == "UPLOAD_NOT_READY"
    assert Dataset.objects.count() == 1


def test_control_total_that_differs_refuses_and_says_the_files_total(
    received: Callable[..., UUID], preparer: Actor
) -> None:
    with pytest.raises(JudgmentError) as refusal:
        confirmed(received(), preparer, control_total=250_000.0)

    fields: Any = refusal.value.facts["fields"]
    assert refusal.value.code == "BAD_METADATA"
    assert "260,000" in fields["control_total"][0]
    assert not Dataset.objects.exists()


def test_control_total_within_a_tenth_of_a_percent_is_accepted(
    received: Callable[..., UUID], preparer: Actor
) -> None:
    dataset = confirmed(received(), preparer, control_total=260_100.0)

    assert json.loads(dataset.content)["control_total"] == 260_100


@pytest.mark.parametrize("data", [b"", b"x" * (uploading.LARGEST_FILE + 1)])
def test_empty_or_huge_file_is_refused_at_the_door(
    workspace: Workspace, preparer: Actor, data: bytes
) -> None:
    with pytest.raises(JudgmentError) as refusal:
        uploading.receive(
            workspace_id=workspace.pk,
            filename="gl.csv",
            data=data,
            actor=preparer,
            at=AT,
        )

    assert refusal.value.code == "UPLOAD_REFUSED"
    assert not Upload.objects.exists()


def test_reviewer_and_outsider_cannot_upload(
    workspace: Workspace, reviewer: Actor
) -> None:
    codes = []
    for actor in (reviewer, Actor(user_id=987654)):
        with pytest.raises(JudgmentError) as refusal:
            uploading.receive(
                workspace_id=workspace.pk,
                filename="gl.csv",
                data=CSV,
                actor=actor,
                at=AT,
            )
        codes.append(refusal.value.code)

    assert codes == ["NOT_ELIGIBLE", "NOT_FOUND"]


def test_unknown_upload_is_not_found(preparer: Actor) -> None:
    with pytest.raises(JudgmentError) as refusal:
        confirmed(uuid4(), preparer)

    assert refusal.value.code == "NOT_FOUND"
