"""Standard errors by the formula of Mack 1993, with its rule for the last sigma."""

from collections.abc import Mapping, Sequence
from typing import Any

from judgment_console.evidence.engine import library, number
from judgment_console.evidence.factors import developed, distance
from judgment_console.evidence.grid import Grid
from judgment_console.evidence.triangles import engine_triangle, table

SIGMA_RULE = "last sigma by its own rule"

# The engine computes no sigma for a geometric average.
_WITHOUT_SIGMA = "geometric-all"


def standard_error(
    grid: Grid,
    factors: Mapping[str, float],
    tail: float,
    offered: Sequence[Mapping[str, Any]],
) -> dict[str, Any] | None:
    """The standard error of the unpaid losses for chosen factors and a tail.

    `offered` is what `averages` gives. A judgmental factor has no sigma, so factors
    that equal no average get the error of the nearest one. Gives {"total",
    "process", "parameter", "by_origin", "average", "label", "exact", "basis"}, in
    currency units; None when the triangle is too small, as 2 by 2 is. "exact" is
    False for a tail other than 1 and for a borrowed average; "basis" says which.
    """
    triangle = engine_triangle(grid)
    for average in _nearest(factors, offered):
        figures = _mack(grid, triangle, average["key"], tail)
        if figures is not None:
            own = distance(factors, average["factors"]) == 0.0
            return figures | {
                "average": average["key"],
                "label": average["label"],
                "exact": own and tail == 1.0,
                "basis": _basis(average["label"], own, tail),
            }
    return None


def _nearest(
    factors: Mapping[str, float], offered: Sequence[Mapping[str, Any]]
) -> list[Mapping[str, Any]]:
    usable = [
        item
        for item in offered
        if item["unpaid"] is not None and item["key"] != _WITHOUT_SIGMA
    ]
    return sorted(usable, key=lambda item: distance(factors, item["factors"]))


def _mack(grid: Grid, triangle: Any, key: str, tail: float) -> dict[str, Any] | None:
    lib = library()
    fit = developed(triangle, key)
    if fit is None:
        return None
    pattern = fit.transform(triangle)
    if tail != 1.0:
        pattern = lib.TailConstant(tail).fit_transform(pattern)
    model = lib.MackChainladder().fit(pattern)
    total = number(model.total_mack_std_err_.iloc[0, 0])
    if not total:
        return None
    errors = table(model.mack_std_err_)[:, -1]
    return {
        "total": total,
        "process": number(table(model.total_process_risk_)[0, -1]),
        "parameter": number(table(model.total_parameter_risk_)[0, -1]),
        "by_origin": {
            label: number(error)
            for label, error in zip(grid.labels, errors, strict=True)
        },
    }


def _basis(label: str, own: bool, tail: float) -> str:
    notes = []
    if not own:
        notes.append(
            "the chosen factors have none, so that of the nearest average stands in"
        )
    if tail != 1.0:
        notes.append("an approximation, for the tail is other than 1")
    tale = f"; {'; '.join(notes)}" if notes else ""
    return f"Mack 1993 for “{label}”, {SIGMA_RULE}{tale}"
