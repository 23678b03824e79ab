"""Rows of the evidence that are stored alternatives: each offers to fill the form."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe

from judgment_console.reviews.decision_ask import Ask
from judgment_console.reviews.evidence import Evidence
from judgment_console.reviews.evidence_blocks import anchor, kind_of, listed

_HEADED = re.compile(r'<tr id="(block-[^"]+)"[^>]*>.*?</th>', re.DOTALL)


def with_offers(
    drawn: str, evidence: Evidence, ask: Ask, address: str, chosen: str
) -> SafeString:
    """The drawn blocks with "Use" in the heading of each row that can be chosen.

    ``chosen`` is the number of the alternative that the form holds now.
    """
    numbers = dict(_rows(evidence, ask))

    def offered(found: re.Match[str]) -> str:
        number = numbers.get(found[1])
        if number is None:
            return found[0]
        head = found[0].removesuffix("</th>")
        return f"{head}{_offer(ask, number, address, number == chosen)}</th>"

    return mark_safe(_HEADED.sub(offered, drawn))  # noqa: S308 - both are escaped


def recommended_label(evidence: Evidence) -> str:
    """What the exhibits call the recommended values, where a row is marked so."""
    for block in _tables(evidence):
        for row in listed(block.get("rows")):
            if isinstance(row, Mapping) and row.get("mark") == "recommended":
                return _label(block, row)
    return ""


def _rows(evidence: Evidence, ask: Ask) -> Iterator[tuple[str, str]]:
    """Anchor and number of each row whose label is that of an alternative."""
    for block in _tables(evidence):
        for row in listed(block.get("rows")):
            if not isinstance(row, Mapping):
                continue
            number = ask.labelled(str(row.get("alternative") or _label(block, row)))
            if number:
                yield anchor(block.get("id"), row.get("id", "row")), number


def _tables(evidence: Evidence) -> Iterator[Mapping[str, Any]]:
    known = evidence.content.get("evidence")
    blocks = listed(known.get("blocks")) if isinstance(known, Mapping) else []
    # What is counted or drawn by label is not what can be chosen.
    return (
        each
        for each in blocks
        if kind_of(each) == "table" and each.get("tab", "main") == "main"
    )


def _label(block: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    columns = listed(block.get("columns"))
    first = columns[0].get("key") if columns else None
    return str(row.get(str(first), ""))


def _offer(ask: Ask, number: str, address: str, chosen: bool) -> SafeString:
    label = str(ask.alternatives[int(number)]["label"])
    return format_html(
        '<a class="use" href="{}?{}#decision" data-choose="{}"{}>{}'
        '<span class="visually-hidden"> {}</span></a>',
        address,
        urlencode({"choose": label}),
        number,
        mark_safe(' aria-current="true"') if chosen else "",
        "In your form" if chosen else "Use",
        label,
    )
