"""Charts of development factors: ratios by age, percent developed, residuals."""

from collections.abc import Iterable, Sequence
from typing import Any

from judgment_console.evidence.charts import (
    EDGE,
    HEIGHT,
    RECOMMENDED,
    Part,
    at,
    band_between,
    chart_spec,
    keep,
    known,
    layer,
    placed,
    rule_at,
    short_money,
)

RECENT_RATIOS = 3
BAND = 2.0

_TICKS = (0.5, 0.8, 0.9, 1.0, 1.1, 1.2, 1.5, 2, 3, 5, 7, 10, 20, 50)
_LATEST: Part = {
    "window": [{"op": "row_number", "as": "back"}],
    "groupby": ["interval"],
    "sort": [{"field": "order", "order": "descending"}],
}


def factors_by_interval(
    steps: Sequence[str], figures: Iterable[float], *, last: bool
) -> Part:
    """Every link ratio as a point, recommended and last period's factors as lines.

    For rows {"role", "order", one key for each interval}: role is ratio, recommended
    or last; order rises with the origin. The figures are all that are drawn.
    """
    known_figures = list(figures)
    place = placed(
        "interval",
        "Interval from age, months",
        steps,
        labelExpr="split(datum.label, '-')[0]",
    )
    encoding = {"x": place, "y": _ratio_axis(known_figures)}
    ratio = keep("datum.role == 'ratio'")
    layers = [
        layer(
            "earlier-point",
            encoding,
            ratio,
            _LATEST,
            keep(f"datum.back > {RECENT_RATIOS}"),
        ),
        layer(
            "recent-point",
            encoding,
            ratio,
            _LATEST,
            keep(f"datum.back <= {RECENT_RATIOS}"),
        ),
    ]
    if last:
        layers.append(layer("last-line", encoding, keep("datum.role == 'last'")))
    is_recommended = keep("datum.role == 'recommended'")
    layers.append(layer("recommended-line", encoding, is_recommended))
    fold = {"fold": list(steps), "as": ["interval", "ratio"]}
    return chart_spec(*layers, transform=[fold, known("ratio")], height=HEIGHT + 20)


def developed_by_age(ages: Sequence[int], *, last: bool) -> Part:
    """The share developed at each age; rows {"age", "developed", "last"}."""
    place = at(
        "age",
        "Age, months",
        axis={
            "values": list(ages),
            "grid": False,
            "labelOverlap": "parity",
            "labelSeparation": 6,
        },
    )

    def share(field: str) -> Part:
        written = "format(100 * datum.value, '.0f') + ' %'"
        axis = {"labelExpr": written, "tickCount": 5}
        return at(field, "Developed", axis=axis, scale={"zero": True})

    dots = {"point": {"filled": True, "size": 28, "color": RECOMMENDED}}
    layers = [
        layer(
            "recommended-line",
            {"x": place, "y": share("developed")},
            known("developed"),
            mark=dots,
        )
    ]
    if last:
        encoding = {"x": place, "y": share("last")}
        layers.insert(0, layer("last-line", encoding, known("last")))
    return chart_spec(*layers)


def residuals_by(field: str, title: str, order: Sequence[Any], reach: float) -> Part:
    """Residuals against separate places, with the mean of each and a band of 2."""
    place = placed(field, title, order)
    mean = {"aggregate": [{"op": "mean", "field": "residual", "as": "mean"}]}
    means = {**mean, "groupby": [field]}
    line = layer("mean-line", {"x": place, "y": _deviation("mean", reach)}, means)
    return _panel(place, line, reach)


def residuals_by_fitted(unit: str, reach: float) -> Part:
    """Residuals against the fitted amount, with the means of groups of amounts."""
    written = short_money("datum.value")
    axis = {"labelExpr": written, "tickCount": 5, "grid": False}
    title = f"Fitted value, {unit}"
    place = at("fitted", title, axis=axis, scale={"zero": False})
    binned = {"bin": {"maxbins": 7}, "field": "fitted", "as": ["from", "to"]}
    means = {
        "aggregate": [
            {"op": "mean", "field": "residual", "as": "mean"},
            {"op": "mean", "field": "fitted", "as": "middle"},
        ],
        "groupby": ["from"],
    }
    encoding = {"x": {**place, "field": "middle"}, "y": _deviation("mean", reach)}
    return _panel(place, layer("mean-line", encoding, binned, means), reach)


def _panel(place: Part, mean: Part, reach: float) -> Part:
    points = layer("recent-point", {"x": place, "y": _deviation("residual", reach)})
    edges = [rule_at(side * BAND) for side in (-1, 1)]
    zero = rule_at(0.0, mark={"strokeWidth": 1.5, "color": EDGE})
    return chart_spec(band_between(-BAND, BAND), *edges, zero, points, mean)


def _deviation(field: str, reach: float) -> Part:
    axis = {"format": "d", "tickCount": 7, "grid": False}
    scale = {"domain": [-reach, reach], "nice": False}
    return at(field, "Standard deviations", axis=axis, scale=scale)


def _ratio_axis(figures: Sequence[float]) -> Part:
    low, high = min(figures), max(figures)
    if low <= 0:
        return at("ratio", "Factor", scale={"zero": False})
    domain = [low / 1.03, high * 1.03]
    ticks = [tick for tick in _TICKS if domain[0] <= tick <= domain[1]]
    scale = {"type": "log", "domain": domain, "nice": False}
    shown = {"values": ticks, "format": "~g"} if len(ticks) > 1 else {}
    return at("ratio", "Factor, log scale", scale=scale, axis=shown)
