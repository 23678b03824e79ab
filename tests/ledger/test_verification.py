import json
import weakref
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judgment_console.ledger.canonical import JsonValue, canonical_text, digest
from judgment_console.ledger.entries import EntryKind, genesis_hash, seal
from judgment_console.ledger.verification import Finding, StoredEntry, verify_chain

AT = "2026-07-17T00:00:01.000000Z"
GENESIS = genesis_hash("w-1", "c-1", {"spec": "reserve-review"})
KINDS: list[EntryKind] = ["decision", "ledger", "settled", "skipped", "answered"]


def chain_of(
    length: int, *, chain_id: str = "c-1", genesis: str = GENESIS
) -> list[StoredEntry]:
    entries = []
    previous = genesis
    for seq in range(1, length + 1):
        content: dict[str, Any] = {
            "chain_id": chain_id,
            "field": f"ldf.paid.{seq}-{seq + 1}",
            "value": 1 + seq / 7,
            "rationale": f"Ratios – steady since {2000 + seq}.\nSeen twice.",
            "confirmed": seq % 2 == 0,
        }
        kind = "started" if seq == 1 else KINDS[seq % len(KINDS)]
        sealed = seal(
            kind=kind, seq=seq, previous_hash=previous, at=AT, content=content
        )
        shown = {name: content[name] for name in ("field", "value", "rationale")}
        entries.append(stored(sealed.seq, sealed.kind, sealed.body, previous, shown))
        previous = sealed.hash
    return entries


def stored(
    seq: int, kind: str, body: str, previous_hash: str, shown: dict[str, Any]
) -> StoredEntry:
    return StoredEntry(
        chain_id="c-1",
        seq=seq,
        kind=kind,
        body=body,
        previous_hash=previous_hash,
        hash=digest("entry", body),
        shown=shown,
    )


def rewritten(entry: StoredEntry, *, rehash: bool, **changes: Any) -> StoredEntry:
    body = canonical_text({**json.loads(entry.body), **changes})
    return replace(
        entry, body=body, hash=digest("entry", body) if rehash else entry.hash
    )


def relinked(entries: list[StoredEntry]) -> list[StoredEntry]:
    """Every entry sealed again from the first, as somebody with the database can."""
    result = []
    previous = GENESIS
    for entry in entries:
        body = canonical_text({**json.loads(entry.body), "previous_hash": previous})
        result.append(
            replace(
                entry, body=body, previous_hash=previous, hash=digest("entry", body)
            )
        )
        previous = result[-1].hash
    return result


def head_of(entries: list[StoredEntry]) -> tuple[int, str]:
    return entries[-1].seq, entries[-1].hash


def found(findings: list[Finding]) -> set[tuple[int, str]]:
    return {(finding.seq, finding.kind) for finding in findings}


def test_verify_untouched_chain_has_no_findings() -> None:
    entries = chain_of(50)

    assert verify_chain(entries, genesis=GENESIS) == []
    assert verify_chain(iter(entries), genesis=GENESIS, head=head_of(entries)) == []


# The rows of the table of tamperings that entries and a head can show.


def test_verify_finds_an_edited_displayed_column() -> None:
    entries = chain_of(50)
    entries[19] = replace(entries[19], shown={**entries[19].shown, "value": 9.9})

    assert verify_chain(entries, genesis=GENESIS) == [
        Finding(
            seq=20,
            kind="shown",
            message="What is shown as value is not what was sealed.",
        )
    ]


def test_verify_finds_an_edited_body() -> None:
    entries = chain_of(50)
    entries[19] = rewritten(entries[19], rehash=False, value=9.9)

    assert found(verify_chain(entries, genesis=GENESIS)) == {
        (20, "hash"),
        (20, "shown"),
    }


def test_verify_finds_an_edited_body_with_its_column_and_hash() -> None:
    entries = chain_of(50)
    edited = rewritten(entries[19], rehash=True, value=9.9)
    entries[19] = replace(edited, shown={**edited.shown, "value": 9.9})

    assert found(verify_chain(entries, genesis=GENESIS)) == {(21, "previous_hash")}


def test_verify_finds_an_edited_last_entry_with_its_hash_by_the_head() -> None:
    entries = chain_of(50)
    head = head_of(entries)
    entries[49] = rewritten(entries[49], rehash=True, confirmed=False)

    assert verify_chain(entries, genesis=GENESIS) == []
    assert found(verify_chain(entries, genesis=GENESIS, head=head)) == {(50, "head")}


def test_verify_finds_a_deleted_entry() -> None:
    entries = chain_of(50)
    del entries[19]

    assert verify_chain(entries, genesis=GENESIS) == [
        Finding(
            seq=21, kind="sequence", message="Entries 20 to 20 before it are missing."
        ),
        Finding(
            seq=21,
            kind="previous_hash",
            message="It does not link to the hash of the entry before.",
        ),
    ]


