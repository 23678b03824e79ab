"""How the page of a gate answers a form: what was asked, and the page again."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.cache import patch_cache_control
from django_htmx.http import HttpResponseClientRedirect

from judgment_console.errors import JudgmentError
from judgment_console.identity import actor_of
from judgment_console.judgment import Rationale
from judgment_console.queries import gates as reads
from judgment_console.queries.gate_rows import GatePage, RoundRow
from judgment_console.queries.rows import GateRow
from judgment_console.reviews import gate_context
from judgment_console.reviews.context import at
from judgment_console.reviews.decision_ask import Ask, asked, check_fields
from judgment_console.reviews.decision_form import DecisionForm
from judgment_console.reviews.gate_effect import preview_of
from judgment_console.reviews.gate_overtaken import overtaken
from judgment_console.reviews.gate_page import ask_of, barred
from judgment_console.reviews.gate_preview import Preview
from judgment_console.reviews.htmx import HtmxHttpRequest, show
from judgment_console.reviews.middleware import STATUS, note_refusal

TEMPLATE = "reviews/gate.html"
STALE = frozenset({"EVIDENCE_MOVED", "GATE_DECIDED", "GATE_NOT_OPEN", "GATE_MOOT"})
CONTENT = frozenset(
    {
        "BAD_DECISION",
        "CONFIRMATION_NEEDED",
        "DECISION_STOPPED",
        "HIDDEN_CHARACTERS",
        "MISSING_RATIONALE",
        "TEXT_TOO_LONG",
        "UNSUPPORTED_VALUE",
        "VERB_NOT_OFFERED",
    }
)


def asked_form(request: HttpRequest, gate_id: UUID) -> tuple[GateRow, RoundRow, Ask]:
    """The round that the form was drawn from; the form is read against that one."""
    user_id = actor_of(request).user_id
    number, _ = asked(request.POST)
    gate_row, round_row = reads.asked_round(user_id, gate_id, number)
    if round_row is None or not round_row.digest:
        message = "This gate has no round of this number. Nothing was recorded."
        raise JudgmentError("BAD_REQUEST", message)
    ask = ask_of(gate_row, round_row)
    check_fields(request.POST, ask)
    return gate_row, round_row, ask


def again(
    request: HtmxHttpRequest,
    gate_row: GateRow,
    seen: RoundRow,
    form: DecisionForm,
    error: JudgmentError | None = None,
) -> HttpResponse:
    """The gate with the form as typed and why nothing was recorded."""
    page = reads.gate_page(gate_row.chain.member.user_id, gate_row.id)
    stale = error is not None and error.code in STALE
    round_ = None if stale else _still(page, form)
    if round_ is not None:
        if error is not None:
            form.refuse(error)
        preview = preview_asked(request, page.gate, round_, form.ask)
        given = gate_context.refused(
            page, form, preview, request.GET.dict(), at(request)
        )
        return refused(request, given, error.code if error else "BAD_DECISION")
    given = overtaken(page, seen, form, error, at(request))
    return refused(request, given, error.code if error and stale else "GATE_NOT_OPEN")


def as_typed(
    request: HtmxHttpRequest, gate_row: GateRow, seen: RoundRow, form: DecisionForm
) -> HttpResponse:
    """The gate with the form as typed and its effect; nothing was asked for."""
    page = reads.gate_page(gate_row.chain.member.user_id, gate_row.id)
    round_ = _still(page, form)
    if round_ is None:
        given = overtaken(page, seen, form, None, at(request))
        return refused(request, given, "GATE_NOT_OPEN")
    preview = preview_asked(request, page.gate, round_, form.ask)
    given = gate_context.as_typed(page, form, preview, request.GET.dict(), at(request))
    return uncached(show(request, TEMPLATE, given, part="gate"))


def arm(
    request: HtmxHttpRequest, gate_row: GateRow, seen: RoundRow, form: DecisionForm
) -> HttpResponse:
    """Ask once more before a final verb is recorded; nothing is recorded yet.

    Raises JudgmentError NOT_ELIGIBLE for who could not record it.
    """
    page = reads.gate_page(gate_row.chain.member.user_id, gate_row.id)
    round_ = _still(page, form)
    if round_ is None:
        return again(request, gate_row, seen, form)
    if reason := barred(page):
        raise JudgmentError("NOT_ELIGIBLE", reason, reason=reason)
    verb = form.cleaned_data["verb"]
    try:
        Rationale(form.cleaned_data["rationale"])
        _refuse_unoffered(page.gate, round_, verb, request)
    except JudgmentError as error:
        return again(request, gate_row, seen, form, error)
    given = gate_context.armed(page, form, verb, request.GET.dict(), at(request))
    return uncached(show(request, TEMPLATE, given, part="gate"))


def preview_asked(
    request: HtmxHttpRequest,
    gate_row: GateRow,
    round_: RoundRow,
    ask: Ask,
    *,
    tried: int = 0,
) -> Preview:
    """What the values that were sent would do."""
    return preview_of(
        gate_row,
        round_,
        ask,
        request.POST,
        actor=actor_of(request),
        at=at(request),
        tried=tried,
    )


def refused(request: HtmxHttpRequest, given: dict[str, Any], code: str) -> HttpResponse:
    """The page of a refusal, with its status, noted for the security officer."""
    note_refusal(request, code)
    return uncached(show(request, TEMPLATE, given, part="gate", status=STATUS[code]))


def see(request: HtmxHttpRequest, gate_id: UUID) -> HttpResponse:
    """After a change: the gate as it is now."""
    url = resolve_url("reviews:gate", gate_id)
    if request.htmx:
        return HttpResponseClientRedirect(url)
    response = HttpResponseRedirect(url)
    response.status_code = 303
    return response


def uncached(response: HttpResponse) -> HttpResponse:
    """The response, kept by no browser."""
    patch_cache_control(response, no_store=True)
    return response


def _still(page: GatePage, form: DecisionForm) -> RoundRow | None:
    """The round that the form was drawn from, while it waits for a decision."""
    round_ = page.round
    same = round_ is not None and round_.digest == form.data["digest"]
    return round_ if page.gate.state == "parked" and same else None


def _refuse_unoffered(
    gate_row: GateRow, round_: RoundRow, verb: str, request: HtmxHttpRequest
) -> None:
    offered = ask_of(gate_row, round_, at=at(request)).verbs
    if verb not in offered:
        names = ", ".join(offered)
        message = f"This gate does not offer to {verb}; it offers: {names}."
        raise JudgmentError("VERB_NOT_OFFERED", message, offered=offered)
