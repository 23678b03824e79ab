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
    made = install(request.param)
    made.act("people")
    return made


class Crew:
    """The worker of a console. One that is up stays up for the next test."""

    def __init__(self, console: Installation) -> None:
        self._console = console
        self._worker: Child | None = None

    def up(self) -> Child:
        """The worker, started unless it runs."""
        if self._worker is None or not self._worker.alive:
            self._worker = self._console.worker()
        return self._worker

    def down(self) -> None:
        """No worker: it is killed with all it has started."""
        if self._worker is not None:
            self._worker.kill()
            self._worker = None


@pytest.fixture(scope="module")
def crews(console: Installation) -> Crew:
    return Crew(console)


@pytest.fixture
def crew(crews: Crew, console: Installation) -> Iterator[Crew]:
    yield crews
    for path in console.folder.glob("hold-*"):
        path.unlink()
