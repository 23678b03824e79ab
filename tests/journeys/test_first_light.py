"""From an uploaded triangle to decisions on record and a document, in the browser."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.harness.browser import Person
from tests.harness.children import ROOT, wait_until
from tests.harness.installation import Installation

pytestmark = pytest.mark.journey

TRIANGLE = ROOT / "judgment_console" / "chains" / "data" / "taylor_ashe.csv"
UNPAID, ERROR = "18,680,856", "2,447,095"
REASONS = (
    "The triangle agrees with the published one, cell by cell.",
    "Volume-weighted factors of all years; no year stands out.",
    "The paid losses are complete after ten years in this line.",
    "The central estimate, because nothing speaks for more.",
)
WAYS = [
    pytest.param("served", True, id="served with scripts"),
    pytest.param("embedded", False, id="embedded without scripts"),
]


def _whole_numbers(text: str) -> set[str]:
    """Every number of a page, to the unit; the ledger shows all digits."""
    found = re.findall(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", text)
    return {f"{round(float(number.replace(',', ''))):,}" for number in found}


def _upload(preparer: Person, file: Path) -> None:
    page = preparer.page
    page.goto("/uploads/new/")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Upload").click()


def _confirm(preparer: Person) -> None:
    page = preparer.page
    page.get_by_label("Name of the data set").fill("Taylor-Ashe paid")
    page.get_by_label("Segment").fill("General liability")
    page.get_by_label("Currency").fill("USD")
    page.get_by_label("Figures in the file are in").select_option("1")
    page.get_by_label("Valuation date").fill("2010-12-31")
    page.get_by_role("button", name="Make the data set").click()


def _start(preparer: Person) -> str:
    page = preparer.page
    page.get_by_role("link", name="Start a chain").click()
    page.get_by_label("Title").fill("Taylor-Ashe 2010")
    page.get_by_label("Purpose").fill("Year-end reserve of a published example.")
    page.get_by_role("button", name="Start the chain").click()
    page.wait_for_url("**/chains/*/")
    return page.url


def _decide(reviewer: Person, verb: str, reason: str, **fields: str) -> None:
    page = reviewer.page
    page.locator(f"input[name=verb][value={verb}]").check()
    for label, typed in fields.items():
        page.get_by_label(label, exact=True).fill(typed)
    page.get_by_label("Reason, in your own words").fill(reason)
    page.get_by_role("button", name="Record this decision").click()
    decided = page.get_by_role("heading", name="What was decided", exact=True)
    expect(decided).to_be_visible()
    expect(page.get_by_text(reason).first).to_be_visible()


def _open_from_inbox(reviewer: Person, title: str) -> None:
    reviewer.page.goto("/")
    rows = reviewer.page.locator(".row", has_text=title)
    reviewer.look_until(lambda: rows.count() == 1)
    rows.get_by_role("link").first.click()
    expect(reviewer.page.get_by_role("button", name="Record")).to_be_visible()


def _link_in_mail(console: Installation, number: int) -> str:
    def mails() -> list[str]:
        return [mail for mail in console.mails() if "To: reviewer@demo.example" in mail]

    wait_until(lambda: len(mails()) >= number)
    (link,) = re.findall(rf"^{console.address}/gates/\S+$", mails()[number - 1], re.M)
    return str(link)


@pytest.mark.parametrize(("kind", "scripts"), WAYS)
def test_first_light(
    kind: str,
    scripts: bool,
    open_console: Callable[[str], Installation],
    arrive: Callable[..., Person],
) -> None:
    console = open_console(kind)
    preparer = arrive(console, "preparer", scripts=scripts)
    reviewer = arrive(console, "reviewer", scripts=scripts)

    _upload(preparer, TRIANGLE)
    understood = preparer.page.get_by_role("heading", name="What was understood")
    if scripts:
        expect(understood).to_be_visible()
    else:
        preparer.look_until(lambda: understood.count() == 1)
    assert "34,358,090" in preparer.reads()
    _confirm(preparer)
    chain = _start(preparer)

    _open_from_inbox(reviewer, "Taylor-Ashe 2010")
    assert reviewer.page.url.split("?")[0] == _link_in_mail(console, 1)
    _decide(reviewer, "approve", REASONS[0])

    reviewer.page.goto(_link_in_mail(console, 2))
    _decide(reviewer, "approve", REASONS[1])

    _open_from_inbox(reviewer, "Taylor-Ashe 2010")
    assert "20,245,461" in reviewer.reads()
    _decide(reviewer, "adjust", REASONS[2], **{"Tail factor": "1.000"})

    _open_from_inbox(reviewer, "Taylor-Ashe 2010")
    assert UNPAID in _whole_numbers(reviewer.reads())
    _decide(reviewer, "approve", REASONS[3])

    completed = preparer.page.get_by_text(re.compile("^Completed"))
    preparer.page.goto(chain)
    if scripts:
        expect(completed.first).to_be_visible()
    else:
        preparer.look_until(lambda: completed.count() > 0)
    seen = {}
    for name in ("trail", "ledger", "disclosure"):
        preparer.page.goto(f"{chain}{name}/")
        seen[name] = preparer.reads()
        assert {UNPAID, ERROR} <= _whole_numbers(seen[name]), name
    assert all(reason in seen["trail"] for reason in REASONS)
    assert all(reason in seen["disclosure"] for reason in REASONS)
    answer = preparer.page.request.get(f"{chain}disclosure.md")
    assert answer.headers["content-type"].startswith("text/markdown")
    assert {UNPAID, ERROR} <= _whole_numbers(answer.text())
