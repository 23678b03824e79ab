"""Entries are verified whenever they are shown."""

import pytest

from judgment_console.models import Chain
from judgment_console.queries import access
from judgment_console.queries.records import genesis_of, records_of
from judgment_console.queries.rows import ChainRow
from judgment_console.services import recording
from tests.factories import CANARY, House

pytestmark = pytest.mark.django_db


def opened(house: House) -> ChainRow:
    chain_id = house.parked().chain_id
    return access.chain_for(house.user("viewer").pk, chain_id)


def test_entries_of_an_untouched_chain_verify(house: House) -> None:
    chain = opened(house)

    records = records_of(chain)

    assert records.findings == ()
    assert records.verifies
    assert [row.seq for row in records.entries] == list(range(1, chain.entry_count + 1))
    assert records.entries[-1].hash == chain.head


def test_trail_and_ledger_part_the_entries(house: House) -> None:
    records = records_of(opened(house))

    assert [row.kind for row in records.trail] == ["started", "decision", "settled"]
    (assumption,) = records.ledger
    assert (assumption.field, assumption.value) == ("factor", 1.5)
    assert assumption.rationale == f"{CANARY}: the factor follows the data."
    assert assumption.actor_name == f"{CANARY} reviewer"


def test_beginning_is_the_one_that_was_sealed(house: House) -> None:
    chain = opened(house)
    stored = Chain.objects.select_related("dataset").get(pk=chain.id)

    digest = chain.dataset_digest or None
    assert genesis_of(chain, digest) == recording.genesis(stored)


def test_chain_cut_off_at_its_end_is_found(house: House) -> None:
    chain_id = opened(house).id
    Chain.objects.filter(pk=chain_id).update(head="f" * 64, entry_count=9)

    records = records_of(access.chain_for(house.user("viewer").pk, chain_id))

    assert not records.verifies
    assert [(each.seq, each.kind) for each in records.findings] == [(4, "head")]
    assert records.entries[3].findings == (records.findings[0].message,)


def test_chain_started_from_other_facts_is_found(house: House) -> None:
    chain_id = opened(house).id
    Chain.objects.filter(pk=chain_id).update(spec_digest="0" * 64)

    records = records_of(access.chain_for(house.user("viewer").pk, chain_id))

    assert [(each.seq, each.kind) for each in records.findings] == [
        (1, "previous_hash")
    ]
