"""A whole console of its own: database, broker, folder, server and workers.

Tests reach it as its users and operators do: over HTTP, and with commands. What only
code can say (``tests/harness/acts.py``) is done by a program inside the installation.
"""

import json
import os
import subprocess
import sys
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import redis

from tests.harness.brokers import free_port
from tests.harness.children import ROOT, Child
from tests.harness.environment import ENVIRONMENT

_WORKER = (
    *(sys.executable, "-m", "celery", "-A", "judgment_console", "worker", "-B"),
    *("-Q", "engine,evidence", "--loglevel", "INFO", "--concurrency", "1"),
    *("--without-gossip", "--without-mingle"),
)


class Installation:
    """One console. ``kind`` is "embedded" (files only) or "served" (real services)."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.kind = kind
        self.folder = folder
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.children: list[Child] = []
        self._acts: Child | None = None
        self.env = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "DJANGO_SETTINGS_MODULE": "tests.harness.host.settings",
            "VAR_DIR": str(folder),
            "PUBLIC_URL": self.address,
            "SWEEP_SECONDS": "1",
        }
        if kind == "served":
            self.env |= {
                "SECRET_KEY": "a key for tests only, fifty characters and more of it",
                "DATABASE_URL": ENVIRONMENT.new_database(folder.name),
                "REDIS_URL": ENVIRONMENT.redis_url(),
                "BROKER_PREFIX": f"{folder.name}:",
            }
            self.manage("collectstatic", "--noinput", "--verbosity", "0")
        self.manage("migrate", "--verbosity", "0")

    def manage(self, *arguments: str) -> str:
        """Run a management command; what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            capture_output=True,
            text=True,
            cwd=ROOT,
            env=self.env,
        )
        if done.returncode:
            raise AssertionError(f"{arguments} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def act(self, name: str, **facts: Any) -> Any:
        """Do one of the acts in ``tests/harness/acts.py`` inside the installation."""
        if self._acts is None:
            command = [sys.executable, "-m", "tests.harness.acts"]
            self._acts = self._start("acts", command, pipes=True)
        pipe = self._acts.process
        assert pipe.stdin
        assert pipe.stdout
        pipe.stdin.write(json.dumps([name, facts]) + "\n")
        pipe.stdin.flush()
        answer = pipe.stdout.readline()
        if not answer:
            raise AssertionError(f"{name} failed:\n{self._acts.output}")
        return json.loads(answer)

    def worker(self) -> Child:
        """Start a worker with its timetable; it is ready when this returns."""
        schedule = self.folder / f"schedule-{len(self.children)}"
        child = self._start("worker", [*_WORKER, "--schedule", schedule])
        child.wait_until(lambda: " ready." in child.output, seconds=60)
        return child

    def server(self) -> Child:
        """Start the web server; it answers when this returns."""
        command = [
            *(sys.executable, "-m", "gunicorn", "judgment_console.wsgi"),
            *("--bind", f"127.0.0.1:{self.port}", "--threads", "4"),
            "--no-control-socket",
        ]
        child = self._start("server", command)
        child.wait_until(self._answers)
        return child

    def empty_broker(self) -> None:
        """Lose every message that waits."""
        if self.kind == "served":
            with closing(redis.Redis.from_url(self.env["REDIS_URL"])) as client:
                client.flushall()
        else:
            for path in (self.folder / "broker" / "messages").iterdir():
                path.unlink()

    def mails(self) -> list[str]:
        """The messages sent so far, as they would have gone out."""
        folder = self.folder / "mail"
        files = sorted(folder.glob("*.log"), key=lambda path: path.stat().st_mtime_ns)
        return [
            part.strip()
            for path in files
            for part in path.read_text().split("-" * 79 + "\n")
            if part.strip()
        ]

    def close(self) -> None:
        """End every program of the installation."""
        for child in self.children:
            child.kill()
        self.children.clear()
        self._acts = None

    def _start(
        self, name: str, command: list[str | Path], *, pipes: bool = False
    ) -> Child:
        output = self.folder / f"{name}-{len(self.children)}.output"
        child = Child(
            f"{self.kind} {name}", command, output=output, env=self.env, pipes=pipes
        )
        self.children.append(child)
        return child

    def _answers(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=5)
        with closing(connection), suppress(ConnectionError):
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        return False
