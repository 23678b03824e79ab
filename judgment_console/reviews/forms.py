"""The forms of upload and confirmation: they read fields and show them again.

What a value means is judged in services; a refusal from there is put on its field.
"""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from judgment_console.errors import JudgmentError
from judgment_console.ledger.text import typed_text
from judgment_console.reviews.numbers import read_number

UNITS = ((1, "single units"), (1_000, "thousands"), (1_000_000, "millions"))
_CURRENCY = re.compile(r"[A-Z]{3}")
DATE = forms.DateInput(attrs={"type": "date", "class": "short"}, format="%Y-%m-%d")


class Strict(forms.Form):
    """A form that refuses fields that it does not have, and fields sent twice."""

    error_css_class = "has-error"

    def __init__(self, data: QueryDict | None = None, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(data, **kwargs)
        self._offer()
        if data is not None:
            self._know(data)

    def _offer(self) -> None:
        """Shape the fields by what there is to choose; called before data is read."""

    def _know(self, data: QueryDict) -> None:
        known = {*self.fields, "csrfmiddlewaretoken"}
        unknown = sorted(set(data) - known)
        repeated = sorted(name for name in data if len(data.getlist(name)) > 1)
        if unknown or repeated:
            raise JudgmentError(
                "BAD_REQUEST",
                "The form was sent with fields that it does not have or has once: "
                f"{', '.join(unknown + repeated)}.",
                unknown=unknown,
                repeated=repeated,
            )

    def clean(self) -> dict[str, Any]:
        """Nothing typed may hide or reorder what is read."""
        for name, value in list(self.cleaned_data.items()):
            if isinstance(value, str):
                try:
                    self.cleaned_data[name] = typed_text(value)
                except JudgmentError as error:
                    self.add_error(name, error.message)
        return self.cleaned_data

    def refuse(self, error: JudgmentError) -> None:
        """Show a refusal of the service on its fields, or above the form."""
        fields = error.facts.get("fields")
        if not isinstance(fields, Mapping) or not fields:
            self.add_error(None, error.message)
            return
        for name, texts in fields.items():
            place = name if name in self.fields else None
            for text in [texts] if isinstance(texts, str) else texts:
                self.add_error(place, text)


class Number(forms.CharField):
    """A number in the one grammar of typed numbers; None when left empty."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "class": "short"})

    def to_python(self, value: Any) -> Any:
        """The number, or the hint why it is not one."""
        typed = super().to_python(value)
        if not typed:
            return None
        try:
            return read_number(typed)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error


class UploadForm(Strict):
    """One file."""

    file = forms.FileField(
        label="Triangle",
        help_text="CSV or text, up to 5 MB: one row per origin with its ages, or one "
        "row per cell (origin, age, value).",
        error_messages={"required": "Choose a file first.", "empty": "It is empty."},
    )


class ConfirmForm(Strict):
    """What a person says of a file that was understood."""

    name = forms.CharField(max_length=120, label="Name of the data set")
    segment = forms.CharField(
        max_length=120,
        label="Segment",
        help_text="The part of the business, as in earlier reviews.",
    )
    currency = forms.CharField(
        max_length=3,
        help_text="Three letters, for example USD.",
        widget=forms.TextInput(
            attrs={"class": "short", "autocapitalize": "characters"}
        ),
    )
    unit = forms.TypedChoiceField(
        choices=UNITS, coerce=int, label="Figures in the file are in"
    )
    valuation_date = forms.DateField(
        widget=DATE, input_formats=["%Y-%m-%d"], label="Valuation date"
    )
    cumulative = forms.TypedChoiceField(
        choices=(("yes", "cumulative"), ("no", "incremental")),
        coerce=lambda text: text == "yes",
        label="Figures are",
    )
    control_total = Number(
        required=False,
        label="Control total",
        help_text="The total of the latest diagonal in currency units, from your own "
        "books. It has to agree within 0.1 %.",
    )

    def clean_currency(self) -> str:
        """Three capital letters."""
        return three_letters(self.cleaned_data["currency"])


def three_letters(typed: str) -> str:
    if not _CURRENCY.fullmatch(typed):
        raise forms.ValidationError("Write three capital letters, for example USD.")
    return typed
