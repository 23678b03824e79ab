"""The private installations that are measured, made when first needed."""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.bench.measuring import Sizes, pinned, processors
from tests.harness.children import ROOT
from tests.harness.installation import Installation


class Places:
    """Installations by name.

    With PostgreSQL, who asks has one processor and who serves has the other; a file
    needs no server, and its program goes where there is room.
    """

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes
        self.asking, self.serving = processors()
        self._made: list[Installation] = []
        self._done: dict[tuple[Path, str], Any] = {}

    @cached_property
    def sqlite(self) -> Installation:
        """Files only."""
        return self._install("embedded")

    @cached_property
    def postgresql(self) -> Installation:
        """PostgreSQL and Redis, with few rows."""
        return self._install("served")

    @cached_property
    def crowded(self) -> Installation:
        """PostgreSQL and Redis, for many rows."""
        return self._install("served")

    def inside(self, place: Installation, task: str, **facts: Any) -> Any:
        """Do a task of ``tests/bench/inside.py`` in an installation; its answer."""
        apart = self.asking if place.kind == "served" else None
        with pinned(apart):
            done = subprocess.run(
                [sys.executable, "-m", "tests.bench.inside", task],
                input=json.dumps({**asdict(self.sizes), **facts}),
                capture_output=True,
                text=True,
                cwd=ROOT,
                env=place.env,
            )
        if done.returncode:
            raise RuntimeError(f"{task} failed:\n{done.stdout}{done.stderr}")
        return json.loads(done.stdout.splitlines()[-1])

    def once(self, place: Installation, task: str, **facts: Any) -> Any:
        """The same, done the first time and remembered."""
        key = (place.folder, task)
        if key not in self._done:
            self._done[key] = self.inside(place, task, **facts)
        return self._done[key]

    def served(self, start: Callable[[], Any]) -> Any:
        """Start a program on the processor of those who serve."""
        with pinned(self.serving):
            return start()

    def close(self) -> None:
        """End every program and remove every folder."""
        for place in self._made:
            place.close()
            shutil.rmtree(place.folder, ignore_errors=True)

    def _install(self, kind: str) -> Installation:
        folder = Path(tempfile.mkdtemp(prefix=f"console-bench-{kind}-"))
        made: Installation = self.served(lambda: Installation(kind, folder))
        self._made.append(made)
        return made
