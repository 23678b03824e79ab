"""Django fields for the controls of a decision form."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from judgment_console.reviews.decision_ask import Ask
from judgment_console.reviews.decision_fields import Leaf
from judgment_console.reviews.formats import signed


def alternative_choices(ask: Ask) -> Sequence[tuple[str, str]]:
    own = [("", "the fields below")]
    return own + [
        (str(number), _alternative_label(each))
        for number, each in enumerate(ask.alternatives)
    ]


def _alternative_label(each: Mapping[str, Any]) -> str:
    impact = each["impact"]
    return f"{each['label']}" + ("" if impact is None else f" ({signed(impact)})")


def control(leaf: Leaf) -> forms.Field:
    attrs: dict[str, Any] = {"id": leaf.id}
    if leaf.kind == "choice":
        blank = [("", "–")] if leaf.optional else []
        return forms.ChoiceField(
            required=False,
            label=leaf.label,
            choices=blank + [(word, word) for word, _ in leaf.choices],
            widget=forms.Select(attrs=attrs),
            error_messages={"invalid_choice": "Choose one of the list."},
        )
    if leaf.kind in ("text", "lines"):
        area = forms.Textarea(attrs=attrs | {"rows": 2})
        return forms.CharField(
            required=False, strip=False, label=leaf.label, widget=area
        )
    number = {"inputmode": "decimal", "autocomplete": "off", "class": "num"}
    box = forms.TextInput(attrs=attrs | number)
    return forms.CharField(required=False, strip=False, label=leaf.label, widget=box)
