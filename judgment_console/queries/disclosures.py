"""What the disclosure of a chain is made from, read from entries and evidence."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from judgment_console.ledger.completeness import METADATA
from judgment_console.ledger.entries import LedgerEntry, changed, instant
from judgment_console.ledger.material import (
    CheckState,
    DatasetFacts,
    DisclosureMaterial,
    Engine,
    Figure,
    LedgerRow,
    MethodUse,
    Prior,
    ReviewCheck,
)
from judgment_console.models import Dataset, Round
from judgment_console.queries.disclosure_gates import gate_records, last_rounds
from judgment_console.queries.records import EntryRow, records_of
from judgment_console.queries.rows import ChainRow
from judgment_console.queries.trails import live_ledger

Evidence = Mapping[str, Any]

FIGURES: Mapping[str, str] = {
    "reserve.central": "Central estimate",
    "reserve.low": "Low end of the range",
    "reserve.high": "High end of the range",
    "reserve.booked": "Booked reserve",
    "reserve.managementAdjustment": "Management adjustment",
}
"""The ledger fields that are results, and what the document calls them."""

METHODS: Sequence[tuple[str, str]] = (
    ("ldf.", "chain-ladder"),
    ("reserve.standardError", "mack"),
    ("tail.", "tail"),
)
"""Which method stands behind a ledger field, by how the field begins."""

NOT_USED = "none"
"""The ledger's word for a method that was looked at and not used."""

_CHECK_STATES = frozenset(get_args(CheckState))


def material_of(chain: ChainRow, *, made_at: str) -> DisclosureMaterial:
    """Everything the document says; ``made_at`` is as ``instant`` gives it."""
    records = records_of(chain)
    rounds = last_rounds(chain.id)
    evidence = [_evidence(round_) for round_ in rounds]
    ledger = {row.field: row.value for row in records.ledger}
    return DisclosureMaterial(
        title=chain.title,
        workspace=chain.member.workspace,
        segment=chain.segment,
        state=chain.state,  # type: ignore[arg-type]
        made_at=made_at,
        metadata={key: chain.metadata.get(key) for key in METADATA},
        prepared_by=chain.prepared_by or None,
        dataset=_dataset(chain),
        gates=gate_records(chain.id, rounds),
        ledger=tuple(map(_assumption, records.ledger)),
        checks=tuple(_checks(evidence)),
        figures=tuple(_figures(ledger)),
        methods=tuple(_methods(ledger)),
        engines=_engines(evidence),
        prior=_prior(chain, records.ledger),
        head=(chain.entry_count, chain.head),
        verification=records.findings,
    )


def _evidence(round_: Round) -> Evidence:
    if not round_.proposal:
        return {}
    evidence = json.loads(round_.proposal).get("evidence")
    return evidence if isinstance(evidence, dict) else {}


def _dataset(chain: ChainRow) -> DatasetFacts | None:
    if chain.dataset_id is None:
        return None
    row = (
        Dataset.objects.filter(id=chain.dataset_id)
        .values("name", "digest", "upload__digest")
        .get()
    )
    return DatasetFacts(
        name=row["name"], digest=row["digest"], source_digest=row["upload__digest"]
    )


def _assumption(row: EntryRow) -> LedgerRow:
    return LedgerRow(
        seq=row.seq,
        at=instant(row.at),
        actor=row.actor,  # type: ignore[arg-type]
        field=row.field,
        value=row.value,
        who=row.actor_name or None,
        previous_value=row.previous_value,
        source=row.source or None,
        rationale=row.rationale or None,
    )


def _checks(evidence: Sequence[Evidence]) -> Iterator[ReviewCheck]:
    for each in (row for found in evidence for row in found.get("checks", ())):
        state = str(each["state"]).replace(" ", "_")
        yield ReviewCheck(
            id=each["id"],
            description=each["title"],
            state=state if state in _CHECK_STATES else "not_evaluated",  # type: ignore[arg-type]
            details=(each["detail"],) if each.get("detail") else (),
        )


def _figures(ledger: Mapping[str, Any]) -> Iterator[Figure]:
    for field, label in FIGURES.items():
        if field not in ledger:
            continue
        central = field == "reserve.central"
        yield Figure(
            label=label,
            value=ledger[field],
            standard_error=ledger.get("reserve.standardError") if central else None,
            note=ledger.get("reserve.standardErrorBasis") if central else None,
        )


def _methods(ledger: Mapping[str, Any]) -> Iterator[MethodUse]:
    for start, method in METHODS:
        chosen = {field: ledger[field] for field in ledger if field.startswith(start)}
        if chosen and NOT_USED not in chosen.values():
            yield MethodUse(method=method, basis="paid", parameters=chosen)


def _engines(evidence: Sequence[Evidence]) -> tuple[Engine, ...]:
    stamps = [found["engine"] for found in evidence if found.get("engine")]
    found = {(stamp["name"], stamp["version"]) for stamp in stamps}
    return tuple(Engine(name=name, version=version) for name, version in sorted(found))


def _prior(chain: ChainRow, ledger: Sequence[EntryRow]) -> Prior | None:
    if chain.prior_id is None:
        return None
    before = live_ledger(chain.prior_id)
    now = {row.field: row.value for row in ledger}
    return Prior(
        label=chain.prior,
        changes=changed(_as_ledger(before), _as_ledger(now)),
        prior_reserve=before.get("reserve.booked"),
        current_reserve=now.get("reserve.booked"),  # type: ignore[arg-type]
    )


def _as_ledger(values: Mapping[str, Any]) -> tuple[LedgerEntry, ...]:
    return tuple(
        LedgerEntry(seq=number, timestamp="", actor="default", field=field, value=value)
        for number, (field, value) in enumerate(values.items(), start=1)
    )
