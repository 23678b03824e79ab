"""Entries are completed in order and only then numbered."""

from judgment_console.judgment import LedgerEntry, NewLedgerEntry
from judgment_console.judgment.applications import complete_entries, with_entry
from tests.judgment.conftest import clock


def test_complete_entries_asks_the_clock_once_for_each_untimed_entry() -> None:
    entries = complete_entries(
        "gate one",
        (
            NewLedgerEntry(name, 1, timestamp=time)
            for name, time in [("a", None), ("b", "mine"), ("c", None)]
        ),
        now=clock(),
        actor="agent",
        rationale="why",
    )

    assert [(entry.field, entry.timestamp) for entry in entries] == [
        ("a", "2026-07-17T00:00:01Z"),
        ("b", "mine"),
        ("c", "2026-07-17T00:00:02Z"),
    ]


def test_complete_entries_copies_values() -> None:
    value = {"rows": [1]}
    (entry,) = complete_entries(
        "gate one",
        [NewLedgerEntry("a", value, value)],
        now=clock(),
        actor="default",
        rationale="",
    )

    value["rows"].append(2)

    assert (entry.value, entry.previous_value) == ({"rows": [1]}, {"rows": [1]})


def test_with_entry_numbers_from_one() -> None:
    entry = NewLedgerEntry("a", 1, None, "source", "why", "now", "agent")

    ledger = with_entry(with_entry((), entry), entry)

    assert [each.seq for each in ledger] == [1, 2]
    assert ledger[0] == LedgerEntry(
        seq=1,
        timestamp="now",
        actor="agent",
        field="a",
        value=1,
        source="source",
        rationale="why",
    )
