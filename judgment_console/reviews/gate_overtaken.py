"""The context of a gate that moved on before what was sent could be recorded."""

from datetime import datetime
from typing import Any

from judgment_console.errors import JudgmentError
from judgment_console.queries.gate_rows import GatePage, RoundRow
from judgment_console.reviews.decision_form import DecisionForm
from judgment_console.reviews.decision_values import changed_texts
from judgment_console.reviews.gate_context import common, open_to, with_form
from judgment_console.reviews.gate_page import ask_of


def overtaken(
    page: GatePage,
    seen: RoundRow,
    form: DecisionForm,
    error: JudgmentError | None,
    at: datetime,
) -> dict[str, Any]:
    """The gate as it is now, what changed since the form was drawn, and the words."""
    given = common(page, {}, at)
    old = form.ask
    typed = changed_texts(old.groups, form.data, old.values(""))
    words = {
        name: form.data[name] for name in ("verb", "rationale") if form.data.get(name)
    }
    if open_to(page):
        ask = ask_of(page.gate, page.round, at=at)  # type: ignore[arg-type]
        fresh = DecisionForm(ask, initial=typed | words)
        given |= with_form(page, fresh, given)
        typed = {name: each for name, each in typed.items() if name not in fresh.fields}
        words = {}
    labels = {leaf.name: leaf.label for leaf in old.leaves}
    kept = [("Your reason", words["rationale"])] if "rationale" in words else []
    kept += [(labels[name], text) for name, text in typed.items()]
    moved = page.round is not None and page.round.digest != seen.digest
    return given | {
        "overtaken": _what(page, error),
        "seen": seen if moved else None,
        "kept": kept,
    }


def _what(page: GatePage, error: JudgmentError | None) -> str:
    if error is not None:
        return error.message
    return (
        f"This gate changed while its page was open; it is now at round "
        f"{len(page.rounds)}. Your text is kept and nothing of it was recorded."
    )
