"""What a form's values would do, asked from the page before anything is recorded."""

from typing import Any

import pytest
from django.test import Client

from judgment_console.models import Decision, Gate, Outbox, WhatIf
from judgment_console.services import what_if
from tests.factories import AT, House
from tests.reviews.conftest import Send, form_of, start_page_chain, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ask(send: Send) -> Send:
    """Ask as an open page does."""

    def asked(gate: Gate, **fields: Any) -> Any:
        return send(gate, "effect", **{"htmx": True, "verb": "adjust", **fields})

    return asked


def compute() -> None:
    for row in Outbox.objects.filter(job="what_if", done_at=None):
        what_if.compute(row.pk, at=AT)


def test_effect_of_the_proposal_is_none(gate: Gate, ask: Send) -> None:
    shown = text_of(ask(gate))
    assert "The values are those proposed." in shown
    assert "Your choice, not signed as recommended no difference" in shown
    assert not WhatIf.objects.exists()


def test_effect_of_a_stored_alternative_is_known_at_once(
    house: House, ask: Send
) -> None:
    gate = start_page_chain(house, materiality="1000000")
    shown = text_of(ask(gate, alternative="0"))
    assert "You are recording Medial instead of the recommended Volume." in shown
    assert "Effect −332,115 · 33.2 % of materiality." in shown
    assert "Your choice, not signed 18,348,741 −332,115 · 33.2 %" in shown
    assert "One reviewer is enough. The next gate is tail." in shown
    assert not WhatIf.objects.exists()


def test_effect_of_typed_values_is_computed_by_the_worker(
    gate: Gate, ask: Send
) -> None:
    typed = {"value-factors-12-24": "3.50"}
    first = ask(gate, **typed)
    assert "The effect is being computed." in text_of(first)
    assert "effect/?tried=1" in first.text
    compute()
    second = ask(gate, **typed)
    shown = text_of(second)
    assert "You are recording 12-24: 3.500 instead of the recommended 3.491." in shown
    assert "3.50 reads 3.500" in shown
    assert "Effect −15,180,856." in shown
    assert "effect/?tried" not in second.text
    assert not Decision.objects.exists()


def test_page_stops_asking_when_nobody_computes(gate: Gate, reviewer: Client) -> None:
    fields = form_of(gate) | {"verb": "adjust", "value-factors-12-24": "3.5"}
    url = f"/gates/{gate.pk}/effect/?tried=50"
    response = reviewer.post(url, fields, headers={"HX-Request": "true"})
    assert "The effect is waiting for a worker." in text_of(response)
    assert "hx-trigger" not in response.text


def test_effect_of_several_values_names_three(gate: Gate, ask: Send) -> None:
    typed = {"value-factors-12-24": "3", "value-factors-24-36": "2"}
    shown = text_of(ask(gate, **typed))
    assert "You are recording 2 values of your own" in shown
    assert "12-24: 3.000, recommended 3.491" in shown


def test_effect_of_a_number_with_a_comma_asks_which(gate: Gate, ask: Send) -> None:
    response = ask(gate, **{"value-factors-12-24": "1,234"})
    assert response.status_code == 200
    shown = text_of(response)
    assert "12-24: “1,234” has a comma: is it 1234 or 1.234?" in shown
    assert "Your choice, not signed not read yet" in shown
    assert not WhatIf.objects.exists()


def test_effect_says_what_stops_the_values(gate: Gate, ask: Send) -> None:
    shown = text_of(ask(gate, **{"value-factors-24-36": "-1"}))
    assert "24-36 is not above 0." in shown
    assert not WhatIf.objects.exists()


def test_effect_asks_for_confirmations_and_keeps_the_tick(
    gate: Gate, ask: Send
) -> None:
    typed = {"value-factors-12-24": "11"}
    asked = ask(gate, **typed)
    box = 'name="confirm" value="12-24 is above 10."'
    assert f"{box} >" in asked.text
    ticked = ask(gate, confirm="12-24 is above 10.", **typed)
    assert f"{box} checked>" in ticked.text


def test_effect_shows_notes(gate: Gate, ask: Send) -> None:
    assert "Note: 24-36 is below 1." in text_of(
        ask(gate, **{"value-factors-24-36": "0.9"})
    )


@pytest.mark.parametrize("verb", ["return", "reject"])
def test_effect_of_a_verb_without_values_is_none(
    verb: str, gate: Gate, ask: Send
) -> None:
    ask(gate, verb=verb, **{"value-factors-12-24": "3.5"})
    assert not WhatIf.objects.exists()


def test_effect_on_a_closed_round_says_who_closed_it(
    house: House, gate: Gate, ask: Send
) -> None:
    sent = form_of(gate)
    house.decide(gate, "approve", by="both")
    response = ask(gate, **sent)
    assert response["HX-Retarget"] == "#moved"
    assert "Kittiwake both approved this gate" in text_of(response)


def test_effect_without_scripts_is_the_page_with_everything_typed(
    gate: Gate, send: Send
) -> None:
    typed = {"value-factors-12-24": "3.50", "rationale": "Half a "}
    first = send(gate, "effect", verb="adjust", **typed)
    assert first.status_code == 200
    assert first.text.count("<html") == 1
    assert "The effect is being computed." in text_of(first)
    compute()
    second = send(gate, "effect", verb="adjust", **typed)
    assert "Effect −15,180,856." in text_of(second)
    assert 'name="value-factors-12-24" value="3.50"' in second.text
    assert "Half a </textarea>" in second.text
    assert "This was not recorded" not in second.text


def test_effect_is_for_reviewers(house: House, gate: Gate, send: Send) -> None:
    viewer = Client()
    viewer.force_login(house.user("viewer"))
    assert send(gate, "effect", browser=viewer, verb="adjust").status_code == 403


def test_refused_form_shows_the_effect_of_what_was_typed(
    gate: Gate, send: Send
) -> None:
    response = send(gate, verb="adjust", alternative="0", rationale=" ")
    assert response.status_code == 422
    assert "Effect −332,115." in text_of(response)
