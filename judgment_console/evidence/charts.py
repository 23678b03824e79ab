"""The vocabulary of charts: parts of Vega-Lite specs as plain data.

Colours are names of the console's style sheet, so a picture follows light and dark.
The same look means the same thing in every chart.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

Part: TypeAlias = dict[str, Any]

CHOSEN = "var(--chart-chosen)"
RECOMMENDED = "var(--chart-recommended)"
RECENT = "var(--chart-recent)"
EARLIER = "var(--chart-earlier)"
BAND = "var(--chart-band)"
EDGE = "var(--chart-edge)"
INK = "var(--chart-ink)"

LOOKS: Mapping[str, Part] = {
    "recent-point": {"type": "point", "filled": True, "size": 34, "color": RECENT},
    "earlier-point": {"type": "point", "filled": True, "size": 18, "color": EARLIER},
    "chosen-point": {"type": "point", "filled": True, "size": 42, "color": CHOSEN},
    "chosen-line": {"type": "line", "color": CHOSEN, "strokeWidth": 2},
    "recommended-line": {
        "type": "line",
        "color": RECOMMENDED,
        "strokeWidth": 2,
        "strokeDash": [5, 4],
    },
    "last-line": {
        "type": "line",
        "color": EARLIER,
        "strokeWidth": 2,
        "strokeDash": [2, 3],
    },
    "mean-line": {"type": "line", "color": RECENT, "strokeWidth": 1.5},
    "other-line": {"type": "line", "color": EARLIER, "strokeWidth": 2},
    "band": {"type": "rect", "color": BAND},
    "chosen-bar": {"type": "bar", "color": CHOSEN},
    "earlier-bar": {"type": "bar", "color": EARLIER},
    "recommended-bar": {
        "type": "bar",
        "color": BAND,
        "stroke": RECOMMENDED,
        "strokeWidth": 2,
        "strokeDash": [5, 4],
    },
    "error-rule": {"type": "rule", "color": INK, "strokeWidth": 1.5},
}
"""What each look is drawn with. Points, lines and bars differ in more than colour."""

WIDTH, HEIGHT = 320, 215


def short_money(figure: str, digits: str = "") -> str:
    """An expression that writes a figure short: 20M is 20 million, 3bn is 3,000M."""
    short = f"replace(replace(format({figure}, '{digits}~s'), 'G', 'bn'), 'T', 'tn')"
    return f"{figure} == 0 ? '0' : {short}"


_ONE_ROW: list[Part] = [{"aggregate": [{"op": "count", "as": "rows"}]}]


def chart_spec(
    *layers: Part, transform: Sequence[Part] = (), height: int = HEIGHT
) -> Part:
    """A chart of layers, without data."""
    spec: Part = {"width": WIDTH, "height": height, "layer": list(layers)}
    return {**spec, "transform": list(transform)} if transform else spec


def layer(
    look: str, encoding: Part, *transform: Part, mark: Part | None = None
) -> Part:
    """Marks of one look; ``mark`` changes how they are drawn."""
    made: Part = {"mark": {**LOOKS[look], **(mark or {})}, "encoding": encoding}
    return {"transform": list(transform), **made} if transform else made


def rule_at(value: float, *, axis: str = "y", mark: Part | None = None) -> Part:
    """One straight line across the chart."""
    drawn = {"type": "rule", "color": EDGE, "strokeWidth": 1, **(mark or {})}
    return {"transform": _ONE_ROW, "mark": drawn, "encoding": {axis: {"datum": value}}}


def band_between(low: float, high: float) -> Part:
    """A band across the chart from low to high."""
    encoding = {"y": {"datum": low}, "y2": {"datum": high}}
    return {"transform": _ONE_ROW, "mark": LOOKS["band"], "encoding": encoding}


def label_layer(encoding: Part, *transform: Part, mark: Part) -> Part:
    """Words in the chart."""
    drawn = {"type": "text", "color": INK, "fontSize": 13, **mark}
    made: Part = {"mark": drawn, "encoding": encoding}
    return {"transform": list(transform), **made} if transform else made


def keep(test: str) -> Part:
    """Only the rows of which the expression is true."""
    return {"filter": test}


def known(field: str) -> Part:
    """Only the rows that have a number in the field."""
    return {"filter": f"isValid(datum[{field!r}])"}


def at(field: str, title: str | None, **more: Any) -> Part:
    """A position on a continuous axis."""
    return {"field": field, "type": "quantitative", "title": title, **more}


def placed(field: str, title: str | None, order: Sequence[Any], **axis: Any) -> Part:
    """A position on an axis of separate places, in this order."""
    shown = {"labelAngle": 0, "labelOverlap": "parity", "labelSeparation": 9, **axis}
    return {
        "field": field,
        "type": "ordinal",
        "title": title,
        "sort": list(order),
        "axis": shown,
    }


def money_at(field: str, unit: str, **more: Any) -> Part:
    """A position by money."""
    axis = {"labelExpr": short_money("datum.value"), "tickCount": 5}
    return at(field, f"Unpaid, {unit}", axis=axis, **more)
