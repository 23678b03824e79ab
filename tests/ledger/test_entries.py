import json
from dataclasses import FrozenInstanceError
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from judgment_console.errors import JudgmentError
from judgment_console.ledger.canonical import digest
from judgment_console.ledger.entries import (
    Change,
    Changes,
    LedgerEntry,
    changed,
    genesis_hash,
    instant,
    judgment_entries,
    record,
    seal,
)

AT = "2026-07-17T00:00:01.000000Z"
GENESIS = "0" * 64


def ledger_of(*pairs: tuple[str, Any]) -> tuple[LedgerEntry, ...]:
    ledger: tuple[LedgerEntry, ...] = ()
    for field, value in pairs:
        ledger = record(ledger, field=field, value=value, timestamp=AT, actor="default")
    return ledger


def test_lg_01_new_ledger_has_no_entries() -> None:
    assert ledger_of() == ()
    assert judgment_entries(()) == ()


def test_lg_02_records_are_numbered_and_kept_as_given() -> None:
    ledger = ledger_of(("a", 1))
    ledger = record(
        ledger,
        field="chainLadder.tailFactor",
        value=1.05,
        previous_value=1.0,
        timestamp="2026-07-17T00:00:02Z",
        actor="actuary",
        source="Friedland Table 15",
        rationale="  flat beyond ten years ",
    )
    ledger = record(ledger, field="c", value=None, timestamp=AT, actor="default")

    assert [entry.seq for entry in ledger] == [1, 2, 3]
    assert ledger[1] == LedgerEntry(
        seq=2,
        timestamp="2026-07-17T00:00:02Z",
        actor="actuary",
        field="chainLadder.tailFactor",
        value=1.05,
        previous_value=1.0,
        source="Friedland Table 15",
        rationale="  flat beyond ten years ",
    )


def test_lg_03_recording_leaves_the_given_ledger_as_it_was() -> None:
    before = ledger_of(("a", 1))
    entry = before[0]

    after = record(before, field="b", value=2, timestamp=AT, actor="default")

    assert before == (entry,)
    assert after[0] is entry
    assert len(after) == 2


def test_lg_03_entry_is_frozen_and_shares_no_value_with_its_giver() -> None:
    value = {"weights": [1, 2]}
    (entry,) = ledger_of(("a", value))

    value["weights"].append(3)

    assert entry.value == {"weights": [1, 2]}
    with pytest.raises(FrozenInstanceError):
        entry.value = 2  # type: ignore[misc]


def test_lg_04_actuary_without_rationale_is_refused_by_name() -> None:
    with pytest.raises(JudgmentError) as refusal:
        record(
            (),
            field="chainLadder.tailFactor",
            value=1.1,
            timestamp=AT,
            actor="actuary",
        )

    assert refusal.value.code == "MISSING_RATIONALE"
    assert refusal.value.message == (
        "The entry for chainLadder.tailFactor by actor class actuary needs a rationale."
    )


@pytest.mark.parametrize("rationale", ["", "   ", "\n\t", "\u200b\u2060", "\u3164", 5])
def test_lg_05_agent_with_blank_rationale_is_refused(rationale: Any) -> None:
    with pytest.raises(JudgmentError) as refusal:
        record((), field="a", value=1, timestamp=AT, actor="agent", rationale=rationale)

    assert refusal.value.code == "MISSING_RATIONALE"


def test_lg_06_default_needs_no_rationale_and_agent_may_give_one() -> None:
    ledger = ledger_of(("a", 1))
    ledger = record(
        ledger, field="b", value=2, timestamp=AT, actor="agent", rationale="averaged"
    )

    assert [entry.rationale for entry in ledger] == [None, "averaged"]


def test_lg_07_judgment_entries_leave_out_defaults() -> None:
    ledger = ledger_of(("a", 1))
    ledger = record(
        ledger, field="b", value=2, timestamp=AT, actor="actuary", rationale="seen"
    )
    ledger = record(
        ledger, field="c", value=3, timestamp=AT, actor="agent", rationale="fitted"
    )

    assert judgment_entries(ledger) == ledger[1:]


def test_lg_08_changed_names_added_removed_and_changed_fields() -> None:
    prior = ledger_of(("tail", 1.05), ("trend", 0.03), ("elr", 0.65))
    current = ledger_of(("tail", 1.1), ("elr", 0.65), ("capeCod.decay", 0.75))

    assert changed(prior, current) == Changes(
        added=("capeCod.decay",),
        removed=("trend",),
        changed=(Change(field="tail", prior_value=1.05, current_value=1.1),),
    )


def test_lg_09_latest_entry_wins_on_both_sides() -> None:
    prior = ledger_of(("tail", 1.02), ("tail", 1.05))
    current = ledger_of(("tail", 1.05), ("tail", 1.1))

    assert changed(prior, current).changed == (
        Change(field="tail", prior_value=1.05, current_value=1.1),
    )


def test_lg_09_moving_away_and_back_is_no_change() -> None:
    prior = ledger_of(("tail", 1.05))
    current = ledger_of(("tail", 1.05), ("tail", 1.1), ("tail", 1.05))

    assert changed(prior, current) == Changes(added=(), removed=(), changed=())


def test_lg_10_key_order_and_negative_zero_are_no_change() -> None:
    prior = ledger_of(("a", {"x": 1, "y": 0.0}), ("b", 1))
    current = ledger_of(("a", {"y": -0.0, "x": 1.0}), ("b", 1.0))

    assert changed(prior, current) == Changes(added=(), removed=(), changed=())


