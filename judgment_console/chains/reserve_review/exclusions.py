"""Link ratios that a person leaves aside at the factor gate, each with a reason."""

from collections.abc import Iterator, Mapping
from typing import Any

from judgment_console.judgment import Finding, GateContext
from judgment_console.ledger.text import is_blank

FIELD = "exclusions"


def exclusion_findings(
    ctx: GateContext, evidence: Mapping[str, Any], decision: Any
) -> Iterator[Finding]:
    """Each must name a ratio and say why; an interval keeps at least one ratio."""
    ratios, aside = evidence["ratios"], decision.exclusions
    for key, reason in aside.items():
        origin, step = _parts(key)
        if ratios.get(origin, {}).get(step) is None:
            text = f"{key} names no link ratio; write origin and interval: 2003 12-24."
            yield Finding("stop", text, FIELD)
        elif is_blank(reason):
            yield Finding("stop", f"Say why {key} is left aside.", FIELD)
    for step in dict.fromkeys(_parts(key)[1] for key in aside):
        known = [origin for origin in ratios if ratios[origin].get(step) is not None]
        kept = [origin for origin in known if f"{origin} {step}" not in aside]
        if known and not kept:
            yield Finding("stop", f"No link ratio is left at {step}.", FIELD)
        elif known:
            yield _without(ctx, step, kept, decision.factors.get(step))


def left_aside(
    evidence: Mapping[str, Any], exclusions: Mapping[str, str]
) -> list[dict[str, Any]]:
    """The exclusions as the ledger keeps them, with the ratio that was there."""
    return [
        {
            "origin": origin,
            "interval": step,
            "ratio": evidence["ratios"][origin][step],
            "reason": reason,
        }
        for key, reason in sorted(exclusions.items())
        for origin, step in [_parts(key)]
    ]


def _without(
    ctx: GateContext, step: str, kept: list[str], factor: float | None
) -> Finding:
    """The volume-weighted average of what is kept, beside the factor."""
    (triangle,) = (
        each for each in ctx.inputs["dataset"]["triangles"] if each["measure"] == "paid"
    )
    ages = [str(age) for age in triangle["ages_months"]]
    before, after = (ages.index(age) for age in step.split("-"))
    rows = [
        row
        for origin, row in zip(triangle["origins"], triangle["values"], strict=True)
        if origin["label"] in kept
    ]
    average = sum(row[after] for row in rows) / sum(row[before] for row in rows)
    beside = "" if factor is None else f"; the factor is {factor:.4f}"
    text = (
        f"Without what is left aside at {step} the volume-weighted average of all "
        f"years is {average:.4f}{beside}."
    )
    return Finding("note", text, FIELD)


def _parts(key: str) -> tuple[str, str]:
    origin, _, step = key.rpartition(" ")
    return origin.strip(), step
