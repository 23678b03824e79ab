"""Parts of charts: the same look everywhere, scales that fit what is drawn."""

from typing import Any

import pytest

from judgment_console.evidence import blocks
from judgment_console.evidence.charts import LOOKS, band_between, chart_spec, layer
from judgment_console.evidence.factor_charts import factors_by_interval, residuals_by
from judgment_console.evidence.money_charts import (
    range_strip,
    tail_fits,
    unpaid_by_origin,
)


def y_axis(spec: dict[str, Any]) -> Any:
    return spec["layer"][0]["encoding"]["y"]


def test_colours_are_names_of_the_pages_colours() -> None:
    colours = {each["color"] for each in LOOKS.values()}
    assert all(colour.startswith("var(--chart-") for colour in colours)


def test_recommended_is_dashed_grey_and_chosen_is_not() -> None:
    assert LOOKS["recommended-line"]["strokeDash"] == [5, 4]
    assert LOOKS["recommended-line"]["color"] == "var(--chart-recommended)"
    assert LOOKS["chosen-line"] == {
        "type": "line",
        "color": "var(--chart-chosen)",
        "strokeWidth": 2,
    }


def test_layer_keeps_its_look_but_for_what_is_changed() -> None:
    made = layer("chosen-bar", {"x": {}}, {"filter": "a"}, mark={"height": 5})
    assert made == {
        "transform": [{"filter": "a"}],
        "mark": {"type": "bar", "color": "var(--chart-chosen)", "height": 5},
        "encoding": {"x": {}},
    }
    assert LOOKS["chosen-bar"] == {"type": "bar", "color": "var(--chart-chosen)"}


def test_band_is_drawn_once_however_many_rows_there_are() -> None:
    spec = chart_spec(band_between(-2, 2))
    assert spec["layer"][0]["transform"] == [
        {"aggregate": [{"op": "count", "as": "rows"}]}
    ]


def test_factors_above_zero_are_on_a_log_scale_with_ticks_inside_it() -> None:
    axis = y_axis(factors_by_interval(["12-24"], [0.95, 3.1], last=False))
    assert axis["scale"]["domain"] == pytest.approx([0.95 / 1.03, 3.1 * 1.03])
    assert axis["axis"]["values"] == [1.0, 1.1, 1.2, 1.5, 2, 3]


def test_factors_at_or_below_zero_are_on_a_plain_scale() -> None:
    axis = y_axis(factors_by_interval(["12-24"], [-0.2, 3.1], last=False))
    assert (axis["title"], axis["scale"]) == ("Factor", {"zero": False})


def test_factors_have_a_line_for_last_period_only_where_there_is_one() -> None:
    layers = [
        len(factors_by_interval(["12-24"], [1.5], last=last)["layer"])
        for last in (False, True)
    ]
    assert layers == [3, 4]


def test_residuals_have_a_band_edges_zero_points_and_means() -> None:
    spec = residuals_by("age", "Age", [12, 24], 3.25)
    assert [each["mark"]["type"] for each in spec["layer"]] == [
        *("rect", "rule", "rule", "rule", "point", "line"),
    ]


def test_tail_curve_behind_the_recommended_tail_is_drawn_as_recommended() -> None:
    row = {"age": 12, "factor": 1.5, "exponential": 1.4, "power": 1.3}
    colours = {
        name: [
            each["mark"]["color"]
            for each in tail_fits([row], recommended=name)["layer"]
        ]
        for name in ("exponential", "power")
    }
    pale, grey, ink, accent = (
        f"var(--chart-{name})"
        for name in ("earlier", "recommended", "recent", "chosen")
    )
    assert colours == {
        "exponential": [pale, grey, accent],
        "power": [grey, ink, accent],
    }


def test_tail_axis_spans_what_can_be_drawn() -> None:
    rows = [
        {"age": 12, "factor": 1.5, "exponential": 1.02, "power": None},
        {"age": 24, "factor": 0.9, "exponential": 1.0, "power": None},
    ]
    axis = y_axis(tail_fits(rows))
    assert axis["scale"]["domain"] == pytest.approx([0.02 / 1.3, 0.5 * 1.3])
    assert axis["axis"]["values"] == [0.1]


def test_errors_are_drawn_only_where_there_are_any() -> None:
    layers = [
        len(unpaid_by_origin("USD", ["2001"], errors=errors)["layer"])
        for errors in (False, True)
    ]
    assert layers == [1, 2]


def test_chart_block_names_its_table_and_keys() -> None:
    chart = blocks.chart(
        "c", "T", "D", table="t", spec={"mark": "point"}, keys=[("band", "Within 2")]
    )
    assert chart == {
        "kind": "chart",
        "id": "c",
        "title": "T",
        "description": "D",
        "tab": "charts",
        "table": "t",
        "keys": [{"look": "band", "label": "Within 2"}],
        "spec": {"mark": "point"},
    }


def test_heat_block_is_a_table_with_shades() -> None:
    table = blocks.table("t", "T", tab="data", columns=[], rows=[])
    heat = blocks.heat(table, {"2001": {"12-24": 2}}, note="N", earlier=[])
    assert heat == {
        **table,
        "kind": "heat",
        "shades": {"2001": {"12-24": 2}},
        "note": "N",
        "earlier": [],
    }
    assert table["kind"] == "table"


def outcomes(*amounts: float) -> list[dict[str, Any]]:
    shares = (0.25, 0.5, 0.75, 0.9, 0.95, 0.995)
    return [
        {"lane": "Outcomes", "kind": "outcome", "amount": amount, "share": share}
        for share, amount in zip(shares, amounts, strict=True)
    ]


def labelled(rows: list[dict[str, Any]]) -> str:
    """The filter that picks the percentiles with a label."""
    layers = range_strip("USD", rows)["layer"]
    return next(
        step["filter"]
        for each in layers
        for step in each.get("transform", [])
        if "indexof" in step.get("filter", "")
    )


def test_percentiles_with_room_have_labels() -> None:
    rows = outcomes(10, 12, 14, 16, 18, 20)
    assert labelled(rows) == (
        "indexof([0.25, 0.75, 0.995, 0.5, 0.9, 0.95], datum.share) >= 0"
    )


def test_percentiles_close_together_leave_out_the_less_telling() -> None:
    rows = outcomes(10, 10.1, 10.2, 10.3, 10.4, 10.5)
    far = {"lane": "Other amounts", "kind": "other", "amount": 1.0, "share": None}
    assert labelled([*rows, far]) == "indexof([0.25], datum.share) >= 0"
