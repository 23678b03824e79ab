"""A rationale cannot be blank, and values are read against the model."""

from decimal import Decimal
from typing import Annotated, Any, Self

import pytest
from pydantic import BaseModel, ConfigDict, Field, model_validator

from judgment_console.judgment import ACTOR_IDENTITY_KEY, HookError, Rationale, Verb
from judgment_console.judgment.decisions import (
    chosen,
    declared_actor,
    identity_of,
    read_values,
    same_values,
)
from tests.judgment.conftest import refused


class Stripping(BaseModel):
    model_config = ConfigDict(str_strip_whitespace=True, frozen=True)
    cap: Annotated[int, Field(gt=0)] | None = None
    basis: str | None = "paid"
    note: str | None = None
    rationale: Annotated[str, Field(max_length=200)]


class Factors(BaseModel):
    factors: dict[str, Annotated[float, Field(ge=1)]]
    tail: float = 1.0
    rationale: str

    @model_validator(mode="after")
    def falls(self) -> Self:
        if self.tail > 2:
            raise ValueError("The tail is above 2.")
        return self


class Odd(BaseModel):
    rationale: str

    @model_validator(mode="after")
    def breaks(self) -> Self:
        raise ZeroDivisionError("by design")


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")
    rationale: str


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    anything: Any = None
    rationale: str


@pytest.mark.parametrize("text", ["", "  ", "\n", "\u200b", None, 3, b"why", ["why"]])
def test_rationale_without_words_cannot_be_built(text: Any) -> None:
    with refused("MISSING_RATIONALE"):
        Rationale(text)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (" why \t", " why \t"),
        ("one\r\ntwo\rthree\n", "one\ntwo\nthree\n"),
        ("e\u0301", "e\u0301"),
        ("なぜなら", "なぜなら"),
    ],
)
def test_rationale_is_kept_as_received(text: str, kept: str) -> None:
    assert Rationale(text).text == kept


@pytest.mark.parametrize("text", ["a\u202eb", "a\0b", "a\ud800b"])
def test_rationale_with_hidden_characters_is_refused(text: str) -> None:
    with refused("HIDDEN_CHARACTERS"):
        Rationale(text)


def test_rationale_beyond_the_limit_is_refused() -> None:
    with refused("TEXT_TOO_LONG"):
        Rationale("a" * 20_001)


def test_verbs_are_the_four_words() -> None:
    assert list(Verb) == ["approve", "adjust", "return", "reject"]


def test_read_values_keeps_the_rationale_that_a_model_would_strip() -> None:
    instance, payload = read_values(Stripping, {"cap": "5"}, " why ")

    assert payload == {"cap": 5, "basis": "paid", "rationale": " why "}
    assert instance == Stripping.model_construct(
        cap=5, basis="paid", note=None, rationale=" why "
    )


def test_read_values_keeps_none_that_was_given() -> None:
    payload = read_values(Stripping, {"cap": None}, "why")[1]

    assert payload == {"cap": None, "basis": "paid", "rationale": "why"}


def test_read_values_names_each_field_that_is_refused() -> None:
    with refused("BAD_DECISION") as caught:
        read_values(Factors, {"factors": {"12": 0.5, "24": "x"}}, "why")

    assert caught.value.facts["fields"] == {
        "factors.12": ["Input should be greater than or equal to 1"],
        "factors.24": [
            "Input should be a valid number, unable to parse string as a number"
        ],
    }
    assert "factors.12" in caught.value.message


def test_read_values_tells_a_rule_over_several_fields_in_its_own_words() -> None:
    with refused("BAD_DECISION") as caught:
        read_values(Factors, {"factors": {}, "tail": 3}, "why")

    assert caught.value.facts["fields"] == {"": ["The tail is above 2."]}


def test_read_values_takes_nan_for_no_value() -> None:
    with refused("UNSUPPORTED_VALUE") as caught:
        read_values(Factors, {"factors": {}, "tail": float("nan")}, "why")

    assert "$.tail" in caught.value.message


def test_read_values_refuses_undeclared_keys_where_the_model_does() -> None:
    with refused("BAD_DECISION") as caught:
        read_values(Strict, {"decided_by": "me"}, "why")

    assert list(caught.value.facts["fields"]) == ["decided_by"]


def test_read_values_drops_undeclared_keys_that_a_model_lets_in() -> None:
    assert read_values(Open, {"other": object()}, "why")[1] == {"rationale": "why"}


def test_read_values_writes_numbers_as_the_model_holds_them() -> None:
    class Exact(BaseModel):
        amount: Decimal
        rationale: str

    assert read_values(Exact, {"amount": "1.10"}, "why")[1]["amount"] == "1.10"


def test_read_values_refuses_what_is_no_json() -> None:
    with refused("UNSUPPORTED_VALUE"):
        read_values(Open, {"anything": object()}, "why")


def test_read_values_reports_a_model_that_breaks() -> None:
    with pytest.raises(HookError) as caught:
        read_values(Odd, {}, "why")

    assert caught.value.name == "ZeroDivisionError"


def test_chosen_leaves_rationale_and_actor_out() -> None:
    assert chosen({"cap": 5, "actor": "agent", "rationale": "why"}) == {"cap": 5}


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ({"a": 1}, {"a": 1.0, "rationale": "why"}, True),
        ({"a": [1, 2]}, {"a": [2, 1]}, False),
        ({"a": True}, {"a": 1}, False),
        ({"a": 0.0}, {"a": -0.0}, True),
        ({"a": None}, {}, False),
    ],
)
def test_same_values_compares_canonical_json(
    one: dict[str, Any], other: dict[str, Any], expected: bool
) -> None:
    assert same_values(one, other) is expected


@pytest.mark.parametrize(
    ("payload", "actor"),
    [
        ({}, "actuary"),
        ({"actor": None}, "actuary"),
        ({"actor": "agent"}, "agent"),
        ({"actor": "default"}, "default"),
    ],
)
def test_declared_actor_is_one_of_three(payload: dict[str, Any], actor: str) -> None:
    assert declared_actor(payload) == actor


@pytest.mark.parametrize("actor", ["robot", "", "Actuary", 3, ["agent"]])
def test_declared_actor_of_another_class_is_refused(actor: Any) -> None:
    with refused("BAD_DECISION"):
        declared_actor({"actor": actor})


@pytest.mark.parametrize("value", [None, "", 3, ["jane"]])
def test_identity_that_is_no_text_is_absent(value: Any) -> None:
    assert identity_of({ACTOR_IDENTITY_KEY: value}) is None


def test_identity_that_cannot_be_recorded_is_refused() -> None:
    with refused("UNSUPPORTED_VALUE"):
        identity_of({ACTOR_IDENTITY_KEY: "jane\ud800"})
