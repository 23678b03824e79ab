"""The decision form: built from the model, exact, closed, and never silent."""

from typing import Annotated, Any, Literal

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from judgment_console.errors import JudgmentError
from judgment_console.judgment import Finding
from judgment_console.reviews.decision_ask import Ask, asked, check_fields
from judgment_console.reviews.decision_fields import groups_of
from judgment_console.reviews.decision_form import DecisionForm

DIGEST = "0123456789abcdef" * 4


class Decision(BaseModel):
    factors: dict[str, float] = Field(
        title="Selected factors", json_schema_extra={"format": "factor"}
    )
    method: Literal["volume", "medial"]
    tail: Annotated[float, Field(ge=0.9, le=3)] = Field(1.0, title="Tail")
    booked: float | None = Field(None, json_schema_extra={"format": "money"})
    years: int = 5
    smoothed: bool = False
    note: str = ""
    exclusions: dict[str, str] = Field(default_factory=dict)
    weird: list[float] = Field(default_factory=list)
    rationale: str


PROPOSED: dict[str, Any] = {
    "factors": {"12-24": 3.4906065479322, "24-36": 1.7473326405171},
    "method": "volume",
    "tail": 1.029499318,
    "booked": 18680855.61,
    "years": 5,
    "smoothed": False,
    "note": "all years",
    "weird": [0.1, 0.2],
}
MEDIAL: dict[str, Any] = {
    **PROPOSED,
    "factors": {"12-24": 3.4021119, "24-36": 1.7177001},
    "method": "medial",
}
ALTERNATIVES = (
    {"label": "Medial", "values": MEDIAL, "headline": 18348741, "impact": -332115},
)


def ask(**changes: Any) -> Ask:
    values = (PROPOSED, *(each["values"] for each in ALTERNATIVES))
    given = {
        "round_number": 2,
        "digest": DIGEST,
        "verbs": ("approve", "adjust", "return", "reject"),
        "groups": groups_of(Decision, values),
        "proposed": PROPOSED,
        "alternatives": ALTERNATIVES,
    }
    return Ask(**{**given, **changes})


def post(**fields: Any) -> QueryDict:
    data = QueryDict(mutable=True)
    sent = {"round": "2", "digest": DIGEST, "rationale": "Because.", **fields}
    for name, value in sent.items():
        values = value if isinstance(value, list) else [value]
        data.setlist(name, values)
    return data


def drawn(form: DecisionForm) -> dict[str, str]:
    """What a browser would send back untouched."""
    return {name: str(form[name].value() or "") for name in form.fields}


def test_form_draws_each_kind_of_field() -> None:
    form = DecisionForm(ask())
    labels = [
        (group.label, [bound.label for bound in bounds])
        for group, bounds in form.sections()
    ]
    assert labels == [
        ("Selected factors", ["12-24", "24-36"]),
        ("Method", ["Method"]),
        ("Tail", ["Tail"]),
        ("Booked", ["Booked"]),
        ("Years", ["Years"]),
        ("Smoothed", ["Smoothed"]),
        ("Note", ["Note"]),
        ("Exclusions", ["Exclusions"]),
        ("Weird", []),
    ]
    assert form["value-factors-12-24"].value() == "3.491"
    assert form["value-booked"].value() == "18680856"
    assert form["value-smoothed"].value() == "no"


def test_form_prints_the_range_under_the_field() -> None:
    helps = {group.field: group.help for group, _ in DecisionForm(ask()).sections()}
    assert helps["tail"] == "Range 0.9 to 3."


def test_form_chooses_no_verb_by_itself() -> None:
    assert "checked" not in str(DecisionForm(ask())["verb"])


def test_adjust_untouched_keeps_every_digit() -> None:
    form = DecisionForm(ask(), post(**drawn(DecisionForm(ask())) | {"verb": "adjust"}))
    assert form.is_valid()
    assert form.values == PROPOSED


def test_adjust_one_factor_keeps_the_others_exact() -> None:
    form = DecisionForm(ask(), post(verb="adjust", **{"value-factors-12-24": "3.402"}))
    assert form.is_valid()
    assert form.values["factors"] == {"12-24": 3.402, "24-36": 1.7473326405171}


