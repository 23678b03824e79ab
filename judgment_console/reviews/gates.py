"""The page of a gate, and what can be sent from it."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from judgment_console.errors import JudgmentError
from judgment_console.identity import actor_of
from judgment_console.queries import gates as reads
from judgment_console.queries.access import gate_for
from judgment_console.queries.gate_rows import RoundRow
from judgment_console.queries.rows import GateRow
from judgment_console.reviews import gate_context
from judgment_console.reviews.context import at
from judgment_console.reviews.decision_ask import Ask, asked, check_fields, only
from judgment_console.reviews.decision_form import DecisionForm
from judgment_console.reviews.formats import moment
from judgment_console.reviews.gate_page import ask_of
from judgment_console.reviews.htmx import HtmxHttpRequest, show, signed_in
from judgment_console.reviews.middleware import STATUS, note_refusal
from judgment_console.services import answering, deciding, drafting, gathering

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
_NOT_KEPT = frozenset({"csrfmiddlewaretoken", "round", "digest", "confirm"})


@require_safe
@signed_in
def gate(request: HtmxHttpRequest, gate_id: UUID) -> HttpResponse:
    """A gate as it stands now; ``?tab=`` chooses what of the evidence is shown."""
    page = reads.gate_page(actor_of(request).user_id, gate_id)
    given = gate_context.as_it_stands(page, request.GET.dict(), at(request))
    return _uncached(show(request, TEMPLATE, given, part="gate"))


@require_safe
@signed_in
def round_(request: HtmxHttpRequest, gate_id: UUID, number: int) -> HttpResponse:
    """An earlier round of a gate, to be read only."""
    page = reads.gate_page(actor_of(request).user_id, gate_id, number)
    if page.round is None:
        raise JudgmentError("NOT_FOUND", "This gate has no round of this number.")
    given = gate_context.read_only(page, request.GET.dict(), at(request))
    return _uncached(show(request, "reviews/round.html", given))


@require_POST
@signed_in
def decide(request: HtmxHttpRequest, gate_id: UUID) -> HttpResponse:
    """Record a decision, or show the gate again with what was typed and why not."""
    gate_row, round_row, ask = _asked(request, gate_id)
    form = DecisionForm(ask, request.POST)
    if not form.is_valid():
        return _again(request, gate_row, round_row, form)
    answer = deciding.Answer(
        round_number=ask.round_number,
        digest=asked(request.POST)[1],
        verb=form.cleaned_data["verb"],
        values=form.values,
        rationale=form.cleaned_data["rationale"],
        confirmed=form.confirmed,
    )
    try:
        receipt = deciding.decide(
            gate_id=gate_id, answer=answer, actor=actor_of(request), at=at(request)
        )
    except JudgmentError as error:
        if error.code not in CONTENT | STALE:
            raise
        return _again(request, gate_row, round_row, form, error)
    if receipt.repeated:
        messages.info(request, "This decision was recorded already; nothing was added.")
    return _see(request, gate_id)


@require_POST
@signed_in
def draft(request: HtmxHttpRequest, gate_id: UUID) -> HttpResponse:
    """Keep what is typed so far; HTMX is told when it was kept."""
    gate_row, _, ask = _asked(request, gate_id)
    drafting.save(
        gate_id=gate_id,
        round_number=ask.round_number,
        fields={
            name: str(text)
            for name, text in request.POST.items()
            if name not in _NOT_KEPT
        },
        actor=actor_of(request),
        at=at(request),
    )
    kept = moment(at(request), gate_row.chain.member.zone, at(request))
    if request.htmx:
        return _uncached(render(request, f"{TEMPLATE}#drafted", {"kept": kept}))
    messages.success(request, f"Draft saved {kept}. Nothing was decided.")
    return _see(request, gate_id)


@require_POST
@signed_in
def answer(request: HtmxHttpRequest, gate_id: UUID) -> HttpResponse:
    """The preparer answers what a reviewer asked; evidence is gathered again."""
    page = reads.gate_page(actor_of(request).user_id, gate_id)
    only(request.POST, {"text"})
    text = request.POST.get("text", "")
    try:
        answering.answer(
            gate_id=gate_id, text=text, actor=actor_of(request), at=at(request)
        )
    except JudgmentError as error:
        if error.code not in CONTENT | {"MISSING_ANSWER", "GATE_NOT_OPEN"}:
            raise
        given = gate_context.as_it_stands(page, {}, at(request))
        if error.code in STALE:
            given |= {"overtaken": error.message, "kept": [("Your answer", text)]}
        else:
            given |= {"answer_text": text, "answer_error": error.message}
        return _refused(request, given, error.code)
    return _see(request, gate_id)


@require_POST
@signed_in
def retry(request: HtmxHttpRequest, gate_id: UUID) -> HttpResponse:
    """Try again what failed: the evidence, or applying the decision."""
    gate_for(actor_of(request).user_id, gate_id)
    only(request.POST, set())
    gathering.retry(gate_id=gate_id, actor=actor_of(request), at=at(request))
    return _see(request, gate_id)


def _asked(request: HttpRequest, gate_id: UUID) -> tuple[GateRow, RoundRow, Ask]:
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


def _again(
    request: HtmxHttpRequest,
    gate_row: GateRow,
    seen: RoundRow,
    form: DecisionForm,
    error: JudgmentError | None = None,
) -> HttpResponse:
    page = reads.gate_page(gate_row.chain.member.user_id, gate_row.id)
    unchanged = page.round is not None and page.round.digest == form.data["digest"]
    stale = error is not None and error.code in STALE
    if page.gate.state == "parked" and unchanged and not stale:
        if error is not None:
            form.refuse(error)
        given = gate_context.refused(page, form, request.GET.dict(), at(request))
        return _refused(request, given, error.code if error else "BAD_DECISION")
    given = gate_context.overtaken(page, seen, form, error, at(request))
    return _refused(request, given, error.code if error and stale else "GATE_NOT_OPEN")


def _refused(
    request: HtmxHttpRequest, given: dict[str, Any], code: str
) -> HttpResponse:
    note_refusal(request, code)
    return _uncached(show(request, TEMPLATE, given, part="gate", status=STATUS[code]))


def _see(request: HtmxHttpRequest, gate_id: UUID) -> HttpResponse:
    url = resolve_url("reviews:gate", gate_id)
    if request.htmx:
        return HttpResponseClientRedirect(url)
    response = HttpResponseRedirect(url)
    response.status_code = 303
    return response


def _uncached(response: HttpResponse) -> HttpResponse:
    patch_cache_control(response, no_store=True)
    return response
