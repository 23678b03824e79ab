"""Assumption entries, and sealed entries that link to the one before."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, get_args

from judgment_console.errors import JudgmentError
from judgment_console.ledger.canonical import JsonValue, canonical_text, digest, plain
from judgment_console.ledger.text import is_blank

ActorClass = Literal["default", "actuary", "agent"]
ACTOR_CLASSES: frozenset[str] = frozenset(get_args(ActorClass))

EntryKind = Literal[
    "started", "decision", "answered", "ledger", "settled", "skipped", "completed",
    "ended", "assigned",
]  # fmt: skip
ENTRY_KINDS: frozenset[str] = frozenset(get_args(EntryKind))

FORMAT_VERSION = 1

_HASH = re.compile(r"[0-9a-f]{64}")
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry:
    """One assumption: its value, who set it and why. A later entry supersedes it."""

    seq: int
    timestamp: str
    actor: ActorClass
    field: str
    value: JsonValue
    previous_value: JsonValue = None
    source: str | None = None
    rationale: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A field whose live value differs between two ledgers."""

    field: str
    prior_value: JsonValue
    current_value: JsonValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """How one ledger differs from another; each part is sorted by field."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[Change, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedEntry:
    """An entry as it is stored: the canonical body and the hash over its bytes."""

    seq: int
    kind: EntryKind
    body: str
    previous_hash: str
    hash: str


def record(
    ledger: Sequence[LedgerEntry],
    *,
    field: str,
    value: object,
    timestamp: str,
    actor: ActorClass,
    rationale: str | None = None,
    source: str | None = None,
    previous_value: object = None,
) -> tuple[LedgerEntry, ...]:
    """A new ledger with one more entry; the given ledger is untouched.

    Raises JudgmentError: BAD_DECISION for an unknown actor class or a blank field or
    timestamp, MISSING_RATIONALE for a judgment without words, UNSUPPORTED_VALUE for
    a value that is not JSON, LEDGER_BROKEN if `ledger` is not numbered from 1.
    """
    _check_entry(field, timestamp, actor)
    if actor != "default" and (not isinstance(rationale, str) or is_blank(rationale)):
        raise JudgmentError(
            "MISSING_RATIONALE",
            f"The entry for {field} by actor class {actor} needs a rationale.",
            field=field,
        )
    if ledger and ledger[-1].seq != len(ledger):
        count, last = len(ledger), ledger[-1].seq
        message = f"The ledger has {count} entries but the last is numbered {last}."
        raise JudgmentError("LEDGER_BROKEN", message)
    entry = LedgerEntry(
        seq=len(ledger) + 1,
        timestamp=timestamp,
        actor=actor,
        field=field,
        value=plain(value),
        previous_value=plain(previous_value),
        source=source,
        rationale=rationale,
    )
    return (*ledger, entry)


def judgment_entries(ledger: Iterable[LedgerEntry]) -> tuple[LedgerEntry, ...]:
    """The entries that a person or an agent answers for, in order."""
    return tuple(entry for entry in ledger if entry.actor != "default")


def changed(prior: Iterable[LedgerEntry], current: Iterable[LedgerEntry]) -> Changes:
    """Compare the live value of every field, as canonical JSON."""
    before = {entry.field: entry.value for entry in prior}
    after = {entry.field: entry.value for entry in current}
    return Changes(
        added=tuple(sorted(after.keys() - before.keys())),
        removed=tuple(sorted(before.keys() - after.keys())),
        changed=tuple(
            Change(field=field, prior_value=before[field], current_value=after[field])
            for field in sorted(before.keys() & after.keys())
            if canonical_text(before[field]) != canonical_text(after[field])
        ),
    )


def instant(moment: datetime) -> str:
    """The moment as entries carry it: UTC, six decimals, Z. It must be aware."""
    if moment.tzinfo is None:
        raise ValueError("a moment without a time zone cannot be recorded")
    text = moment.astimezone(UTC).isoformat(timespec="microseconds")
    return text.replace("+00:00", "Z")


def genesis_hash(workspace_id: str, chain_id: str, facts: Mapping[str, object]) -> str:
    """What the first entry of a chain links to, so it fits no other chain."""
    origin = {
        "format": FORMAT_VERSION,
        "workspace_id": workspace_id,
        "chain_id": chain_id,
        "facts": facts,
    }
    return digest("genesis", canonical_text(origin))


def seal(
    *,
    kind: EntryKind,
    seq: int,
    previous_hash: str,
    at: str,
    content: Mapping[str, object],
) -> SealedEntry:
    """Write an entry's body once and hash its bytes; `at` is as `instant` gives it.

    Raises JudgmentError UNSUPPORTED_VALUE; ValueError for an impossible header.
    """
    _check_header(kind, seq, previous_hash, at)
    header = {
        "format": FORMAT_VERSION,
        "seq": seq,
        "kind": kind,
        "previous_hash": previous_hash,
        "at": at,
    }
    if taken := sorted(header.keys() & content.keys()):
        raise ValueError(f"the content names parts of the header: {taken}")
    body = canonical_text({**header, **content})
    seal_hash = digest("entry", body)
    return SealedEntry(
        seq=seq, kind=kind, body=body, previous_hash=previous_hash, hash=seal_hash
    )


def _check_entry(field: str, timestamp: str, actor: str) -> None:
    checks = (
        ("actor", f"{actor!r} is not an actor class.", actor not in ACTOR_CLASSES),
        ("field", "The field has no name.", is_blank(field)),
        ("timestamp", "The entry has no time.", is_blank(timestamp)),
    )
    problems = {name: [sentence] for name, sentence, wrong in checks if wrong}
    if problems:
        message = " ".join(sentence for (sentence,) in problems.values())
        raise JudgmentError("BAD_DECISION", message, fields=problems)


def _check_header(kind: str, seq: int, previous_hash: str, at: str) -> None:
    if kind not in ENTRY_KINDS:
        raise ValueError(f"unknown kind of entry: {kind!r}")
    if seq < 1:
        raise ValueError(f"entries are numbered from 1, not {seq}")
    if not _HASH.fullmatch(previous_hash):
        raise ValueError("the previous hash is 64 hex digits")
    if not _INSTANT.fullmatch(at):
        raise ValueError(f"the time is in UTC with six decimals and Z, not {at!r}")
