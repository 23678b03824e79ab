"""The controls of a decision form, read from the gate's decision model."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from judgment_console.reviews.formats import in_sentence

PREFIX = "value-"
NOT_ASKED = frozenset({"rationale", "actor", "actor_identity"})

Kind: TypeAlias = Literal["number", "whole", "choice", "text", "lines", "kept"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """One control: a field of the model, or one key of a field that maps keys.

    ``choices`` pairs the posted word with the value it stands for. ``nullable`` takes
    null, ``optional`` may be left blank. A ``kept`` leaf has a type that no control
    fits; its value is carried over.
    """

    name: str
    id: str
    field: str
    key: str | None
    label: str
    kind: Kind
    format: str
    nullable: bool
    optional: bool
    choices: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """One field of the model with its controls; ``help`` says range and meaning."""

    field: str
    label: str
    help: str
    mapping: bool
    leaves: tuple[Leaf, ...]


def groups_of(
    model: type[BaseModel], sources: Iterable[Mapping[str, Any]]
) -> tuple[Group, ...]:
    """The controls for a model; keys of mappings come from the given values."""
    known = tuple(sources)
    return tuple(
        _group(name, info, _keys(name, known))
        for name, info in model.model_fields.items()
        if name not in NOT_ASKED
    )


def leaves_of(groups: Iterable[Group]) -> Iterator[Leaf]:
    """Every control of the form, in order."""
    for group in groups:
        yield from group.leaves


def value_at(values: Mapping[str, Any] | None, leaf: Leaf) -> Any:
    """The value of a leaf in decision values; None where there is none."""
    value = (values or {}).get(leaf.field)
    if leaf.key is None:
        return value
    return value.get(leaf.key) if isinstance(value, Mapping) else None


def _keys(name: str, sources: Iterable[Mapping[str, Any]]) -> list[str]:
    mappings = (source.get(name) for source in sources)
    each = (key for found in mappings if isinstance(found, Mapping) for key in found)
    return sorted(dict.fromkeys(each), key=_natural)


def _natural(key: str) -> list[tuple[int, str]]:
    # Canonical JSON sorts 108-120 before 12-24; people count.
    parts = re.split(r"([0-9]{1,15})", key)
    return [(int(part), "") if part.isdecimal() else (0, part) for part in parts]


def _group(name: str, info: FieldInfo, keys: list[str]) -> Group:
    kind, choices, nullable = _kind(info.annotation)
    inner = _mapped(info.annotation)
    leaf = Leaf(
        name=PREFIX + name,
        id=PREFIX + name,
        field=name,
        key=None,
        label=info.title or name.replace("_", " ").capitalize(),
        kind=kind,
        format=_extra(info, "format"),
        nullable=nullable,
        optional=nullable or not info.is_required(),
        choices=choices,
    )
    leaves = (leaf,) if inner is None else _keyed(leaf, inner, keys)
    return Group(
        field=name,
        label=leaf.label,
        help=_help(info, leaf.format),
        mapping=inner is not None,
        leaves=leaves,
    )


def _keyed(leaf: Leaf, inner: Any, keys: list[str]) -> tuple[Leaf, ...]:
    kind, choices, _ = _kind(inner)
    if not keys:
        return (replace(leaf, kind="lines" if kind == "text" else "kept"),)
    return tuple(
        replace(
            leaf,
            name=f"{leaf.name}-{key}",
            id=f"{leaf.name}-{number}",
            key=key,
            label=key,
            kind=kind,
            choices=choices,
        )
        for number, key in enumerate(keys, start=1)
    )


def _mapped(annotation: Any) -> Any | None:
    origin = get_origin(annotation)
    if origin in (Union, UnionType):
        return next(filter(None, map(_mapped, get_args(annotation))), None)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return get_args(annotation)[1]
    return None


def _kind(annotation: Any) -> tuple[Kind, tuple[tuple[str, Any], ...], bool]:
    origin = get_origin(annotation)
    if origin is Annotated:
        return _kind(get_args(annotation)[0])
    if origin in (Union, UnionType):
        return _union(get_args(annotation))
    if origin is Literal:
        return (
            "choice",
            tuple((str(each), each) for each in get_args(annotation)),
            False,
        )
    if annotation is bool:
        return "choice", (("yes", True), ("no", False)), False
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return "choice", tuple((str(e.value), e.value) for e in annotation), False
    kinds: dict[Any, Kind] = {float: "number", int: "whole", str: "text"}
    return kinds.get(annotation, "kept"), (), False


def _union(members: tuple[Any, ...]) -> tuple[Kind, tuple[tuple[str, Any], ...], bool]:
    others = [member for member in members if member is not type(None)]
    optional = len(others) < len(members)
    if set(others) == {int, float}:
        return "number", (), optional
    if len(others) == 1:
        kind, choices, _ = _kind(others[0])
        return kind, choices, optional
    return "kept", (), optional


def _extra(info: FieldInfo, name: str) -> str:
    extra = info.json_schema_extra
    return str(extra.get(name, "")) if isinstance(extra, Mapping) else ""


def _help(info: FieldInfo, format: str) -> str:
    bounds: dict[str, str] = {}
    for rule in info.metadata:
        for sign in ("ge", "gt", "le", "lt"):
            if (bound := getattr(rule, sign, None)) is not None:
                bounds[sign] = in_sentence(bound, format or "number")
    words = {"ge": "at least", "gt": "more than", "le": "at most", "lt": "less than"}
    if set(bounds) == {"ge", "le"}:
        limits = f"Range {bounds['ge']} to {bounds['le']}."
    else:
        said = (f"{words[sign]} {bound}" for sign, bound in bounds.items())
        limits = " and ".join(said).capitalize() + ("." if bounds else "")
    return " ".join(filter(None, (info.description, limits)))
