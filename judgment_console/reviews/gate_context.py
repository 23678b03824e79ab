"""The context of the gate templates in each of the page's situations."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse

from judgment_console.queries.gate_rows import GatePage, RoundRow
from judgment_console.queries.rows import GateRow
from judgment_console.reviews import evidence as drawing
from judgment_console.reviews.decision_form import DecisionForm
from judgment_console.reviews.evidence import Evidence
from judgment_console.reviews.gate_candidates import recommended_label, with_offers
from judgment_console.reviews.gate_compare import comparable, comparison
from judgment_console.reviews.gate_effect import first_preview
from judgment_console.reviews.gate_figures import choices, figures
from judgment_console.reviews.gate_page import (
    MOVING,
    ask_of,
    barred,
    before,
    decision_shown,
    first_texts,
    next_slot,
    next_stage,
    older_draft,
    own_draft,
    past_rounds,
)
from judgment_console.reviews.gate_preview import Preview

DECISIONS = "decisions"
PATIENCE = timedelta(seconds=5)


def as_it_stands(
    page: GatePage, query: Mapping[str, str], at: datetime
) -> dict[str, Any]:
    """The gate as it is, with an empty form or the reader's draft."""
    given = common(page, query, at)
    if open_to(page):
        ask = ask_of(page.gate, page.round, at=at)  # type: ignore[arg-type]
        form = DecisionForm(ask, initial=first_texts(page, ask, query))
        given |= with_form(page, form, given)
        given |= {"draft": own_draft(page), "older": older_draft(page)}
    return given


def read_only(page: GatePage, query: Mapping[str, str], at: datetime) -> dict[str, Any]:
    """One round to be read: its evidence, its decision, no form."""
    number = page.round.number if page.round else 0
    address = reverse("reviews:round", args=(page.gate.id, number))
    return common(page, query, at, address) | {"last": len(page.rounds)}


def refused(
    page: GatePage,
    form: DecisionForm,
    preview: Preview,
    query: Mapping[str, str],
    at: datetime,
) -> dict[str, Any]:
    """The gate with the form as it was typed and what has to be mended."""
    given = common(page, query, at)
    asked = preview.with_confirmations(form.confirmations)
    return given | with_form(page, form, given, asked)


def as_typed(
    page: GatePage,
    form: DecisionForm,
    preview: Preview,
    query: Mapping[str, str],
    at: datetime,
) -> dict[str, Any]:
    """The gate with the form as it was typed and the effect of its values."""
    given = common(page, query, at)
    ask = ask_of(page.gate, page.round, at=at)  # type: ignore[arg-type]
    again = DecisionForm(ask, initial=dict(form.data.items()))
    return given | with_form(page, again, given, preview) | {"asked": True}


def armed(
    page: GatePage,
    form: DecisionForm,
    verb: str,
    query: Mapping[str, str],
    at: datetime,
) -> dict[str, Any]:
    """The gate with a final verb that a second press records."""
    given = common(page, query, at)
    return given | with_form(page, form, given) | {"armed": verb, "problems": []}


def live(gate: GateRow, round_: RoundRow, preview: Preview) -> dict[str, Any]:
    """What the effect of a form's values is drawn with, beside an open page."""
    evidence = Evidence.of(round_.proposal)
    return {
        "gate": gate,
        "chain": gate.chain,
        "round": round_,
        "next_stage": next_stage(gate),
        "preview": preview,
        "recommended": recommended_label(evidence),
        "live": True,
        "figured": evidence.headline is not None,
    }


def open_to(page: GatePage) -> bool:
    """Whether the reader can decide the round that is shown."""
    parked = page.gate.state == "parked" and page.round is not None
    return parked and barred(page) == ""


def common(
    page: GatePage, query: Mapping[str, str], at: datetime, address: str = ""
) -> dict[str, Any]:
    """What every page of a gate shows."""
    evidence = Evidence.of(page.round.proposal if page.round else "")
    earlier, past = before(page), past_rounds(page)
    known = (*(tab.key for tab in evidence.tabs), DECISIONS)
    tab = query.get("tab") if query.get("tab") in known else "main"
    chain = page.gate.chain
    address = address or reverse("reviews:gate", args=(page.gate.id,))
    return {
        "page": page,
        "address": address,
        "gate": page.gate,
        "chain": chain,
        "round": page.round,
        "zone": chain.member.zone,
        "evidence": evidence,
        "tab": tab,
        "comparison": comparison(page, query.get("compare", "")),
        "comparable": comparable(page),
        "blocks": _blocks(page.round, evidence, str(tab), address),
        "figures": figures(page, evidence),
        "before": earlier,
        "past": past,
        "before_count": sum(each.decision is not None for each in earlier) + len(past),
        "decided": decision_shown(page),
        "next": next_slot(page),
        "next_stage": next_stage(page.gate),
        "barred": barred(page) if page.gate.state == "parked" else "",
        "moving": page.gate.state in MOVING,
        "waiting": _waits(page, at),
        "mine": chain.prepared_by_id == chain.member.user_id,
        "may_retry": bool(chain.member.roles - {"viewer"}),
    }


def _waits(page: GatePage, at: datetime) -> bool:
    """Whether promised work was not begun for a while, as when no worker runs."""
    job = page.job
    return job is not None and job.begun_at is None and at - job.created_at > PATIENCE


def _blocks(round_: RoundRow | None, evidence: Evidence, tab: str, address: str) -> str:
    if round_ is None or tab == DECISIONS or not round_.digest:
        return ""
    return drawing.drawn(evidence, round_.digest, tab, address)


def with_form(
    page: GatePage,
    form: DecisionForm,
    given: Mapping[str, Any],
    preview: Preview | None = None,
) -> dict[str, Any]:
    """The form, its effect, and the rows that can fill it."""
    texts = {name: form[name].value() for name in form.fields}
    number = form.ask.alternative(texts["alternative"] or "")
    evidence, address = given["evidence"], given["address"]
    return {
        "form": form,
        "problems": form.problems() if form.is_bound else [],
        "choices": choices(page, form.ask),
        "preview": preview or first_preview(page.gate, form.ask, texts),
        "recommended": recommended_label(evidence),
        "blocks": with_offers(given["blocks"], evidence, form.ask, address, number),
    }
