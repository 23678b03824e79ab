"""Tail fits and the unpaid by tail, drawn and as tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from judgment_console.chains.reserve_review.money_exhibits import tail_table
from judgment_console.chains.reserve_review.shared import amount
from judgment_console.evidence import blocks
from judgment_console.evidence.money_charts import tail_fits, unpaid_bars
from judgment_console.evidence.tail_curves import curve_rows

_CURVES = {
    "exponential": "exponential",
    "inverse-power-100": "power",
    "inverse-power-10": "power",
}


def tail_exhibit(
    ages: Sequence[int],
    factors: Mapping[str, float],
    offered: Sequence[Mapping[str, Any]],
    best: Mapping[str, Any],
    unit: str,
) -> list[dict[str, Any]]:
    """The table of tails, bars over it, and the fitted curves with their table."""
    fits, curves = _fits(ages, factors, offered, best)
    table = tail_table(offered, best["key"], unit)
    return [table, fits, _bars(offered, best, unit), curves]


def _fits(
    ages: Sequence[int],
    factors: Mapping[str, float],
    offered: Sequence[Mapping[str, Any]],
    best: Mapping[str, Any],
) -> tuple[dict[str, Any], dict[str, Any]]:
    rows = curve_rows(ages, factors)
    recommended = _CURVES.get(best["key"])
    look = {"exponential": "mean-line", "power": "other-line"}
    names = {"exponential": "exponential", "power": "inverse power"}
    keys = [("chosen-point", "chosen factors less 1")]
    for name, label in names.items():
        own = name == recommended
        said = f"{label}, recommended" if own else label
        keys.append(("recommended-line" if own else look[name], said))
    chart = blocks.chart(
        "tail-fits-chart",
        "Tail curves",
        _fit_words(rows, offered),
        table="tail-curves",
        spec=tail_fits(rows, recommended=recommended),
        keys=keys,
    )
    table = blocks.table(
        "tail-curves",
        "Chosen factors and the curves fitted to them",
        tab="charts",
        columns=[
            blocks.column("interval", "Interval", "text"),
            blocks.column("factor", "Chosen", "factor"),
            blocks.column("exponential", "Exponential", "factor"),
            blocks.column("power", "Inverse power", "factor"),
        ],
        rows=rows,
    )
    return chart, table


def _bars(
    offered: Sequence[Mapping[str, Any]], best: Mapping[str, Any], unit: str
) -> dict[str, Any]:
    known = [each for each in offered if each["unpaid"] is not None]
    low = min(known, key=lambda each: each["unpaid"])
    high = max(known, key=lambda each: each["unpaid"])
    words = (
        f"Unpaid losses go from {amount(low['unpaid'])} ({low['label']}) to "
        f"{amount(high['unpaid'])} ({high['label']}); the recommended is "
        f"{amount(best['unpaid'])} ({best['label']})."
    )
    return blocks.chart(
        "tail-bars-chart",
        "Unpaid by tail",
        words,
        table="tails",
        spec=unpaid_bars(unit, [each["label"] for each in known]),
        keys=[("recommended-bar", "recommended"), ("earlier-bar", "other tails")],
    )


def _fit_words(
    rows: Sequence[Mapping[str, Any]], offered: Sequence[Mapping[str, Any]]
) -> str:
    last = rows[-1]
    if last["exponential"] is None:
        return "Fewer than two chosen factors lie above 1, so no curve is fitted."
    r2 = {each["key"]: each["r2"] for each in offered if each["r2"] is not None}
    fits = [
        f"{label} R² {r2[key]:.2f}"
        for key, label in (
            ("exponential", "exponential"),
            ("inverse-power-10", "inverse power"),
        )
        if key in r2
    ]
    said = f" ({', '.join(fits)})" if fits else ""
    return (
        f"Two curves through the chosen factors less 1{said}. At {last['interval']} "
        f"months the exponential has come down to {last['exponential'] - 1:.2g} and "
        f"the inverse power to {last['power'] - 1:.2g}: what lies between them is what "
        "the choice of a tail is about."
    )
