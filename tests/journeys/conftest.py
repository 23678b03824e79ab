"""A served or embedded console with a worker, and people in front of it."""

import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.harness.browser import Person, chromium
from tests.harness.installation import Installation

PASSWORD = "a password for the demo people"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not (shutil.which("chromium") or shutil.which("chromium-browser")):
        pytest.skip("chromium is not installed")
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def open_console(
    install: Callable[[str], Installation],
) -> Callable[[str], Installation]:
    """The console of a kind, with demo people, a worker and a server; made once."""
    made: dict[str, Installation] = {}

    def opened(kind: str) -> Installation:
        if kind not in made:
            made[kind] = install(kind)
            made[kind].manage("load_demo", "--password", PASSWORD)
            made[kind].worker()
            made[kind].server()
        return made[kind]

    return opened


@pytest.fixture
def arrive(browser: Browser) -> Iterator[Callable[..., Person]]:
    """Somebody signs in; the browser may not complain about any page they saw."""
    people: list[Person] = []

    def arrived(console: Installation, name: str, *, scripts: bool = True) -> Person:
        person = Person(browser, console.address, scripts=scripts)
        people.append(person)
        person.sign_in(f"{name}@demo.example", PASSWORD)
        return person

    yield arrived
    complaints = [complaint for person in people for complaint in person.complaints]
    for person in people:
        person.leave()
    assert complaints == []
