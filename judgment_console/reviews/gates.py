"""The page of a gate, and what can be sent from it."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reswap, retarget

from judgment_console.errors import JudgmentError
from judgment_console.identity import actor_of
from judgment_console.queries import gates as reads
from judgment_console.queries.access import gate_for
from judgment_console.reviews import gate_context
from judgment_console.reviews.context import at
from judgment_console.reviews.decision_ask import asked, only, whole
from judgment_console.reviews.decision_form import FINAL, DecisionForm
from judgment_console.reviews.formats import moment
from judgment_console.reviews.gate_answers import (
    CONTENT,
    STALE,
    TEMPLATE,
    again,
    arm,
    as_typed,
    asked_form,
    preview_asked,
    refused,
    see,
    uncached,
)
from judgment_console.reviews.gate_moved import is_open, moved, news
from judgment_console.reviews.gate_session import words_stay
from judgment_console.reviews.htmx import HtmxHttpRequest, show, signed_in
from judgment_console.services import answering, deciding, drafting, gathering

_NOT_KEPT = frozenset({"csrfmiddlewaretoken", "round", "digest", "confirm", "armed"})


@require_safe
@words_stay
@signed_in
def gate(request: HtmxHttpRequest, gate_id: UUID) -> HttpResponse:
    """A gate as it stands now.

    ``?tab=`` chooses what of the evidence is shown, ``?compare=`` what it is put
    beside. An open page asks with ``?seen=`` whether its round is still open.
    """
    user_id = actor_of(request).user_id
    if request.htmx and "seen" in request.GET:
        gate_row, seen = reads.asked_round(user_id, gate_id, whole(request.GET["seen"]))
        return uncached(news(request, gate_row, seen))
    page = reads.gate_page(user_id, gate_id)
    given = gate_context.as_it_stands(page, request.GET.dict(), at(request))
    return uncached(show(request, TEMPLATE, given, part="gate"))


@require_safe
@signed_in
def round_(request: HtmxHttpRequest, gate_id: UUID, number: int) -> HttpResponse:
    """An earlier round of a gate, to be read only."""
    page = reads.gate_page(actor_of(request).user_id, gate_id, number)
    if page.round is None:
        raise JudgmentError("NOT_FOUND", "This gate has no round of this number.")
    given = gate_context.read_only(page, request.GET.dict(), at(request))
    return uncached(show(request, "reviews/round.html", given))


@require_POST
@words_stay
@signed_in
def decide(request: HtmxHttpRequest, gate_id: UUID) -> HttpResponse:
    """Record a decision, or show the gate again with what was typed and why not.

    A final verb is recorded by the second press, the one that names it as armed.
    """
    gate_row, round_row, ask = asked_form(request, gate_id)
    form = DecisionForm(ask, request.POST)
    armed = request.POST.get("armed")
    if armed not in (None, request.POST.get("verb")):
        return as_typed(request, gate_row, round_row, form)
    if not form.is_valid():
        return again(request, gate_row, round_row, form)
    if armed is None and form.cleaned_data["verb"] in FINAL:
        return arm(request, gate_row, round_row, form)
    try:
        receipt = deciding.decide(
            gate_id=gate_id,
            answer=_said(request, form),
            actor=actor_of(request),
            at=at(request),
        )
    except JudgmentError as error:
        if error.code not in CONTENT | STALE:
            raise
        return again(request, gate_row, round_row, form, error)
    if receipt.repeated:
        messages.info(request, "This decision was recorded already; nothing was added.")
    return see(request, gate_id)


@require_POST
@words_stay
@signed_in
def effect(request: HtmxHttpRequest, gate_id: UUID) -> HttpResponse:
    """What the typed values would do; nothing is recorded."""
    gate_row, round_row, ask = asked_form(request, gate_id)
    if "reviewer" not in gate_row.chain.member.roles:
        reason = "Asking what other values would do needs the role of reviewer."
        raise JudgmentError("NOT_ELIGIBLE", reason, reason=reason)
    if not request.htmx:
        form = DecisionForm(ask, request.POST)
        return as_typed(request, gate_row, round_row, form)
    if not is_open(gate_row, round_row):
        notice = news(request, gate_row, round_row)
        return uncached(reswap(retarget(notice, "#moved"), "innerHTML"))
    tried = whole(request.GET.get("tried", ""))
    preview = preview_asked(request, gate_row, round_row, ask, tried=tried)
    given = gate_context.live(gate_row, round_row, preview)
    response = render(request, "reviews/gate/effect.html", given)
    return uncached(reswap(retarget(response, "#effect"), "innerHTML"))


@require_POST
@words_stay
@signed_in
def draft(request: HtmxHttpRequest, gate_id: UUID) -> HttpResponse:
    """Keep what is typed so far; HTMX is told when it was kept, and if it is late."""
    gate_row, round_row, ask = asked_form(request, gate_id)
    kept = moment(at(request), gate_row.chain.member.zone, at(request))
    not_kept = ""
    try:
        drafting.save(
            gate_id=gate_id,
            round_number=ask.round_number,
            fields=_typed(request),
            actor=actor_of(request),
            at=at(request),
        )
    except JudgmentError as error:
        if error.code != "TEXT_TOO_LONG" or not request.htmx:
            raise
        not_kept = error.message
    if not request.htmx:
        messages.success(request, f"Draft saved {kept}. Nothing was decided.")
        return see(request, gate_id)
    late = {} if is_open(gate_row, round_row) else moved(gate_row, round_row)
    given = {"kept": kept, "not_kept": not_kept, **late}
    response = render(request, f"{TEMPLATE}#drafted", given)
    return uncached(reswap(retarget(response, "#drafted"), "innerHTML"))


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
        return refused(request, given, error.code)
    return see(request, gate_id)


@require_POST
@signed_in
def retry(request: HtmxHttpRequest, gate_id: UUID) -> HttpResponse:
    """Try again what failed: the evidence, or applying the decision."""
    gate_for(actor_of(request).user_id, gate_id)
    only(request.POST, set())
    gathering.retry(gate_id=gate_id, actor=actor_of(request), at=at(request))
    return see(request, gate_id)


def _said(request: HttpRequest, form: DecisionForm) -> deciding.Answer:
    return deciding.Answer(
        round_number=form.ask.round_number,
        digest=asked(request.POST)[1],
        verb=form.cleaned_data["verb"],
        values=form.values,
        rationale=form.cleaned_data["rationale"],
        confirmed=form.confirmed,
    )


def _typed(request: HttpRequest) -> dict[str, str]:
    given = request.POST.items()
    return {name: str(text) for name, text in given if name not in _NOT_KEPT}
