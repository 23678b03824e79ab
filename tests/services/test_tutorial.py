"""The tutorial is run as it stands: its gate lives in a host's own Django app."""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from uuid import UUID

import pytest

from judgment_console.chains import catalogue
from judgment_console.models import Chain, Gate
from judgment_console.models.entries import LedgerEntry
from judgment_console.services.deciding import Receipt

PAGE = Path(__file__).parents[2] / "docs" / "tutorial.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)


def module(name: str, source: str) -> ModuleType:
    made = ModuleType(name)
    made.__file__ = f"{name.replace('.', '/')}.py"
    sys.modules[name] = made
    exec(compile(source, made.__file__, "exec"), made.__dict__)
    return made


@pytest.fixture
def pricing(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(catalogue, "_SPECS", dict(catalogue._SPECS))
    app = module("pricing", "")
    app.__path__ = []
    module("pricing.chains", BLOCKS[0])
    apps = module("pricing.apps", BLOCKS[1])
    apps.PricingConfig("pricing", _with_path(app)).ready()
    yield
    for name in ("pricing", "pricing.chains", "pricing.apps"):
        del sys.modules[name]


def _with_path(app: ModuleType) -> ModuleType:
    app.__path__ = [str(PAGE.parent)]
    return app


def test_gate_is_written_in_about_twenty_lines() -> None:
    lines = [line for line in BLOCKS[0].splitlines() if line.strip()]

    assert len(lines) <= 20


@pytest.mark.usefixtures("pricing")
def test_gate_runs_without_a_database() -> None:
    module("pricing_tried", BLOCKS[2])

    assert catalogue.spec_of("large-losses").version == 1


@pytest.mark.usefixtures("pricing")
@pytest.mark.django_db
def test_gate_runs_in_the_console(
    start: Callable[..., UUID],
    work: Callable[[], None],
    decided: Callable[..., Receipt],
) -> None:
    chain_id = start(spec_id="large-losses")
    work()
    decided(Gate.objects.get(chain_id=chain_id))
    work()

    assert Chain.objects.get(pk=chain_id).state == "completed"
    (row,) = LedgerEntry.objects.filter(chain_id=chain_id)
    assert (row.field, row.value) == ("large.threshold", "250000")
