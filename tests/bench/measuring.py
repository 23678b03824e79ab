"""How things are timed: in turns, several times, on processors of their own."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import NamedTuple


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """How much is measured. Every repeat gives one value; their median counts."""

    repeats: int = 5
    chains: int = 6
    requests: int = 16
    crowd: int = 100_000
    waiting: int = 100
    entries: int = 100_000
    core_chains: int = 60
    long_chain: int = 64
    evidence: int = 1


QUICK = Sizes(
    repeats=1,
    chains=1,
    requests=2,
    crowd=400,
    waiting=20,
    entries=300,
    core_chains=4,
    long_chain=8,
    evidence=1,
)


def timed(act: Callable[[], object]) -> float:
    """Seconds that a call takes."""
    start = perf_counter()
    act()
    return perf_counter() - start


class Cost(NamedTuple):
    """What something took: seconds that passed, and processor seconds of ours."""

    passed: float
    worked: float

    def plus(self, other: "Cost") -> "Cost":
        """Both, one after the other."""
        return Cost(self.passed + other.passed, self.worked + other.worked)


def cost(act: Callable[[], object]) -> Cost:
    """What a call takes; on a busy machine only the work can be compared."""
    worked, passed = process_time(), perf_counter()
    act()
    return Cost(perf_counter() - passed, process_time() - worked)


def undisturbed(seconds: Iterable[float]) -> float:
    """The lower quartile: what a call takes when the machine does nothing else."""
    found = sorted(seconds)
    return found[(len(found) - 1) // 4]


def in_turns(acts: Sequence[Callable[[], object]], times: int) -> list[float]:
    """What each takes, called in turns so that a busy moment hits all alike."""
    found: list[list[float]] = [[] for _ in acts]
    for _ in range(times):
        for act, seconds in zip(acts, found, strict=True):
            seconds.append(timed(act))
    return [undisturbed(seconds) for seconds in found]


def ratio(pairs: Iterable[tuple[float, float]]) -> list[float]:
    """What was asked about, over what it is compared with, for each repeat."""
    return [above / below for above, below in pairs]


def processors() -> tuple[int | None, int | None]:
    """One for who asks and one for who serves; None where they cannot be apart."""
    if not hasattr(os, "sched_getaffinity"):
        return None, None
    usable = sorted(os.sched_getaffinity(0))
    return (usable[0], usable[-1]) if len(usable) > 1 else (None, None)


@contextmanager
def pinned(processor: int | None) -> Iterator[None]:
    """Keep this program, and what it starts meanwhile, on one processor."""
    if processor is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {processor})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
