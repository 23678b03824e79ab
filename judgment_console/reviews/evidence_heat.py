"""A table as a heat map: shades, signs, and what cells were in earlier uploads."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.html import strip_tags

from judgment_console.reviews.evidence_rows import Block, Cell
from judgment_console.reviews.formats import in_cell, is_number

NO_EARLIER = "There is no earlier upload of this segment."


def heat_map(table: Block, block: Mapping[str, Any]) -> Block:
    """The drawn table with each cell's shade and history; the first column has none."""
    keys = [str(each["key"]) for each in block["columns"]]
    shades, earlier = _mapping(block.get("shades")), _earlier(block.get("earlier"))
    rows = tuple(
        replace(
            row,
            cells=(
                row.cells[0],
                *(
                    _cell(cell, str(raw.get("id")), key, shades, earlier)
                    for cell, key in zip(row.cells[1:], keys[1:], strict=True)
                ),
            ),
        )
        for row, raw in zip(table.rows, block["rows"], strict=True)
    )
    note = str(block.get("note") or "")
    missing = "It is not in an earlier upload." if earlier else NO_EARLIER
    return replace(table, kind="heat", rows=rows, text=note, missing=missing)


def _cell(
    cell: Cell,
    row: str,
    key: str,
    shades: Mapping[str, Any],
    earlier: list[tuple[str, Mapping[str, Any]]],
) -> Cell:
    shade = _mapping(shades.get(row)).get(key, 0)
    before = [(label, _mapping(values.get(row)).get(key)) for label, values in earlier]
    if all(value is None for _, value in before):
        before = []
    return replace(
        cell,
        shade=shade if shade in (-2, -1, 1, 2) else 0,
        changed=bool(before) and _differs(before[0][1], cell.value),
        history="\n".join(_line(label, value, cell) for label, value in before),
    )


def _line(label: str, value: Any, cell: Cell) -> str:
    if value is None:
        return f"{label}: not there"
    changed = ", which differs" if _differs(value, cell.value) else ""
    return f"{label}: {strip_tags(in_cell(value, cell.format))}{changed}"


def _differs(before: Any, now: Any) -> bool:
    if before is None:
        return False
    both = is_number(before) and is_number(now)
    return not (both and math.isclose(before, now, rel_tol=1e-9))


def _earlier(value: Any) -> list[tuple[str, Mapping[str, Any]]]:
    given = value if isinstance(value, list) else []
    return [
        (str(each.get("label", "")), _mapping(each.get("values")))
        for each in given
        if isinstance(each, Mapping)
    ]


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
