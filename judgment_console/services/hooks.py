"""What the hooks of a stored chain get to see; read only when a hook looks."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, cast, overload

from judgment_console.chains.catalogue import spec_of
from judgment_console.errors import JudgmentError
from judgment_console.judgment import (
    ChainSpec,
    GateContext,
    GateSpec,
    Proposal,
    TrailEntry,
    definition_digest,
)
from judgment_console.judgment.context import freeze, freeze_proposal
from judgment_console.ledger.entries import instant
from judgment_console.models import Chain, Decision, Gate
from judgment_console.queries.inputs import inputs_of
from judgment_console.queries.trails import trail_of


def spec_for(chain: Chain) -> ChainSpec:
    """The definition the chain started with; refused when the code has another now."""
    spec = spec_of(chain.spec, chain.spec_version)
    if definition_digest(spec) != chain.spec_digest:
        raise JudgmentError(
            "BAD_GATE",
            f"The definition of {chain.spec} version {chain.spec_version} changed "
            "after this chain started. An operator has to bring the old one back.",
        )
    return spec


def gate_spec_for(chain: Chain, gate: Gate) -> GateSpec:
    """The definition of one gate of a chain."""
    return spec_for(chain).gates[gate.position]


def context_for(
    chain: Chain,
    spec: ChainSpec,
    position: int,
    *,
    at: datetime,
) -> GateContext:
    """The view of a chain as it stands before the gate at ``position``."""
    return GateContext(
        now=lambda: instant(at),
        context={},
        inputs=_Lazy(lambda: freeze(inputs_of(chain, spec.needs))),
        decisions=_Lazy(lambda: freeze(_decisions(chain, position))),
        trail=cast("tuple[TrailEntry, ...]", _LazyTrail(lambda: trail_of(chain))),
        frozen=True,
    )


def with_proposal(context: GateContext, seen: Proposal) -> GateContext:
    """The same view with the proposal that the person saw."""
    return replace(context, proposal=freeze_proposal(seen), frozen=True)


def _decisions(chain: Chain, position: int) -> dict[str, dict[str, Any]]:
    earlier = Gate.objects.filter(chain=chain, position__lt=position)
    found: dict[str, dict[str, Any]] = {
        gate.key: {"skipped": True, "reason": gate.summary}
        for gate in earlier
        if gate.state == "skipped"
    }
    decided = Decision.objects.select_related("round__gate").filter(
        round__gate__chain=chain,
        round__gate__position__lt=position,
        round__gate__state="applied",
        decisive=True,
        verb__in=("approve", "adjust"),
    )
    for decision in decided.order_by("round__number"):
        values = json.loads(decision.values)
        found[decision.round.gate.key] = {**values, "rationale": decision.rationale}
    return found


class _Lazy(Mapping[str, Any]):
    """A read-only mapping that is loaded when first looked at."""

    def __init__(self, load: Callable[[], Mapping[str, Any]]) -> None:
        self._load = load
        self._loaded: Mapping[str, Any] | None = None

    def _all(self) -> Mapping[str, Any]:
        if self._loaded is None:
            self._loaded = self._load()
        return self._loaded

    def __getitem__(self, key: str) -> Any:
        return self._all()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())


class _LazyTrail(Sequence[TrailEntry]):
    """A read-only sequence that is loaded when first looked at."""

    def __init__(self, load: Callable[[], tuple[TrailEntry, ...]]) -> None:
        self._load = load
        self._loaded: tuple[TrailEntry, ...] | None = None

    def _all(self) -> tuple[TrailEntry, ...]:
        if self._loaded is None:
            self._loaded = self._load()
        return self._loaded

    @overload
    def __getitem__(self, index: int) -> TrailEntry: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[TrailEntry, ...]: ...
    def __getitem__(self, index: int | slice) -> TrailEntry | tuple[TrailEntry, ...]:
        return self._all()[index]

    def __len__(self) -> int:
        return len(self._all())
