"""Inside an installation: verifying a long chain against hashing its bodies."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from judgment_console.ledger.canonical import (
    JsonValue,
    canonical_text,
    digest,
    read_canonical,
)
from judgment_console.ledger.entries import FORMAT_VERSION, instant
from judgment_console.ledger.verification import StoredEntry, verify_chain
from judgment_console.models import Chain, Gate
from judgment_console.models.entries import LEDGER_KIND, Entry
from judgment_console.services.recording import genesis
from tests.bench.chains import RATIONALE, chain_of
from tests.bench.house import AT, Walk, build, without_messages
from tests.bench.loading import analyze, load
from tests.bench.measuring import Sizes, in_turns, ratio, timed

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
    acts = (
        lambda: _check(chain, few),
        lambda: _hash(bodies),
        lambda: _hash(_bodies(chain, few)),
    )
    in_turns(acts, 1)
    near = [in_turns(acts, 1) for _ in range(sizes.repeats)]
    far = []
    for _ in range(max(1, sizes.repeats - 2)):
        before = timed(acts[0])
        long = timed(lambda: _check(chain, many))
        far.append((long / many, (before + timed(acts[0])) / 2 / few))
    return {
        "hash": ratio((whole, alone) for whole, alone, _ in near),
        "read_and_hash": ratio((whole, read) for whole, _, read in near),
        "linearity": ratio(far),
        "entries_per_s": [few / whole for whole, _, _ in near],
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
    """A chain with so many more entries, sealed as the product seals them."""
    house = build("sealed")
    walk = Walk(house, house.dataset(), chain_of(4))
    chain = Chain.objects.select_related("dataset").get(pk=walk.chain_id)
    gate = Gate.objects.get(chain=chain, position=0)
    load(Entry, _entries(chain, gate, count))
    analyze()
    return chain


def _entries(chain: Chain, gate: Gate, count: int) -> Iterator[Entry]:
    seq, previous = chain.entry_count, chain.head
    while seq < count:
        seq += 1
        shown = _shown(chain, gate, seq)
        body = {
            **shown,
            **{"format": FORMAT_VERSION, "seq": seq, "previous_hash": previous},
            **{"at": instant(AT), "facts": _facts(seq), "gate_key": gate.key},
        }
        # Verification, which follows, finds any body that is not canonical.
        text = json.dumps(body, sort_keys=True, separators=(",", ":"))
        own = digest("entry", text)
        values = {
            name: canonical_text(shown.pop(name))
            for name in ("value", "previous_value")
            if name in shown
        }
        yield Entry(
            **shown,
            **values,
            **{"seq": seq, "at": AT, "body": text},
            **{"previous_hash": previous, "hash": own},
        )
        previous = own


def _shown(chain: Chain, gate: Gate, seq: int) -> dict[str, Any]:
    """What deciding a gate writes, in turn: decision, assumption, settled."""
    said: dict[str, Any] = {
        "workspace_id": str(chain.workspace_id),
        "chain_id": str(chain.pk),
        "gate_id": str(gate.pk),
        "stage": gate.stage,
        "rationale": RATIONALE,
        "actor": "actuary",
        "actor_name": "Reviewer",
        "user_id": chain.prepared_by_id,
        "verb": "adjust",
        "decision": "factor 1.5",
        "kind": ("settled", "decision", LEDGER_KIND)[seq % 3],
    }
    if said["kind"] == LEDGER_KIND:
        factor = 1.0 + seq / 2**20
        said |= {"field": f"ldf.paid.{seq}", "value": factor, "previous_value": None}
        said |= {"source": "bench"}
    return said


def _facts(seq: int) -> dict[str, Any]:
    evidence = digest("evidence", str(seq))
    return {"decision_id": evidence[:36], "evidence_digest": evidence, "round": 1}
