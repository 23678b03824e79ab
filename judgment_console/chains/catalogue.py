"""Every chain definition of this process, by id and version."""

from judgment_console.chains.reserve_review.chain import RESERVE_REVIEW
from judgment_console.errors import JudgmentError
from judgment_console.judgment import ChainSpec, GateSpec
from judgment_console.ledger.text import is_blank

_SPECS: dict[tuple[str, int], ChainSpec] = {}

# Class and identity come from the sign-in; a form must not be able to say them.
_NOT_ASKED = ("actor", "actor_identity")


def register(spec: ChainSpec) -> None:
    """Make a definition known to the console; the same one again changes nothing.

    Raises JudgmentError BAD_GATE for a gate without a question, a decision model
    that asks who decides, and another definition with this id and version.
    """
    for gate in spec.gates:
        _check_gate(spec, gate)
    known = _SPECS.setdefault((spec.id, spec.version), spec)
    if known != spec:
        raise JudgmentError(
            "BAD_GATE",
            f"Another chain is registered as {spec.id} version {spec.version}. "
            "A changed definition needs a new version.",
        )


def spec_of(chain_id: str, version: int | None = None) -> ChainSpec:
    """The definition with this id and version, the newest without a version.

    Raises JudgmentError NOT_FOUND.
    """
    versions = [number for known, number in _SPECS if known == chain_id]
    wanted = max(versions, default=None) if version is None else version
    if wanted not in versions:
        named = chain_id if version is None else f"{chain_id} version {version}"
        raise JudgmentError("NOT_FOUND", f"No chain is registered as {named}.")
    return _SPECS[chain_id, wanted]


def all_specs() -> tuple[ChainSpec, ...]:
    """Every definition, by id and then version."""
    return tuple(_SPECS[key] for key in sorted(_SPECS))


def register_shipped() -> None:
    """Register the chains that ship; may be called again."""
    for spec in (RESERVE_REVIEW,):
        register(spec)


def _check_gate(spec: ChainSpec, gate: GateSpec) -> None:
    label = f"Chain {spec.id}, gate {gate.id}"
    if gate.question is None or is_blank(gate.question):
        raise JudgmentError("BAD_GATE", f"{label}: the console needs a question.")
    named: set[object] = set()
    for name, info in gate.decision.model_fields.items():
        other = info.validation_alias
        named |= {name, info.alias, *getattr(other, "choices", [other])}
    asked = [name for name in _NOT_ASKED if name in named]
    if asked:
        raise JudgmentError(
            "BAD_GATE",
            f"{label}: the decision model declares {', '.join(asked)}; "
            "who decides comes from the sign-in.",
        )
