"""Plain triangles: scale, accumulate, and total of the latest diagonal."""

from collections.abc import Mapping, Sequence
from typing import Any


def scaled(triangle: Mapping[str, Any], unit: int) -> dict[str, Any]:
    """The triangle with every figure multiplied by the unit of the file."""
    values = [
        [None if cell is None else cell * unit for cell in row]
        for row in triangle["values"]
    ]
    return {**triangle, "values": values}


def cumulated(triangle: Mapping[str, Any]) -> dict[str, Any]:
    """The triangle with running totals along each origin."""
    values = [running_totals(row) for row in triangle["values"]]
    return {**triangle, "cumulative": True, "values": values}


def running_totals(increments: Sequence[float | None]) -> list[float | None]:
    """Running totals; what follows a missing increment is not known either."""
    totals: list[float | None] = []
    total: float | None = 0.0
    for increment in increments:
        total = None if total is None or increment is None else total + increment
        totals.append(total)
    return totals


def latest_total(triangle: Mapping[str, Any]) -> float:
    """Total of each origin's latest figure, in the triangle's own unit."""
    latest = ([cell for cell in row if cell is not None] for row in triangle["values"])
    return float(sum(cells[-1] for cells in latest if cells))
