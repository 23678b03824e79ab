"""Every main page, in both schemes: clean to axe, and as wide as a small phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.harness.tour import Tour

pytestmark = pytest.mark.journey

NARROW = {"width": 320, "height": 640}
WIDE = {"width": 1440, "height": 900}
# Nothing of the page itself is wider than the window; what scrolls does so inside.
OVERFLOW = "document.documentElement.scrollWidth - window.innerWidth"


@pytest.fixture(scope="module")
def tour(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tour]:
    made = Tour(browser, Path(tmp_path_factory.mktemp("tour")))
    yield made
    made.console.close()


def test_every_page_is_clean_to_axe_in_light_and_dark(tour: Tour) -> None:
    found: dict[str, list[str]] = {}
    for name, (person, address) in tour.pages.items():
        person.page.set_viewport_size(WIDE)
        person.page.goto(address)
        for scheme in ("light", "dark"):
            person.page.emulate_media(color_scheme=scheme)
            violations = Axe().run(person.page).response["violations"]
            if violations:
                found[f"{name} {scheme}"] = [
                    f"{each['id']}: {node['html'][:200]}"
                    for each in violations
                    for node in each["nodes"]
                ]

    assert found == {}


def test_no_page_overflows_a_narrow_phone(tour: Tour) -> None:
    wider = {}
    for name, (person, address) in tour.pages.items():
        person.page.set_viewport_size(NARROW)
        person.page.goto(address)
        if excess := person.page.evaluate(OVERFLOW):
            wider[name] = excess

    assert wider == {}


def test_browser_complains_about_no_page(tour: Tour) -> None:
    for person, address in tour.pages.values():
        person.page.goto(address)

    assert tour.preparer.complaints + tour.reviewer.complaints == []


def test_ratio_is_left_aside_by_keys_alone(tour: Tour) -> None:
    person, address = tour.pages["gate data"]
    page = person.page
    page.set_viewport_size(WIDE)
    page.goto(address)
    page.locator("table[data-heat] td[tabindex='0']").focus()

    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("x")
    page.keyboard.type("one late fire loss")

    typed = page.locator("textarea[name='value-exclusions']")
    expect(typed).to_be_focused()
    expect(typed).to_have_value("2003 12-24 = one late fire loss")
    expect(page.locator("td.left-aside")).to_have_count(1)
    expect(page.locator("input[name=verb][value=adjust]")).to_be_checked()
