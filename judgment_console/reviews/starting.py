"""Starting a chain on a data set."""

import json
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from judgment_console.errors import JudgmentError
from judgment_console.identity import actor_of
from judgment_console.queries import access, chains
from judgment_console.queries.rows import DatasetRow
from judgment_console.reviews import context, definitions
from judgment_console.reviews.forms import UNITS
from judgment_console.reviews.htmx import HtmxHttpRequest, lead_to, show, signed_in
from judgment_console.reviews.middleware import note_refusal
from judgment_console.reviews.start_form import StartForm
from judgment_console.services import starting

FIRST = "reserve-review"
"""The definition that is chosen unless the person chooses another."""


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def start(request: HtmxHttpRequest, dataset_id: UUID) -> HttpResponse:
    """Ask for the engagement and start the chain; who starts it is its preparer."""
    row = access.dataset_for(actor_of(request).user_id, dataset_id)
    specs, earlier = _specs(), chains.completed_before(row.id)
    form = StartForm(initial=_known(row, specs), specs=specs, earlier=earlier)
    if request.method == "POST":
        form = StartForm(request.POST, specs=specs, earlier=earlier)
        if form.is_valid():
            chain_id = _start(request, row, form)
            if chain_id is not None:
                return lead_to(request, "reviews:chain", chain_id)
    above = {*form.placed, *form.needed}
    given = {
        "dataset": row,
        "form": form,
        "placed": [form[name] for name in form.placed if name in form.fields],
        "needed": [form[name] for name in form.needed],
        "optional": [field for field in form if field.name not in above],
        "more_wrong": bool(set(form.errors) - {*above, "__all__"}),
    }
    status = 422 if form.errors else 200
    return show(request, "reviews/start.html", given, status=status)


def _start(request: HtmxHttpRequest, row: DatasetRow, form: StartForm) -> UUID | None:
    try:
        return starting.start_chain(
            dataset_id=row.id,
            spec_id=form.spec_id,
            prior_id=form.cleaned_data.get("follows"),
            title=form.cleaned_data["title"],
            metadata=form.metadata(),
            actor=actor_of(request),
            at=context.at(request),
        )
    except JudgmentError as error:
        if error.code not in ("BAD_METADATA", "HIDDEN_CHARACTERS", "TEXT_TOO_LONG"):
            raise
        form.refuse(error)
        note_refusal(request, error.code)
        return None


def _specs() -> list[tuple[str, str]]:
    """Every definition, the one that is chosen at first in front."""
    return sorted(definitions.choices(), key=lambda choice: choice[0] != FIRST)


def _known(row: DatasetRow, specs: list[tuple[str, str]]) -> dict[str, Any]:
    unit = json.loads(row.content).get("unit", 1)
    return {
        "spec": specs[0][0],
        "title": f"{specs[0][1]}, {row.segment}, {row.valuation_date:%Y-%m-%d}",
        "valuation_date": row.valuation_date,
        "currency": row.currency,
        "unit": dict(UNITS).get(unit, UNITS[0][1]),
    }
