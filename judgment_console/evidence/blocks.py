"""Small constructors for the typed blocks that the console draws."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

Format: TypeAlias = Literal[
    "text", "year", "money", "factor", "percent", "number", "count", "state"
]
Tab: TypeAlias = Literal["main", "diagnostics", "data", "charts", "change"]
Level: TypeAlias = Literal["fail", "check", "note"]

_SERIOUS: Mapping[str, int] = {"fail": 0, "check": 1, "note": 2}


def column(key: str, label: str, format: Format) -> dict[str, str]:
    """A column of a table: the key in its rows, its heading and its format."""
    return {"key": key, "label": label, "format": format}


def table(
    id: str,
    title: str,
    *,
    tab: Tab,
    columns: Sequence[Mapping[str, str]],
    rows: Sequence[Mapping[str, Any]],
    unit: str | None = None,
) -> dict[str, Any]:
    """A table; each row is a flat object with an "id" and a value for each column."""
    block: dict[str, Any] = {"kind": "table", "id": id, "title": title, "tab": tab}
    if unit is not None:
        block["unit"] = unit
    return block | {"columns": list(columns), "rows": list(rows)}


def heat(
    table: Mapping[str, Any],
    shades: Mapping[str, Mapping[str, int]],
    *,
    note: str,
    earlier: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """A table whose cells are shaded: by row id and column key, -2 to 2, 0 is none.

    `note` says what a shade means. `earlier` holds the same cells as they were in
    uploads before: {"label", "values"}, values by row id and column key.
    """
    more = {"shades": shades, "note": note, "earlier": list(earlier)}
    return {**table, "kind": "heat"} | more


def chart(
    id: str,
    title: str,
    description: str,
    *,
    table: str,
    spec: Mapping[str, Any],
    keys: Sequence[tuple[str, str]] = (),
) -> dict[str, Any]:
    """A Vega-Lite chart over the rows of a table or heat block of the same evidence.

    The spec holds no data. The description says what is seen. `keys` are pairs of a
    look, one of `charts.LOOKS`, and what it stands for.
    """
    return {
        "kind": "chart",
        "id": id,
        "title": title,
        "description": description,
        "tab": "charts",
        "table": table,
        "keys": [{"look": look, "label": label} for look, label in keys],
        "spec": dict(spec),
    }


def figure(
    label: str, value: float | str | None, format: Format, note: str | None = None
) -> dict[str, Any]:
    """One figure of a figures block."""
    item = {"label": label, "value": value, "format": format}
    return item if note is None else item | {"note": note}


def figures(id: str, title: str, items: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The few figures that carry a decision."""
    return {"kind": "figures", "id": id, "title": title, "items": list(items)}


def flag(level: Level, text: str, target: str | None = None) -> dict[str, Any]:
    """Something to look at; the target is "<block id>" or "<block id>:<row id>"."""
    return {"level": level, "text": text, "target": target}


def flags(id: str, title: str, items: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Flags, the most serious first; equals keep their order."""
    ordered = sorted(items, key=lambda item: _SERIOUS[item["level"]])
    return {"kind": "flags", "id": id, "title": title, "items": ordered}


def text(id: str, title: str, body: str, *, tab: Tab | None = None) -> dict[str, Any]:
    """A passage of text."""
    block: dict[str, Any] = {"kind": "text", "id": id, "title": title}
    if tab is not None:
        block["tab"] = tab
    return block | {"text": body}
