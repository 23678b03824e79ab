"""Typed texts turned into decision values, without losing a digit of the proposal."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from judgment_console.errors import JudgmentError
from judgment_console.ledger.text import typed_text
from judgment_console.reviews.decision_fields import Group, Leaf, leaves_of, value_at
from judgment_console.reviews.numbers import field_text, read_number, read_whole

_NEEDED = "This is needed."
_NO_PAIR = "Write one pair a line, with an equals sign: 2003 12-24 = reason"


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """What the fields say: values for the model, problems and changes by field name.

    ``changed`` names the controls whose value is not the proposed one.
    """

    values: dict[str, Any] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)

    @classmethod
    def read(
        cls,
        groups: Iterable[Group],
        texts: Mapping[str, Any],
        *,
        proposed: Mapping[str, Any],
        shown: Mapping[str, Any],
        chosen: Mapping[str, Any] | None,
    ) -> Self:
        """Read the controls.

        ``shown`` is what the fields were drawn with. A text left as drawn takes
        the exact value of ``chosen``, or of ``shown`` when nothing was chosen; a text
        that equals the drawing of a proposed or chosen value takes that value; anything
        else is read as typed.
        """
        read = cls()
        for group in groups:
            for leaf in group.leaves:
                try:
                    value = _value(leaf, texts, proposed, shown, chosen)
                except (ValueError, JudgmentError) as problem:
                    read.problems[leaf.name] = str(problem)
                    read.changed.add(leaf.name)
                    continue
                if value != value_at(proposed, leaf):
                    read.changed.add(leaf.name)
                read._keep(leaf, value, shown if chosen is None else chosen)
        return read

    def _keep(self, leaf: Leaf, value: Any, source: Mapping[str, Any]) -> None:
        if leaf.key is not None:
            keyed = self.values.setdefault(leaf.field, {})
            if value is not None:
                keyed[leaf.key] = value
        elif value is not None or (
            leaf.nullable and (leaf.field in source or leaf.name in self.changed)
        ):
            self.values[leaf.field] = value


def leaf_text(values: Mapping[str, Any], leaf: Leaf) -> str:
    """The value of a control as its field is drawn."""
    value = value_at(values, leaf)
    if leaf.kind == "lines" and isinstance(value, Mapping):
        return "\n".join(f"{key} = {words}" for key, words in value.items())
    if leaf.kind == "choice":
        return next((word for word, each in leaf.choices if _same(each, value)), "")
    return field_text(value, leaf.format)


def changed_texts(
    groups: Iterable[Group], texts: Mapping[str, Any], proposed: Mapping[str, Any]
) -> dict[str, str]:
    """The texts that differ from the drawing of the proposal, to carry them over."""
    return {
        leaf.name: str(texts[leaf.name])
        for leaf in leaves_of(groups)
        if leaf.name in texts
        and _lines(str(texts[leaf.name])) != _lines(leaf_text(proposed, leaf))
    }


def _value(
    leaf: Leaf,
    texts: Mapping[str, Any],
    proposed: Mapping[str, Any],
    shown: Mapping[str, Any],
    chosen: Mapping[str, Any] | None,
) -> Any:
    drawn = leaf_text(shown, leaf)
    text = _lines(str(texts.get(leaf.name, drawn)))
    if leaf.kind == "kept" or text == _lines(drawn):
        value = value_at(shown if chosen is None else chosen, leaf)
        if value is None and leaf.key is None and not leaf.optional:
            raise ValueError(_NEEDED)
        return value
    for known in filter(None, (proposed, chosen)):
        value = value_at(known, leaf)
        if value is not None and text == _lines(leaf_text(known, leaf)):
            return value
    return _typed(leaf, text)


def _typed(leaf: Leaf, text: str) -> Any:
    if leaf.kind == "choice":
        known = dict(leaf.choices)
        if text not in known and not (text == "" and leaf.optional):
            raise ValueError("Choose one of the list.")
        return known.get(text)
    if leaf.kind == "text":
        return typed_text(text)
    if leaf.kind == "lines":
        return dict(
            _pair(line) for line in typed_text(text).split("\n") if line.strip()
        )
    if not text.strip():
        if not leaf.optional:
            raise ValueError(_NEEDED)
        return None
    return read_whole(text) if leaf.kind == "whole" else read_number(text)


def _pair(line: str) -> tuple[str, str]:
    key, equals, words = line.partition("=")
    if not (equals and key.strip() and words.strip()):
        raise ValueError(_NO_PAIR)
    return key.strip(), words.strip()


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