def test_alternative_takes_its_stored_values() -> None:
    form = DecisionForm(ask(), post(verb="adjust", alternative="0"))
    assert form.is_valid()
    assert form.values == MEDIAL


def test_alternative_with_a_changed_field_takes_the_change() -> None:
    sent = post(verb="adjust", alternative="0", **{"value-factors-24-36": "1.7"})
    form = DecisionForm(ask(), sent)
    assert form.is_valid()
    assert form.values["factors"] == {"12-24": 3.4021119, "24-36": 1.7}


def test_alternative_that_was_drawn_and_edited_back_takes_the_proposal() -> None:
    first = DecisionForm(ask(), initial={"shown": "0"})
    sent = drawn(first) | {
        "value-factors-12-24": "3.491",
        "value-factors-24-36": "1.718",
    }
    sent |= {"value-method": "medial", "shown": "0", "alternative": "0"}
    form = DecisionForm(ask(), post(**sent | {"verb": "adjust"}))
    assert form.is_valid()
    assert form.values["factors"] == {"12-24": 3.4906065479322, "24-36": 1.7177001}


@pytest.mark.parametrize(
    ("name", "typed", "hint"),
    [
        ("value-factors-12-24", "1,234", "comma"),
        ("value-factors-12-24", "NaN", "not a number"),
        ("value-factors-12-24", "", "needed"),
        ("value-years", "2.5", "whole number"),
        ("value-method", "guess", "Choose one of the list."),
        ("value-note", "a\u202eb", "hide or reorder"),
        ("value-exclusions", "2003", "equals sign"),
    ],
)
def test_adjust_refuses_a_field_with_a_hint(name: str, typed: str, hint: str) -> None:
    form = DecisionForm(ask(), post(verb="adjust", **{name: typed}))
    assert not form.is_valid()
    assert [hint in message for message in form.errors[name]] == [True]
    assert form[name].value() == typed


def test_adjust_reads_pairs_blanks_and_choices() -> None:
    sent = post(
        verb="adjust",
        **{
            "value-exclusions": "2003 12-24 = late fire loss\r\n",
            "value-booked": " ",
            "value-smoothed": "yes",
            "value-note": "line one\r\nline two",
        },
    )
    form = DecisionForm(ask(), sent)
    assert form.is_valid()
    wanted = {"exclusions": {"2003 12-24": "late fire loss"}, "booked": None}
    wanted |= {"smoothed": True, "note": "line one\nline two"}
    assert {name: form.values[name] for name in wanted} == wanted


def test_approve_with_an_edited_field_is_refused_and_names_it() -> None:
    sent = post(verb="approve", **{"value-factors-24-36": "1.7"})
    form = DecisionForm(ask(), sent)
    assert form.errors == {
        "verb": [
            "You changed 24-36, and approving records the values as proposed. Choose "
            "“Approve with adjustment”, or reset the values."
        ]
    }


def test_approve_with_an_alternative_is_refused() -> None:
    form = DecisionForm(ask(), post(verb="approve", alternative="0"))
    assert list(form.errors) == ["verb"]


@pytest.mark.parametrize("verb", ["approve", "return", "reject"])
def test_other_verbs_carry_no_values(verb: str) -> None:
    form = DecisionForm(ask(), post(**drawn(DecisionForm(ask())) | {"verb": verb}))
    assert form.is_valid()
    assert form.values == {}


def test_rationale_is_kept_as_typed() -> None:
    form = DecisionForm(ask(), post(verb="approve", rationale="  \u200b two \r\n"))
    assert form.is_valid()
    assert form.cleaned_data["rationale"] == "  \u200b two \r\n"


@pytest.mark.parametrize("verbs", [("return", "reject"), ()])
def test_a_verb_that_is_not_offered_is_no_choice(verbs: tuple[str, ...]) -> None:
    form = DecisionForm(ask(verbs=verbs), post(verb="approve"))
    assert list(form.errors) == ["verb"]


