"""Inside an installation: decisions and gate transitions against one create."""

from collections.abc import Iterable
from statistics import median
from typing import Any

from judgment_console.judgment import ChainSpec
from judgment_console.models import Dataset, Round
from tests.bench.chains import chain_of
from tests.bench.house import House, Walk, build, create, without_messages
from tests.bench.measuring import Cost, Sizes, cost, undisturbed

GATES = 4
EVERY = 6  # a short chain for so many gates of the long one; 3 kinds take turns


def transitions(sizes: Sizes) -> dict[str, Any]:
    """Per repeat: {"decide", "transition"} over a create, in time and in work."""
    without_messages()
    house = build("durable")
    dataset, spec = house.dataset(), chain_of(GATES)
    _walked(house, dataset, spec)
    round_id = Round.objects.values_list("pk", flat=True)[0]
    found: dict[str, list[float]] = {}
    for _ in range(sizes.repeats):
        creates, decides, wholes = [], [], []
        for _ in range(sizes.chains):
            walk = Walk(house, dataset, spec)
            for _ in range(GATES - 1):
                creates += [cost(lambda: create(round_id)) for _ in range(3)]
                decide, whole = walk.transition()
                decides.append(decide)
                wholes.append(whole)
            walk.transition(last=True)
        for name, value in _compared(creates, decides, wholes).items():
            found.setdefault(name, []).append(value)
    return found


def _compared(
    creates: list[Cost], decides: list[Cost], wholes: list[Cost]
) -> dict[str, float]:
    base = undisturbed(each.passed for each in creates)
    work = undisturbed(each.worked for each in creates)
    return {
        "decide": undisturbed(each.passed for each in decides) / base,
        "transition": undisturbed(each.passed for each in wholes) / base,
        "decide_work": undisturbed(each.worked for each in decides) / work,
        "transition_work": undisturbed(each.worked for each in wholes) / work,
        "per_second": len(wholes) / sum(each.passed for each in wholes),
        "create_ms": 1000 * base,
    }


def chains(sizes: Sizes) -> dict[str, Any]:
    """Per repeat: a transition of a long chain over one of a short, {"long", ...}."""
    without_messages()
    house = build("chains")
    dataset = house.dataset()
    short, long = chain_of(GATES), chain_of(sizes.long_chain)
    _walked(house, dataset, short)
    found: dict[str, list[float]] = {"long": [], "long_work": []}
    for _ in range(max(1, sizes.repeats - 2)):
        walk = Walk(house, dataset, long)
        far, near = Cost(0, 0), Cost(0, 0)
        for _ in range((sizes.long_chain - 1) // EVERY):
            # Each part has the same kinds of gates.
            far = far.plus(_middle(walk.transition()[1] for _ in range(EVERY)))
            near = near.plus(_middle(_walked(house, dataset, short)))
        found["long"].append(far.passed / near.passed)
        found["long_work"].append(far.worked / near.worked)
    return found


def _middle(costs: Iterable[Cost]) -> Cost:
    passed, worked = zip(*costs, strict=True)
    return Cost(median(passed), median(worked))


def _walked(house: House, dataset: Dataset, spec: ChainSpec) -> list[Cost]:
    walk = Walk(house, dataset, spec)
    wholes = [walk.transition()[1] for _ in range(GATES - 1)]
    walk.transition(last=True)
    return wholes
