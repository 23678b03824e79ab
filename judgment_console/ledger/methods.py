"""The methods a disclosure can describe, in plain words with their sources."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """What a reader needs to judge whether a method fits."""

    title: str
    use: str
    specification: str
    assumptions: str
    weaknesses: str
    sensitivities: str
    source: str


METHODS: Mapping[str, Method] = MappingProxyType(
    {
        "chain-ladder": Method(
            title="Chain ladder",
            use="Projects each accident year to its ultimate from the development that "
            "older years have shown.",
            specification="For each age a development factor is selected from the "
            "observed ratios of one age to the age before. An accident year's latest "
            "amount is multiplied by the factors still to come and by the tail.",
            assumptions="Later development is proportional to what has emerged, and "
            "the same for every accident year.",
            weaknesses="Young years rest on few and large factors. The method follows "
            "changes in case reserves, settlement speed or mix without noticing them, "
            "and gives nothing for a year without claims so far.",
            sensitivities="The first factors, the average behind them, ratios left "
            "out, and the tail.",
            source="Friedland, J. (2010), Estimating Unpaid Claims Using Basic "
            "Techniques, Casualty Actuarial Society.",
        ),
        "mack": Method(
            title="Mack standard error",
            use="Measures how far the outcome may lie from the chain-ladder estimate.",
            specification="Variance parameters are estimated for each age from the "
            "spread of the ratios around the volume-weighted average of all years. "
            "They give the process and the parameter part of the error for each year "
            "and for the total, without assuming a distribution.",
            assumptions="Accident years are independent; expected development and its "
            "variance are both proportional to the amount so far.",
            weaknesses="It speaks for the volume-weighted factors alone and knows "
            "nothing of model error. The variance at the oldest age is extrapolated. "
            "Calendar-year effects such as inflation break the independence.",
            sensitivities="Single large ratios, the rule for the oldest variance, and "
            "selected factors or a tail, with which the figure is an approximation.",
            source="Mack, T. (1993), Distribution-free Calculation of the Standard "
            "Error of Chain Ladder Reserve Estimates, ASTIN Bulletin 23(2).",
        ),
        "tail": Method(
            title="Tail fit",
            use="Estimates development after the oldest age in the data.",
            specification="A decay curve, exponential or inverse power, is fitted by "
            "least squares to the logarithm of the development factors less one, and "
            "carried on beyond the data. The product of the factors it gives is the "
            "tail.",
            assumptions="Development fades beyond the data as it fades within, and "
            "the fitted ages are past the irregular early ones.",
            weaknesses="Nothing observed supports the result. Factors at or below one "
            "cannot enter the fit, and an inverse power fades so slowly that it needs "
            "a stated end.",
            sensitivities="The curve, the ages fitted, and where the curve is cut off; "
            "the whole reserve moves with each of them.",
            source="Sherman, R. E. (1984), Extrapolating, Smoothing and Interpolating "
            "Development Factors, Proceedings of the Casualty Actuarial Society 71.",
        ),
    }
)
"""Each method by its id."""
