"""Inside an installation: decisions and gate transitions against one create."""

from statistics import median
from typing import Any

from judgment_console.judgment import ChainSpec
from judgment_console.models import Dataset, Round
from tests.bench.chains import chain_of
from tests.bench.house import House, Walk, build, create, without_messages
from tests.bench.measuring import Sizes, ratio, timed

GATES = 4
EVERY = 6  # a short chain for so many gates of the long one


def transitions(sizes: Sizes) -> dict[str, Any]:
    """Per repeat: {"decide", "transition"} over a create, {"per_second"}."""
    without_messages()
    house = build("durable")
    dataset, spec = house.dataset(), chain_of(GATES)
    _walked(house, dataset, spec)
    round_id = Round.objects.values_list("pk", flat=True)[0]
    decides, wholes, rates = [], [], []
    for _ in range(sizes.repeats):
        creates: list[float] = []
        pairs = []
        for _ in range(sizes.chains):
            walk = Walk(house, dataset, spec)
            for _ in range(GATES - 1):
                creates += [timed(lambda: create(round_id)) for _ in range(3)]
                pairs.append(walk.transition())
            walk.transition(last=True)
        base = median(creates)
        decides.append((median(pair[0] for pair in pairs), base))
        wholes.append((median(pair[1] for pair in pairs), base))
        rates.append(len(pairs) / sum(pair[1] for pair in pairs))
    return {
        "decide": ratio(decides),
        "transition": ratio(wholes),
        "per_second": rates,
        "create_ms": [1000 * base for _, base in decides],
    }


def chains(sizes: Sizes) -> dict[str, Any]:
    """Per repeat: {"long"}, a transition of a long chain over one of a short chain."""
    without_messages()
    house = build("chains")
    dataset = house.dataset()
    short, long = chain_of(GATES), chain_of(sizes.long_chain)
    _walked(house, dataset, short)
    pairs = []
    for _ in range(max(2, sizes.repeats - 2)):
        walk = Walk(house, dataset, long)
        far, near = [], []
        for position in range(sizes.long_chain - 1):
            far.append(walk.transition()[1])
            if position % EVERY == 0:
                near += _walked(house, dataset, short)
        pairs.append((sum(far) / len(far), sum(near) / len(near)))
    return {"long": ratio(pairs)}


def _walked(house: House, dataset: Dataset, spec: ChainSpec) -> list[float]:
    walk = Walk(house, dataset, spec)
    wholes = [walk.transition()[1] for _ in range(GATES - 1)]
    walk.transition(last=True)
    return wholes
