import hashlib
import json
import math
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judgment_console.errors import JudgmentError
from judgment_console.ledger.canonical import (
    MAX_DEPTH,
    MAX_INTEGER,
    canonical_text,
    digest,
    digest_bytes,
    integrity_tag,
    plain,
    read_canonical,
)

safe_integers = st.integers(-MAX_INTEGER, MAX_INTEGER)
finite = st.floats(allow_nan=False, allow_infinity=False)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
json_values = st.recursive(
    st.none() | st.booleans() | safe_integers | finite | texts,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4)
    ),
    max_leaves=12,
)


def test_cj_01_keys_are_sorted_and_nothing_is_padded() -> None:
    value = {"b": 1, "a": {"d": [1, 2], "c": 3}}

    assert canonical_text(value) == '{"a":{"c":3,"d":[1,2]},"b":1}'


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1e21, "1e+21"),
        (1e-7, "1e-7"),
        (0.000001, "0.000001"),
        (1e20, "100000000000000000000"),
        (0.1 + 0.2, "0.30000000000000004"),
        (-0.0, "0"),
        (1.0, "1"),
        (984888.6390497377, "984888.6390497377"),
        (971257.8064699435, "971257.8064699435"),
        (5e-324, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (2.0**53, "9007199254740992"),
    ],
)
def test_cj_02_number_has_the_shortest_form(number: float, text: str) -> None:
    assert canonical_text(number) == text
    assert read_canonical(text) == number


@pytest.mark.parametrize(
    ("keys", "ordered"),
    [
        (["😀", "é", "z", "A"], ["A", "z", "é", "😀"]),
        (["\xab", "\xaa"], ["\xaa", "\xab"]),
    ],
)
def test_cj_03_keys_sort_by_utf_16_unit(keys: list[str], ordered: list[str]) -> None:
    text = canonical_text(dict.fromkeys(keys, 0))

    assert list(json.loads(text)) == ordered


def test_cj_03_astral_key_sorts_before_the_end_of_the_basic_plane() -> None:
    assert canonical_text({"\ufb33": 1, "😀": 2}) == '{"😀":2,"\ufb33":1}'


def test_cj_04_lone_surrogate_is_refused_with_its_path() -> None:
    with pytest.raises(JudgmentError) as refusal:
        canonical_text({"k": "\ud800"})

    assert refusal.value.code == "UNSUPPORTED_VALUE"
    assert refusal.value.facts == {"path": "$.k"}
    assert str(refusal.value) == (
        "text with a lone surrogate has no canonical JSON form at $.k"
    )


def test_cj_04_lone_surrogate_in_a_key_is_refused_with_its_path() -> None:
    with pytest.raises(JudgmentError) as refusal:
        canonical_text({"rows": [{"\udc00": 1}]})

    assert refusal.value.facts == {"path": '$.rows[0]["\\udc00"]'}


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("", "cbf29ce484222325"),
        ("a", "af63dc4c8601ec8c"),
        ("foobar", "85944171f73967e8"),
    ],
)
def test_cj_05_integrity_tag_is_fnv_1a(text: str, tag: str) -> None:
    assert integrity_tag(text) == tag


def a_function() -> None:
    """Stands for any value that is not data."""


@pytest.mark.parametrize(
    ("value", "named"),
    [
        (math.nan, "NaN"),
        (math.inf, "an infinite number"),
        (-math.inf, "an infinite number"),
        (MAX_INTEGER + 1, "an integer beyond 2^53 - 1"),
        (-MAX_INTEGER - 1, "an integer beyond 2^53 - 1"),
        (Decimal("1.5"), "a value of type Decimal"),
        (datetime(2026, 1, 1, tzinfo=UTC), "a value of type datetime"),
        (date(2026, 1, 1), "a value of type date"),
        (b"bytes", "a value of type bytes"),
        ({1, 2}, "a value of type set"),
        (a_function, "a value of type function"),
        (object(), "a value of type object"),
        (1j, "a value of type complex"),
        ({2: "two"}, "a key of type int"),
        ({None: 0}, "a key of type NoneType"),
    ],
)
def test_cj_06_refused_value_is_named_with_its_path(value: Any, named: str) -> None:
    with pytest.raises(JudgmentError) as refusal:
        plain({"results": {"rows": [{}, {"x": value}]}})

    assert refusal.value.code == "UNSUPPORTED_VALUE"
    assert refusal.value.message == (
        f"{named} has no canonical JSON form at $.results.rows[1].x"
    )


def test_cj_06_circular_reference_is_refused() -> None:
    value: dict[str, Any] = {"a": []}
    value["a"].append(value)

    with pytest.raises(JudgmentError, match=r"circular reference .* at \$\.a\[0\]"):
        plain(value)


