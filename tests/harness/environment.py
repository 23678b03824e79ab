"""What a test session runs against; set before Django reads its settings.

The database is a private PostgreSQL, or the one of DATABASE_URL, or with ``--sqlite``
(TEST_DATABASE=sqlite) a file. Services start when the first test needs them.
"""

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

import psycopg
from psycopg.sql import SQL, Identifier

from tests.harness.brokers import Redis
from tests.harness.databases import PostgreSQL

SETTINGS = "judgment_console.settings"


class Environment:
    """The folder, the database and the broker of one session."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="console-tests-"))
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        self.on_sqlite = "--sqlite" in sys.argv or (
            os.environ.get("TEST_DATABASE", "") == "sqlite"
        )
        self._given_database = os.environ.pop("DATABASE_URL", "")
        self._given_redis = os.environ.pop("REDIS_URL", "")
        self._postgresql: PostgreSQL | None = None
        self._redis: Redis | None = None

    @property
    def postgresql(self) -> PostgreSQL:
        """The private server."""
        if self._postgresql is None:
            self._postgresql = PostgreSQL()
            atexit.register(self._postgresql.stop)
        return self._postgresql

    def redis_url(self) -> str:
        """Address of a real Redis that runs."""
        if self._given_redis:
            return self._given_redis
        if self._redis is None:
            self._redis = Redis()
            atexit.register(self._redis.stop)
        self._redis.start()
        return self._redis.url

    def start_database(self) -> None:
        """Start the server behind the test database, if it is ours to start."""
        if not self.on_sqlite and not self._given_database:
            self.postgresql.start()

    def new_database(self, name: str) -> str:
        """Make an empty PostgreSQL database beside the tests' own; its address."""
        if not self._given_database:
            return self.postgresql.create(name)
        base, _, _ = self._given_database.rpartition("/")
        with psycopg.connect(f"{base}/postgres", autocommit=True) as connection:
            connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        return f"{base}/{name}"

    def prepare(self) -> None:
        """Set the environment and load Django's settings from it."""
        os.environ["VAR_DIR"] = str(self.folder)
        os.environ["SECRET_KEY"] = (
            "a key for tests only, fifty characters and more of it"
        )
        os.environ["DJANGO_SETTINGS_MODULE"] = SETTINGS
        if not self.on_sqlite:
            os.environ["DATABASE_URL"] = self._given_database or self.postgresql.url()
        self._adapt_settings()

    def _adapt_settings(self) -> None:
        """Leave out what only a served installation has: built files, slow hashes."""
        from django.conf import settings

        static = self.folder / "static"
        static.mkdir()
        settings.STATIC_ROOT = static
        settings.WHITENOISE_USE_FINDERS = True
        settings.STORAGES["staticfiles"] = {
            "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        }
        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
        settings.DATABASES["default"]["TEST"] = (
            {"NAME": str(self.folder / "test.sqlite3")} if self.on_sqlite else {}
        )


ENVIRONMENT = Environment()
