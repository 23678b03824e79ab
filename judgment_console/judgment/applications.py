"""Entries and effects that a gate asks for, completed and checked before use."""

from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from typing import Any

from judgment_console.judgment.definitions import has_words, refuse
from judgment_console.judgment.hooks import call_hook, call_listed
from judgment_console.judgment.records import Application, Effect, NewLedgerEntry
from judgment_console.ledger.canonical import plain
from judgment_console.ledger.entries import ActorClass, LedgerEntry, record


def complete_entries(
    label: str,
    entries: Iterable[NewLedgerEntry],
    *,
    now: Callable[[], str],
    actor: ActorClass,
    rationale: str,
) -> tuple[NewLedgerEntry, ...]:
    """The entries with time, actor class and rationale filled in, as plain JSON.

    The clock is asked once for each entry without a time of its own, in order.
    Raises JudgmentError as `ledger.entries.record` does, BAD_GATE for anything that
    is not an entry. Nothing is recorded yet.
    """
    return tuple(
        _complete(f"{label}, entry {position}", entry, now, actor, rationale)
        for position, entry in enumerate(call_listed(label, lambda: entries), start=1)
    )


def with_entry(
    ledger: tuple[LedgerEntry, ...], entry: NewLedgerEntry
) -> tuple[LedgerEntry, ...]:
    """The ledger with a completed entry, numbered."""
    given: dict[str, Any] = {
        field.name: getattr(entry, field.name) for field in fields(entry)
    }
    return record(ledger, **given)


def application_of(label: str, hook: Callable[..., Any], *args: object) -> Application:
    """What `apply_decision` returns, or BAD_GATE if that is no Application."""
    result = call_hook(label, hook, *args)
    if not isinstance(result, Application):
        refuse(f"{label} returned {type(result).__name__} and not an Application")
    if result.summary is not None and not isinstance(result.summary, str):
        refuse(f"{label}: the summary is not text")
    plain(result.summary)
    return result


def checked_effects(label: str, effects: Iterable[Effect]) -> tuple[Effect, ...]:
    """The effects with their values as plain JSON."""
    return tuple(_effect(label, each) for each in call_listed(label, lambda: effects))


def _complete(
    label: str,
    entry: NewLedgerEntry,
    now: Callable[[], str],
    actor: ActorClass,
    rationale: str,
) -> NewLedgerEntry:
    if not isinstance(entry, NewLedgerEntry):
        refuse(f"{label} is {type(entry).__name__} and not a NewLedgerEntry")
    names: tuple[object, ...] = (entry.field,)
    texts = (entry.source, entry.rationale, entry.timestamp, entry.actor)
    names += tuple(text for text in texts if text is not None)
    if not all(isinstance(name, str) for name in names):
        refuse(f"{label}: everything but the values is text")
    plain(names)
    kind = actor if entry.actor is None else entry.actor
    words = rationale if entry.rationale is None else entry.rationale
    # The clock is asked last, for an entry that is sure to be kept.
    time = "to come" if entry.timestamp is None else entry.timestamp
    untimed = replace(entry, actor=kind, rationale=words, timestamp=time)
    (kept,) = with_entry((), untimed)
    return replace(
        untimed,
        value=kept.value,
        previous_value=kept.previous_value,
        timestamp=_time(now) if entry.timestamp is None else entry.timestamp,
    )


def _time(now: Callable[[], str]) -> str:
    moment = call_hook("now", now)
    if not has_words(moment):
        refuse("now returned no text")
    return str(plain(moment))


def _effect(label: str, effect: Effect) -> Effect:
    if not isinstance(effect, Effect):
        refuse(f"{label}: {type(effect).__name__} is not an Effect")
    values = plain(effect.values)
    if not has_words(effect.name) or not isinstance(values, dict):
        refuse(f"{label}: an effect has a name and values by name")
    return Effect(effect.name, values)
