"""The form that starts a reserve review: the engagement in a person's words."""

from datetime import date
from typing import Any

from django import forms

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


class StartForm(Strict):
    """The engagement of a reserve review; what is optional shows in the document."""

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

    needed = ("title", "purpose", "valuation_date", "currency", "unit")

    def clean_currency(self) -> str:
        """Three capital letters."""
        return three_letters(self.cleaned_data["currency"])

    def metadata(self) -> dict[str, Any]:
        """The engagement as plain data; what was left empty is absent."""
        return {
            name: value.isoformat() if isinstance(value, date) else value
            for name, value in self.cleaned_data.items()
            if name != "title" and value not in (None, "")
        }
