"""Emptying a record that nobody may empty: triggers off for the harness's own flush."""

from typing import Any

from django.db import connections
from django.test import TransactionTestCase

from judgment_console.models import append_only

_flush = TransactionTestCase._fixture_teardown


def _flush_with_triggers_off(case: TransactionTestCase) -> None:
    """Flush each database; a test that left a trigger off fails here."""
    gone: list[str] = []
    aliases: list[str] = list(case._databases_names(include_mirrors=False))  # type: ignore[attr-defined]
    for alias in aliases:
        gone += append_only.missing(alias)
        append_only.remove(alias)
    try:
        _flush(case)
    finally:
        for alias in aliases:
            append_only.install(alias)
            connections[alias].close_if_unusable_or_obsolete()
    assert gone == [], f"the record was unprotected during the test: {gone}"


def keep_append_only() -> None:
    """Let transactional tests clean up behind themselves."""
    case: Any = TransactionTestCase
    case._fixture_teardown = _flush_with_triggers_off
