"""What every test shares: the session's services, and what a failure shows.

This file sets the environment before anything loads Django's settings; that is why
pyproject.toml does not name them.
"""

import sys
from collections.abc import Generator

import pytest

from tests.harness import children
from tests.harness.environment import ENVIRONMENT

if "no:django" not in sys.argv:
    import django

    ENVIRONMENT.prepare()
    django.setup()

    from tests.harness.record import keep_append_only

    keep_append_only()

pytest_plugins = ["tests.harness.fixtures"]

_REAL = ("delivery", "journey")
_DATABASE_FIXTURES = {"db", "transactional_db", "client", "admin_user", "admin_client"}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("console")
    group.addoption(
        "--sqlite",
        action="store_true",
        help="run the tests that touch the database, on SQLite",
    )
    group.addoption(
        "--complete",
        action="store_true",
        help="a delivery test or a journey that is skipped or missing is a failure",
    )


def pytest_report_header() -> str:
    return f"database: {'SQLite' if ENVIRONMENT.on_sqlite else 'PostgreSQL'}"


def _touches_database(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    return bool(marker) or bool(
        _DATABASE_FIXTURES & set(getattr(item, "fixturenames", ()))
    )


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    if not ENVIRONMENT.on_sqlite:
        return
    elsewhere = (*_REAL, "postgresql")
    kept = [
        item
        for item in items
        if _touches_database(item)
        and not any(item.get_closest_marker(name) for name in elsewhere)
    ]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    real = any(item.get_closest_marker(name) for name in _REAL)
    if real and report.skipped and item.config.getoption("--complete"):
        report.outcome = "failed"
    if real and report.failed:
        report.sections += [
            (f"output of {child.name}", child.output[-8000:])
            for child in children.running
        ]
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    if ENVIRONMENT.on_sqlite or not session.config.getoption("--complete"):
        return
    for name in _REAL:
        if not any(item.get_closest_marker(name) for item in session.items):
            sys.stderr.write(f"\nno {name} test was run\n")
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    ENVIRONMENT.start_database()
