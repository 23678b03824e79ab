"""The range strip and the unpaid by origin, drawn and as tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from judgment_console.chains.reserve_review.data_exhibits import money_column
from judgment_console.chains.reserve_review.shared import amount
from judgment_console.evidence import blocks
from judgment_console.evidence.money_charts import (
    ESTIMATES,
    OTHERS,
    OUTCOMES,
    range_strip,
    unpaid_by_origin,
)


def booked_exhibit(
    central: float,
    estimates: Sequence[Mapping[str, Any]],
    percentiles: Sequence[Mapping[str, Any]],
    origins: Sequence[Mapping[str, Any]],
    others: Mapping[str, float | None],
    unit: str,
) -> list[dict[str, Any]]:
    """Two charts and the table of the range; the rows are those of the gate's tables.

    ``others`` are further amounts by name, such as what is carried.
    """
    rows = _rows(central, estimates, percentiles, others)
    return [_strip(rows, unit), _by_origin(origins, unit), _table(rows, unit)]


def _rows(
    central: float,
    estimates: Sequence[Mapping[str, Any]],
    percentiles: Sequence[Mapping[str, Any]],
    others: Mapping[str, float | None],
) -> list[dict[str, Any]]:
    rows = [_row("central", "estimate:central", ESTIMATES, "Central estimate", central)]
    rows += [
        _row(
            "estimate",
            f"estimate:{each['id']}",
            ESTIMATES,
            each["label"],
            each["unpaid"],
        )
        for each in estimates
    ]
    rows += [
        _row(
            "outcome",
            f"outcome:{each['id']}",
            OUTCOMES,
            _share(each["share"]),
            each["amount"],
        )
        | {"share": each["share"]}
        for each in percentiles
        if each["amount"] is not None
    ]
    rows += [
        _row("other", f"other:{name}", OTHERS, name, value)
        for name, value in others.items()
        if value is not None
    ]
    return rows


def _row(kind: str, id: str, lane: str, label: str, value: float) -> dict[str, Any]:
    return {
        "id": id,
        "kind": kind,
        "lane": lane,
        "label": label,
        "amount": value,
        "share": None,
    }


def _share(share: float) -> str:
    return f"Not exceeded with {100 * share:g} %"


def _strip(rows: Sequence[Mapping[str, Any]], unit: str) -> dict[str, Any]:
    lanes = list(dict.fromkeys(row["lane"] for row in rows))
    keys = [
        ("recommended-line", "central estimate"),
        ("recent-point", "each average with the decided tail"),
    ]
    if OUTCOMES in lanes:
        keys.append(("band", "outcomes: 25 to 75 %, thin to 99.5 %"))
    if OTHERS in lanes:
        keys.append(("earlier-point", "other amounts"))
    return blocks.chart(
        "range-chart",
        "Estimates and outcomes",
        _range_words(rows),
        table="range",
        spec=range_strip(unit, rows),
        keys=keys,
    )


def _by_origin(origins: Sequence[Mapping[str, Any]], unit: str) -> dict[str, Any]:
    errors = any(row["error"] is not None for row in origins)
    largest = max(origins, key=lambda row: row["unpaid"])
    total = sum(row["unpaid"] for row in origins)
    words = f"{largest['origin']} has the most unpaid, {amount(largest['unpaid'])}"
    if total > 0:
        words += f", {100 * largest['unpaid'] / total:.0f} % of all"
    keys = [("chosen-bar", "unpaid with the decided factors and tail")]
    if errors:
        keys.append(("error-rule", "one standard error to each side"))
        words += ". The line on a bar is one standard error to each side"
    return blocks.chart(
        "origins-chart",
        "Unpaid by origin",
        f"{words}.",
        table="origins",
        spec=unpaid_by_origin(unit, [row["origin"] for row in origins], errors=errors),
        keys=keys,
    )


def _table(rows: Sequence[Mapping[str, Any]], unit: str) -> dict[str, Any]:
    return blocks.table(
        "range",
        "Estimates and outcomes side by side",
        tab="charts",
        unit=unit,
        columns=[
            blocks.column("lane", "Kind", "text"),
            blocks.column("label", "Amount", "text"),
            money_column("amount", "Unpaid"),
        ],
        rows=rows,
    )


def _range_words(rows: Sequence[Mapping[str, Any]]) -> str:
    central = rows[0]["amount"]
    estimates = [row["amount"] for row in rows if row["kind"] == "estimate"]
    outcomes = {row["share"]: row["amount"] for row in rows if row["kind"] == "outcome"}
    said = f"The central estimate is {amount(central)}."
    if estimates:
        low, high = amount(min(estimates)), amount(max(estimates))
        said += f" The averages give from {low} to {high}."
    if outcomes:
        low, high = amount(outcomes[0.25]), amount(outcomes[0.75])
        said += f" Half of the outcomes lie from {low} to {high}."
    return f"{said} The two are different things: a choice of method, and chance."
