"""The form that starts a chain: its definition, and the engagement in words."""

from collections.abc import Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django import forms
from django.http import QueryDict

from judgment_console.queries.chains import EarlierChain
from judgment_console.reviews.definitions import label_of
from judgment_console.reviews.formats import day
from judgment_console.reviews.forms import DATE, UNITS, Number, Strict, three_letters

_MEASURES = (
    ("", "not stated"),
    ("central-estimate", "central estimate"),
    ("low-estimate", "low estimate"),
    ("high-estimate", "high estimate"),
)
_GROSS_NET = (
    ("", "not stated"),
    ("gross", "gross"),
    ("net-of-reinsurance", "net of reinsurance"),
    ("net-of-salvage-subro", "net of salvage and subrogation"),
    ("net-all", "net of reinsurance, salvage and subrogation"),
)
_EXPENSES = (
    ("", "not stated"),
    ("none", "none"),
    ("all", "all"),
    ("dcc", "defense and cost containment"),
    ("a&o", "adjusting and other"),
)


_BESIDE = frozenset({"title", "spec", "follows"})


class StartForm(Strict):
    """The engagement of a review; what is optional shows in the document.

    ``spec`` is asked when there is more than one definition, ``follows`` when a chain
    of the segment is completed.
    """

    spec = forms.ChoiceField(label="Kind of chain")
    follows = forms.TypedChoiceField(
        required=False,
        coerce=UUID,
        empty_value=None,
        label="Follows",
        help_text="The last review of this segment; each gate then shows its value.",
    )
    title = forms.CharField(max_length=200, label="Title")
    purpose = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="What the review is for, for example the year-end reserve.",
    )
    valuation_date = forms.DateField(
        widget=DATE, input_formats=["%Y-%m-%d"], label="Valuation date"
    )
    currency = forms.CharField(
        max_length=3, widget=forms.TextInput(attrs={"class": "short"})
    )
    unit = forms.ChoiceField(
        choices=[(words, words) for _, words in UNITS], label="Unit of the data"
    )
    intended_users = forms.CharField(required=False, label="Intended users")
    measure = forms.ChoiceField(
        required=False, label="Intended measure", choices=_MEASURES
    )
    gross_net = forms.ChoiceField(
        required=False, label="Gross or net", choices=_GROSS_NET
    )
    expenses = forms.ChoiceField(
        required=False, label="Adjustment expenses included", choices=_EXPENSES
    )
    line = forms.CharField(required=False, label="Line of business")
    accounting_date = forms.DateField(
        required=False,
        widget=DATE,
        input_formats=["%Y-%m-%d"],
        label="Accounting date",
    )
    review_date = forms.DateField(
        required=False, widget=DATE, input_formats=["%Y-%m-%d"], label="Review date"
    )
    responsible_actuary = forms.CharField(required=False, label="Responsible actuary")
    carried = Number(required=False, label="Carried reserve")
    materiality = Number(required=False, label="Materiality")
    materiality_basis = forms.CharField(
        required=False, label="Basis of the materiality"
    )
    reliances = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        label="Reliance on others",
    )
    limitations = forms.CharField(
        required=False, widget=forms.Textarea(attrs={"rows": 3}), label="Limits"
    )

    placed = ("spec", "follows")
    needed = ("title", "purpose", "valuation_date", "currency", "unit")

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        specs: Sequence[tuple[str, str]],
        earlier: Sequence[EarlierChain],
        **kwargs: Any,
    ) -> None:
        self._specs, self._earlier = specs, earlier
        super().__init__(data, **kwargs)

    def _offer(self) -> None:
        several = len(self._specs) > 1
        offered: dict[str, list[tuple[Any, str]]] = {
            "spec": list(self._specs) if several else [],
            "follows": [(row.id, _words(row, several)) for row in self._earlier],
        }
        for name, choices in offered.items():
            field = self.fields[name]
            if not choices:
                del self.fields[name]
            elif isinstance(field, forms.ChoiceField):
                none = [("", "no earlier review")]
                field.choices = choices if field.required else none + choices

    def clean(self) -> dict[str, Any]:
        """An earlier review is of the same kind as the one that follows it."""
        cleaned = super().clean()
        chosen = cleaned.get("follows")
        before = next((row for row in self._earlier if row.id == chosen), None)
        if before is not None and before.spec != self.spec_id:
            kind = label_of(before.spec)
            message = f"That one is a chain of another kind ({kind})."
            self.add_error("follows", f"{message} Choose one of the same kind.")
        return cleaned

    @property
    def spec_id(self) -> str:
        """The id of the definition that was chosen, or of the only one."""
        return str(self.cleaned_data.get("spec") or self._specs[0][0])

    def clean_currency(self) -> str:
        """Three capital letters."""
        return three_letters(self.cleaned_data["currency"])

    def metadata(self) -> dict[str, Any]:
        """The engagement as plain data; what was left empty is absent."""
        return {
            name: value.isoformat() if isinstance(value, date) else value
            for name, value in self.cleaned_data.items()
            if name not in _BESIDE and value not in (None, "")
        }


def _words(row: EarlierChain, several: bool) -> str:
    kind = f"{label_of(row.spec)}, " if several else ""
    return f"{row.title} ({kind}completed {day(row.finished_at)})"
