"""Records are read by attribute or as the JSON that they become."""

import dataclasses
from typing import Any

import pytest

from judgment_console.judgment import (
    Alternative,
    Application,
    Effect,
    Finding,
    NewLedgerEntry,
    Payload,
    Proposal,
    Skip,
    TrailEntry,
)
from judgment_console.ledger.canonical import plain

ENTRY = TrailEntry(stage="cap", decision="capped", rationale="why", skipped=False)


def test_record_without_an_optional_value_has_no_key_for_it() -> None:
    assert dict(ENTRY) == {
        "stage": "cap",
        "decision": "capped",
        "rationale": "why",
        "skipped": False,
    }
    assert ENTRY.actor is None
    assert len(ENTRY) == 4
    with pytest.raises(KeyError):
        ENTRY["actor"]


def test_record_keeps_a_needed_value_that_is_none() -> None:
    payload = Payload(stage="cap", recommendation="Go on.", evidence=None)

    assert payload["evidence"] is None
    assert payload == {"stage": "cap", "recommendation": "Go on.", "evidence": None}


def test_record_is_plain_json_for_the_canonical_form() -> None:
    assert plain([ENTRY]) == [dict(ENTRY)]


def test_record_knows_only_its_own_names() -> None:
    with pytest.raises(KeyError):
        ENTRY["keys"]


def test_records_of_hooks_are_built_by_position_and_frozen() -> None:
    records: list[Any] = [
        Proposal("Go on.", {}, {"x": 1}, ()),
        Alternative("label", {"x": 1}, 2.0, 0.5),
        Application((), "summary", ()),
        Effect("name", {}),
        NewLedgerEntry("field", 1, 2, "source", "why", "when", "agent"),
        Skip("reason", ()),
        Finding("stop", "text", "field"),
    ]

    for record in records:
        first = dataclasses.fields(record)[0].name
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(record, first, "other")
