"""The effect of values: known at once, or computed by the worker, never by the form."""

from collections.abc import Callable
from typing import Any

import pytest

from judgment_console.errors import JudgmentError
from judgment_console.models import Decision, Gate, Outbox, WhatIf
from judgment_console.models.entries import Entry
from judgment_console.services.actors import Actor
from judgment_console.services.deciding import Receipt
from judgment_console.services.what_if import Effect, effect_of
from tests.services.conftest import LATER

pytestmark = pytest.mark.django_db


@pytest.fixture
def effect(reviewer: Actor, parked: Gate) -> Callable[..., Effect]:
    def asked(values: dict[str, Any], **changes: Any) -> Effect:
        given = {
            "gate_id": parked.pk,
            "round_number": 1,
            "values": values,
            "actor": reviewer,
            "at": LATER,
            **changes,
        }
        return effect_of(**given)

    return asked


def test_effect_of_proposed_and_listed_values_is_known_at_once(
    effect: Callable[..., Effect],
) -> None:
    proposed = effect({"decision": "accept", "cap": 150000})
    listed = effect({"decision": "accept", "cap": 100000})

    assert proposed == Effect(state="computed", headline=100.0, impact=0.0)
    assert listed == Effect(state="computed", headline=90.0, impact=-10.0)
    assert not WhatIf.objects.exists()


def test_effect_of_typed_values_is_computed_once_by_the_worker(
    effect: Callable[..., Effect], work: Callable[[], None]
) -> None:
    typed = {"decision": "accept", "cap": 200000}

    assert effect(typed) == Effect(state="waiting")
    assert effect(typed) == Effect(state="waiting")
    assert Outbox.objects.filter(job="what_if").count() == 1
    work()

    assert effect(typed) == Effect(state="computed", headline=102.0, impact=0.5)


def test_effect_that_cannot_be_computed_says_so(
    effect: Callable[..., Effect], work: Callable[[], None]
) -> None:
    unlimited = {"decision": "unlimited"}
    effect(unlimited)
    work()

    assert effect(unlimited) == Effect(state="failed")


def test_effect_needs_values_that_the_gate_accepts(
    effect: Callable[..., Effect],
) -> None:
    with pytest.raises(JudgmentError) as refusal:
        effect({"decision": "maybe"})

    assert refusal.value.code == "BAD_DECISION"


def test_effect_is_for_members_and_for_the_open_round(
    effect: Callable[..., Effect], parked: Gate, decided: Callable[..., Receipt]
) -> None:
    values = {"decision": "accept", "cap": 100000}
    with pytest.raises(JudgmentError) as foreign:
        effect(values, actor=Actor(user_id=987654))
    with pytest.raises(JudgmentError) as unknown:
        effect(values, round_number=2)
    decided(parked)
    with pytest.raises(JudgmentError) as late:
        effect(values)

    codes = [each.value.code for each in (foreign, unknown, late)]
    assert codes == ["NOT_FOUND", "NOT_FOUND", "GATE_NOT_OPEN"]


def test_decision_keeps_the_impact_that_was_stored(
    parked: Gate,
    decided: Callable[..., Receipt],
    effect: Callable[..., Effect],
    work: Callable[[], None],
) -> None:
    typed = {"decision": "accept", "cap": 200000}
    effect(typed)
    work()

    decided(parked, "adjust", values=typed)

    assert Decision.objects.get().impact == 0.5
    assert '"impact":0.5' in Entry.objects.get(kind="decision").body


@pytest.mark.parametrize(
    ("verb", "values", "impact"),
    [
        ("approve", {}, 0.0),
        ("adjust", {"decision": "accept", "cap": 100000}, -10.0),
        ("adjust", {"decision": "accept", "cap": 123456}, None),
        ("reject", {}, None),
    ],
)
def test_impact_of_a_decision_is_what_is_known_and_nothing_else(
    parked: Gate,
    decided: Callable[..., Receipt],
    verb: str,
    values: dict[str, Any],
    impact: float | None,
) -> None:
    decided(parked, verb, values=values)

    assert Decision.objects.get().impact == impact
