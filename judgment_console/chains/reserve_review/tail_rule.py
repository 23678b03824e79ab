"""The rule that recommends a tail."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

RULE = (
    "Rule: none if the last three factors average 1.002 or less; else exponential if "
    "at least 4 factors exceed 1.0001 and R² is 0.8 or more; else last period's; "
    "else none."
)

_SETTLED = 1.002
_DEVELOPING = 1.0001
_FEWEST = 4
_LOWEST_R2 = 0.8
_RANGE = (0.9, 3.0)


def recommended(
    factors: Mapping[str, float], offered: Sequence[dict[str, Any]]
) -> tuple[dict[str, Any], str]:
    """The tail that the rule picks from those offered, and why in a sentence."""
    by_key = {each["key"]: each for each in offered}
    none, curve = by_key["none"], by_key["exponential"]
    recent = list(factors.values())[-3:]
    average = math.fsum(recent) / len(recent)
    if average <= _SETTLED:
        return none, f"They average {average:.4f}."
    above = sum(value > _DEVELOPING for value in factors.values())
    fit = curve["r2"]
    if above >= _FEWEST and fit is not None and fit >= _LOWEST_R2 and _in_range(curve):
        return curve, f"They average {average:.4f}; {above} exceed; R² is {fit:.2f}."
    if fit is None:
        why = "No curve can be fitted."
    else:
        why = f"They average {average:.4f}; {above} exceed; R² is {fit:.2f}."
    last = by_key.get("last-period")
    return (none if last is None else last), why


def _in_range(curve: Mapping[str, Any]) -> bool:
    factor = curve["factor"]
    return factor is not None and _RANGE[0] <= factor <= _RANGE[1]
