"""What applying a decision does besides the record: one handler for each effect name.

A host registers its own from its app's ``ready()``; a handler runs in the transaction
that applies the decision, so it either happens with the record or not at all.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from judgment_console.errors import JudgmentError
from judgment_console.judgment import Effect
from judgment_console.models import Chain, Gate

Handler = Callable[[Chain, Gate, Mapping[str, Any]], None]
_HANDLERS: dict[str, Handler] = {}


def register_effect(name: str, handler: Handler) -> None:
    """Let gates ask for an effect by this name."""
    _HANDLERS[name] = handler


def run_effects(chain: Chain, gate: Gate, effects: Iterable[Effect]) -> None:
    """Do each effect in order; BAD_GATE for a name without a handler."""
    for effect in effects:
        if effect.name not in _HANDLERS:
            raise JudgmentError("BAD_GATE", f"No effect is called {effect.name!r}.")
        _HANDLERS[effect.name](chain, gate, effect.values)
