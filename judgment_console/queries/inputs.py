"""The inputs that a chain definition may ask for by name, as plain data."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from judgment_console.errors import JudgmentError
from judgment_console.models import Chain
from judgment_console.queries.earlier import earlier_uploads
from judgment_console.queries.trails import live_ledger


def inputs_of(chain: Chain, needs: Iterable[str]) -> dict[str, Any]:
    """The named inputs of a chain; BAD_GATE for a name that nothing loads."""
    loaded = {}
    for name in needs:
        if name not in _LOADERS:
            raise JudgmentError("BAD_GATE", f"No input is called {name!r}.")
        loaded[name] = _LOADERS[name](chain)
    return loaded


def _dataset(chain: Chain) -> dict[str, Any] | None:
    if chain.dataset is None:
        return None
    content: dict[str, Any] = json.loads(chain.dataset.content)
    return {**content, "digest": chain.dataset.digest}


def _metadata(chain: Chain) -> dict[str, Any]:
    return dict(chain.metadata)


def _prior(chain: Chain) -> dict[str, Any] | None:
    if chain.prior_id is None:
        return None
    return {"chain_id": str(chain.prior_id), "ledger": live_ledger(chain.prior_id)}


def _policy(chain: Chain) -> dict[str, Any]:
    return dict(chain.policy.rules)


_LOADERS: Mapping[str, Callable[[Chain], Any]] = {
    "dataset": _dataset,
    "earlier": earlier_uploads,
    "metadata": _metadata,
    "policy": _policy,
    "prior": _prior,
}
