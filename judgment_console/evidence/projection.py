"""Chain ladder arithmetic in plain Python: from factors and a tail to money."""

import math
from collections.abc import Mapping, Sequence
from typing import Any


def to_ultimate(
    ages: Sequence[int], factors: Mapping[str, float], tail: float
) -> dict[int, float]:
    """The cumulative factor from each age to ultimate.

    `factors` has a key such as "12-24" for each interval between the ages.
    """
    cumulative = {ages[-1]: tail}
    for earlier, later in zip(ages[-2::-1], ages[:0:-1], strict=True):
        cumulative[earlier] = cumulative[later] * factors[f"{earlier}-{later}"]
    return cumulative


def unpaid_by_origin(
    latest: Sequence[Mapping[str, Any]],
    ages: Sequence[int],
    factors: Mapping[str, float],
    tail: float,
) -> dict[str, float]:
    """Unpaid losses of each origin: latest paid times (factor to ultimate less 1).

    `latest` holds {"origin", "age", "paid"}, as `Grid.latest` gives it.
    """
    cumulative = to_ultimate(ages, factors, tail)
    return {
        row["origin"]: row["paid"] * (cumulative[row["age"]] - 1.0) for row in latest
    }


def unpaid(
    latest: Sequence[Mapping[str, Any]],
    ages: Sequence[int],
    factors: Mapping[str, float],
    tail: float,
) -> float:
    """Unpaid losses of all origins together, in currency units."""
    return math.fsum(unpaid_by_origin(latest, ages, factors, tail).values())
