"""Inside an installation: verifying a long chain against hashing its bodies."""

import hashlib
from collections.abc import Iterator
from typing import Any

from django.db import connection

from judgment_console.ledger.canonical import JsonValue, read_canonical
from judgment_console.ledger.entries import instant
from judgment_console.ledger.verification import StoredEntry, verify_chain
from judgment_console.models import Chain, Gate
from judgment_console.models.entries import LEDGER_KIND, Entry
from judgment_console.services.recording import Record, append, genesis
from tests.bench.chains import RATIONALE, chain_of
from tests.bench.house import AT, Walk, build, without_messages
from tests.bench.measuring import Sizes, ratio, timed

COLUMNS = (
    *("chain_id", "seq", "kind", "body", "previous_hash", "hash"),
    *("at", "workspace_id", "actor", "actor_name", "user_id", "verb", "decision"),
    *("rationale", "gate_id", "stage", "field", "value", "previous_value", "source"),
)
BATCH = 2000


def verify(sizes: Sizes) -> dict[str, Any]:
    """Per repeat: {"hash"}, {"read_and_hash"}, {"linearity"}, as ratios."""
    without_messages()
    chain = _long_chain(sizes.entries)
    few, many = sizes.entries // 10, sizes.entries
    bodies = list(_bodies(chain, few))
    pairs, read, linear = [], [], []
    for _ in range(sizes.repeats):
        short = timed(lambda: _check(chain, few))
        pairs.append((short, timed(lambda: _hash(bodies))))
        read.append((short, timed(lambda: _hash(_bodies(chain, few)))))
    for _ in range(max(2, sizes.repeats - 2)):
        short = timed(lambda: _check(chain, few))
        linear.append((timed(lambda: _check(chain, many)) / many, short / few))
    return {
        "hash": ratio(pairs),
        "read_and_hash": ratio(read),
        "linearity": ratio(linear),
        "entries_per_s": [few / short for short, _ in pairs],
        "body_bytes": [sum(map(len, bodies)) / few],
    }


def _check(chain: Chain, count: int) -> None:
    """Verify the first entries of a chain from their rows, one held at a time."""
    rows = Entry.objects.filter(chain=chain, seq__lte=count).order_by("seq")
    found = verify_chain(
        map(_stored, rows.values_list(*COLUMNS).iterator(chunk_size=BATCH)),
        genesis=genesis(chain),
    )
    assert found == [], found[:3]


def _stored(row: tuple[Any, ...]) -> StoredEntry:
    # The same columns are shown as in judgment_console.queries.records.
    chain_id, seq, kind, body, previous_hash, hash_, at, workspace_id, *rest = row
    actor, actor_name, user_id, verb, decision, rationale, gate_id, stage, *more = rest
    shown: dict[str, JsonValue] = {
        "at": instant(at),
        "workspace_id": str(workspace_id),
        "chain_id": str(chain_id),
        "actor": actor,
        "actor_name": actor_name,
        "user_id": user_id,
        "verb": verb,
        "decision": decision,
        "rationale": rationale,
    }
    if gate_id is not None:
        shown |= {"gate_id": str(gate_id), "stage": stage}
    if kind == LEDGER_KIND:
        field, value, previous_value, source = more
        shown |= {
            "field": field,
            "value": read_canonical(value),
            "previous_value": read_canonical(previous_value),
            "source": source,
        }
    return StoredEntry(
        chain_id=str(chain_id),
        seq=seq,
        kind=kind,
        body=body,
        previous_hash=previous_hash,
        hash=hash_,
        shown=shown,
    )


def _bodies(chain: Chain, count: int) -> Iterator[str]:
    rows = Entry.objects.filter(chain=chain, seq__lte=count).order_by("seq")
    return rows.values_list("body", flat=True).iterator(chunk_size=BATCH)


def _hash(bodies: Any) -> None:
    for body in bodies:
        hashlib.sha256(body.encode()).hexdigest()


def _long_chain(count: int) -> Chain:
    house = build("sealed")
    walk = Walk(house, house.dataset(), chain_of(4))
    chain = Chain.objects.select_related("dataset").get(pk=walk.chain_id)
    gate = Gate.objects.get(chain=chain, position=0)
    while (missing := count - chain.entry_count) > 0:
        batch = min(missing, BATCH)
        first = chain.entry_count
        append(chain, [_record(gate, first + each) for each in range(batch)], at=AT)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return chain


def _record(gate: Gate, number: int) -> Record:
    """Entries as deciding a gate writes them: decision, assumption, settled."""
    said: dict[str, Any] = {
        "gate": gate,
        "rationale": RATIONALE,
        "actor": "actuary",
        "actor_name": "Reviewer",
    }
    digest = hashlib.sha256(str(number).encode()).hexdigest()
    facts = {"decision_id": digest[:36], "evidence_digest": digest, "round": 1}
    if number % 3 == 1:
        return Record(
            kind="ledger", field=f"ldf.paid.{number}", value=1.0 + number / 1e6, **said
        )
    if number % 3 == 2:
        return Record(kind="settled", decision="factor 1.5", facts=facts, **said)
    values = {"values": {"factor": 1.5}, "channel": "web", "role": "reviewer"}
    return Record(kind="decision", verb="adjust", facts=facts | values, **said)
