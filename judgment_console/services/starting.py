"""Starting a chain: its gates, its first entry, and the evidence of the first gate."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from judgment_console.chains.catalogue import spec_of
from judgment_console.errors import JudgmentError
from judgment_console.judgment import ChainSpec, definition_digest
from judgment_console.ledger.canonical import plain
from judgment_console.ledger.text import is_blank, typed_text
from judgment_console.models import Chain, Dataset, Gate, Membership, Policy
from judgment_console.services.actors import Actor
from judgment_console.services.members import member_with
from judgment_console.services.opening import open_after
from judgment_console.services.recording import Record, append, genesis

NEEDED = ("purpose", "valuation_date", "currency", "unit")
DATES = ("valuation_date", "accounting_date", "review_date")


def start_chain(
    *,
    dataset_id: UUID,
    spec_id: str,
    title: str,
    metadata: Mapping[str, Any],
    actor: Actor,
    at: datetime,
    prior_id: UUID | None = None,
) -> UUID:
    """Start a chain on a confirmed data set; who starts it is its preparer.

    ``metadata`` is the engagement: purpose, valuation date (ISO), currency and unit are
    needed. ``prior_id`` is a completed chain of the same definition and segment, whose
    values each gate then shows. Raises BAD_METADATA with ``fields``, NOT_FOUND,
    NOT_ELIGIBLE.
    """
    spec = spec_of(spec_id)
    _check_metadata(title, metadata)
    with transaction.atomic():
        dataset = Dataset.objects.filter(pk=dataset_id).first()
        if dataset is None:
            raise JudgmentError("NOT_FOUND", "There is nothing here for you.")
        member = member_with("preparer", dataset.workspace_id, actor)
        chain = _chain(spec, dataset, title, metadata, member, at, prior_id)
        Gate.objects.bulk_create(_gates(chain, spec))
        append(chain, [_started(chain, dataset, member)], at=at)
        open_after(chain, spec, -1, at=at)
    return chain.pk


def _chain(
    spec: ChainSpec,
    dataset: Dataset,
    title: str,
    metadata: Mapping[str, Any],
    member: Membership,
    at: datetime,
    prior_id: UUID | None,
) -> Chain:
    if prior_id:
        _check_prior(prior_id, spec, dataset)
    chain = Chain(
        workspace_id=dataset.workspace_id,
        spec=spec.id,
        spec_version=spec.version,
        spec_digest=definition_digest(spec),
        title=title,
        segment_id=dataset.segment_id,
        dataset=dataset,
        prior_id=prior_id,
        metadata=plain(metadata),
        policy=Policy.objects.filter(workspace_id=dataset.workspace_id)
        .order_by("-version")
        .first(),
        state="running",
        prepared_by_id=member.user_id,
        started_at=at,
    )
    chain.head = genesis(chain)
    chain.save(force_insert=True)
    return chain


def _check_prior(prior_id: UUID, spec: ChainSpec, dataset: Dataset) -> None:
    prior = Chain.objects.filter(pk=prior_id, workspace_id=dataset.workspace_id).first()
    if prior is None:
        raise JudgmentError("NOT_FOUND", "The prior chain is not here for you.")
    alike = (prior.spec, prior.segment_id) == (spec.id, dataset.segment_id)
    if not (alike and prior.state == "completed"):
        raise JudgmentError(
            "BAD_METADATA",
            "A chain follows a completed one of the same kind and segment.",
            fields={"follows": ["Choose a completed chain of this kind and segment."]},
        )


def _gates(chain: Chain, spec: ChainSpec) -> list[Gate]:
    return [
        Gate(
            chain=chain,
            position=position,
            key=gate.id,
            stage=gate.stage,
            question=gate.question or gate.id,
            state="waiting",
        )
        for position, gate in enumerate(spec.gates)
    ]


def _started(chain: Chain, dataset: Dataset, member: Membership) -> Record:
    return Record(
        kind="started",
        decision="started",
        actor="actuary",
        user_id=member.user_id,
        actor_name=member.printed_name,
        facts={
            "title": chain.title,
            "spec": chain.spec,
            "spec_version": chain.spec_version,
            "spec_digest": chain.spec_digest,
            "policy_version": chain.policy.version,
            "dataset": str(dataset.pk),
            "dataset_digest": dataset.digest,
            "prior": str(chain.prior_id) if chain.prior_id else None,
            "metadata": chain.metadata,
        },
    )


def _check_metadata(title: str, metadata: Mapping[str, Any]) -> None:
    fields: dict[str, list[str]] = {}
    if is_blank(title):
        fields["title"] = ["Give the chain a title."]
    for name in NEEDED:
        if is_blank(str(metadata.get(name) or "")):
            fields[name] = ["This is needed before a chain can start."]
    for name in DATES:
        if metadata.get(name) and name not in fields and not _is_date(metadata[name]):
            fields[name] = ["Write the date as year-month-day, for example 2010-12-31."]
    if fields:
        raise JudgmentError(
            "BAD_METADATA", "The engagement is not complete.", fields=fields
        )
    for text in (title, *metadata.values()):
        if isinstance(text, str):
            typed_text(text)


def _is_date(text: object) -> bool:
    try:
        return date.fromisoformat(str(text)).isoformat() == text
    except ValueError:
        return False
