"""What the values in a form would do if they were recorded; nothing is recorded."""

import re
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, replace
from typing import Any

from judgment_console.ledger.figures import said
from judgment_console.reviews.decision_ask import Ask
from judgment_console.reviews.decision_fields import Leaf, value_at
from judgment_console.reviews.decision_values import Values, leaf_text
from judgment_console.reviews.formats import MINUS, in_full, is_number

PATIENCE = 50
"""How often a page asks for an effect before it only waits: about 14 seconds."""
_LONGEST = 60
_MOST_TYPED = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A value that is not the proposed one; ``typed`` where it reads otherwise."""

    label: str
    value: str
    proposed: str
    typed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """How the values of a form stand.

    ``state`` is same (as proposed), unread (``problems`` say why), unknown (not asked
    yet), computed, waiting, slow (nobody computes), or failed. ``label`` names the
    stored alternative that the values are. ``confirmations`` and ``notes`` are what the
    gate's check says of them.
    """

    state: str
    label: str = ""
    headline: str = ""
    effect: str = ""
    changes: tuple[Change, ...] = ()
    problems: tuple[str, ...] = ()
    confirmations: tuple[str, ...] = ()
    confirmed: Set[str] = frozenset()
    notes: tuple[str, ...] = ()
    tried: int = 0

    @property
    def asks(self) -> bool:
        """Whether the page asks for the effect by itself."""
        return self.state == "unknown"

    @property
    def echoes(self) -> tuple[Change, ...]:
        """The numbers that were typed in another way than they are read."""
        return tuple(each for each in self.changes if each.typed)

    def with_confirmations(self, texts: Iterable[str]) -> "Preview":
        """The same, asking also for these."""
        return replace(
            self, confirmations=tuple(dict.fromkeys((*texts, *self.confirmations)))
        )


def changes_of(ask: Ask, read: Values, texts: Mapping[str, Any]) -> tuple[Change, ...]:
    """What differs from the proposal, as it is read."""
    proposed = ask.values("")
    return tuple(
        Change(
            label=leaf.label,
            value=shown(value_at(read.values, leaf), leaf),
            proposed=shown(value_at(proposed, leaf), leaf),
            typed=_typed(texts.get(leaf.name), value_at(read.values, leaf)),
        )
        for leaf in ask.leaves
        if leaf.name in read.changed
    )


def label_of(ask: Ask, values: Mapping[str, Any]) -> str:
    """The label of the stored alternative that these values are, else ""."""
    for number, each in enumerate(ask.alternatives):
        stored = ask.values(str(number))
        if all(value_at(stored, leaf) == value_at(values, leaf) for leaf in ask.leaves):
            return str(each["label"])
    return ""


def problems_of(ask: Ask, problems: Mapping[str, str]) -> tuple[str, ...]:
    """What could not be read, each with its field."""
    labels = {leaf.name: leaf.label for leaf in ask.leaves}
    return tuple(
        f"{labels[name]}: {text}" if name in labels else text
        for name, text in problems.items()
    )


def shown(value: Any, leaf: Leaf) -> str:
    """A value in a sentence: numbers as their field shows them, words cut.

    A number with more digits than its field shows is said with all of them, unless
    they are those of a computation.
    """
    if value is None:
        return "nothing"
    if not is_number(value):
        text = said(value)
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST].rstrip()}…"
    drawn = leaf_text({leaf.field: _nested(leaf, value)}, leaf)
    typed = len(repr(value)) <= _MOST_TYPED and float(drawn) != value
    return in_full(value) if typed else _grouped(drawn)


def _nested(leaf: Leaf, value: Any) -> Any:
    return value if leaf.key is None else {leaf.key: value}


def _grouped(drawn: str) -> str:
    whole, point, rest = drawn.partition(".")
    grouped = re.sub(r"\B(?=(?:\d{3})+$)", ",", whole)
    return f"{grouped}{point}{rest}".replace("-", MINUS)


def _typed(text: Any, value: Any) -> str:
    """The text of a typed number whose reading looks different, else ""."""
    typed = str(text or "").strip()
    alike = (str(value), f"{value:.15g}", in_full(value)) if is_number(value) else ()
    if not alike or typed in alike:
        return ""
    try:
        return typed if float(typed) == value else ""
    except ValueError:
        return ""
