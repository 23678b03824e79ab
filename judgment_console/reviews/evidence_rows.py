"""What the block templates are given: plain rows, and the words of tabs and states."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

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
NUMERIC = frozenset({"money", "factor", "percent", "number", "count"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One value of a table and the format of its column.

    In a heat map also its shade, -2 to 2, whether the last upload had another value,
    and the values of earlier uploads, a line for each.
    """

    value: Any
    format: str
    shade: int = 0
    changed: bool = False
    history: str = ""

    @property
    def sign(self) -> tuple[str, str] | None:
        """Sign and words of a cell that lies far off; None for one that does not."""
        return {2: ("▲", "far above"), -2: ("▼", "far below")}.get(self.shade)

    @property
    def shading(self) -> str:
        """The class that shades the cell; "" for none."""
        side = "above" if self.shade > 0 else "below"
        return f"shade-{side}-{abs(self.shade)}" if self.shade else ""

    @property
    def numeric(self) -> bool:
        """Whether it stands at the right of its column."""
        return self.format in NUMERIC

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
    """A block as its template draws it; ``template`` is chosen by its kind.

    A chart has a picture, if one was drawn; ``table`` is the address of its figures.
    ``missing`` says what cells of a heat map have none of.
    """

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
    table: str = ""
    picture: str = ""
    missing: str = ""

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