def test_verify_finds_a_deleted_first_entry() -> None:
    entries = chain_of(5)[1:]

    assert found(verify_chain(entries, genesis=GENESIS)) == {
        (2, "sequence"),
        (2, "previous_hash"),
    }


def test_verify_finds_swapped_entries() -> None:
    entries = chain_of(50)
    entries[19], entries[20] = entries[20], entries[19]

    assert found(verify_chain(entries, genesis=GENESIS)) == {
        (21, "sequence"),
        (21, "previous_hash"),
        (20, "sequence"),
        (20, "previous_hash"),
        (22, "sequence"),
        (22, "previous_hash"),
    }


def test_verify_finds_entries_that_swapped_their_numbers() -> None:
    entries = chain_of(50)
    entries[19], entries[20] = (
        replace(entries[20], seq=20),
        replace(entries[19], seq=21),
    )

    assert {(20, "body"), (21, "body")} <= found(verify_chain(entries, genesis=GENESIS))


def test_verify_finds_a_repeated_entry() -> None:
    entries = chain_of(5)
    entries.insert(3, entries[2])

    assert found(verify_chain(entries, genesis=GENESIS)) == {
        (3, "sequence"),
        (3, "previous_hash"),
    }


def test_verify_finds_an_entry_spliced_in_from_another_chain() -> None:
    entries = chain_of(50)
    other = chain_of(50, chain_id="c-2", genesis=genesis_hash("w-1", "c-2", {}))
    entries[19] = other[19]

    assert found(verify_chain(entries, genesis=GENESIS)) == {
        (20, "previous_hash"),
        (20, "chain"),
        (21, "previous_hash"),
    }


def test_verify_finds_a_whole_chain_put_in_place_of_another() -> None:
    other_genesis = genesis_hash("w-1", "c-2", {})
    other = chain_of(3, chain_id="c-2", genesis=other_genesis)
    assert found(verify_chain(chain_of(3), genesis=other_genesis)) == {
        (1, "previous_hash")
    }

    findings = verify_chain(other, genesis=GENESIS)

    assert found(findings) == {
        (1, "previous_hash"),
        (1, "chain"),
        (2, "chain"),
        (3, "chain"),
    }


def test_verify_finds_rows_of_two_chains_read_together() -> None:
    entries = chain_of(3)
    entries[2] = replace(entries[2], chain_id="c-2")

    assert found(verify_chain(entries, genesis=GENESIS)) == {(3, "chain")}


def test_verify_finds_another_chain_where_bodies_do_not_name_theirs() -> None:
    first = seal(kind="started", seq=1, previous_hash=GENESIS, at=AT, content={})
    second = seal(kind="ended", seq=2, previous_hash=first.hash, at=AT, content={})
    entries = [
        stored(1, first.kind, first.body, GENESIS, {}),
        replace(stored(2, second.kind, second.body, first.hash, {}), chain_id="c-2"),
    ]

    assert verify_chain(entries, genesis=GENESIS) == [
        Finding(seq=2, kind="chain", message="The entry belongs to chain c-2.")
    ]


def test_verify_finds_a_cut_tail_only_by_the_head() -> None:
    entries = chain_of(50)
    head = head_of(entries)

    assert verify_chain(entries[:45], genesis=GENESIS) == []
    assert found(verify_chain(entries[:45], genesis=GENESIS, head=head)) == {
        (45, "head")
    }


def test_verify_does_not_find_a_cut_tail_with_the_head_rolled_back() -> None:
    entries = chain_of(50)[:45]

    assert verify_chain(entries, genesis=GENESIS, head=head_of(entries)) == []


def test_verify_does_not_find_a_chain_sealed_again_with_its_head() -> None:
    entries = chain_of(50)
    old_head = head_of(entries)
    edited = rewritten(entries[19], rehash=True, value=9.9)
    entries[19] = replace(edited, shown={**edited.shown, "value": 9.9})
    entries = relinked(entries)

    assert verify_chain(entries, genesis=GENESIS, head=head_of(entries)) == []
    assert found(verify_chain(entries, genesis=GENESIS, head=old_head)) == {
        (50, "head")
    }


def test_verify_finds_a_removed_chain() -> None:
    assert found(verify_chain([], genesis=GENESIS)) == {(0, "sequence")}
    assert found(verify_chain([], genesis=GENESIS, head=(3, "a" * 64))) == {
        (0, "sequence"),
        (0, "head"),
    }


# One column or one part of the body at a time.


