"""Installations with the host's chain, one for each way of delivery."""

from collections.abc import Callable, Iterator

import pytest

from tests.harness.children import Child
from tests.harness.installation import Installation

KINDS = ("embedded", "served")


@pytest.fixture(scope="module", params=KINDS)
def console(
    request: pytest.FixtureRequest, install: Callable[..., Installation]
) -> Installation:
    """A console with a host's chain and people, and no worker yet."""
    made = install(request.param, settings="tests.harness.host.settings")
    made.act("people")
    return made


@pytest.fixture
def workers(console: Installation) -> Iterator[Callable[[], Child]]:
    """Start a worker; it ends with the test, as does whatever was held up."""
    started: list[Child] = []

    def start() -> Child:
        started.append(console.worker())
        return started[-1]

    yield start
    for child in started:
        child.kill()
    for path in console.folder.glob("hold-*"):
        path.unlink()
