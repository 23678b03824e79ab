"""Canonical JSON and every hash of the product."""

import hashlib
import json
import math
import re
from collections.abc import Mapping
from typing import NoReturn, TypeAlias

import rfc8785

from judgment_console.errors import JudgmentError

JsonValue: TypeAlias = (
    "dict[str, JsonValue] | list[JsonValue] | str | int | float | bool | None"
)

MAX_DEPTH = 64
MAX_INTEGER = 2**53 - 1

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_TAG = re.compile(r"[a-z][a-z0-9-]*")
_SURROGATE = re.compile("[\ud800-\udfff]")
_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))

_FNV_OFFSET = 0xCBF29CE484222325
_FNV_PRIME = 0x100000001B3


def plain(value: object) -> JsonValue:
    """A deep copy in dicts, lists, text, numbers, booleans and None.

    Integers and floats are kept apart. Raises JudgmentError UNSUPPORTED_VALUE, with
    the path of the first value that has no canonical JSON form ("$.rows[1].x").
    """
    return _plain(value, "$", ())


def canonical_text(value: object) -> str:
    """The value in the JSON Canonicalization Scheme of RFC 8785.

    Raises JudgmentError UNSUPPORTED_VALUE as `plain` does.
    """
    return rfc8785.dumps(plain(value)).decode()


def read_canonical(text: str) -> JsonValue:
    """The value of a canonical text; ValueError for any other text."""
    fractions: list[str] = []

    def fraction(literal: str) -> float:
        fractions.append(literal)
        return float(literal)

    try:
        value: JsonValue = json.loads(
            text, parse_float=fraction, parse_int=_integer, parse_constant=_no_constant
        )
        if not _surely_canonical(text, value, fractions):
            _compare(canonical_text(value), text)
    except (RecursionError, JudgmentError) as error:
        raise ValueError(str(error)) from error
    return value


def digest(tag: str, text: str) -> str:
    """SHA-256 in hex over the tag, a zero byte and the text in UTF-8.

    The tag keeps hashes of different things apart. Raises JudgmentError
    UNSUPPORTED_VALUE for text with a lone surrogate.
    """
    if _SURROGATE.search(text):
        _refuse("$", "text with a lone surrogate")
    return digest_bytes(tag, text.encode())


def digest_bytes(tag: str, data: bytes) -> str:
    """SHA-256 in hex over the tag, a zero byte and the data."""
    if not _TAG.fullmatch(tag):
        raise ValueError(f"a tag is a lower-case word: {tag!r}")
    return hashlib.sha256(tag.encode() + b"\0" + data).hexdigest()


def integrity_tag(text: str) -> str:
    """The 64-bit FNV-1a of the text in UTF-8: 16 hex digits.

    It shows accidents, not attacks.
    """
    tag = _FNV_OFFSET
    for byte in text.encode():
        tag = (tag ^ byte) * _FNV_PRIME % 2**64
    return f"{tag:016x}"


def _plain(value: object, path: str, above: tuple[int, ...]) -> JsonValue:
    # bool is an int, and an enumeration's member may be text or a number as well.
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _text(value, path)
    if isinstance(value, int):
        return _whole(int(value), path)
    if isinstance(value, float):
        return _finite(float(value), path)
    if isinstance(value, Mapping | list | tuple):
        return _container(value, path, above)
    return _refuse(path, f"a value of type {type(value).__name__}")


def _container(
    value: Mapping[object, object] | list[object] | tuple[object, ...],
    path: str,
    above: tuple[int, ...],
) -> JsonValue:
    if id(value) in above:
        _refuse(path, "a circular reference")
    if len(above) >= MAX_DEPTH:
        _refuse(path, f"more than {MAX_DEPTH} levels")
    inside = (*above, id(value))
    if isinstance(value, Mapping):
        return _mapping(value, path, inside)
    return [
        _plain(item, f"{path}[{index}]", inside) for index, item in enumerate(value)
    ]


def _mapping(
    value: Mapping[object, object], path: str, inside: tuple[int, ...]
) -> dict[str, JsonValue]:
    result: dict[str, JsonValue] = {}
    for key, item in value.items():
        if not isinstance(key, str):
            _refuse(path, f"a key of type {type(key).__name__}")
        name = _text(key, _below(path, key))
        result[name] = _plain(item, _below(path, name), inside)
    return result


def _text(value: str, path: str) -> str:
    if _SURROGATE.search(value):
        _refuse(path, "text with a lone surrogate")
    return str.__str__(value)


def _whole(value: int, path: str) -> int:
    if abs(value) > MAX_INTEGER:
        _refuse(path, "an integer beyond 2^53 - 1")
    return value


def _finite(value: float, path: str) -> float:
    if math.isnan(value):
        _refuse(path, "NaN")
    if math.isinf(value):
        _refuse(path, "an infinite number")
    return value


def _below(path: str, key: str) -> str:
    return f"{path}.{key}" if _NAME.fullmatch(key) else f"{path}[{json.dumps(key)}]"


def _refuse(path: str, what: str) -> NoReturn:
    raise JudgmentError(
        "UNSUPPORTED_VALUE", f"{what} has no canonical JSON form at {path}", path=path
    )


def _surely_canonical(text: str, value: JsonValue, fractions: list[str]) -> bool:
    """Whether the standard encoder, ten times as fast, settles the matter.

    It differs from RFC 8785 in keys beyond the basic plane, which it sorts by code
    point, and in fractions, which it writes with an exponent sooner or with ".0".
    """
    if len(text.encode("utf-16-le")) != 2 * len(text):
        return False
    if any("e" in literal or literal.endswith(".0") for literal in fractions):
        return False
    return _ENCODER.encode(value) == text


def _compare(canonical: str, text: str) -> None:
    if canonical != text:
        raise ValueError("the text is JSON but not in canonical form")


def _integer(literal: str) -> int | float:
    # A large float such as 1e20 is written without a fraction or an exponent.
    whole = int(literal)
    return whole if abs(whole) <= MAX_INTEGER else float(literal)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
