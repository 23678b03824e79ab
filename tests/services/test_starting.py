"""Starting a chain."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from judgment_console.errors import JudgmentError
from judgment_console.judgment import definition_digest
from judgment_console.ledger.canonical import read_canonical
from judgment_console.models import Chain, Dataset, Gate, Outbox
from judgment_console.models.entries import Entry
from judgment_console.services.actors import Actor
from judgment_console.services.recording import genesis
from tests.services.conftest import AT, METADATA
from tests.services.host_chain import SPEC

pytestmark = pytest.mark.django_db

Start = Callable[..., UUID]


def test_started_chain_names_its_definition_and_waits_for_evidence(
    start: Start, preparer: Actor, dataset: Dataset
) -> None:
    chain = Chain.objects.get(pk=start())

    assert (chain.spec, chain.spec_version) == ("host-chain", 1)
    assert chain.spec_digest == definition_digest(SPEC)
    assert (chain.state, chain.prepared_by_id) == ("running", preparer.user_id)
    assert list(chain.gates.values_list("key", "state")) == [
        ("cap", "gathering"),
        ("ilf", "waiting"),
        ("trend", "waiting"),
    ]
    round_ = Gate.objects.get(key="cap").rounds.get()
    assert list(Outbox.objects.values_list("job", "subject")) == [("gather", round_.pk)]


def test_first_entry_links_to_the_genesis_of_its_chain(start: Start) -> None:
    chain = Chain.objects.select_related("dataset").get(pk=start())

    entry = Entry.objects.get()
    assert (entry.seq, entry.kind, entry.actor_name) == (1, "started", "Preparer")
    assert entry.previous_hash == genesis(chain)
    assert (chain.entry_count, chain.head) == (1, entry.hash)


@pytest.mark.parametrize(
    ("metadata", "field"),
    [
        ({**METADATA, "purpose": " "}, "purpose"),
        ({**METADATA, "currency": ""}, "currency"),
        ({**METADATA, "valuation_date": "2025-02-30"}, "valuation_date"),
        ({**METADATA, "valuation_date": "2025-1-1"}, "valuation_date"),
        ({**METADATA, "review_date": "soon"}, "review_date"),
        ({key: METADATA[key] for key in METADATA if key != "unit"}, "unit"),
    ],
)
def test_engagement_that_is_not_complete_starts_nothing(
    start: Start, metadata: dict[str, str], field: str
) -> None:
    with pytest.raises(JudgmentError) as refusal:
        start(metadata=metadata)

    assert refusal.value.code == "BAD_METADATA"
    assert list(refusal.value.facts["fields"]) == [field]  # type: ignore[call-overload]
    assert not Chain.objects.exists()


def test_title_with_a_bidi_override_is_refused(start: Start) -> None:
    with pytest.raises(JudgmentError) as refusal:
        start(title="General \u202eliability")

    assert refusal.value.code == "HIDDEN_CHARACTERS"
    assert not Chain.objects.exists()


def test_reviewer_cannot_start_a_chain(start: Start, reviewer: Actor) -> None:
    with pytest.raises(JudgmentError) as refusal:
        start(actor=reviewer)

    assert refusal.value.code == "NOT_ELIGIBLE"


@pytest.mark.parametrize(
    "change", [{"dataset_id": uuid4()}, {"prior_id": uuid4()}, {"spec_id": "no-chain"}]
)
def test_what_is_not_there_cannot_be_started(
    start: Start, change: dict[str, object]
) -> None:
    with pytest.raises(JudgmentError) as refusal:
        start(**change)

    assert refusal.value.code == "NOT_FOUND"
    assert not Chain.objects.exists()


@pytest.fixture
def completed(start: Start) -> Chain:
    """A completed chain of the same definition and segment."""
    chain_id = start()
    Chain.objects.filter(pk=chain_id).update(state="completed", finished_at=AT)
    return Chain.objects.get(pk=chain_id)


def test_chain_follows_a_completed_one(start: Start, completed: Chain) -> None:
    chain = Chain.objects.get(pk=start(prior_id=completed.pk))

    assert chain.prior == completed
    body = read_canonical(chain.entries.get(seq=1).body)
    assert isinstance(body, dict)
    assert isinstance(body["facts"], dict)
    assert body["facts"]["prior"] == str(completed.pk)


@pytest.mark.parametrize(
    "change", [{"state": "running"}, {"spec": "another-chain"}, {"segment": None}]
)
def test_chain_follows_nothing_else(
    start: Start, completed: Chain, change: dict[str, Any]
) -> None:
    Chain.objects.filter(pk=completed.pk).update(**change)

    with pytest.raises(JudgmentError) as refusal:
        start(prior_id=completed.pk)

    assert refusal.value.code == "BAD_METADATA"
    assert refusal.value.facts["fields"] == {
        "follows": ["Choose a completed chain of this kind and segment."]
    }
    assert Chain.objects.count() == 1
