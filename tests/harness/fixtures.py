"""Fixtures that start real parts: whole installations and a browser."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.harness.installation import Installation

if TYPE_CHECKING:
    from tests.factories import House


@pytest.fixture
def house(db: None) -> "House":
    """A workspace with people, and an outsider."""
    from tests.factories import build_house

    return build_house()


@pytest.fixture(scope="module")
def install() -> Iterator[Callable[..., Installation]]:
    """Make an installation of a kind; all its programs end with the module."""
    made: list[Installation] = []

    def installed(kind: str) -> Installation:
        folder = Path(tempfile.mkdtemp(prefix=f"console-{kind}-"))
        made.append(Installation(kind, folder))
        return made[-1]

    yield installed
    for installation in made:
        installation.close()
        shutil.rmtree(installation.folder, ignore_errors=True)
