"""The actuarial engine: its stamp, its warnings and a first fit to wake it."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from typing import Any

NAME = "chainladder"

# Addressed to programmers, not to the reader of a gate.
_UNHEARD = (DeprecationWarning, PendingDeprecationWarning, FutureWarning)


def engine_stamp() -> dict[str, str]:
    """Name and version of the engine; reads package metadata, loads nothing."""
    return {"name": NAME, "version": version(NAME)}


def library() -> Any:
    """The engine's module. The first call in a process takes seconds."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import chainladder

    return chainladder


@contextmanager
def captured() -> Iterator[list[str]]:
    """Gives a list that holds, after the block, what the engine warned about.

    Each message once, in the order of first appearance. Not for use in threads.
    """
    messages: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield messages
    heard = [
        " ".join(str(warning.message).split())
        for warning in caught
        if not issubclass(warning.category, _UNHEARD)
    ]
    messages.extend(dict.fromkeys(heard))


def number(value: Any) -> float | None:
    """A figure of the engine as JSON knows it: NaN and infinities become None."""
    figure = float(value)
    return figure if abs(figure) != float("inf") and figure == figure else None


def typeable(value: float) -> float:
    """The figure to 15 significant digits, the most that a person may type.

    A figure that a form offers is kept so, and equality survives the round trip.
    """
    return float(f"{value:.15g}")
