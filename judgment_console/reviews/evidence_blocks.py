"""Typed blocks of evidence as rows that the block templates draw.

Anything that is not a typed block, whatever JSON it is, becomes a list of pairs.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.text import slugify

from judgment_console.evidence.charts import LOOKS
from judgment_console.reviews.evidence_heat import heat_map
from judgment_console.reviews.evidence_rows import (
    APART,
    LEVELS,
    NUMERIC,
    TABS,
    Block,
    Cell,
    Flag,
    Row,
)


def pairs(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Any JSON as pairs of a path in words and a leaf."""
    if isinstance(value, Mapping) and value:
        for key, item in value.items():
            yield from pairs(item, f"{name} › {key}" if name else str(key))
    elif isinstance(value, list | tuple) and value:
        for number, item in enumerate(value, start=1):
            yield from pairs(item, f"{name} {number}".strip())
    else:
        yield name or "value", _leaf(value)


def block_of(value: Any) -> Block:
    """A block of evidence, whatever shape it has."""
    kind = kind_of(value)
    make = {
        "table": _table,
        "heat": _heat,
        "chart": _chart,
        "figures": _figures,
        "text": _text,
        "flags": _flags,
    }
    drawn_as = make[kind](value) if kind in make else None
    if drawn_as is not None:
        return drawn_as
    block = value if isinstance(value, Mapping) else {"value": value}
    return replace(_head("other", block), pairs=tuple(pairs(block)))


def kind_of(value: Any) -> str:
    """The kind that a block says it is."""
    return str(value.get("kind")) if isinstance(value, Mapping) else ""


def _head(kind: str, block: Mapping[str, Any]) -> Block:
    tab = block.get("tab")
    return Block(
        kind=kind,
        anchor=anchor(block.get("id")),
        title=str(block.get("title") or block.get("id") or "Other"),
        tab=tab if isinstance(tab, str) and tab in TABS else "main",
    )


def anchor(name: Any, row: Any = None) -> str:
    """The id of a block, or of a row in it, as an element and a link use it."""
    parts = ("block", str(name or "other"), *(() if row is None else (str(row),)))
    return "-".join(slugify(part, allow_unicode=True) or "x" for part in parts)


def _table(block: Mapping[str, Any]) -> Block | None:
    columns = _maps(block.get("columns"))
    rows = _maps(block.get("rows"))
    if columns is None or rows is None or not all("key" in each for each in columns):
        return None
    shown = tuple(
        {
            "label": str(each.get("label", each["key"])),
            "numeric": str(each.get("format")) in NUMERIC,
        }
        for each in columns
    )
    return replace(
        _head("table", block),
        unit=str(block.get("unit") or ""),
        columns=shown,
        rows=tuple(_row(block, columns, row) for row in rows),
    )


def _row(
    block: Mapping[str, Any],
    columns: Sequence[Mapping[str, Any]],
    row: Mapping[str, Any],
) -> Row:
    return Row(
        anchor=anchor(block.get("id"), row.get("id", "row")),
        mark=str(row.get("mark") or ""),
        cells=tuple(
            Cell(value=_flat(row.get(each["key"])), format=str(each.get("format", "")))
            for each in columns
        ),
    )


def _heat(block: Mapping[str, Any]) -> Block | None:
    table = _table(block)
    return None if table is None else heat_map(table, block)


def _chart(block: Mapping[str, Any]) -> Block | None:
    if not isinstance(block.get("spec"), Mapping) or "table" not in block:
        return None
    keys = tuple(
        {"look": str(each["look"]), "label": str(each.get("label", ""))}
        for each in _maps(block.get("keys")) or ()
        if each.get("look") in LOOKS
    )
    words = str(block.get("description") or "")
    return replace(_head("chart", block), text=words, items=keys)


def _figures(block: Mapping[str, Any]) -> Block | None:
    items = _maps(block.get("items"))
    if items is None:
        return None
    shown = tuple(
        {
            "label": str(item.get("label", "")),
            "value": _flat(item.get("value")),
            "format": str(item.get("format", "")),
            "note": str(item.get("note") or ""),
        }
        for item in items
    )
    return replace(_head("figures", block), items=shown)


def _text(block: Mapping[str, Any]) -> Block | None:
    text = block.get("text")
    if not isinstance(text, str):
        return None
    return replace(_head("text", block), text=text)


def _flags(block: Mapping[str, Any]) -> Block | None:
    return None if _maps(block.get("items")) is None else _head("flags", block)


def flag_of(item: Mapping[str, Any], tabs: Mapping[str, str]) -> Flag:
    """A flag; ``tabs`` holds the tab of each block by its anchor."""
    colour, icon, word = LEVELS.get(str(item.get("level")), LEVELS["note"])
    target = item.get("target")
    name, _, row = target.partition(":") if isinstance(target, str) else ("", "", "")
    tab = tabs.get(anchor(name), "") if name else ""
    return Flag(
        colour=colour,
        icon=icon,
        word=word,
        text=str(item.get("text", "")),
        tab=tab,
        anchor=anchor(name, row or None) if tab else "",
    )


def rest_of(evidence: Any, known: Mapping[str, Any]) -> list[Block]:
    """What the gate keeps beside its blocks, or evidence that has no blocks."""
    rest = {key: item for key, item in known.items() if key not in APART}
    if not known and evidence is not None:
        rest = {"evidence": evidence}
    if not rest:
        return []
    title = "Further figures" if known.get("blocks") else "Evidence"
    kind = "more" if known.get("blocks") else "other"
    return [
        Block(
            kind=kind, anchor="block-rest", title=title, tab="main",
            pairs=tuple(pairs(rest)),
        )
    ]  # fmt: skip


def listed(value: Any) -> list[Any]:
    """The items of a list; none for anything else."""
    return value if isinstance(value, list) else []


def _maps(value: Any) -> list[Mapping[str, Any]] | None:
    listed = value if isinstance(value, list) else None
    if listed is None or not all(isinstance(each, Mapping) for each in listed):
        return None
    return listed


def _flat(value: Any) -> Any:
    if isinstance(value, Mapping | list | tuple):
        return ", ".join(f"{name}: {leaf}" for name, leaf in pairs(value))
    return _leaf(value)


def _leaf(value: Any) -> Any:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "empty" if isinstance(value, Mapping | list | tuple) else value
