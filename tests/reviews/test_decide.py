"""Deciding over the page: what is recorded or refused, and nothing typed is lost."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from judgment_console.models import Decision, Draft, Gate, Outbox, Round
from judgment_console.services import answering, deciding
from tests.factories import AT, House, work
from tests.reviews.conftest import Send, address, form_of, text_of
from tests.reviews.page_chain import EXACT

pytestmark = pytest.mark.django_db

WORDS = "  Two lines,\nkept  as typed. "


def nothing_recorded(gate: Gate) -> bool:
    parked = Gate.objects.get(pk=gate.pk).state == "parked"
    return parked and not Decision.objects.filter(round__gate=gate).exists()


def decide_as_colleague(house: House, gate: Gate, verb: str) -> None:
    sent = form_of(gate)
    deciding.decide(
        gate_id=gate.pk,
        answer=deciding.Answer(
            round_number=int(sent["round"]),
            digest=sent["digest"],
            verb=verb,
            values={},
            rationale="A colleague was faster.",
        ),
        actor=house.actor("both"),
        at=AT,
    )


def values_of(gate: Gate) -> str:
    return Decision.objects.get(round__gate=gate).values


def test_decide_records_and_leads_to_the_receipt(
    gate: Gate, reviewer: Client, send: Send
) -> None:
    response = send(gate, rationale=WORDS)
    assert (response.status_code, response["Location"]) == (303, address(gate))
    assert "no-cache" in response["Cache-Control"]
    decision = Decision.objects.get()
    assert (decision.verb, decision.rationale) == ("approve", WORDS)
    shown = text_of(reviewer.get(response["Location"]))
    assert f"Receipt entry {decision.entry_seq} Hash {decision.entry_hash}" in shown


def test_decide_for_htmx_leads_on_by_header(gate: Gate, send: Send) -> None:
    response = send(gate, htmx=True)
    assert response["HX-Redirect"] == address(gate)
    assert Decision.objects.count() == 1


def test_approve_records_the_proposal_to_the_last_digit(gate: Gate, send: Send) -> None:
    send(gate, **{"value-factors-12-24": "3.491", "value-factors-24-36": "1.747"})
    assert f'"12-24":{EXACT}' in values_of(gate)


def test_adjust_records_what_was_typed_and_keeps_the_rest(
    gate: Gate, send: Send
) -> None:
    send(gate, verb="adjust", **{"value-factors-12-24": "3.402"})
    assert values_of(gate) == (
        '{"factors":{"12-24":3.402,"24-36":1.7473326405171},"method":"volume"}'
    )


def test_adjust_records_a_stored_alternative_exactly(gate: Gate, send: Send) -> None:
    send(gate, verb="adjust", alternative="0")
    assert values_of(gate) == (
        '{"factors":{"12-24":3.4021119,"24-36":1.7177001},"method":"medial"}'
    )


@pytest.mark.parametrize("verb", ["return", "reject"])
def test_return_and_reject_record_the_reason_alone(
    verb: str, gate: Gate, send: Send
) -> None:
    assert send(gate, verb=verb, armed=verb, rationale=WORDS).status_code == 303
    decision = Decision.objects.get()
    assert (decision.verb, decision.values, decision.rationale) == (verb, "{}", WORDS)


@pytest.mark.parametrize(
    ("verb", "follows"),
    [
        ("return", "who answers next, and cannot be edited later."),
        ("reject", "ends this chain, and cannot be edited later."),
    ],
)
def test_final_verbs_are_armed_first(
    verb: str, follows: str, gate: Gate, send: Send
) -> None:
    response = send(gate, verb=verb, rationale=WORDS, **{"value-method": "medial"})
    assert response.status_code == 200
    assert nothing_recorded(gate)
    assert follows in text_of(response)
    assert "Nothing is recorded yet." in text_of(response)
    assert f"{WORDS}</textarea>" in response.text
    assert f'name="verb" value="{verb}"' in response.text
    assert f'name="armed" value="{verb}"' in response.text
    assert '<option value="medial" selected>' in response.text


def test_going_back_from_an_armed_verb_keeps_everything(gate: Gate, send: Send) -> None:
    typed = {"rationale": WORDS, "value-factors-12-24": "3.3"}
    response = send(gate, verb="reject", armed="no", **typed)
    assert response.status_code == 200
    assert nothing_recorded(gate)
    assert f"{WORDS}</textarea>" in response.text
    assert 'name="value-factors-12-24" value="3.3"' in response.text
    assert "Go on to confirm the rejection" in response.text


def test_a_verb_changed_after_arming_records_nothing(gate: Gate, send: Send) -> None:
    assert send(gate, verb="approve", armed="reject").status_code == 200
    assert nothing_recorded(gate)


def test_arming_on_evidence_that_moved_shows_what_changed(
    house: House, gate: Gate, send: Send
) -> None:
    sent = form_of(gate) | {"verb": "reject", "rationale": WORDS}
    decide_as_colleague(house, gate, "return")
    answering.answer(gate_id=gate.pk, text="So.", actor=house.actor("preparer"), at=AT)
    work()
    response = send(gate, **sent)
    assert response.status_code == 409
    assert "It is now round 2: Use volume" in text_of(response)
    assert f"{WORDS}</textarea>" in response.text


def test_arming_is_refused_to_who_could_not_record(
    gate: Gate, preparer: Client, send: Send
) -> None:
    assert send(gate, browser=preparer, verb="reject").status_code == 403


def test_a_second_click_gets_the_same_confirmation(
    gate: Gate, reviewer: Client, send: Send
) -> None:
    round_ = form_of(gate)
    first, second = send(gate, **round_), send(gate, **round_)
    assert (first.status_code, second.status_code) == (303, 303)
    assert Decision.objects.count() == 1
    shown = text_of(reviewer.get(second["Location"]))
    assert "This decision was recorded already; nothing was added." in shown


@pytest.mark.parametrize("verb", ["approve", "adjust", "return", "reject"])
@pytest.mark.parametrize("reason", ["", "  \n", "\u200b\u00a0", None])
def test_a_blank_reason_is_refused_on_every_verb(
    reason: str | None, verb: str, gate: Gate, send: Send
) -> None:
    more = {"alternative": "0"} if verb == "adjust" else {}
    response = send(gate, verb=verb, rationale=reason, **more)
    assert response.status_code == 422
    assert nothing_recorded(gate)
    shown = response.text
    assert 'id="id_rationale-error"' in shown
    area = shown[shown.index("<textarea") :].partition(">")[0]
    assert "autofocus" in area
    assert 'aria-invalid="true"' in area
    assert f'value="{verb}" ' in shown
    assert "Not recorded yet:" in shown


def test_a_refused_form_keeps_everything_that_was_typed(gate: Gate, send: Send) -> None:
    typed = {"value-factors-12-24": "1,234", "value-method": "medial"}
    response = send(gate, verb="adjust", rationale=WORDS, **typed)
    assert response.status_code == 422
    assert nothing_recorded(gate)
    assert 'value="1,234"' in response.text
    assert f"{WORDS}</textarea>" in response.text
    assert '<option value="medial" selected>' in response.text
    shown = text_of(response)
    assert "This was not recorded What you typed is kept below. 12-24:" in shown
    assert (
        "“1,234” has a comma: is it 1234 or 1.234? Write it without the comma." in shown
    )
    assert 'href="#value-factors-1"' in response.text
    assert f'href="{address(gate)}?tab=data#evidence"' in response.text


@pytest.mark.parametrize("typed", ["NaN", "inf", "1e1000000", "１", "1_0"])
def test_a_number_of_another_grammar_is_refused(
    typed: str, gate: Gate, send: Send
) -> None:
    response = send(gate, verb="adjust", **{"value-factors-12-24": typed})
    assert response.status_code == 422
    assert nothing_recorded(gate)


def test_approving_edited_values_is_refused_and_not_silently_dropped(
    gate: Gate, send: Send
) -> None:
    response = send(gate, **{"value-factors-12-24": "3.4"})
    assert response.status_code == 422
    assert "You changed 12-24, and approving records the values as proposed." in (
        text_of(response)
    )
    assert nothing_recorded(gate)


def test_a_stop_is_shown_at_its_field(gate: Gate, send: Send) -> None:
    response = send(gate, verb="adjust", **{"value-factors-24-36": "-1"})
    assert response.status_code == 422
    assert 'id="value-factors-2-error">24-36 is not above 0.' in response.text
    assert nothing_recorded(gate)


def test_a_finding_is_confirmed_by_a_tick(gate: Gate, send: Send) -> None:
    typed = {"verb": "adjust", "value-factors-12-24": "11"}
    asked = send(gate, **typed)
    assert asked.status_code == 422
    assert 'name="confirm" value="12-24 is above 10."' in asked.text
    assert nothing_recorded(gate)
    assert send(gate, confirm="12-24 is above 10.", **typed).status_code == 303


def test_adjusting_to_the_proposal_is_refused_above_the_form(
    gate: Gate, send: Send
) -> None:
    response = send(gate, verb="adjust")
    assert response.status_code == 422
    assert "These are the proposed values; approve instead." in text_of(response)


def test_a_verb_that_the_gate_does_not_offer_is_refused(
    house: House, gate: Gate, send: Send
) -> None:
    house.decide(gate, "approve")
    work()
    second = Gate.objects.get(chain=gate.chain, position=1)
    response = send(second, verb="reject")
    assert response.status_code in (409, 422)
    assert "does not offer to reject" in text_of(response)
    assert nothing_recorded(second)


def test_no_verb_at_all_is_refused(gate: Gate, send: Send) -> None:
    response = send(gate, verb=None)
    assert response.status_code == 422
    assert "Choose how you decide." in text_of(response)


def test_hidden_characters_are_refused_and_kept_to_be_mended(
    gate: Gate, send: Send
) -> None:
    response = send(gate, rationale="abc\u202edef")
    assert response.status_code == 422
    assert "abc\u202edef</textarea>" in response.text


def test_a_reason_beyond_the_limit_names_the_limit(gate: Gate, send: Send) -> None:
    response = send(gate, rationale="x" * 20_001)
    assert response.status_code == 422
    assert "at most 20,000 are allowed" in text_of(response)
    assert send(gate, rationale="x" * 20_000).status_code == 303


@pytest.mark.parametrize(
    "fields",
    [
        {"actor": "1"},
        {"user": "1"},
        {"decided_by": "1"},
        {"workspace": "1"},
        {"state": "applied"},
        {"gate_id": "a2"},
        {"value-unknown": "1"},
        {"value-factors-99-111": "1"},
        {"verb": ["approve", "reject"]},
        {"rationale": ["one", "two"]},
        {"digest": "abc"},
        {"digest": None},
        {"round": None},
        {"round": "99"},
        {"round": "1 OR 1"},
    ],
)
def test_unknown_repeated_and_malformed_fields_are_400(
    fields: dict[str, Any], gate: Gate, send: Send
) -> None:
    response = send(gate, **fields)
    assert response.status_code == 400
    assert nothing_recorded(gate)
    assert ("The factors follow the data." in text_of(response)) == (
        "rationale" not in fields
    )


def test_headers_name_nobody(house: House, gate: Gate, reviewer: Client) -> None:
    headers = {"REMOTE-USER": "both@kittiwake.example", "X-User": "1"}
    reviewer.post(address(gate, "decide"), form_of(gate), headers=headers)
    assert Decision.objects.get().user == house.user("reviewer")


def test_somebody_was_faster(house: House, gate: Gate, send: Send) -> None:
    sent = form_of(gate) | {"rationale": WORDS, "verb": "adjust"}
    decide_as_colleague(house, gate, "approve")
    response = send(gate, **sent, **{"value-factors-12-24": "3.3"})
    assert response.status_code == 409
    shown = text_of(response)
    assert "Kittiwake both decided this gate already" in shown
    assert "Kittiwake both approved it Mon 2 Mar, 09:30 UTC" in shown
    assert "A colleague was faster." in shown
    assert f"{WORDS}</textarea>" in response.text
    assert "3.3</textarea>" in response.text
    assert Decision.objects.count() == 1


def test_evidence_moved_shows_old_and_new_and_keeps_the_words(
    house: House, gate: Gate, send: Send
) -> None:
    sent = form_of(gate) | {"rationale": WORDS, "verb": "adjust"}
    decide_as_colleague(house, gate, "return")
    answering.answer(gate_id=gate.pk, text="So.", actor=house.actor("preparer"), at=AT)
    work()
    response = send(gate, **sent, **{"value-factors-24-36": "1.7"})
    assert response.status_code == 409
    shown = text_of(response)
    assert "The evidence of this gate changed after you opened the page." in shown
    assert "You saw round 1: Use volume, answers so far 0. Rule: all years." in shown
    assert "It is now round 2: Use volume, answers so far 1. Rule: all years." in shown
    assert f"{WORDS}</textarea>" in response.text
    assert 'name="value-factors-24-36" value="1.7"' in response.text
    assert 'name="value-factors-12-24" value="4.491"' in response.text
    assert 'name="round" value="2"' in response.text
    assert not Round.objects.get(gate=gate, number=2).decisions.exists()


def test_a_form_with_an_error_on_evidence_that_moved_is_stale_first(
    house: House, gate: Gate, send: Send
) -> None:
    sent = form_of(gate) | {"rationale": WORDS, "verb": "adjust"}
    decide_as_colleague(house, gate, "return")
    answering.answer(gate_id=gate.pk, text="So.", actor=house.actor("preparer"), at=AT)
    work()
    response = send(gate, **sent, **{"value-factors-24-36": "1,7"})
    assert response.status_code == 409
    assert 'name="value-factors-24-36" value="1,7"' in response.text


def test_a_gate_that_is_not_parked_takes_nothing_and_keeps_the_words(
    house: House, gate: Gate, send: Send
) -> None:
    sent = form_of(gate) | {"rationale": WORDS}
    decide_as_colleague(house, gate, "return")
    answering.answer(gate_id=gate.pk, text="So.", actor=house.actor("preparer"), at=AT)
    response = send(gate, **sent)
    assert response.status_code == 409
    assert f"{WORDS}</textarea>" in response.text


def test_who_prepared_is_refused_with_the_words_kept(
    gate: Gate, preparer: Client, send: Send
) -> None:
    response = send(gate, browser=preparer, rationale="My own work is fine.")
    assert response.status_code == 403
    assert "My own work is fine." in text_of(response)
    assert nothing_recorded(gate)


def test_without_a_session_nothing_is_recorded_and_the_words_are_kept(
    gate: Gate, send: Send
) -> None:
    response = send(gate, browser=Client(), rationale="I was signed out.")
    assert response.status_code == 403
    assert "I was signed out." in text_of(response)
    assert nothing_recorded(gate)


@pytest.mark.parametrize("act", ["decide", "effect", "draft", "answer", "retry"])
def test_acts_are_not_read(act: str, gate: Gate, reviewer: Client) -> None:
    assert reviewer.get(address(gate, act)).status_code == 405


def test_deciding_costs_a_fixed_number_of_queries(gate: Gate, reviewer: Client) -> None:
    with CaptureQueriesContext(connection) as counted:
        reviewer.post(address(gate, "decide"), form_of(gate))
    reads = [each for each in counted if "SAVEPOINT" not in each["sql"]]
    assert len(reads) <= 20


def test_draft_is_kept_as_typed_and_says_when(
    house: House, gate: Gate, reviewer: Client, send: Send
) -> None:
    typed = {"value-factors-12-24": "1,", "rationale": "Half a "}
    response = send(gate, "draft", htmx=True, **typed)
    assert response.status_code == 200
    assert response.text.strip().startswith("Draft saved ")
    assert response.text.strip().endswith(" UTC")
    draft = Draft.objects.get()
    assert draft.user == house.user("reviewer")
    assert draft.fields == {"verb": "approve", **typed}
    assert nothing_recorded(gate)
    assert "Half a </textarea>" in reviewer.get(address(gate)).text


def test_draft_without_htmx_leads_back_to_the_gate(
    gate: Gate, reviewer: Client, send: Send
) -> None:
    response = send(gate, "draft")
    assert (response.status_code, response["Location"]) == (303, address(gate))
    shown = text_of(reviewer.get(response["Location"]))
    assert "Nothing was decided." in shown


def test_draft_takes_no_other_fields(gate: Gate, send: Send) -> None:
    assert send(gate, "draft", user="1").status_code == 400
    assert not Draft.objects.exists()


def test_draft_goes_when_the_decision_is_recorded(gate: Gate, send: Send) -> None:
    send(gate, "draft")
    send(gate)
    assert not Draft.objects.exists()


def test_draft_without_a_session_leaves_the_words_on_the_page(
    gate: Gate, send: Send
) -> None:
    told = send(gate, "draft", browser=Client(), htmx=True, rationale="Half a ")
    assert (told.status_code, told["HX-Retarget"]) == (200, "#moved")
    assert "Your session is over." in text_of(told)
    assert "Not saved: your session is over" in text_of(told)
    assert not Draft.objects.exists()


def test_draft_that_is_too_long_says_that_it_was_not_saved(
    gate: Gate, send: Send
) -> None:
    told = send(gate, "draft", htmx=True, rationale="x" * 50_001)
    assert "Not saved: The draft is too long to keep." in text_of(told)
    assert not Draft.objects.exists()


def test_draft_on_a_closed_round_is_kept_and_says_what_happened(
    house: House, gate: Gate, send: Send
) -> None:
    sent = form_of(gate) | {"rationale": "Half a "}
    decide_as_colleague(house, gate, "return")
    told = send(gate, "draft", htmx=True, **sent)
    shown = text_of(told)
    assert "Draft saved" in shown
    assert "Kittiwake both returned this gate while this page was open," in shown
    assert Draft.objects.get().fields["rationale"] == "Half a "


def returned(house: House, gate: Gate) -> str:
    decide_as_colleague(house, gate, "return")
    return address(gate, "answer")


def test_answer_opens_the_next_round(
    house: House, gate: Gate, preparer: Client
) -> None:
    response = preparer.post(returned(house, gate), {"text": WORDS})
    assert (response.status_code, response["Location"]) == (303, address(gate))
    assert Round.objects.get(gate=gate, number=2).answer == WORDS


@pytest.mark.parametrize("text", [" ", "\u200b", "a\u202eb"])
def test_answer_that_says_nothing_or_hides_is_shown_again(
    text: str, house: House, gate: Gate, preparer: Client
) -> None:
    response = preparer.post(returned(house, gate), {"text": text})
    assert response.status_code == 422
    assert f"{text}</textarea>" in response.text
    assert 'id="answer-error"' in response.text
    assert gate.rounds.count() == 1


def test_answer_takes_its_text_alone(
    house: House, gate: Gate, preparer: Client
) -> None:
    url = returned(house, gate)
    assert preparer.post(url, {"text": "So.", "user": "1"}).status_code == 400
    assert preparer.post(url, {"text": ["a", "b"]}).status_code == 400


def test_answer_of_somebody_else_is_refused(
    house: House, gate: Gate, reviewer: Client
) -> None:
    response = reviewer.post(returned(house, gate), {"text": "I know why."})
    assert response.status_code == 403
    assert "I know why." in text_of(response)


def test_a_second_answer_is_told_calmly(
    house: House, gate: Gate, preparer: Client
) -> None:
    url = returned(house, gate)
    preparer.post(url, {"text": "So."})
    response = preparer.post(url, {"text": "And so."})
    assert response.status_code == 409
    assert "And so." in text_of(response)


def test_retry_gathers_again(house: House, reviewer: Client) -> None:
    gate = house.failed()
    response = reviewer.post(address(gate, "retry"))
    assert (response.status_code, response["Location"]) == (303, address(gate))
    assert Gate.objects.get(pk=gate.pk).state == "gathering"
    assert Outbox.objects.filter(job="gather", done_at=None).count() == 1


def test_retry_of_nothing_and_by_a_viewer_is_refused(
    house: House, gate: Gate, reviewer: Client
) -> None:
    assert reviewer.post(address(gate, "retry")).status_code == 409
    assert reviewer.post(address(gate, "retry"), {"force": "1"}).status_code == 400
    reviewer.force_login(house.user("viewer"))
    assert reviewer.post(address(house.failed(), "retry")).status_code == 403
