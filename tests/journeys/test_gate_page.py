"""The page of a gate in a browser: keys, rows, effects, two steps, kept words."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.harness.browser import Person
from tests.harness.installation import Installation
from tests.journeys.conftest import PASSWORD

pytestmark = pytest.mark.journey

Arrive = Callable[..., Person]
WORDS = "The latest years develop slower, and the claims department says why."


@pytest.fixture(scope="module")
def console(open_console: Callable[[str], Installation]) -> Installation:
    return open_console("served")


def opened(console: Installation, person: Person, approved: int) -> tuple[str, Page]:
    """A new review at its gate number ``approved``, open in the person's browser."""
    gate = str(console.act("review", title="Liability 2010", approved=approved))
    person.page.goto(f"/gates/{gate}/")
    return gate, person.page


def verb(page: Page) -> str:
    return str(page.locator("input[name=verb]:checked").input_value())


def test_keys_choose_and_never_record(console: Installation, arrive: Arrive) -> None:
    gate, page = opened(console, arrive(console, "reviewer"), 0)
    chosen = []
    for key in "adtr":
        page.keyboard.press(key)
        chosen.append(verb(page))
    assert chosen == ["approve", "adjust", "return", "reject"]

    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys of this page")
    expect(dialog).to_be_visible()
    page.keyboard.press("a")
    assert verb(page) == "reject"
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator("input[name=verb][value=reject]")).to_be_focused()

    reason = page.get_by_label("Reason, in your own words")
    reason.press_sequentially("dart?")
    assert (reason.input_value(), verb(page)) == ("dart?", "reject")
    assert console.act("state", gate=gate) == ["parked", "running"]
    page.locator("input[name=verb][value=approve]").check()
    reason.press("Control+Enter")
    expect(page.get_by_role("heading", name="What was decided")).to_be_visible()


def test_row_fills_the_form(console: Installation, arrive: Arrive) -> None:
    _, page = opened(console, arrive(console, "reviewer"), 1)
    page.get_by_role("link", name="Use Simple, all years", exact=True).click()
    expect(page.locator("#choice")).to_contain_text("18,883,073")
    assert verb(page) == "adjust"
    expect(page.locator("[name='value-factors-12-24']")).to_have_value("3.566")
    expect(page.locator("#decision")).to_be_focused()
    sentence = page.locator("#effect")
    expect(sentence).to_contain_text("You are recording Simple, all years instead of")
    expect(sentence).to_contain_text("Effect +202,218 · 10.1 % of materiality.")