@pytest.mark.parametrize(
    ("change", "kind", "named"),
    [
        ({"kind": "ended"}, "body", "another kind"),
        ({"previous_hash": "f" * 64}, "body", "another previous_hash"),
        ({"hash": "f" * 64}, "hash", "not that of the body"),
        ({"body": "{"}, "body", "cannot be read"),
        ({"body": "[]"}, "body", "not an object"),
        ({"body": "\ud800"}, "body", "cannot be read"),
        ({"body": "\ud800"}, "hash", "not that of the body"),
        ({"body": '{"a":1,"a":1}'}, "body", "canonical form"),
    ],
)
def test_verify_names_the_part_that_was_changed(
    change: dict[str, Any], kind: str, named: str
) -> None:
    entries = chain_of(5)
    entries[2] = replace(entries[2], **change)

    findings = verify_chain(entries, genesis=GENESIS)

    assert [f for f in findings if f.seq == 3 and f.kind == kind and named in f.message]


@pytest.mark.parametrize("version", [2, 0, True, "1", None])
def test_verify_finds_an_unknown_format(version: JsonValue) -> None:
    entries = chain_of(1)
    entries[0] = rewritten(entries[0], rehash=True, format=version)

    assert found(verify_chain(entries, genesis=GENESIS)) == {(1, "format")}


def test_verify_finds_a_body_sealed_in_another_spelling() -> None:
    (entry,) = chain_of(1)
    body = json.dumps(json.loads(entry.body))
    entry = replace(entry, body=body, hash=digest("entry", body))

    (finding,) = verify_chain([entry], genesis=GENESIS)

    assert (finding.seq, finding.kind) == (1, "body")
    assert "canonical form" in finding.message


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rationale", "Ratios - steady since 2001.\nSeen twice."),
        ("value", None),
        ("value", "1.1428571428571428"),
        ("value", float("nan")),
        ("confirmed", 0),
        ("confirmed", None),
        ("added_later", "x"),
        ("field", True),
    ],
)
def test_verify_finds_a_shown_value_of_another_kind(name: str, value: Any) -> None:
    entries = chain_of(1)
    entries[0] = replace(entries[0], shown={name: value})

    assert found(verify_chain(entries, genesis=GENESIS)) == {(1, "shown")}


def test_verify_takes_a_later_column_that_is_empty_for_an_absent_value() -> None:
    entries = chain_of(1)
    entries[0] = replace(entries[0], shown={"added_later": None, "confirmed": False})

    assert verify_chain(entries, genesis=GENESIS) == []


def test_verify_does_not_stop_at_the_first_finding() -> None:
    entries = chain_of(9)
    for index in (1, 4, 7):
        entries[index] = replace(entries[index], hash="0" * 64)

    assert found(verify_chain(entries, genesis=GENESIS)) == {
        (2, "hash"),
        (3, "previous_hash"),
        (5, "hash"),
        (6, "previous_hash"),
        (8, "hash"),
        (9, "previous_hash"),
    }


TEN = chain_of(10)


@given(st.integers(0, 9), st.data())
def test_any_flipped_byte_of_a_body_names_its_entry(
    index: int, data: st.DataObject
) -> None:
    raw = bytearray(TEN[index].body.encode())
    place = data.draw(st.integers(0, len(raw) - 1))
    raw[place] ^= data.draw(st.integers(1, 255))
    entries = list(TEN)
    body = raw.decode("utf-8", "surrogateescape")
    entries[index] = replace(TEN[index], body=body)

    assert (index + 1, "hash") in found(verify_chain(entries, genesis=GENESIS))


@given(
    st.integers(0, 9),
    st.sampled_from(["format", "seq", "kind", "previous_hash", "at", "chain_id"])
    | st.sampled_from(["field", "value", "rationale", "confirmed"]),
    st.none() | st.booleans() | st.integers(-9, 9) | st.text("ab", max_size=3),
)
def test_any_changed_part_of_a_sealed_body_is_found(
    index: int, name: str, value: JsonValue
) -> None:
    head = head_of(TEN)
    entries = list(TEN)
    entries[index] = rewritten(TEN[index], rehash=True, **{name: value})
    untouched = canonical_text(json.loads(TEN[index].body)[name]) == canonical_text(
        value
    )

    findings = verify_chain(entries, genesis=GENESIS, head=head)

    assert (findings == []) == untouched
    if not untouched and name in ("field", "value", "rationale"):
        assert (index + 1, "shown") in found(findings)


class Watched(StoredEntry):
    """An entry that can be seen to be gone."""

    __slots__ = ("__weakref__",)


def test_verify_holds_one_entry_at_a_time() -> None:
    entries = chain_of(30)
    given_out: list[weakref.ref[Watched]] = []
    alive: list[int] = []

    def rows() -> Iterator[StoredEntry]:
        for entry in entries:
            row = Watched(**{f.name: getattr(entry, f.name) for f in fields(entry)})
            given_out.append(weakref.ref(row))
            yield row
            alive.append(sum(ref() is not None for ref in given_out))

    assert verify_chain(rows(), genesis=GENESIS) == []
    assert max(alive) <= 2
