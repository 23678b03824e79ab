"""The lognormal distribution of unpaid losses that Mack 1993 uses for ranges."""

import math
from dataclasses import dataclass
from statistics import NormalDist

from judgment_console.evidence.engine import typeable

SHARES: tuple[float, ...] = (0.25, 0.5, 0.75, 0.9, 0.95, 0.995)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lognormal:
    """A lognormal with mean and standard deviation given (Mack 1993, section 4).

    sigma^2 = ln(1 + cv^2) and mu = ln(mean) - sigma^2 / 2.
    """

    mu: float
    sigma: float

    def amount(self, share: float) -> float:
        """The amount that is not exceeded with this probability (0 to 1)."""
        level = NormalDist().inv_cdf(share)
        return typeable(math.exp(self.mu + self.sigma * level))

    def share(self, amount: float) -> float:
        """The probability that the amount is not exceeded; 0 for none or less."""
        if amount <= 0:
            return 0.0
        return NormalDist(self.mu, self.sigma).cdf(math.log(amount))


def lognormal(mean: float, standard_error: float | None) -> Lognormal | None:
    """The distribution with this mean and standard deviation.

    None without a standard error and for a mean that is not above 0.
    """
    if not standard_error or mean <= 0:
        return None
    variance = math.log1p((standard_error / mean) ** 2)
    return Lognormal(mu=math.log(mean) - variance / 2, sigma=math.sqrt(variance))
