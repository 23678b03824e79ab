"""Walk a chain's stored entries and name each one that breaks."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from judgment_console.errors import JudgmentError
from judgment_console.ledger.canonical import (
    JsonValue,
    canonical_text,
    digest,
    read_canonical,
)
from judgment_console.ledger.entries import FORMAT_VERSION

FindingKind = Literal[
    "hash", "previous_hash", "sequence", "chain", "body", "format", "shown", "head"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEntry:
    """An entry as the store gives it back.

    `shown` holds what pages show, by the name that the value has in the body.
    """

    chain_id: str
    seq: int
    kind: str
    body: str
    previous_hash: str
    hash: str
    shown: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something about one entry that cannot be so in an untouched chain."""

    seq: int
    kind: FindingKind
    message: str


def verify_chain(
    entries: Iterable[StoredEntry],
    *,
    genesis: str,
    head: tuple[int, str] | None = None,
) -> list[Finding]:
    """Every finding in a chain's entries, given in order of seq; none means intact.

    `genesis` is what the first entry links to; `head` is the seq and hash of the
    last entry as something outside the entries remembers it. One entry is held at
    a time. A chain cut off at its end is seen only against a `head`.
    """
    findings: list[Finding] = []
    last_seq, last_hash, chain_id = 0, genesis, None
    for entry in entries:
        chain_id = entry.chain_id if chain_id is None else chain_id
        findings += _link_findings(entry, last_seq, last_hash, chain_id)
        findings += _own_findings(entry)
        last_seq, last_hash = entry.seq, entry.hash
    if last_seq == 0:
        findings.append(_finding(0, "sequence", "The chain has no entries."))
    if head is not None and head != (last_seq, last_hash):
        findings.append(
            _finding(
                last_seq,
                "head",
                f"The chain ends at entry {last_seq} with hash {last_hash}; "
                f"its head says entry {head[0]} with hash {head[1]}.",
            )
        )
    return findings


def _link_findings(
    entry: StoredEntry, last_seq: int, last_hash: str, chain_id: str
) -> Iterator[Finding]:
    seq = entry.seq
    if entry.chain_id != chain_id:
        yield _finding(seq, "chain", f"The entry belongs to chain {entry.chain_id}.")
    if seq == last_seq:
        yield _finding(seq, "sequence", f"Entry {seq} appears more than once.")
    elif seq < last_seq:
        yield _finding(seq, "sequence", f"Entry {seq} comes after entry {last_seq}.")
    elif seq > last_seq + 1:
        missing = f"{last_seq + 1} to {seq - 1}"
        yield _finding(seq, "sequence", f"Entries {missing} before it are missing.")
    if entry.previous_hash != last_hash:
        yield _finding(
            seq, "previous_hash", "It does not link to the hash of the entry before."
        )


def _own_findings(entry: StoredEntry) -> Iterator[Finding]:
    if _hash_of(entry.body) != entry.hash:
        yield _finding(entry.seq, "hash", "The hash is not that of the body.")
    try:
        body = read_canonical(entry.body)
    except ValueError as error:
        yield _finding(entry.seq, "body", f"The body cannot be read: {error}.")
        return
    if not isinstance(body, dict):
        yield _finding(entry.seq, "body", "The body is not an object.")
        return
    yield from _body_findings(entry, body)


def _body_findings(
    entry: StoredEntry, body: Mapping[str, JsonValue]
) -> Iterator[Finding]:
    if not _same(body.get("format"), FORMAT_VERSION):
        yield _finding(entry.seq, "format", "The format version is not known.")
    columns: dict[str, JsonValue] = {
        "seq": entry.seq,
        "kind": entry.kind,
        "previous_hash": entry.previous_hash,
    }
    for name, value in columns.items():
        if not _same(body.get(name), value):
            yield _finding(entry.seq, "body", f"The body has another {name}.")
    if not _same(body.get("chain_id", entry.chain_id), entry.chain_id):
        yield _finding(entry.seq, "chain", "The body names another chain.")
    for name, value in entry.shown.items():
        # A value added by a later version is absent, not null, in an older body.
        if not _same(body.get(name), value):
            yield _finding(
                entry.seq, "shown", f"What is shown as {name} is not what was sealed."
            )


def _hash_of(body: str) -> str | None:
    try:
        return digest("entry", body)
    except JudgmentError:
        return None


def _same(sealed: JsonValue, shown: JsonValue) -> bool:
    # Equality alone would take True for 1; canonical text alone would be slow.
    if type(sealed) is type(shown) and not isinstance(sealed, dict | list):
        return sealed == shown
    try:
        return canonical_text(sealed) == canonical_text(shown)
    except JudgmentError:
        return False


def _finding(seq: int, kind: FindingKind, message: str) -> Finding:
    return Finding(seq=seq, kind=kind, message=message)
