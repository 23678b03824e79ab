"""From a file to a data set: upload, see what was understood, confirm."""

import json
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from judgment_console.errors import JudgmentError
from judgment_console.identity import actor_of
from judgment_console.queries import access
from judgment_console.queries import chains as chain_reads
from judgment_console.queries import uploads as reads
from judgment_console.queries.rows import UploadRow
from judgment_console.reviews import context
from judgment_console.reviews.forms import UNITS, ConfirmForm, UploadForm
from judgment_console.reviews.htmx import HtmxHttpRequest, lead_to, show, signed_in
from judgment_console.reviews.middleware import note_refusal
from judgment_console.services import uploading

PATIENCE = timedelta(seconds=5)
DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def upload(request: HtmxHttpRequest) -> HttpResponse:
    """Send a file; the worker reads it."""
    member = context.member_here(request)
    form = UploadForm()
    if request.method == "POST":
        form = UploadForm(request.POST, files=request.FILES)
        if form.is_valid():
            found = _receive(request, member.workspace_id, form)
            if found is not None:
                return lead_to(request, "reviews:upload_detail", found)
    given = {
        "form": form,
        "member": member,
        "zone": member.zone,
        "uploads": reads.open_uploads(member.workspace_id),
        "datasets": reads.datasets(member.workspace_id),
    }
    status = 422 if form.errors else 200
    return show(request, "reviews/upload.html", given, status=status)


@require_safe
@signed_in
def upload_detail(request: HtmxHttpRequest, upload_id: UUID) -> HttpResponse:
    """What was understood of a file, or every reason why it was refused."""
    row = access.upload_for(actor_of(request).user_id, upload_id)
    return _detail(request, row, ConfirmForm(initial=_guess(row)))


@require_POST
@signed_in
def confirm(request: HtmxHttpRequest, upload_id: UUID) -> HttpResponse:
    """Make the data set of an understood file."""
    actor = actor_of(request)
    row = access.upload_for(actor.user_id, upload_id)
    form = ConfirmForm(request.POST)
    if form.is_valid():
        try:
            dataset_id = uploading.confirm(
                upload_id=upload_id,
                confirmation=uploading.Confirmation(**form.cleaned_data),
                actor=actor,
                at=context.at(request),
            )
        except JudgmentError as error:
            if error.code != "BAD_METADATA":
                raise
            form.refuse(error)
            note_refusal(request, error.code)
        else:
            return lead_to(request, "reviews:dataset", dataset_id)
    return _detail(request, row, form, status=422)


@require_safe
@signed_in
def dataset(request: HtmxHttpRequest, dataset_id: UUID) -> HttpResponse:
    """The confirmed figures, and the chains that were started on them."""
    row = access.dataset_for(actor_of(request).user_id, dataset_id)
    content = json.loads(row.content)
    given = {
        "dataset": row,
        "zone": row.member.zone,
        "content": content,
        "unit": dict(UNITS).get(content["unit"], content["unit"]),
        "triangles": [grid_of(triangle) for triangle in content["triangles"]],
        "chains": chain_reads.chains_on(dataset_id),
    }
    return show(request, "reviews/dataset.html", given)


def grid_of(triangle: dict[str, Any]) -> dict[str, Any]:
    """A triangle as a template draws it: heads, and a label with each row."""
    labels = [origin["label"] for origin in triangle["origins"]]
    return {
        "measure": triangle["measure"],
        "cumulative": triangle["cumulative"],
        "ages": triangle["ages_months"],
        "rows": list(zip(labels, triangle["values"], strict=True)),
    }


def _receive(
    request: HtmxHttpRequest, workspace_id: UUID, form: UploadForm
) -> UUID | None:
    file = form.cleaned_data["file"]
    try:
        return uploading.receive(
            workspace_id=workspace_id,
            filename=file.name,
            data=file.read(),
            actor=actor_of(request),
            at=context.at(request),
        )
    except JudgmentError as error:
        if error.code != "UPLOAD_REFUSED":
            raise
        form.add_error("file", error.message)
        note_refusal(request, error.code)
        return None


def _detail(
    request: HtmxHttpRequest, row: UploadRow, form: ConfirmForm, status: int = 200
) -> HttpResponse:
    triangle = row.understanding.get("triangle")
    reading = reads.reading_of(row.id) if row.state == "received" else None
    late = reading is not None and reading.begun_at is None
    given = {
        "upload": row,
        "zone": row.member.zone,
        "understood": row.understanding,
        "grid": grid_of(triangle) if triangle else None,
        "delimiter": DELIMITERS.get(row.understanding.get("delimiter") or "", "spaces"),
        "form": form,
        "reading": reading,
        "stuck": late and context.at(request) - row.at > PATIENCE,
    }
    part = "" if request.method == "POST" else "state"
    return show(request, "reviews/upload_detail.html", given, part=part, status=status)


def _guess(row: UploadRow) -> dict[str, Any]:
    understood = row.understanding
    return {
        "name": row.filename.rsplit(".", 1)[0][:120],
        "unit": 1,
        "valuation_date": understood.get("valuation_date"),
        "cumulative": "yes" if understood.get("cumulative", True) else "no",
    }