@pytest.mark.parametrize(
    "extra",
    [
        {"actor": "1"},
        {"user": "1"},
        {"decided_by": "1"},
        {"gate": "x"},
        {"value-unknown": "1"},
        {"value-factors-36-48": "1"},
        {"rationale": ["one", "two"]},
        {"verb": ["approve", "reject"]},
        {"confirm": ["same", "same"]},
    ],
)
def test_check_fields_refuses_unknown_and_repeated(extra: dict[str, Any]) -> None:
    with pytest.raises(JudgmentError) as refused:
        check_fields(post(**extra), ask())
    assert refused.value.code == "BAD_REQUEST"


def test_check_fields_takes_every_drawn_field_and_several_ticks() -> None:
    sent = post(**drawn(DecisionForm(ask())), confirm=["one", "two"])
    check_fields(sent, ask())


@pytest.mark.parametrize(
    "fields",
    [{"round": "0"}, {"round": "x"}, {"round": ["1", "1"]}, {"digest": "abc"}],
)
def test_asked_refuses_a_form_that_does_not_say_what_it_saw(
    fields: dict[str, Any],
) -> None:
    with pytest.raises(JudgmentError) as refused:
        asked(post(**fields))
    assert refused.value.code == "BAD_REQUEST"


def test_asked_reads_round_and_digest() -> None:
    assert asked(post()) == (2, DIGEST)


def refused(error: JudgmentError, **fields: Any) -> DecisionForm:
    form = DecisionForm(ask(), post(verb="adjust", **fields))
    assert form.is_valid()
    form.refuse(error)
    return form


def test_refuse_places_field_errors_and_marks_the_first_for_focus() -> None:
    fields = {"factors.24-36": ["Too low."], "tail": ["Too high."], "": ["Together."]}
    form = refused(JudgmentError("BAD_DECISION", "no", fields=fields))
    assert [(each.anchor, each.message) for each in form.problems()] == [
        ("value-factors-2", "Too low."),
        ("value-tail", "Too high."),
        ("decision", "Together."),
    ]
    first = str(form["value-factors-24-36"])
    assert "autofocus" in first
    assert 'aria-invalid="true"' in first
    assert "autofocus" not in str(form["value-tail"])


def test_refuse_a_stop_names_its_field() -> None:
    stop = Finding("stop", "A factor is above 0.", "factors")
    error = JudgmentError("DECISION_STOPPED", "no", findings=(stop,))
    assert [each.anchor for each in refused(error).problems()] == ["value-factors-1"]


def test_refuse_for_confirmation_offers_ticks_and_keeps_those_ticked() -> None:
    finding = Finding("confirm", "Above the largest.", "tail")
    error = JudgmentError("CONFIRMATION_NEEDED", "no", findings=(finding,))
    form = refused(error, confirm=["Ticked before."])
    assert form.confirmations == ("Above the largest.", "Ticked before.")
    assert form.problems()[0].anchor == "confirm"


def test_refuse_a_missing_rationale_at_its_field() -> None:
    error = JudgmentError(
        "MISSING_RATIONALE", "Say why.", fields={"rationale": ["Say."]}
    )
    assert [each.anchor for each in refused(error).problems()] == ["id_rationale"]


class Wide(BaseModel):
    amount: float
    rationale: str


@given(
    st.floats(allow_nan=False, allow_infinity=False, min_value=-1e15, max_value=1e15)
)
def test_untouched_value_is_kept_exactly(value: float) -> None:
    proposed = {"amount": value}
    one = ask(proposed=proposed, alternatives=(), groups=groups_of(Wide, [proposed]))
    sent = post(**drawn(DecisionForm(one)) | {"verb": "adjust"})
    form = DecisionForm(one, sent)
    assert form.is_valid()
    assert form.values == proposed


def test_fields_of_a_model_without_values_ask_for_them() -> None:
    one = ask(proposed=None, alternatives=(), groups=groups_of(Wide, []))
    form = DecisionForm(one, post(verb="adjust"))
    assert form.errors == {"value-amount": ["This is needed."]}
