"""The reserve review: data, development factors, tail, booked reserve."""

from judgment_console.chains.reserve_review import (
    booked,
    data_review,
    development_factors,
    tail,
)
from judgment_console.judgment import ChainSpec

RESERVE_REVIEW = ChainSpec(
    "reserve-review",
    (data_review.GATE, development_factors.GATE, tail.GATE, booked.GATE),
    version=1,
    needs=("dataset", "earlier", "metadata", "prior"),
)
"""Needs a data set with a paid triangle, what was uploaded for its segment before, the
engagement's metadata, and the chain it follows if there is one. All money is in the
data set's currency."""
