"""What a person can say at a gate: a verb, values of the model, a rationale."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, PydanticSerializationError

from judgment_console.errors import JudgmentError
from judgment_console.judgment.context import ACTOR_IDENTITY_KEY
from judgment_console.judgment.definitions import has_words
from judgment_console.judgment.hooks import HookError
from judgment_console.judgment.records import Finding
from judgment_console.ledger.canonical import canonical_text, plain
from judgment_console.ledger.entries import ACTOR_CLASSES, ActorClass
from judgment_console.ledger.text import typed_text

NOT_VALUES = ("rationale", "actor")
"""Fields of a decision model that are not part of what is chosen."""


class Verb(StrEnum):
    """The ways to decide a gate."""

    APPROVE = "approve"
    ADJUST = "adjust"
    RETURN = "return"
    REJECT = "reject"


@dataclass(frozen=True, slots=True)
class Actor:
    """Who decides: a class and, where the request named one, an identity."""

    kind: ActorClass
    identity: str | None = None


@dataclass(frozen=True, slots=True)
class Rationale:
    """A reason in words, kept as received; one without words cannot be made.

    Only line ends are made alike. Raises JudgmentError MISSING_RATIONALE for
    anything but text that a reader can see, HIDDEN_CHARACTERS and TEXT_TOO_LONG.
    """

    text: str

    def __post_init__(self) -> None:
        if not has_words(self.text):
            raise JudgmentError(
                "MISSING_RATIONALE",
                "A decision needs a rationale in words; nothing was changed.",
                fields={"rationale": ["Say in your own words why."]},
            )
        object.__setattr__(self, "text", typed_text(self.text))


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A decision that was read and allowed, not yet applied.

    decision: the model's instance, None for return and reject. payload: the same
    as plain JSON, with the rationale. actor: the class that the payload declares,
    actuary when it declares none.
    """

    verb: Verb
    rationale: Rationale
    decision: BaseModel | None
    payload: Mapping[str, Any]
    actor: ActorClass = "actuary"
    findings: tuple[Finding, ...] = ()


def identity_of(context: Mapping[str, Any]) -> str | None:
    """Who this very request says is acting; None unless it is a non-empty text.

    Raises JudgmentError UNSUPPORTED_VALUE for text that cannot be recorded.
    """
    identity = context.get(ACTOR_IDENTITY_KEY)
    if not isinstance(identity, str) or not identity:
        return None
    return str(plain(identity))


def read_values(
    model: type[BaseModel], values: Mapping[str, Any], rationale: str
) -> tuple[BaseModel, dict[str, Any]]:
    """The values as an instance of the model and as plain JSON.

    Undeclared keys are dropped unless the model forbids them. The rationale is kept
    as given, whatever the model does to text. Raises JudgmentError BAD_DECISION
    with `fields` (dotted name to messages; "" for the decision as a whole),
    UNSUPPORTED_VALUE for a value that is not JSON.
    """
    try:
        instance = model.model_validate({**values, "rationale": rationale})
    except ValidationError as error:
        raise bad_decision(_messages(error)) from error
    except Exception as error:
        raise HookError(f"the decision model {model.__name__}", error) from error
    if getattr(instance, "rationale", None) != rationale:
        instance = instance.model_copy(update={"rationale": rationale})
    return instance, _payload(instance)


def chosen(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values without rationale and actor."""
    return {key: item for key, item in values.items() if key not in NOT_VALUES}


def same_values(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two payloads choose the same, as canonical JSON."""
    mine, theirs = chosen(one), chosen(other)
    # Python takes True for 1; their canonical texts differ.
    return mine == theirs and canonical_text(mine) == canonical_text(theirs)


def declared_actor(payload: Mapping[str, Any]) -> ActorClass:
    """The actor class of the payload, actuary when it has none.

    Raises JudgmentError BAD_DECISION for an unknown class.
    """
    declared = payload.get("actor")
    if declared is None:
        return "actuary"
    if not isinstance(declared, str) or declared not in ACTOR_CLASSES:
        known = ", ".join(sorted(ACTOR_CLASSES))
        raise bad_decision({"actor": [f"{declared!r} is not one of {known}."]})
    return declared  # type: ignore[return-value]


def bad_decision(fields: Mapping[str, list[str]]) -> JudgmentError:
    """The refusal of values, field by field."""
    said = "; ".join(
        f"{name}: {' '.join(messages)}" if name else " ".join(messages)
        for name, messages in fields.items()
    )
    return JudgmentError(
        "BAD_DECISION", f"The decision was not taken: {said}", fields=dict(fields)
    )


def _payload(instance: BaseModel) -> dict[str, Any]:
    declared = set(type(instance).model_fields)
    try:
        dumped = instance.model_dump(mode="json", include=declared, by_alias=False)
    except PydanticSerializationError as error:
        message = f"The decision cannot be written as JSON: {error}"
        raise JudgmentError("UNSUPPORTED_VALUE", message) from error
    given = instance.model_fields_set
    kept = {
        key: item for key, item in dumped.items() if item is not None or key in given
    }
    return plain(kept)  # type: ignore[return-value]


def _messages(error: ValidationError) -> dict[str, list[str]]:
    fields: dict[str, list[str]] = {}
    for each in error.errors(include_url=False, include_input=False):
        name = ".".join(str(part) for part in each["loc"])
        fields.setdefault(name, []).append(_sentence(each))
    return fields


def _sentence(each: ErrorDetails) -> str:
    # pydantic puts "Value error, " before the words of a model's own check.
    if each["type"] == "value_error":
        return str(each.get("ctx", {}).get("error", each["msg"]))
    return each["msg"]
