"""Checks of a definition when it is made, and the digest that identifies it."""

import inspect
import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NoReturn

from pydantic import BaseModel
from pydantic.errors import PydanticInvalidForJsonSchema

from judgment_console.errors import JudgmentError
from judgment_console.ledger.canonical import canonical_text, digest
from judgment_console.ledger.text import is_blank

if TYPE_CHECKING:
    from judgment_console.judgment.specs import ChainSpec, GateSpec

RESERVED_GATE_ID = "complete"

_SLUG = re.compile(r"[a-z][a-z0-9-]{0,63}")
_NEEDED_HOOKS = ("gather_evidence", "apply_decision")
_OPTIONAL_HOOKS = ("skip_when", "check", "what_if", "verbs")


def check_definition(spec: "ChainSpec") -> None:
    """Raise JudgmentError BAD_GATE for the first thing that is wrong."""
    if not isinstance(spec.gates, tuple) or not spec.gates:
        refuse(f"chain {spec.id!r} has no gates")
    for position, gate in enumerate(spec.gates):
        _check_gate(gate, spec.gates[:position])
    _check_slug(spec.id, "chain id")
    if type(spec.version) is not int or spec.version < 1:
        refuse(f"chain {spec.id}: version is a whole number from 1")
    if not isinstance(spec.needs, tuple) or not all(
        isinstance(name, str) for name in spec.needs
    ):
        refuse(f"chain {spec.id}: needs is a list of names")
    if spec.on_complete is not None:
        check_hook(spec.on_complete, f"chain {spec.id}: on_complete")
    if spec.context is not None and not _is_model(spec.context):
        refuse(f"chain {spec.id}: context is not a pydantic model")


def check_hook(hook: object, label: str) -> None:
    """Raise BAD_GATE unless the hook is a plain callable."""
    if not callable(hook):
        refuse(f"{label} is not a function")
    for each in (hook, getattr(hook, "__call__", None)):  # noqa: B004
        if inspect.iscoroutinefunction(each) or inspect.isasyncgenfunction(each):
            refuse(f"{label} is a coroutine function; hooks are plain functions")


@lru_cache(maxsize=256)
def definition_digest(spec: "ChainSpec") -> str:
    """A hash over what a person is asked and may answer.

    It moves with gates, questions, fields and what a field accepts, not with the
    help beside a field: mending a sentence must not stop the chains that run.
    Raises JudgmentError BAD_GATE for a decision model without a JSON schema.
    """
    content = {
        "id": spec.id,
        "version": spec.version,
        "gates": [
            {
                "id": gate.id,
                "stage": gate.stage,
                "question": gate.question,
                "decision": _schema(gate.decision),
                "effect": gate.effect,
                "automatic": gate.automatic,
            }
            for gate in spec.gates
        ],
    }
    return digest("spec", canonical_text(content))


def has_words(value: object) -> bool:
    """Whether it is text in which a reader would see something."""
    return isinstance(value, str) and not is_blank(value)


def refuse(message: str) -> NoReturn:
    """Raise JudgmentError BAD_GATE."""
    raise JudgmentError("BAD_GATE", f"{message}.")


def _check_gate(gate: "GateSpec", earlier: tuple["GateSpec", ...]) -> None:
    label = f"gate {getattr(gate, 'id', gate)!r}"
    if not hasattr(gate, "gather_evidence"):
        refuse(f"{label} is not a GateSpec")
    if gate.id == RESERVED_GATE_ID:
        refuse(f"{label}: this id is reserved for the end of a chain")
    if gate.id in [each.id for each in earlier]:
        refuse(f"{label}: two gates have this id")
    _check_decision_model(gate.decision, label)
    _check_slug(gate.id, "gate id")
    _check_slug(gate.stage, f"{label}: stage")
    if gate.stage in [each.stage for each in earlier]:
        refuse(f"{label}: two gates have the stage {gate.stage!r}")
    _check_hooks(gate, label)
    if gate.effect not in ("database", "outside"):
        refuse(f"{label}: effect is 'database' or 'outside'")
    if gate.question is not None and not has_words(gate.question):
        refuse(f"{label}: question is text")


def _check_hooks(gate: "GateSpec", label: str) -> None:
    for name in _NEEDED_HOOKS:
        check_hook(getattr(gate, name), f"{label}: {name}")
    for name in _OPTIONAL_HOOKS:
        if (hook := getattr(gate, name)) is not None:
            check_hook(hook, f"{label}: {name}")


def _check_decision_model(model: type[BaseModel], label: str) -> None:
    if not _is_model(model):
        refuse(f"{label}: decision is not a pydantic model")
    if not model.__pydantic_complete__ and not model.model_rebuild(raise_errors=False):
        refuse(f"{label}: the decision model names a type that is not defined")
    field = model.model_fields.get("rationale")
    if field is None or field.annotation is not str or not field.is_required():
        refuse(f"{label}: the decision model has no required text field 'rationale'")
    if field.validation_alias not in (None, "rationale"):
        refuse(f"{label}: the field 'rationale' has no other name")


def _check_slug(value: object, label: str) -> None:
    if not isinstance(value, str) or not _SLUG.fullmatch(value):
        refuse(
            f"{label} {value!r} is not a slug: a small letter, then at most 63 small "
            "letters, digits or hyphens"
        )


def _is_model(value: object) -> bool:
    # BaseModel itself has no fields, and pydantic cannot complete it.
    return (
        isinstance(value, type)
        and issubclass(value, BaseModel)
        and value is not BaseModel
    )


@cache
def _schema(model: type[BaseModel]) -> object:
    try:
        return _without_prose(model.model_json_schema())
    except PydanticInvalidForJsonSchema as error:
        refuse(f"the decision model {model.__name__} has no JSON schema: {error}")


def _without_prose(schema: Any, *, by_name: bool = False) -> Any:
    if isinstance(schema, list):
        return [_without_prose(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: _without_prose(each, by_name=key in ("properties", "$defs"))
        for key, each in schema.items()
        if by_name or key not in ("title", "description")
    }
