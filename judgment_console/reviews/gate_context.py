"""The context of the gate templates in each of the page's situations."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse

from judgment_console.errors import JudgmentError
from judgment_console.queries.gate_rows import GatePage, RoundRow
from judgment_console.reviews import evidence as drawing
from judgment_console.reviews.decision_form import DecisionForm
from judgment_console.reviews.decision_values import changed_texts
from judgment_console.reviews.evidence import Evidence
from judgment_console.reviews.gate_figures import choices, figures
from judgment_console.reviews.gate_page import (
    MOVING,
    ask_of,
    barred,
    before,
    decision_shown,
    first_texts,
    next_slot,
    older_draft,
    own_draft,
    past_rounds,
)

DECISIONS = "decisions"
PATIENCE = timedelta(seconds=5)


def as_it_stands(
    page: GatePage, query: Mapping[str, str], at: datetime
) -> dict[str, Any]:
    """The gate as it is, with an empty form or the reader's draft."""
    given = _common(page, query, at)
    if _open_to(page):
        ask = ask_of(page.gate, page.round, at=at)  # type: ignore[arg-type]
        form = DecisionForm(ask, initial=first_texts(page, ask, query))
        given |= _with_form(page, form, given["evidence"])
        given |= {"draft": own_draft(page), "older": older_draft(page)}
    return given


def read_only(page: GatePage, query: Mapping[str, str], at: datetime) -> dict[str, Any]:
    """One round to be read: its evidence, its decision, no form."""
    number = page.round.number if page.round else 0
    address = reverse("reviews:round", args=(page.gate.id, number))
    return _common(page, query, at, address) | {"last": len(page.rounds)}


def refused(
    page: GatePage, form: DecisionForm, query: Mapping[str, str], at: datetime
) -> dict[str, Any]:
    """The gate with the form as it was typed and what has to be mended."""
    given = _common(page, query, at)
    return given | _with_form(page, form, given["evidence"])


def overtaken(
    page: GatePage,
    seen: RoundRow,
    form: DecisionForm,
    error: JudgmentError | None,
    at: datetime,
) -> dict[str, Any]:
    """The gate as it is now, what changed since the form was drawn, and the words."""
    given = _common(page, {}, at)
    old = form.ask
    typed = changed_texts(old.groups, form.data, old.values(""))
    words = {
        name: form.data[name] for name in ("verb", "rationale") if form.data.get(name)
    }
    if _open_to(page):
        ask = ask_of(page.gate, page.round, at=at)  # type: ignore[arg-type]
        fresh = DecisionForm(ask, initial=typed | words)
        given |= _with_form(page, fresh, given["evidence"])
        typed = {name: each for name, each in typed.items() if name not in fresh.fields}
        words = {}
    labels = {leaf.name: leaf.label for leaf in old.leaves}
    kept = [("Your reason", words["rationale"])] if "rationale" in words else []
    kept += [(labels[name], text) for name, text in typed.items()]
    moved = page.round is not None and page.round.digest != seen.digest
    return given | {
        "overtaken": _said(page, error),
        "seen": seen if moved else None,
        "kept": kept,
    }


def _said(page: GatePage, error: JudgmentError | None) -> str:
    if error is not None:
        return error.message
    return (
        f"This gate changed while its page was open; it is now at round "
        f"{len(page.rounds)}. Your text is kept and nothing of it was recorded."
    )


def _open_to(page: GatePage) -> bool:
    parked = page.gate.state == "parked" and page.round is not None
    return parked and barred(page) == ""


def _common(
    page: GatePage, query: Mapping[str, str], at: datetime, address: str = ""
) -> dict[str, Any]:
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
        "blocks": _blocks(page.round, evidence, str(tab), address),
        "figures": figures(page, evidence),
        "before": earlier,
        "past": past,
        "before_count": sum(each.decision is not None for each in earlier) + len(past),
        "decided": decision_shown(page),
        "next": next_slot(page),
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


def _with_form(
    page: GatePage, form: DecisionForm, evidence: Evidence
) -> dict[str, Any]:
    problems = form.problems() if form.is_bound else []
    number = form.ask.alternative(form["alternative"].value() or "")
    stored = choices(page, form.ask)
    return {
        "form": form,
        "problems": problems,
        "choices": stored,
        "choice": stored[number] if number else None,
    }
