"""The page of a gate in each of its states, as people in each role see it."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from judgment_console.models import Gate, Outbox, Round
from judgment_console.services import answering, deciding, drafting
from tests.factories import AT, House, work
from tests.reviews.conftest import Send, address, form_of, start_page_chain, text_of

pytestmark = pytest.mark.django_db


def page(browser: Client, gate: Gate, query: str = "", **headers: str) -> Any:
    return browser.get(address(gate) + query, headers=headers)


def again(gate: Gate) -> Gate:
    return Gate.objects.get(pk=gate.pk)


def answered(house: House, gate: Gate, text: str) -> None:
    answering.answer(gate_id=gate.pk, text=text, actor=house.actor("preparer"), at=AT)
    work()


def test_page_asks_recommends_and_shows_the_proof(gate: Gate, reviewer: Client) -> None:
    response = page(reviewer, gate)
    shown = text_of(response)
    parts = [
        "Which factors carry the losses to ultimate?",
        "Gate 1 of 3 · valuation 31 Dec 2023 · USD · prepared by Kittiwake preparer",
        "evidence round 1",
        "abacus 1",
        "Development factors here, for you Tail next Last look later",
        "Recommendation Use volume, answers so far 0. Rule: all years.",
        "Recommended 18,680,856 Unpaid, USD",
        "Last period none no earlier chain",
        "Look at these first ! check Look at the first row. Show",
        "Evidence 1 Data 1 Earlier decisions 0",
        "Volume recommended 18,680,856",
        "Your decision",
        "Approve as proposed a Approve with adjustment d Return for rework t Reject r",
        "Reason, in your own words",
        "Record this decision",
        "on development factors",
        "Signed as Kittiwake reviewer, reviewer. You did not prepare this chain.",
    ]
    places = [shown.find(part) for part in parts]
    assert -1 not in places, parts[places.index(-1)]
    assert places == sorted(places)


def test_page_escapes_the_title(gate: Gate, reviewer: Client) -> None:
    assert "Motor &amp; home" in page(reviewer, gate).text


def test_page_is_never_kept_by_a_browser(gate: Gate, reviewer: Client) -> None:
    response = page(reviewer, gate)
    assert "no-store" in response["Cache-Control"]
    assert "HX-Request" in response["Vary"]


def test_page_draws_only_the_open_tab(gate: Gate, reviewer: Client) -> None:
    main, data = page(reviewer, gate), page(reviewer, gate, "?tab=data")
    assert ("The ledger." in main.text, "The ledger." in data.text) == (False, True)
    assert ("Averages" in main.text, "Averages" in data.text) == (True, False)
    assert f'id="tab-data" href="{address(gate)}?tab=data#evidence"' in data.text


def test_page_with_an_unknown_tab_shows_the_main_one(
    gate: Gate, reviewer: Client
) -> None:
    assert "Averages" in page(reviewer, gate, "?tab=nothing").text


def test_page_for_htmx_is_the_gate_alone(gate: Gate, reviewer: Client) -> None:
    part = page(reviewer, gate, **{"HX-Request": "true"}).text
    assert part.strip().startswith('<div class="page-list" id="gate"')
    assert "<html" not in part


def test_page_wraps_evidence_so_that_it_sends_nothing(
    gate: Gate, reviewer: Client
) -> None:
    assert '<div class="blocks" hx-disable>' in page(reviewer, gate).text


def test_page_draws_numbers_to_be_read_back(gate: Gate, reviewer: Client) -> None:
    shown = page(reviewer, gate).text
    assert 'name="value-factors-12-24" value="3.491"' in shown
    assert 'name="value-factors-24-36" value="1.747"' in shown


def test_page_offers_stored_alternatives_with_their_effect(
    gate: Gate, reviewer: Client
) -> None:
    assert "Medial (−332,115)" in page(reviewer, gate).text


def test_page_fills_the_form_from_an_alternative(
    house: House, reviewer: Client
) -> None:
    gate = start_page_chain(house, materiality="1000000")
    response = page(reviewer, gate, "?use=0")
    shown = text_of(response)
    assert 'name="value-factors-12-24" value="3.402"' in response.text
    assert "Your choice, not signed 18,348,741 −332,115 · 33.2 % of" in shown
    assert "You are recording Medial instead of the recommended Volume." in shown
    assert "Effect −332,115 · 33.2 % of materiality." in shown
    assert "One reviewer is enough. The next gate is tail." in shown


def test_page_offers_the_rows_that_are_alternatives(
    gate: Gate, reviewer: Client
) -> None:
    shown = page(reviewer, gate).text
    assert shown.count('<a class="use"') == 1
    assert f'href="{address(gate)}?choose=Medial#decision" data-choose="0"' in shown
    chosen = page(reviewer, gate, "?choose=Medial")
    assert 'name="value-factors-12-24" value="3.402"' in chosen.text
    assert "Medial In your form Medial 18,348,741" in text_of(chosen)


def test_page_offers_rows_only_to_who_can_decide(gate: Gate, preparer: Client) -> None:
    assert '<a class="use"' not in page(preparer, gate).text


def test_page_passes_over_a_label_that_is_not_there(
    gate: Gate, reviewer: Client
) -> None:
    response = page(reviewer, gate, "?choose=Nothing")
    assert 'name="value-factors-12-24" value="3.491"' in response.text


@pytest.mark.parametrize("use", ["9", "x", "-1"])
def test_page_passes_over_an_alternative_that_is_not_there(
    use: str, gate: Gate, reviewer: Client
) -> None:
    response = page(reviewer, gate, f"?use={use}")
    assert 'name="value-factors-12-24" value="3.491"' in response.text


def test_page_puts_no_words_into_the_reason(gate: Gate, reviewer: Client) -> None:
    shown = " ".join(page(reviewer, gate).text.split())
    assert 'id="id_rationale"> </textarea>' in shown
    assert "What did you look at? What did you set aside?" in shown


def test_page_shows_what_was_decided_before(
    house: House, gate: Gate, reviewer: Client
) -> None:
    house.decide(gate, "approve")
    work()
    second = Gate.objects.get(chain=gate.chain, position=1)
    for query in ("", "?tab=decisions"):
        shown = text_of(page(reviewer, second, query))
        assert "Development factors: factors volume Kittiwake reviewer, Mon 2" in shown
        assert "Kittiwake: the factor follows the data." in shown
    assert "Earlier decisions 1" in shown


def test_page_offers_only_the_verbs_of_the_gate(
    house: House, gate: Gate, reviewer: Client
) -> None:
    house.decide(gate, "approve")
    work()
    second = Gate.objects.get(chain=gate.chain, position=1)
    shown = page(reviewer, second).text
    offered = [verb for verb in deciding.PAST if f'value="{verb}"' in shown]
    assert offered == ["adjust", "return"]
    assert "Approving is not offered: the gate does not allow it now." in text_of(
        page(reviewer, second)
    )


def test_page_shows_earlier_rounds_with_question_and_answer(
    house: House, gate: Gate, reviewer: Client
) -> None:
    house.decide(gate, "return")
    answered(house, gate, "It is the fire of 2003.")
    shown = text_of(page(reviewer, gate, "?tab=decisions"))
    assert "Round 1 of this gate: ↩ returned Kittiwake reviewer" in shown
    assert "Kittiwake preparer answered It is the fire of 2003." in shown
    assert "Read round 1" in shown


@pytest.mark.parametrize(
    ("who", "why"),
    [
        (
            "preparer",
            "You prepared this chain, so somebody else has to decide its gates.",
        ),
        ("viewer", "Deciding a gate needs the role of reviewer."),
        ("admin", "Deciding a gate needs the role of reviewer."),
    ],
)
def test_page_says_why_not_and_who_can(
    who: str, why: str, house: House, gate: Gate, client: Client
) -> None:
    client.force_login(house.user(who))
    shown = text_of(page(client, gate))
    assert f"{why} Who can decide it: Kittiwake both Kittiwake reviewer" in shown
    assert "Record this decision" not in shown


def test_page_says_when_nobody_can_decide(
    house: House, gate: Gate, client: Client
) -> None:
    gate.rounds.get().seats.all().delete()
    client.force_login(house.user("preparer"))
    assert "Nobody can decide it now. It needs a reviewer of" in text_of(
        page(client, gate)
    )


def test_page_of_a_reviewer_who_came_later_says_so(
    house: House, gate: Gate, reviewer: Client
) -> None:
    gate.rounds.get().seats.filter(member__user=house.user("reviewer")).delete()
    assert "You were not among the reviewers when this gate was put" in text_of(
        page(reviewer, gate)
    )


def gathering(house: House) -> Gate:
    gate = start_page_chain(house)
    house.decide(gate, "return")
    answering.answer(gate_id=gate.pk, text="So.", actor=house.actor("preparer"), at=AT)
    return gate


def test_page_of_a_gathering_gate_says_how_long_and_asks_again(
    house: House, reviewer: Client
) -> None:
    response = page(reviewer, gathering(house))
    shown = text_of(response)
    assert "Gathering the evidence for development factors It began" in shown
    assert "It is waiting for a worker." in shown
    assert 'hx-trigger="every 1s"' in response.text
    assert "Look again" in shown


def test_page_of_a_gathering_gate_with_a_worker_does_not_wait_for_one(
    house: House, reviewer: Client
) -> None:
    gate = gathering(house)
    Outbox.objects.filter(job="gather", done_at=None).update(begun_at=AT)
    assert "waiting for a worker" not in text_of(page(reviewer, gate))


def test_page_of_failed_evidence_says_why_and_offers_to_try_again(
    house: House, gate: Gate, reviewer: Client
) -> None:
    Gate.objects.filter(pk=gate.pk).update(state="gathering_failed")
    Round.objects.filter(gate=gate).update(
        parked_at=None, digest="", failure_code="EVIDENCE_FAILED", failure="All zero."
    )
    shown = text_of(page(reviewer, gate))
    assert "The evidence could not be computed All zero. Code EVIDENCE_FAILED." in shown
    assert "Try again" in shown


def test_page_of_failed_evidence_offers_a_viewer_nothing(
    house: House, client: Client
) -> None:
    client.force_login(house.user("viewer"))
    shown = text_of(page(client, house.failed()))
    assert "Try again" not in shown
    assert "A preparer, reviewer or administrator of Kittiwake Mutual can" in shown


def test_page_of_a_decided_gate_shows_the_receipt(
    house: House, gate: Gate, reviewer: Client
) -> None:
    house.decide(gate, "approve")
    decision = gate.rounds.get().decisions.get()
    shown = text_of(page(reviewer, gate))
    assert (
        "The decision is recorded. The chain goes on by itself; next comes tail"
        in shown
    )
    assert "approved by Kittiwake reviewer, reviewer" in shown
    assert "Kittiwake: the factor follows the data." in shown
    assert f"Receipt entry {decision.entry_seq} Hash {decision.entry_hash}" in shown


def test_page_of_an_applied_gate_is_read_only_and_leads_on(
    house: House, gate: Gate, reviewer: Client
) -> None:
    house.decide(gate, "approve")
    work()
    response = page(reviewer, gate)
    shown = text_of(response)
    assert "factors volume. Go to tail" in shown
    assert "2 ledger entries ldf.12-24 3.4906065479322" in shown
    assert "<form class" not in response.text
    assert "hx-trigger" not in response.text


def test_page_of_a_stalled_gate_says_that_the_decision_stands(
    house: House, gate: Gate, reviewer: Client
) -> None:
    house.decide(gate, "approve")
    Gate.objects.filter(pk=gate.pk).update(state="stalled", summary="No such field.")
    shown = text_of(page(reviewer, gate))
    assert "The decision stands, but it could not be applied No such field." in shown
    assert "Try again" in shown


def test_page_of_a_returned_gate_asks_the_preparer(
    house: House, gate: Gate, reviewer: Client, preparer: Client
) -> None:
    house.decide(gate, "return")
    mine, theirs = text_of(page(preparer, gate)), text_of(page(reviewer, gate))
    asked = "The question Kittiwake reviewer asked"
    assert (asked in mine, asked in theirs) == (True, True)
    assert ("Send the answer" in mine, "Send the answer" in theirs) == (True, False)
    assert "Kittiwake preparer prepared this chain and answers next." in theirs


def test_pages_of_a_rejected_chain_say_how_it_ended(
    house: House, gate: Gate, reviewer: Client
) -> None:
    house.decide(gate, "reject")
    later = Gate.objects.get(chain=gate.chain, position=2)
    assert "This gate was rejected, and with it the chain." in text_of(
        page(reviewer, gate)
    )
    shown = text_of(page(reviewer, later))
    assert "This gate was skipped. the chain was rejected at gate factors" in shown
    assert "Nothing was decided here." in shown


def test_page_of_a_gate_that_skipped_itself_says_why(
    house: House, gate: Gate, reviewer: Client, send: Send
) -> None:
    house.decide(gate, "approve")
    work()
    second = Gate.objects.get(chain=gate.chain, position=1)
    send(second, verb="adjust", **{"value-tail": "1.02"})
    work()
    last = Gate.objects.get(chain=gate.chain, position=2)
    assert "This gate was skipped. the tail is small" in text_of(page(reviewer, last))


def test_page_of_a_gate_that_was_not_reached_says_so(
    gate: Gate, reviewer: Client
) -> None:
    last = Gate.objects.get(chain=gate.chain, position=2)
    assert "This gate has not been reached" in text_of(page(reviewer, last))


def test_round_page_is_read_only(house: House, gate: Gate, reviewer: Client) -> None:
    house.decide(gate, "return")
    answered(house, gate, "It is the fire of 2003.")
    response = reviewer.get(f"{address(gate)}rounds/1/")
    shown = text_of(response)
    assert "This is round 1 of 2, to be read only." in shown
    assert "Use volume, answers so far 0." in shown
    assert "What was decided ↩ returned by Kittiwake reviewer" in shown
    assert "<textarea" not in response.text


def test_round_page_without_such_a_round_is_not_found(
    gate: Gate, reviewer: Client
) -> None:
    assert reviewer.get(f"{address(gate)}rounds/7/").status_code == 404


def save_draft(house: House, gate: Gate, **fields: str) -> None:
    drafting.save(
        gate_id=gate.pk,
        round_number=gate.rounds.latest("number").number,
        fields=fields,
        actor=house.actor("reviewer"),
        at=AT,
    )


def test_page_brings_back_the_readers_draft(
    house: House, gate: Gate, reviewer: Client
) -> None:
    typed = {"value-factors-12-24": "3.3", "rationale": "Because  <b>"}
    save_draft(house, gate, verb="adjust", **typed)
    response = page(reviewer, gate)
    assert "Draft saved Mon 2 Mar, 09:30 UTC" in text_of(response)
    assert 'value="3.3"' in response.text
    assert "Because  &lt;b&gt;</textarea>" in response.text


def test_page_offers_a_draft_of_an_older_round_and_applies_it_on_wish(
    house: House, gate: Gate, reviewer: Client
) -> None:
    save_draft(house, gate, rationale="Half a thought", **{"value-factors-12-24": "9"})
    deciding.decide(
        gate_id=gate.pk,
        answer=deciding.Answer(
            round_number=1,
            digest=form_of(gate)["digest"],
            verb="return",
            values={},
            rationale="Why?",
        ),
        actor=house.actor("both"),
        at=AT,
    )
    answered(house, gate, "So.")
    offered = page(reviewer, gate)
    assert "You typed this on round 1" in text_of(offered)
    assert "Half a thought</textarea>" not in offered.text
    taken = page(reviewer, gate, "?draft=1")
    assert "Half a thought</textarea>" in taken.text
    assert 'name="value-factors-12-24" value="4.491"' in taken.text


def test_page_of_a_decided_gate_offers_what_waits_next(
    house: House, gate: Gate, reviewer: Client, preparer: Client
) -> None:
    other = start_page_chain(house)
    house.decide(gate, "approve")
    link = f'Next for you: <a href="{address(other)}">{other.question}</a>'
    assert link in page(reviewer, gate).text
    assert "Next for you" not in page(preparer, gate).text
    assert "Next for you" not in page(reviewer, other).text


def test_page_of_a_decided_gate_stays_within_the_queries(
    house: House, gate: Gate, reviewer: Client
) -> None:
    house.decide(gate, "approve")
    with CaptureQueriesContext(connection) as counted:
        page(reviewer, gate)
    assert len(counted) <= 12


def test_page_beside_the_last_round_stays_within_the_queries(
    house: House, gate: Gate, reviewer: Client
) -> None:
    house.decide(gate, "return")
    answered(house, gate, "So.")
    with CaptureQueriesContext(connection) as counted:
        page(reviewer, gate, "?compare=round")
    assert len(counted) <= 12


def test_page_that_is_open_learns_when_its_round_is_closed(
    house: House, gate: Gate, reviewer: Client
) -> None:
    ask = {"HX-Request": "true"}
    still = page(reviewer, gate, "?seen=1", **ask)
    assert (still.status_code, still.text) == (200, "")
    house.decide(gate, "approve", by="both")
    theirs = text_of(page(reviewer, gate, "?seen=1", **ask))
    assert "Kittiwake both approved this gate while this page was open," in theirs
    assert "Recording from here is off." in theirs


def test_page_that_is_open_in_two_tabs_says_so(
    house: House, gate: Gate, reviewer: Client
) -> None:
    house.decide(gate, "return")
    answered(house, gate, "So.")
    shown = text_of(page(reviewer, gate, "?seen=1", **{"HX-Request": "true"}))
    assert "You returned this gate yourself, perhaps in another tab," in shown
    assert "It is now at round 2: Use volume, answers so far 1." in shown
    assert "Compare with what you saw" in shown


def test_page_that_is_open_keeps_its_words_without_a_session(gate: Gate) -> None:
    url = f"{address(gate)}?seen=1"
    told = Client().get(url, headers={"HX-Request": "true", "HX-Current-URL": url})
    assert told["HX-Retarget"] == "#moved"
    assert "HX-Redirect" not in told
    assert "Your session is over." in text_of(told)
    assert 'target="_blank"' in told.text


def test_page_costs_at_most_twelve_queries(gate: Gate, reviewer: Client) -> None:
    page(reviewer, gate)
    with CaptureQueriesContext(connection) as counted:
        page(reviewer, gate)
    assert len(counted) == 10


def test_page_of_a_gate_with_its_own_verbs_stays_within_the_queries(
    house: House, gate: Gate, reviewer: Client
) -> None:
    house.decide(gate, "approve")
    work()
    second = Gate.objects.get(chain=gate.chain, position=1)
    with CaptureQueriesContext(connection) as counted:
        page(reviewer, second)
    assert len(counted) == 11


def test_page_asks_for_a_sign_in_first(gate: Gate, client: Client) -> None:
    response = page(client, gate)
    assert response.status_code == 302
    assert response["Location"] == f"/accounts/login/?next={address(gate)}"
