"""A console with a review under way and one that is complete, and its main pages."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.harness.browser import Person
from tests.harness.children import ROOT
from tests.harness.installation import Installation

PASSWORD = "a password for the demo people"
TRIANGLE = ROOT / "judgment_console" / "chains" / "data" / "taylor_ashe.csv"
REASON = "The averages agree within two per cent, and no diagonal stands out."


class Tour:
    """What a visitor of the demo has seen: every main page has something to show.

    ``pages`` maps a name to the person who may see the page and its address.
    """

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.console = Installation("embedded", folder)
        self.console.manage("load_demo", "--password", PASSWORD)
        self.console.worker()
        self.console.server()
        self.preparer = self._arrive(browser, "preparer")
        self.reviewer = self._arrive(browser, "reviewer")
        self.pages: dict[str, tuple[Person, str]] = {}
        self._prepare()

    def _arrive(self, browser: Browser, name: str) -> Person:
        person = Person(browser, self.console.address, scripts=True)
        person.sign_in(f"{name}@demo.example", PASSWORD)
        return person

    def _prepare(self) -> None:
        page = self.preparer.page
        page.goto("/uploads/new/")
        self._note("upload", self.preparer)
        page.locator("input[type=file]").set_input_files(TRIANGLE)
        page.get_by_role("button", name="Upload").click()
        expect(page.get_by_role("heading", name="What was understood")).to_be_visible()
        self._confirm(page)
        dataset = page.url
        self._note("data set", self.preparer)
        self._start(page, dataset, "General liability 2010 Q4")
        for verb in ("approve", "approve", "adjust", "approve"):
            self._decide(verb)
        self._note("gate decided", self.reviewer)
        chain = re.sub(r"^https?://[^/]+", "", page.url)
        for name in ("", "trail", "ledger", "disclosure"):
            address = f"{chain}{name}/" if name else chain
            self.pages[name or "chain complete"] = (self.preparer, address)
        self._start(page, dataset, "Property 2010 Q4, with a long name of a segment")
        self._decide("approve")
        self._open()
        self._note("gate", self.reviewer)
        self._note("chain", self.preparer)
        for name in ("diagnostics", "data", "charts", "decisions"):
            address = f"{self.pages['gate'][1]}?tab={name}"
            self.pages[f"gate {name}"] = (self.reviewer, address)
        self.pages |= {
            "inbox": (self.reviewer, "/"),
            "inbox team": (self.preparer, "/?tab=team"),
            "inbox empty": (self.preparer, "/"),
            "chains": (self.preparer, "/chains/"),
        }

    def _note(self, name: str, person: Person) -> None:
        address = re.sub(r"^https?://[^/]+", "", person.page.url)
        self.pages[name] = (person, address)

    def _confirm(self, page: Page) -> None:
        self._note("upload understood", self.preparer)
        page.get_by_label("Name of the data set").fill("Taylor-Ashe paid")
        page.get_by_label("Segment").fill("General liability")
        page.get_by_label("Currency").fill("USD")
        page.get_by_role("button", name="Make the data set").click()
        page.wait_for_url("**/datasets/*/")

    def _start(self, page: Page, dataset: str, title: str) -> None:
        page.goto(dataset)
        page.get_by_role("link", name="Start a chain").click()
        self._note("start", self.preparer)
        page.get_by_label("Title").fill(title)
        page.get_by_label("Purpose").fill("Year-end reserve of a published example.")
        page.get_by_role("button", name="Start the chain").click()
        page.wait_for_url("**/chains/*/")

    def _open(self) -> None:
        rows = self.reviewer.page.locator("main a[href*='/gates/']")
        self.reviewer.page.goto("/")
        self.reviewer.look_until(lambda: rows.count() > 0)
        rows.first.click()
        self.reviewer.page.wait_for_url("**/gates/*/*")

    def _decide(self, verb: str) -> None:
        self._open()
        page = self.reviewer.page
        page.locator(f"input[name=verb][value={verb}]").check()
        if verb == "adjust":
            page.get_by_label("Tail factor", exact=True).fill("1.000")
        page.get_by_label("Reason, in your own words").fill(REASON)
        page.get_by_role("button", name="Record this decision").click()
        heading = page.get_by_role("heading", name="What was decided", exact=True)
        expect(heading).to_be_visible()
