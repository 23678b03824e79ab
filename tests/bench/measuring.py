"""How things are timed: in turns, several times, on processors of their own."""

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """How much is measured. Every repeat gives one value; their median counts."""

    repeats: int = 5
    chains: int = 8
    requests: int = 24
    crowd: int = 100_000
    waiting: int = 100
    entries: int = 100_000
    core_chains: int = 60
    long_chain: int = 64
    evidence: int = 1


QUICK = Sizes(
    repeats=2,
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


def in_turns(acts: Sequence[Callable[[], object]], times: int) -> list[float]:
    """The median time of each, taken in turns so that a busy moment hits all alike."""
    found: list[list[float]] = [[] for _ in acts]
    for _ in range(times):
        for act, seconds in zip(acts, found, strict=True):
            seconds.append(timed(act))
    return [median(seconds) for seconds in found]


def ratio(pairs: Iterable[tuple[float, float]]) -> list[float]:
    """What was asked about, over what it is compared with, for each repeat."""
    return [above / below for above, below in pairs]


def processors() -> tuple[int | None, int | None]:
    """One for who asks and one for who serves; None where they cannot be apart."""
    if not hasattr(os, "sched_getaffinity"):
        return None, None
    usable = sorted(os.sched_getaffinity(0))
    return (usable[0], usable[-1]) if len(usable) > 1 else (None, None)


def pin(processor: int | None, pid: int = 0) -> None:
    """Keep a program, and what it starts from now on, on one processor."""
    if processor is not None and sys.platform == "linux":
        os.sched_setaffinity(pid, {processor})