def test_typed_value_has_its_effect_within_a_second(
    console: Installation, arrive: Arrive
) -> None:
    _, page = opened(console, arrive(console, "reviewer"), 2)
    tail = page.get_by_label("Tail factor", exact=True)
    page.keyboard.press("d")
    figure = page.locator("#choice .figure-value:not(.figure-none)")
    taken = []
    for typed in ("1.0210", "1.0220", "1.0240", "1.0250", "1.0230"):
        began = time.perf_counter()
        tail.fill(typed)
        figure.wait_for()
        taken.append(time.perf_counter() - began)
    # The first ones warm the worker up.
    assert min(taken) < 1, taken
    expect(page.locator("#effect")).to_contain_text("1.0230 reads 1.023")
    tail.fill("1,022")
    expect(page.locator("#effect")).to_contain_text("is it 1022 or 1.022?")
    tail.fill("1.2")
    tick = page.get_by_label("The tail 1.2000 is above 1.100.")
    tick.check()
    figure.wait_for()
    expect(tick).to_be_checked()
    expect(tick).to_be_focused()
    page.get_by_label("Reason, in your own words").fill(WORDS)
    page.get_by_role("button", name="Record this decision").click()
    expect(page.get_by_role("heading", name="What was decided")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_reject_takes_two_steps(
    scripts: bool, console: Installation, arrive: Arrive
) -> None:
    gate, page = opened(console, arrive(console, "reviewer", scripts=scripts), 0)
    page.locator("input[name=verb][value=reject]").check()
    page.get_by_label("Reason, in your own words").fill(WORDS)
    page.get_by_role("button", name="Go on to confirm the rejection").click()
    expect(
        page.get_by_role("heading", name=re.compile("end the chain"))
    ).to_be_focused()
    assert console.act("state", gate=gate) == ["parked", "running"]

    page.get_by_role("button", name="Back, keep my text").click()
    reason = page.get_by_label("Reason, in your own words")
    expect(reason).to_have_value(WORDS)
    page.get_by_role("button", name="Go on to confirm the rejection").click()
    page.get_by_role("button", name="Reject and end this chain").click()
    expect(page.get_by_text("This gate was rejected, and with it")).to_be_visible()
    assert console.act("state", gate=gate) == ["rejected", "rejected"]


def test_effect_without_scripts(console: Installation, arrive: Arrive) -> None:
    person = arrive(console, "reviewer", scripts=False)
    _, page = opened(console, person, 1)
    page.get_by_role("link", name="Use Simple, all years", exact=True).click()
    expect(page.locator("[name='value-factors-12-24']")).to_have_value("3.566")
    page.locator("[name='value-factors-12-24']").fill("3.5")
    page.get_by_label("Reason, in your own words").fill(WORDS)
    show = page.get_by_role("button", name="Show the effect")
    show.click()
    for _ in range(50):
        if "Effect" in page.locator("#choice ~ *, #effect").last.inner_text():
            break
        show.click()
    expect(page.locator("#effect")).to_contain_text("of materiality")
    expect(page.get_by_label("Reason, in your own words")).to_have_value(WORDS)


def test_words_outlive_the_session(console: Installation, arrive: Arrive) -> None:
    person = arrive(console, "reviewer")
    _, page = opened(console, person, 0)
    page.locator("input[name=verb][value=approve]").check()
    reason = page.get_by_label("Reason, in your own words")
    reason.fill(WORDS)
    expect(page.locator("#drafted")).to_contain_text(
        re.compile(r"Draft saved .+ E[SD]T")
    )

    page.context.clear_cookies(name="sessionid")
    reason.press("End")
    reason.press_sequentially(" More")
    notice = page.locator("#moved")
    expect(notice).to_contain_text("Your session is over.")
    expect(page.get_by_role("button", name="Record this decision")).to_be_disabled()
    expect(reason).to_have_value(f"{WORDS} More")
    with page.expect_popup() as opening:
        notice.get_by_role("link", name="Sign in in a new tab").click()
    other = opening.value
    other.locator("input[name=login]").fill("reviewer@demo.example")
    other.locator("input[name=password]").fill(PASSWORD)
    other.get_by_role("button", name="Sign in").click()
    expect(other.get_by_label("Reason, in your own words")).to_have_value(WORDS)
    other.close()

    page.evaluate("() => { window.dispatchEvent(new Event('focus')); }")
    expect(notice).to_be_empty()
    page.get_by_role("button", name="Record this decision").click()
    expect(page.get_by_role("heading", name="What was decided")).to_be_visible()
    expect(page.get_by_text(f"{WORDS} More").first).to_be_visible()


def test_evidence_that_moved_is_told_while_the_page_is_open(
    console: Installation, arrive: Arrive
) -> None:
    gate, page = opened(console, arrive(console, "reviewer"), 0)
    reason = page.get_by_label("Reason, in your own words")
    reason.fill(WORDS)
    expect(page.locator("#drafted")).to_contain_text("Draft saved")
    console.act("move", gate=gate)

    page.evaluate("() => { window.dispatchEvent(new Event('focus')); }")
    expect(page.locator("#moved")).to_contain_text("It is now at round 2")
    expect(page.get_by_role("button", name="Record this decision")).to_be_disabled()
    expect(reason).to_have_value(WORDS)
    page.get_by_role("link", name="Compare with what you saw").click()
    expect(page.get_by_role("table", name="This round beside round 1")).to_be_visible()
    page.keyboard.press("c")
    expect(page.get_by_role("table", name=re.compile("^Checks"))).to_be_visible()
