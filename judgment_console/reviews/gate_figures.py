"""The figures of a gate's page: headline, last period, and stored alternatives."""

from typing import Any

from judgment_console.queries.gate_rows import GatePage
from judgment_console.queries.rows import GateRow
from judgment_console.reviews.decision_ask import Ask
from judgment_console.reviews.decision_values import leaf_text
from judgment_console.reviews.evidence import Evidence
from judgment_console.reviews.formats import in_sentence, signed
from judgment_console.reviews.numbers import read_number


def figures(page: GatePage, evidence: Evidence) -> dict[str, Any]:
    """The recommended headline, last period's, and the change between them."""
    headline, last = evidence.headline, evidence.last_period
    change = None
    if headline and last:
        change = effect_text(page.gate, headline["value"] - last["value"])
    return {"headline": headline, "last": last, "change": change}


def choices(page: GatePage, ask: Ask) -> dict[str, dict[str, Any]]:
    """What choosing an alternative puts into the fields, and its effect in words."""
    found: dict[str, dict[str, Any]] = {"": _choice(ask, "")}
    for number, each in enumerate(ask.alternatives):
        choice = _choice(ask, str(number)) | {"label": each["label"]}
        if each["headline"] is not None:
            choice["headline"] = in_sentence(each["headline"])
        if each["impact"] is not None:
            choice["effect"] = effect_text(page.gate, each["impact"])
        found[str(number)] = choice
    return found


def _choice(ask: Ask, number: str) -> dict[str, Any]:
    values = ask.values(number)
    return {"texts": {leaf.name: leaf_text(values, leaf) for leaf in ask.leaves}}


def effect_text(gate: GateRow, impact: float) -> str:
    """A difference in money and, where materiality is known, in percent of it."""
    text = signed(impact)
    material = _materiality(gate)
    if material:
        text += f" · {in_sentence(abs(impact) / material, 'percent')} of materiality"
    return text


def _materiality(gate: GateRow) -> float | None:
    try:
        return read_number(str(gate.chain.metadata.get("materiality") or ""))
    except ValueError:
        return None
