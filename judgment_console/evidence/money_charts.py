"""Charts of tails and money: fitted curves, bars, the range strip, errors."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from judgment_console.evidence.charts import (
    EDGE,
    INK,
    RECOMMENDED,
    Part,
    at,
    chart_spec,
    keep,
    known,
    label_layer,
    layer,
    money_at,
    placed,
    short_money,
)

ESTIMATES = "Estimates"
OUTCOMES = "Outcomes"
OTHERS = "Other amounts"

_LANE = 64
_LABEL_SHARE = 0.12
_TELLING = (0.25, 0.75, 0.995, 0.5, 0.9, 0.95)


def tail_fits(
    rows: Sequence[Mapping[str, Any]], *, recommended: str | None = None
) -> Part:
    """Factor less 1 by age, with both curves; rows as `tail_curves.curve_rows`.

    ``recommended`` names the curve, if any, behind the recommended tail.
    """
    ticks = {
        "grid": False,
        "values": [row["age"] for row in rows],
        "labelOverlap": "parity",
        "labelSeparation": 6,
    }
    place = at("age", "Interval from age, months", axis=ticks)
    height = _excess(rows)

    def curve(name: str) -> Part:
        look = "recommended-line" if name == recommended else _LINES[name]
        return layer(look, {"x": place, "y": height}, *_less_one(name))

    points = layer("chosen-point", {"x": place, "y": height}, *_less_one("factor"))
    return chart_spec(curve("power"), curve("exponential"), points)


def unpaid_bars(unit: str, labels: Sequence[str]) -> Part:
    """Unpaid by method as bars with their names above; rows of the tails' table."""
    place = {**placed("label", None, labels), "axis": None}
    shown = known("unpaid")
    amount = money_at("unpaid", unit, scale={"zero": True}, stack=None)
    bar = {"y": place, "x": amount}
    thick = {"height": 14, "yOffset": 9}
    others, own = "datum.mark != 'recommended'", "datum.mark == 'recommended'"
    words = {"y": place, "x": {"value": 0}, "text": {"field": "words"}}
    written = {
        "calculate": f"datum.label + ' · ' + ({short_money('datum.unpaid', '.4')})"
        " + (datum.mark == 'recommended' ? ' · recommended' : '')",
        "as": "words",
    }
    return chart_spec(
        layer("earlier-bar", bar, shown, keep(others), mark=thick),
        layer("recommended-bar", bar, shown, keep(own), mark=thick),
        label_layer(words, shown, written, mark={"align": "left", "dy": -6}),
        height=40 * len(labels),
    )


def range_strip(unit: str, rows: Sequence[Mapping[str, Any]]) -> Part:
    """Estimates as dots, outcomes as a band, the central estimate across both.

    For rows {"lane", "kind", "label", "amount", "share"}.
    """
    lanes = list(dict.fromkeys(row["lane"] for row in rows))
    place = {**placed("lane", None, lanes), "axis": None}
    amount = money_at("amount", unit, scale={"zero": False})
    dots = {"y": place, "x": amount}
    words = {"y": place, "x": {"value": 0}, "text": {"field": "lane"}}
    one_each = {"aggregate": [{"op": "count", "as": "rows"}], "groupby": ["lane"]}
    name = {"align": "left", "dy": -22}
    across = {"type": "rule", "color": RECOMMENDED, "strokeWidth": 2}
    central = {"x": amount}
    return chart_spec(
        _span("outcome", dots, 0.25, 0.995, size=8),
        _span("outcome", dots, 0.25, 0.75, size=20),
        *_percentiles(dots, _labelled(rows)),
        {
            "transform": [keep("datum.kind == 'central'")],
            "mark": {**across, "strokeDash": [5, 4]},
            "encoding": central,
        },
        layer("recent-point", dots, keep("datum.kind == 'estimate'")),
        layer(
            "earlier-point",
            {**dots, "shape": {"value": "diamond"}},
            keep("datum.kind == 'other'"),
            mark={"size": 70},
        ),
        label_layer(words, one_each, mark=name),
        height=_LANE * len(lanes),
    )


