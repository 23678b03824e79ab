"""The decision form, built from the gate's decision model."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import QueryDict

from judgment_console.errors import JudgmentError
from judgment_console.reviews.decision_ask import Ask
from judgment_console.reviews.decision_controls import alternative_choices, control
from judgment_console.reviews.decision_fields import Group
from judgment_console.reviews.decision_values import Values, leaf_text

VERBS = {
    "approve": "Approve as proposed",
    "adjust": "Approve with adjustment",
    "return": "Return for rework",
    "reject": "Reject",
}
WITH_VALUES = frozenset({"approve", "adjust"})
FINAL = frozenset({"return", "reject"})
"""The verbs that are armed first and recorded by a second press."""
KEYS = {"approve": "a", "adjust": "d", "return": "t", "reject": "r"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One line of the summary of errors; ``anchor`` is the id of its field."""

    anchor: str
    label: str
    message: str


class DecisionForm(forms.Form):
    """Verb, rationale as typed, an alternative and the values of one round."""

    verb = forms.ChoiceField(
        label="Your decision",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose how you decide."},
    )
    rationale = forms.CharField(
        required=False,
        strip=False,
        label="Reason, in your own words",
        widget=forms.Textarea(attrs={"rows": 6}),
    )
    alternative = forms.ChoiceField(required=False, label="Take the values of")
    shown = forms.CharField(required=False, widget=forms.HiddenInput)
    round = forms.CharField(widget=forms.HiddenInput)
    digest = forms.CharField(widget=forms.HiddenInput)

    def __init__(
        self,
        ask: Ask,
        data: QueryDict | None = None,
        *,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        first = {"round": ask.round_number, "digest": ask.digest}
        texts = {leaf.name: leaf_text(ask.values(""), leaf) for leaf in ask.leaves}
        super().__init__(data, initial={**texts, **(initial or {}), **first})
        self.ask = ask
        self.confirmations: tuple[str, ...] = ()
        self.confirmed = frozenset(data.getlist("confirm") if data else ())
        self.values: dict[str, Any] = {}
        verb: Any = self.fields["verb"]
        verb.choices = [(name, VERBS[name]) for name in ask.verbs]
        alternative: Any = self.fields["alternative"]
        alternative.choices = alternative_choices(ask)
        for leaf in ask.leaves:
            if leaf.kind != "kept":
                self.fields[leaf.name] = control(leaf)

    def clean(self) -> dict[str, Any]:
        """Read the values of an adjustment; refuse an approval of edited values."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        verb = cleaned.get("verb")
        if verb not in WITH_VALUES:
            return cleaned
        values = self.ask.read(self.data)
        if verb == "approve":
            self._refuse_edits(values)
        else:
            for name, message in values.problems.items():
                if name not in self.errors:
                    self.add_error(name if name in self.fields else None, message)
            self.values = values.values
        return cleaned

    def refuse(self, error: JudgmentError) -> None:
        """Put a refusal of the deciding service at the field it speaks of."""
        findings: Any = error.facts.get("findings", ())
        fields: Any = error.facts.get("fields") or {}
        if error.code == "CONFIRMATION_NEEDED":
            texts = [finding.text for finding in findings]
            kept = sorted(self.confirmed - set(texts))
            self.confirmations = (*texts, *kept)
            self.add_error(None, "Tick what you confirm, or change the values.")
        elif findings:
            for finding in findings:
                self.add_error(self._place(finding.field or ""), finding.text)
        elif fields:
            for name, messages in fields.items():
                for message in messages:
                    self.add_error(self._place(name), message)
        else:
            place = "verb" if error.code == "VERB_NOT_OFFERED" else "rationale"
            self.add_error(place, error.message)

    def sections(self) -> list[tuple[Group, list[forms.BoundField]]]:
        """Each field of the decision model with its controls."""
        return [
            (group, [self[leaf.name] for leaf in group.leaves if leaf.kind != "kept"])
            for group in self.ask.groups
        ]

    def problems(self) -> list[Problem]:
        """The summary of errors, in the order of the form; marks the wrong fields.

        The first of them asks for the focus.
        """
        found: list[Problem] = []
        for name in (*self.fields, NON_FIELD_ERRORS):
            for message in self.errors.get(name, ()):
                found.append(self._problem(name, str(message), first=not found))
        return found

    def _problem(self, name: str, message: str, *, first: bool) -> Problem:
        if name not in self.fields:
            place = "confirm" if self.confirmations else "decision"
            return Problem(anchor=place, label="", message=message)
        bound = self[name]
        anchor = bound.id_for_label or str(bound.auto_id)
        attrs = self.fields[name].widget.attrs
        attrs.update({"aria-invalid": "true", "aria-describedby": f"{anchor}-error"})
        if first:
            attrs.update({"autofocus": True, "data-focus": True})
        return Problem(anchor=anchor, label=str(bound.label), message=message)

    def _place(self, name: str) -> str | None:
        for leaf in self.ask.leaves:
            dotted = leaf.field if leaf.key is None else f"{leaf.field}.{leaf.key}"
            if name == dotted and leaf.name in self.fields:
                return leaf.name
        for leaf in self.ask.leaves:
            if name.partition(".")[0] == leaf.field and leaf.name in self.fields:
                return leaf.name
        return name if name in self.fields else None

    def _refuse_edits(self, values: Values) -> None:
        if not values.changed:
            return
        labels = [leaf.label for leaf in self.ask.leaves if leaf.name in values.changed]
        more = f" and {len(labels) - 3} more" if len(labels) > 3 else ""
        self.add_error(
            "verb",
            f"You changed {', '.join(labels[:3])}{more}, and approving records the "
            f"values as proposed. Choose “{VERBS['adjust']}”, or reset the values.",
        )
