"""Tables of money: averages, tails and origins, with what each is worth."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from judgment_console.chains.reserve_review.data_exhibits import (
    money_column,
    origin_column,
)
from judgment_console.evidence import blocks


def average_table(
    averages: Sequence[Mapping[str, Any]],
    steps: Sequence[str],
    recommended: str,
    unit: str,
) -> dict[str, Any]:
    """Each average with its factors and what it makes of the unpaid losses."""
    return blocks.table(
        "averages",
        "Averages and what each makes of the unpaid losses",
        tab="main",
        unit=unit,
        columns=[
            blocks.column("label", "Average", "text"),
            *(blocks.column(step, step, "factor") for step in steps),
            money_column("unpaid", "Unpaid"),
            money_column("change", "Change"),
        ],
        rows=_offered(averages, recommended, lambda each: each["factors"]),
    )


def tail_table(
    tails: Sequence[Mapping[str, Any]], recommended: str, unit: str
) -> dict[str, Any]:
    """Each tail with its fit and what it makes of the unpaid losses."""
    return blocks.table(
        "tails",
        "Tails and what each makes of the unpaid losses",
        tab="main",
        unit=unit,
        columns=[
            blocks.column("label", "Method", "text"),
            blocks.column("factor", "Factor", "factor"),
            money_column("unpaid", "Unpaid"),
            money_column("change", "Change"),
            money_column("error", "Standard error"),
            blocks.column("r2", "R²", "number"),
            blocks.column("fitted", "Intervals fitted", "text"),
            blocks.column("left_out", "Left out", "text"),
        ],
        rows=_offered(tails, recommended, _tail_cells),
    )


def origin_table(
    latest: Sequence[Mapping[str, Any]],
    cumulative: Mapping[int, float],
    errors: Mapping[str, float | None],
    unit: str,
) -> dict[str, Any]:
    """Paid, ultimate, unpaid and its standard error by origin."""
    return blocks.table(
        "origins",
        "Unpaid losses by origin",
        tab="main",
        unit=unit,
        columns=[
            origin_column(),
            blocks.column("age", "Age", "count"),
            money_column("paid", "Paid"),
            blocks.column("factor", "To ultimate", "factor"),
            money_column("ultimate", "Ultimate"),
            money_column("unpaid", "Unpaid"),
            money_column("error", "Standard error"),
            blocks.column("share", "Error of unpaid", "percent"),
        ],
        rows=[
            _origin_row(row, cumulative[row["age"]], errors.get(row["origin"]))
            for row in latest
        ],
    )


def estimate_table(
    averages: Sequence[Mapping[str, Any]],
    money: Mapping[str, float],
    central: float,
    unit: str,
) -> dict[str, Any]:
    """What each average with a figure in `money` gives, beside the central estimate."""
    return blocks.table(
        "estimates",
        "Range of estimates: each average with the decided tail",
        tab="main",
        unit=unit,
        columns=[
            blocks.column("label", "Average", "text"),
            money_column("unpaid", "Unpaid"),
            money_column("change", "From central"),
        ],
        rows=[
            {
                "id": each["key"],
                "label": each["label"],
                "unpaid": money[each["key"]],
                "change": money[each["key"]] - central,
            }
            for each in averages
            if each["key"] in money
        ],
    )


def _offered(
    offered: Sequence[Mapping[str, Any]],
    recommended: str,
    cells: Callable[[Mapping[str, Any]], Mapping[str, Any]],
) -> list[dict[str, Any]]:
    base = next(each["unpaid"] for each in offered if each["key"] == recommended)
    rows = []
    for each in offered:
        money = each["unpaid"]
        row = {
            "id": each["key"],
            "label": each["label"],
            **cells(each),
            "unpaid": money,
            "change": None if money is None or base is None else money - base,
        }
        marked = each["key"] == recommended
        rows.append(row | {"mark": "recommended"} if marked else row)
    return rows


def _tail_cells(each: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "factor": each["factor"],
        "error": each["error"],
        "r2": each["r2"],
        "fitted": ", ".join(each["fitted"]),
        "left_out": ", ".join(each["left_out"]),
    }


def _origin_row(
    row: Mapping[str, Any], factor: float, error: float | None
) -> dict[str, Any]:
    unpaid = row["paid"] * (factor - 1.0)
    return {
        "id": row["origin"],
        "origin": row["origin"],
        "age": row["age"],
        "paid": row["paid"],
        "factor": factor,
        "ultimate": row["paid"] * factor,
        "unpaid": unpaid,
        "error": error,
        "share": error / unpaid if error is not None and unpaid > 0 else None,
    }
