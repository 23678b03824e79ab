"""What the tail gate shows: each tail, its fit, its worth, and flags."""

from collections.abc import Mapping, Sequence
from typing import Any

from judgment_console.chains.reserve_review.shared import NO_TAIL, signed
from judgment_console.evidence import blocks
from judgment_console.evidence.factors import averages
from judgment_console.evidence.grid import Grid
from judgment_console.evidence.mack import standard_error
from judgment_console.evidence.projection import unpaid
from judgment_console.evidence.tails import tails
from judgment_console.judgment import Alternative

LOWEST, HIGHEST = 0.9, 3.0


def offered_tails(
    grid: Grid, factors: Mapping[str, float], last: float | None
) -> list[dict[str, Any]]:
    """Every method, and last period's tail where there was one."""
    offered = tails(grid, factors)
    if last is not None:
        money = unpaid(grid.latest(), grid.ages, factors, last)
        nothing: dict[str, Any] = {"r2": None, "fitted": [], "left_out": []}
        row = {
            "key": "last-period",
            "label": "Last period",
            "factor": last,
            "unpaid": money,
        }
        offered.append(row | nothing)
    return offered


def add_errors(
    grid: Grid, factors: Mapping[str, float], offered: list[dict[str, Any]]
) -> None:
    """Put the standard error and its basis beside each tail."""
    known = averages(grid)
    for each in offered:
        tail = each["factor"]
        usable = tail is not None and tail > 0
        error = standard_error(grid, factors, tail, known) if usable else None
        each["error"] = error["total"] if error else None
        each["basis"] = error["basis"] if error else None


def tail_figures(best: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The figures of the recommended tail."""
    shown = [
        blocks.figure("Recommended", best["unpaid"], "money", best["label"]),
        blocks.figure("Tail factor", best["factor"], "factor"),
    ]
    if best["error"] is not None:
        note = best["basis"]
        shown.append(blocks.figure("Standard error", best["error"], "money", note))
    return shown


def tail_flags(
    offered: Sequence[Mapping[str, Any]], best: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """What to look at: other tails in money, factors left out, the error."""
    found = []
    for each in offered:
        if each["factor"] is not None and each["key"] != best["key"]:
            change = each["unpaid"] - best["unpaid"]
            text = f"{each['label']}: {each['factor']:.4f}, {signed(change)}."
            found.append(blocks.flag("note", text, f"tails:{each['key']}"))
    if best["left_out"]:
        text = f"Left out of the curve, not above 1: {', '.join(best['left_out'])}."
        found.append(blocks.flag("check", text, f"tails:{best['key']}"))
    if best["factor"] != NO_TAIL and best["error"] is not None:
        text = "With a tail the standard error is an approximation."
        found.append(blocks.flag("check", text, f"tails:{best['key']}"))
    return found


def other_tails(
    offered: Sequence[Mapping[str, Any]], best: Mapping[str, Any]
) -> list[Alternative]:
    """The tails in range that a person could take instead."""
    return [
        Alternative(
            each["label"],
            {"tail": each["factor"]},
            each["unpaid"],
            each["unpaid"] - best["unpaid"],
        )
        for each in offered
        if each["factor"] is not None
        and LOWEST <= each["factor"] <= HIGHEST
        and each["factor"] != best["factor"]
    ]