def test_lg_11_order_of_a_list_is_a_change() -> None:
    result = changed(ledger_of(("a", [1, 2])), ledger_of(("a", [2, 1])))

    assert result.changed == (
        Change(field="a", prior_value=[1, 2], current_value=[2, 1]),
    )


def test_lg_11_true_and_one_are_different() -> None:
    result = changed(ledger_of(("a", True)), ledger_of(("a", 1)))

    assert [change.field for change in result.changed] == ["a"]


def test_lg_12_outputs_are_sorted() -> None:
    result = changed(ledger_of(("z", 1), ("a", 1)), ledger_of(("m", 1), ("b", 1)))

    assert (result.added, result.removed) == (("b", "m"), ("a", "z"))


def test_lg_13_identical_ledgers_do_not_differ() -> None:
    ledger = ledger_of(("a", 1), ("b", {"c": [None]}))

    assert changed(ledger, ledger) == Changes(added=(), removed=(), changed=())


def test_record_refuses_everything_wrong_with_an_entry_at_once() -> None:
    with pytest.raises(JudgmentError) as refusal:
        record(
            (),
            field=" \u200b",
            value=1,
            timestamp="",
            actor="robot",  # type: ignore[arg-type]
        )

    assert refusal.value.code == "BAD_DECISION"
    assert refusal.value.facts == {
        "fields": {
            "actor": ["'robot' is not an actor class."],
            "field": ["The field has no name."],
            "timestamp": ["The entry has no time."],
        }
    }


def test_record_refuses_a_value_that_is_not_json() -> None:
    with pytest.raises(JudgmentError) as refusal:
        ledger_of(("a", {"rows": [float("nan")]}))

    assert refusal.value.code == "UNSUPPORTED_VALUE"
    assert refusal.value.facts == {"path": "$.rows[0]"}


def test_record_refuses_a_ledger_with_a_gap() -> None:
    only = LedgerEntry(seq=5, timestamp=AT, actor="default", field="a", value=1)

    with pytest.raises(JudgmentError) as refusal:
        record((only,), field="b", value=2, timestamp=AT, actor="default")

    assert refusal.value.code == "LEDGER_BROKEN"


def test_instant_is_utc_with_six_decimals() -> None:
    eastern = timezone(timedelta(hours=-5))

    assert instant(datetime(2026, 7, 16, 19, 0, 1, tzinfo=eastern)) == AT
    assert instant(datetime(2026, 1, 2, 3, 4, 5, 67, tzinfo=UTC)) == (
        "2026-01-02T03:04:05.000067Z"
    )


def test_instant_without_a_time_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        instant(datetime(2026, 7, 17))  # noqa: DTZ001 - the case under test


def test_seal_writes_header_and_content_as_one_canonical_body() -> None:
    sealed = seal(
        kind="decision",
        seq=2,
        previous_hash=GENESIS,
        at=AT,
        content={"verb": "approve", "values": {"tail": 1.0}},
    )

    assert json.loads(sealed.body) == {
        "format": 1,
        "seq": 2,
        "kind": "decision",
        "previous_hash": GENESIS,
        "at": AT,
        "verb": "approve",
        "values": {"tail": 1},
    }
    assert sealed.body.startswith('{"at":"2026-07-17T00:00:01.000000Z","format":1,')
    assert sealed.hash == digest("entry", sealed.body)
    assert (sealed.seq, sealed.kind, sealed.previous_hash) == (2, "decision", GENESIS)


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"kind": "opened"}, "unknown kind of entry: 'opened'"),
        ({"seq": 0}, "numbered from 1, not 0"),
        ({"previous_hash": "ABC"}, "64 hex digits"),
        ({"at": "2026-07-17T00:00:01Z"}, "six decimals"),
        ({"content": {"seq": 9, "at": ""}}, r"parts of the header: \['at', 'seq'\]"),
    ],
)
def test_seal_refuses_an_impossible_header(changes: dict[str, Any], named: str) -> None:
    header: dict[str, Any] = {
        "kind": "started",
        "seq": 1,
        "previous_hash": GENESIS,
        "at": AT,
        "content": {},
    }
    with pytest.raises(ValueError, match=named):
        seal(**{**header, **changes})


def test_seal_refuses_content_that_is_not_json() -> None:
    with pytest.raises(JudgmentError, match=r"NaN .* at \$\.x"):
        seal(
            kind="ledger",
            seq=1,
            previous_hash=GENESIS,
            at=AT,
            content={"x": float("nan")},
        )


def test_genesis_hash_differs_by_workspace_chain_and_facts() -> None:
    hashes = {
        genesis_hash("w", "c", {"spec": "a"}),
        genesis_hash("w2", "c", {"spec": "a"}),
        genesis_hash("w", "c2", {"spec": "a"}),
        genesis_hash("w", "c", {"spec": "b"}),
    }

    assert len(hashes) == 4
    assert genesis_hash("w", "c", {"spec": "a"}) in hashes


def test_genesis_hash_cannot_be_that_of_an_entry() -> None:
    body = '{"chain_id":"c","facts":{},"format":1,"workspace_id":"w"}'

    assert genesis_hash("w", "c", {}) == digest("genesis", body)
    assert genesis_hash("w", "c", {}) != digest("entry", body)
