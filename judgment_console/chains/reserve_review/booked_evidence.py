"""What the booked gate shows: the estimate, its error and its percentiles."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from judgment_console.chains.reserve_review.booked_charts import booked_exhibit
from judgment_console.chains.reserve_review.money_exhibits import (
    estimate_table,
    origin_table,
)
from judgment_console.evidence import blocks
from judgment_console.evidence.engine import typeable
from judgment_console.evidence.factors import averages
from judgment_console.evidence.grid import Grid
from judgment_console.evidence.mack import standard_error
from judgment_console.evidence.percentiles import SHARES, lognormal
from judgment_console.evidence.projection import (
    to_ultimate,
    unpaid,
    unpaid_by_origin,
)

LARGE_SHARE = 0.5

TWO_RANGES = (
    "A range of reasonable estimates comes from methods and assumptions; a "
    "distribution of outcomes says how the losses may turn out. The percentiles here "
    "are of the second kind: they hold the error of the process and of the factors, "
    "and nothing for a method that is wrong."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """The engine's figures behind the booked gate, in currency units."""

    grid: Grid
    factors: Mapping[str, float]
    tail: float
    central: float
    by_origin: Mapping[str, float]
    error: Mapping[str, Any] | None
    low: float
    high: float
    range_basis: str
    averages: list[dict[str, Any]]

    @property
    def caution(self) -> str:
        """A sentence on the standard error."""
        if self.error is None:
            return "The triangle is too small for a standard error."
        exact = "" if self.error["exact"] else ", an approximation"
        return f"The standard error is {self.error['total']:,.0f}{exact}."


def estimate(grid: Grid, factors: Mapping[str, float], tail: float) -> Estimate:
    """Central estimate, standard error, and the quartiles around it."""
    latest, known = grid.latest(), averages(grid)
    central = typeable(unpaid(latest, grid.ages, factors, tail))
    error = standard_error(grid, factors, tail, known) if known else None
    spread = lognormal(central, error["total"] if error else None)
    return Estimate(
        grid=grid,
        factors=factors,
        tail=tail,
        central=central,
        by_origin=unpaid_by_origin(latest, grid.ages, factors, tail),
        error=error,
        low=spread.amount(0.25) if spread else central,
        high=spread.amount(0.75) if spread else central,
        range_basis=_range_basis(error if spread else None),
        averages=known,
    )


def booked_blocks(
    made: Estimate, unit: str, *, last: float | None, carried: float | None
) -> list[dict[str, Any]]:
    """The blocks of the gate, in reading order."""
    errors = made.error["by_origin"] if made.error else {}
    cumulative = to_ultimate(made.grid.ages, made.factors, made.tail)
    percentiles, estimates = _percentile_table(made, unit), _estimates(made, unit)
    origins = origin_table(made.grid.latest(), cumulative, errors, unit)
    return [
        blocks.figures("now", "Reserve", _figures(made, last, carried)),
        blocks.flags("look-first", "Look at these first", _flags(made)),
        percentiles,
        estimates,
        origins,
        *booked_exhibit(
            made.central,
            estimates["rows"],
            percentiles["rows"],
            origins["rows"],
            {"Carried": carried, "Booked last period": last},
            unit,
        ),
        blocks.text("two-ranges", "Two kinds of range", TWO_RANGES, tab="diagnostics"),
    ]


def _range_basis(error: Mapping[str, Any] | None) -> str:
    if error is None:
        return (
            "No standard error can be computed, so low and high are the central "
            "estimate."
        )
    return (
        "25th and 75th percentiles of a lognormal distribution of outcomes with the "
        f"central estimate and the standard error by {error['basis']}."
    )


def _figures(
    made: Estimate, last: float | None, carried: float | None
) -> list[dict[str, Any]]:
    shown = [
        blocks.figure("Central estimate", made.central, "money"),
        blocks.figure("Low", made.low, "money"),
        blocks.figure("High", made.high, "money"),
    ]
    if made.error is not None:
        total, basis = made.error["total"], made.error["basis"]
        shown.append(blocks.figure("Standard error", total, "money", basis))
        if made.central > 0:
            share = total / made.central
            shown.append(blocks.figure("Error of unpaid", share, "percent"))
        for name in ("process", "parameter"):
            label = f"Of it {name} (squares add up)"
            shown.append(blocks.figure(label, made.error[name], "money"))
    if carried is not None:
        shown.append(blocks.figure("Carried", carried, "money"))
    if last is not None:
        shown.append(blocks.figure("Booked last period", last, "money"))
    return shown


def _flags(made: Estimate) -> list[dict[str, Any]]:
    found = []
    if made.error is not None and not made.error["exact"]:
        text = f"The standard error is by {made.error['basis']}."
        found.append(blocks.flag("check", text, "percentiles"))
    large = made.error is not None and made.error["total"] > LARGE_SHARE * made.central
    if large:
        text = "The standard error is more than half of the unpaid losses."
        found.append(blocks.flag("check", text, "percentiles"))
    found += [
        blocks.flag("check", f"Unpaid for {name} is negative.", f"origins:{name}")
        for name, value in made.by_origin.items()
        if value < 0
    ]
    if made.error is None:
        text = "The triangle is too small for a standard error."
        found.append(blocks.flag("note", text))
    return found


def _percentile_table(made: Estimate, unit: str) -> dict[str, Any]:
    spread = lognormal(made.central, made.error["total"] if made.error else None)
    rows = []
    for share in SHARES if spread else ():
        value = spread.amount(share) if spread else None
        change = None if value is None else value - made.central
        name = f"{100 * share:g}"
        row = {"id": name, "share": share, "amount": value, "change": change}
        rows.append(row)
    return blocks.table(
        "percentiles",
        "Distribution of outcomes (lognormal)",
        tab="main",
        unit=unit,
        columns=[
            blocks.column("share", "Not exceeded", "percent"),
            blocks.column("amount", "Unpaid", "money"),
            blocks.column("change", "From central", "money"),
        ],
        rows=rows,
    )


def _estimates(made: Estimate, unit: str) -> dict[str, Any]:
    latest, ages = made.grid.latest(), made.grid.ages
    money = {
        each["key"]: unpaid(latest, ages, each["factors"], made.tail)
        for each in made.averages
        if each["unpaid"] is not None
    }
    return estimate_table(made.averages, money, made.central, unit)
