"""Typed blocks of evidence as rows that the block templates draw.

Anything that is not a typed block, whatever JSON it is, becomes a list of pairs.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.text import slugify

from judgment_console.reviews.states import chip

TABS = {
    "main": "Evidence",
    "charts": "Charts",
    "diagnostics": "Diagnostics",
    "data": "Data",
    "change": "Since last period",
}
LEVELS = {
    "fail": ("bad", "✕", "fail"),
    "check": ("wait", "!", "check"),
    "note": ("idle", "i", "note"),
}
APART = frozenset({"engine", "warnings", "headline", "blocks", "last_period", "rule"})
"""Keys of the evidence that the page shows in places of their own."""
STATES = {
    "pass": ("good", "✓"),
    "warning": ("wait", "!"),
    "fail": ("bad", "✕"),
    "not evaluated": ("idle", "–"),
}
_NUMERIC = frozenset({"money", "factor", "percent", "number", "count"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One value of a table and the format of its column."""

    value: Any
    format: str

    @property
    def numeric(self) -> bool:
        """Whether it stands at the right of its column."""
        return self.format in _NUMERIC

    @property
    def state(self) -> SafeString | None:
        """A state of a check as icon, word and colour; None for other values."""
        if self.format != "state" or not isinstance(self.value, str):
            return None
        colour, icon = STATES.get(self.value, ("idle", "·"))
        return chip(colour, icon, self.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of a table; ``mark`` is a word beside the first cell."""

    anchor: str
    mark: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A block as its template draws it; ``template`` is chosen by its kind."""

    kind: str
    anchor: str
    title: str
    tab: str
    unit: str = ""
    text: str = ""
    columns: tuple[Mapping[str, Any], ...] = ()
    rows: tuple[Row, ...] = ()
    items: tuple[Mapping[str, Any], ...] = ()
    pairs: tuple[tuple[str, Any], ...] = ()

    @property
    def template(self) -> str:
        """The template of this kind of block."""
        return f"reviews/blocks/{self.kind}.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """Something to look at first; ``tab`` and ``anchor`` say where it is shown."""

    colour: str
    icon: str
    word: str
    text: str
    tab: str
    anchor: str


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
    kind = kind_of(value)
    make = {"table": _table, "figures": _figures, "text": _text, "flags": _flags}
    drawn_as = make[kind](value) if kind in make else None
    if drawn_as is not None:
        return drawn_as
    block = value if isinstance(value, Mapping) else {"value": value}
    return Block(kind="other", pairs=tuple(pairs(block)), **_head(block))


def kind_of(value: Any) -> str:
    return str(value.get("kind")) if isinstance(value, Mapping) else ""


def _head(block: Mapping[str, Any]) -> dict[str, str]:
    tab = block.get("tab")
    return {
        "anchor": anchor(block.get("id")),
        "title": str(block.get("title") or block.get("id") or "Other"),
        "tab": tab if isinstance(tab, str) and tab in TABS else "main",
    }


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
            "numeric": str(each.get("format")) in _NUMERIC,
        }
        for each in columns
    )
    return Block(
        kind="table",
        unit=str(block.get("unit") or ""),
        columns=shown,
        rows=tuple(_row(block, columns, row) for row in rows),
        **_head(block),
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
    return Block(kind="figures", items=shown, **_head(block))


def _text(block: Mapping[str, Any]) -> Block | None:
    text = block.get("text")
    if not isinstance(text, str):
        return None
    return Block(kind="text", text=text, **_head(block))


def _flags(block: Mapping[str, Any]) -> Block | None:
    return (
        None
        if _maps(block.get("items")) is None
        else Block(kind="flags", **_head(block))
    )


def flag_of(item: Mapping[str, Any], tabs: Mapping[str, str]) -> Flag:
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
