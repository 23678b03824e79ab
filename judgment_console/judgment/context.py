"""What a hook may look at: read-only views of one chain at one moment."""

from collections.abc import Callable, Mapping
from dataclasses import InitVar, dataclass, field
from types import MappingProxyType
from typing import Any

from judgment_console.judgment.records import Alternative, Proposal, TrailEntry

ACTOR_IDENTITY_KEY = "actor_identity"
"""The key of the request context that says who decides."""

_LEAVES = (str, int, float, type(None))


@dataclass(frozen=True, slots=True, kw_only=True)
class GateContext:
    """The view every hook gets; nothing in it can be changed.

    context: the request's values, of this call alone. inputs: data loaded for the
    chain. now: the host's clock as ISO text. decisions: gate id to payload, or to
    `{"skipped": True, "reason": ...}`. trail: the events so far. proposal: what the
    person saw, in `check`, `verbs` and `apply_decision` only.
    """

    now: Callable[[], str]
    context: Mapping[str, Any] = field(default_factory=dict)
    inputs: Mapping[str, Any] = field(default_factory=dict)
    decisions: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    trail: tuple[TrailEntry, ...] = ()
    proposal: Proposal | None = None
    # The engine keeps its values frozen; freezing all of them again at every gate
    # would make a long chain slower at each gate.
    frozen: InitVar[bool] = False

    def __post_init__(self, frozen: bool) -> None:
        if frozen:
            return
        for name in ("context", "inputs", "decisions"):
            object.__setattr__(self, name, freeze(getattr(self, name)))
        object.__setattr__(self, "trail", tuple(self.trail))
        if self.proposal is not None:
            object.__setattr__(self, "proposal", freeze_proposal(self.proposal))


def freeze(value: Any) -> Any:
    """A deep read-only copy; what is neither mapping, list nor set stays itself."""
    if isinstance(value, _LEAVES):
        return value
    if isinstance(value, Mapping):
        return MappingProxyType({key: freeze(item) for key, item in value.items()})
    if isinstance(value, list | tuple):
        return tuple(freeze(item) for item in value)
    if isinstance(value, set | frozenset):
        return frozenset(value)
    return value


def thaw(value: Any) -> Any:
    """A deep copy of frozen JSON in fresh dicts and lists."""
    if isinstance(value, _LEAVES):
        return value
    if isinstance(value, Mapping):
        return {key: thaw(item) for key, item in value.items()}
    return [thaw(item) for item in value]


def freeze_proposal(proposal: Proposal) -> Proposal:
    """The same proposal with nothing in it that can be changed."""
    return Proposal(
        recommendation=proposal.recommendation,
        evidence=freeze(proposal.evidence),
        proposed=freeze(proposal.proposed),
        alternatives=tuple(
            Alternative(each.label, freeze(each.values), each.headline, each.impact)
            for each in proposal.alternatives
        ),
    )
