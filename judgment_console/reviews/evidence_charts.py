"""Charts of a round with their stored pictures and the way to their tables."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.safestring import mark_safe

from judgment_console.evidence.drawing import picture_digest, pictured
from judgment_console.queries.pictures import pictures_of
from judgment_console.reviews.evidence_blocks import anchor
from judgment_console.reviews.evidence_rows import Block


def with_pictures(
    shown: Sequence[Block], every: Sequence[Block], raw: Sequence[Any], address: str
) -> tuple[Block, ...]:
    """The blocks of a tab, its charts with pictures; one query if there are charts.

    ``raw`` are the blocks as the evidence holds them, ``every`` as they are drawn.
    """
    if not any(block.kind == "chart" for block in shown):
        return tuple(shown)
    digests = {
        anchor(id): picture_digest(spec, rows) for id, spec, rows in pictured(raw)
    }
    pictures = pictures_of(digests.values())
    places = _places(every, raw, address)
    return tuple(
        replace(
            block,
            # Checked element by element when it was drawn.
            picture=mark_safe(pictures.get(digests.get(block.anchor, ""), "")),  # noqa: S308
            table=places.get(block.anchor, ""),
        )
        if block.kind == "chart"
        else block
        for block in shown
    )


def tables_of(raw: Sequence[Any]) -> frozenset[str]:
    """The anchors of the tables whose figures a chart shows."""
    return frozenset(anchor(each["table"]) for each in _charts(raw))


def _places(every: Sequence[Block], raw: Sequence[Any], address: str) -> dict[str, str]:
    """Chart to the address of its table: its tab and the table in it."""
    tabs = {block.anchor: block.tab for block in every if block.rows}
    found = {}
    for each in _charts(raw):
        table = anchor(each["table"])
        if table in tabs:
            place = (
                f"#{table}"
                if tabs[table] == "charts"
                else (f"{address}?tab={tabs[table]}#{table}")
            )
            found[anchor(each.get("id"))] = place
    return found


def _charts(raw: Sequence[Any]) -> list[dict[str, Any]]:
    return [
        each
        for each in raw
        if isinstance(each, dict) and each.get("kind") == "chart" and "table" in each
    ]