def unpaid_by_origin(unit: str, origins: Sequence[str], *, errors: bool) -> Part:
    """Unpaid by origin as bars, with one standard error to each side."""
    place = placed("origin", "Origin", origins)
    shown = [known("unpaid")]
    bars = {"x": place, "y": money_at("unpaid", unit)}
    layers = [layer("chosen-bar", bars, *shown)]
    if errors:
        ends = [
            known("error"),
            {"calculate": "datum.unpaid - datum.error", "as": "low"},
            {"calculate": "datum.unpaid + datum.error", "as": "high"},
        ]
        encoding = {"x": place, "y": money_at("low", unit), "y2": {"field": "high"}}
        layers.append(layer("error-rule", encoding, *shown, *ends))
    return chart_spec(*layers)


_LINES = {"exponential": "mean-line", "power": "other-line"}


def _excess(rows: Sequence[Mapping[str, Any]]) -> Part:
    names = ("factor", "exponential", "power")
    figures = [row[name] - 1 for row in rows for name in names if row[name] is not None]
    above = [figure for figure in figures if figure > 0] or [1.0]
    low, high = min(above) / 1.3, max(above) * 1.3
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    ticks = [10.0**power for power in powers if low <= 10.0**power <= high]
    return at(
        "excess",
        "Factor less 1, log scale",
        scale={"type": "log", "domain": [low, high], "nice": False},
        axis={"format": "~g", "values": ticks},
    )


def _less_one(name: str) -> list[Part]:
    return [
        known(name),
        {"calculate": f"datum.{name} - 1", "as": "excess"},
        keep("datum.excess > 0"),
    ]


def _span(kind: str, dots: Part, low: float, high: float, *, size: int) -> Part:
    ends = [
        {"op": "min", "field": "amount", "as": "low"},
        {"op": "max", "field": "amount", "as": "high"},
    ]
    within = f"datum.share >= {low} && datum.share <= {high}"
    encoding = {
        "y": dots["y"],
        "x": {**dots["x"], "field": "low"},
        "x2": {"field": "high"},
    }
    return layer(
        "earlier-bar",
        encoding,
        keep(f"datum.kind == '{kind}' && {within}"),
        {"aggregate": ends, "groupby": ["lane"]},
        mark={"height": size, "color": "var(--chart-band)", "stroke": EDGE},
    )


def _percentiles(dots: Part, labelled: list[float]) -> list[Part]:
    own = keep("datum.kind == 'outcome'")
    mark = {"type": "tick", "color": INK, "thickness": 2, "size": 20}
    written = {"calculate": "format(100 * datum.share, '~g') + ' %'", "as": "words"}
    words = {**dots, "text": {"field": "words"}}
    # The central estimate, close to the median, is not drawn through its label.
    median, aside = "datum.share == 0.5", {"align": "right", "dx": -4}
    below = {"dy": 20, "fontSize": 11}
    shown = [own, keep(f"indexof({labelled}, datum.share) >= 0"), written]
    return [
        {"transform": [own], "mark": mark, "encoding": dots},
        label_layer(words, *shown, keep(f"!({median})"), mark=below),
        label_layer(words, *shown, keep(median), mark={**below, **aside}),
    ]


def _labelled(rows: Sequence[Mapping[str, Any]]) -> list[float]:
    """The shares whose labels have room; of close ones the more telling stays."""
    amounts = [row["amount"] for row in rows]
    room = _LABEL_SHARE * (max(amounts) - min(amounts))
    known = {row["share"]: row["amount"] for row in rows if row["kind"] == "outcome"}
    kept: list[float] = []
    for share in _TELLING:
        if share in known and all(
            abs(known[share] - known[other]) >= room for other in kept
        ):
            kept.append(share)
    return kept