def test_plain_accepts_one_object_in_two_places() -> None:
    shared = [1, 2]

    assert plain({"a": shared, "b": shared}) == {"a": [1, 2], "b": [1, 2]}


def nested(levels: int) -> Any:
    value: Any = 0
    for _ in range(levels):
        value = [value]
    return value


def test_plain_accepts_the_deepest_level_and_refuses_one_more() -> None:
    assert plain(nested(MAX_DEPTH)) == nested(MAX_DEPTH)
    with pytest.raises(JudgmentError, match="more than 64 levels"):
        plain(nested(MAX_DEPTH + 1))


def test_plain_refuses_very_deep_values_without_recursion_error() -> None:
    with pytest.raises(JudgmentError, match="more than 64 levels"):
        plain(nested(100_000))


class Colour(StrEnum):
    RED = "red"


class Count(IntEnum):
    TWO = 2


class Money(float):
    """A float of a type of its own, as numpy has them."""


def test_plain_turns_containers_and_subclasses_into_the_plain_types() -> None:
    value = MappingProxyType(
        {"t": (1, Colour.RED), "o": OrderedDict(n=Count.TWO), "m": Money(1.5)}
    )

    copy = plain(value)

    assert copy == {"t": [1, "red"], "o": {"n": 2}, "m": 1.5}
    assert isinstance(copy, dict)
    assert [type(item) for item in copy["t"]] == [int, str]  # type: ignore[union-attr]
    assert [type(copy["o"]), type(copy["m"])] == [dict, float]


def test_plain_keeps_integers_floats_and_booleans_apart() -> None:
    copy = plain([1, 1.0, True, 0, 0.0, False, None])

    assert isinstance(copy, list)
    assert [type(item) for item in copy] == [
        int,
        float,
        bool,
        int,
        float,
        bool,
        type(None),
    ]


def test_plain_shares_nothing_with_what_it_was_given() -> None:
    given_value: dict[str, Any] = {"rows": [{"x": 1}]}

    copy = plain(given_value)
    given_value["rows"][0]["x"] = 2

    assert copy == {"rows": [{"x": 1}]}


@given(st.dictionaries(texts, json_values), st.randoms(use_true_random=False))
def test_canonical_text_does_not_depend_on_the_order_of_keys(
    value: dict[str, Any], random: Any
) -> None:
    items = list(value.items())
    random.shuffle(items)

    assert canonical_text(dict(items)) == canonical_text(value)


@given(json_values)
def test_canonical_text_reads_back_equal(value: Any) -> None:
    assert read_canonical(canonical_text(value)) == value


@given(safe_integers | finite)
def test_stored_number_reads_back_equal(number: float) -> None:
    assert read_canonical(canonical_text([number])) == [number]


@given(json_values)
def test_read_canonical_accepts_only_the_canonical_spelling(value: Any) -> None:
    canonical = canonical_text(value)
    spellings: list[Callable[[Any], str]] = [
        json.dumps,
        lambda v: json.dumps(v, ensure_ascii=False, separators=(",", ":")),
        lambda v: json.dumps(
            v, ensure_ascii=False, separators=(",", ":"), sort_keys=True
        ),
        lambda v: json.dumps(v, separators=(",", ":"), sort_keys=True),
    ]
    for spell in spellings:
        text = spell(value)
        if text == canonical:
            assert read_canonical(text) == value
        else:
            with pytest.raises(ValueError, match="canonical form"):
                read_canonical(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "nothing",
        "NaN",
        "-Infinity",
        "1e400",
        "1.0",
        "1e-07",
        "1E+21",
        "-0",
        "-0.0",
        "0.10",
        "9007199254740993",
        "9" * 400,
        " 1",
        '{"a":1,"a":1}',
        '{"b":1,"a":1}',
        '{"\ufb33":1,"😀":2}',
        '"\\u0041"',
        '"\\ud800"',
        '"\ud800"',
        '"\\/"',
        "[" * 100_000,
        "[" * 500 + "]" * 500 + " ",
    ],
)
def test_read_canonical_refuses_any_other_text(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_canonical(text)


def test_digest_is_sha_256_over_tag_zero_and_text() -> None:
    expected = hashlib.sha256("entry\0é".encode()).hexdigest()

    assert digest("entry", "é") == digest_bytes("entry", "é".encode()) == expected


def test_digest_differs_by_tag() -> None:
    assert len({digest(tag, "x") for tag in ("entry", "genesis", "checkpoint")}) == 3


@pytest.mark.parametrize("tag", ["", "Entry", "a b", "entry\0", "é"])
def test_digest_refuses_a_tag_that_is_not_a_word(tag: str) -> None:
    with pytest.raises(ValueError, match="a tag is a lower-case word"):
        digest(tag, "x")


def test_digest_refuses_a_lone_surrogate() -> None:
    with pytest.raises(JudgmentError, match="lone surrogate"):
        digest("entry", "\ud800")
