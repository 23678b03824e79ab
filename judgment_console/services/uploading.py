"""A file becomes a data set when the worker understood it and a person confirmed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from judgment_console import queue
from judgment_console.errors import JudgmentError
from judgment_console.intake.triangles import cumulated, latest_total, scaled
from judgment_console.ledger.canonical import canonical_text, digest, digest_bytes
from judgment_console.models import Dataset, Segment, Upload
from judgment_console.services.actors import Actor
from judgment_console.services.members import member_with

LARGEST_FILE = 5 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmation:
    """What a person says of an upload that was understood.

    ``unit`` is the multiplier of the file's figures (1, 1,000 or 1,000,000);
    ``control_total`` is the latest-diagonal total in currency units, if known.
    """

    name: str
    segment: str
    currency: str
    unit: int
    valuation_date: date
    cumulative: bool
    control_total: float | None = None


def receive(
    *, workspace_id: UUID, filename: str, data: bytes, actor: Actor, at: datetime
) -> UUID:
    """Keep the bytes as they came and have the worker read them."""
    if not data:
        _refuse("The file is empty.")
    if len(data) > LARGEST_FILE:
        _refuse("The file is larger than 5 MB. Keep the triangle and leave the rest.")
    member_with("preparer", workspace_id, actor)
    with transaction.atomic():
        upload = Upload.objects.create(
            workspace_id=workspace_id,
            uploaded_by_id=actor.user_id,
            at=at,
            filename=filename[-255:],
            content=data,
            digest=digest_bytes("upload", data),
            state="received",
        )
        queue.promise("parse", upload.pk, at=at)
    return upload.pk


def confirm(
    *, upload_id: UUID, confirmation: Confirmation, actor: Actor, at: datetime
) -> UUID:
    """Make the data set of an understood upload, in currency units and cumulative.

    Raises UPLOAD_NOT_READY unless the upload was understood, BAD_METADATA when the
    control total differs by more than 0.1 % and by more than one unit.
    """
    with transaction.atomic():
        upload = Upload.objects.select_for_update().filter(pk=upload_id).first()
        if upload is None:
            raise JudgmentError("NOT_FOUND", "There is nothing here for you.")
        member_with("preparer", upload.workspace_id, actor)
        if upload.state != "understood" or upload.understanding is None:
            raise JudgmentError(
                "UPLOAD_NOT_READY",
                f"This file is {upload.state}; only a file that was understood "
                "and not yet confirmed can become a data set.",
            )
        triangle = _confirmed_triangle(upload.understanding, confirmation)
        dataset = _store(upload, confirmation, triangle, actor, at)
        upload.state = "confirmed"
        upload.save(update_fields=("state",))
    return dataset.pk


def _confirmed_triangle(
    understanding: Mapping[str, Any], confirmation: Confirmation
) -> dict[str, Any]:
    triangle = scaled(understanding["triangle"], confirmation.unit)
    if not confirmation.cumulative:
        triangle = cumulated(triangle)
    total, control = latest_total(triangle), confirmation.control_total
    if control is not None and abs(total - control) > max(1.0, 0.001 * abs(control)):
        raise JudgmentError(
            "BAD_METADATA",
            "The control total does not agree with the file.",
            fields={
                "control_total": [
                    f"The latest diagonal of the file adds up to {total:,.0f}. "
                    "Check the unit, the file, or the total."
                ]
            },
        )
    return triangle


def _store(
    upload: Upload,
    confirmation: Confirmation,
    triangle: dict[str, Any],
    actor: Actor,
    at: datetime,
) -> Dataset:
    labels = canonical_text({"segment": confirmation.segment})
    segment, _ = Segment.objects.get_or_create(
        workspace_id=upload.workspace_id,
        labels=labels,
        defaults={"name": confirmation.segment},
    )
    content = canonical_text(
        {
            "name": confirmation.name,
            "currency": confirmation.currency,
            "unit": confirmation.unit,
            "valuation_date": confirmation.valuation_date.isoformat(),
            "control_total": confirmation.control_total,
            "triangles": [triangle],
        }
    )
    return Dataset.objects.create(
        workspace_id=upload.workspace_id,
        segment=segment,
        upload=upload,
        name=confirmation.name,
        content=content,
        digest=digest("dataset", content),
        currency=confirmation.currency,
        valuation_date=confirmation.valuation_date,
        confirmed_by_id=actor.user_id,
        at=at,
    )


def understand(upload_id: UUID, understanding: Mapping[str, Any]) -> None:
    """Keep what the worker understood; once only."""
    state = "understood" if understanding["triangle"] else "refused"
    Upload.objects.filter(pk=upload_id, state="received").update(
        state=state, understanding=json.loads(canonical_text(understanding))
    )


def _refuse(sentence: str) -> None:
    raise JudgmentError("UPLOAD_REFUSED", sentence, problems=[])
