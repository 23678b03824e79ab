"""Which objects a person may open.

An object opens for every active member of its workspace. Another workspace's object
answers exactly like an id that does not exist.
"""

from typing import Any
from uuid import UUID

from django.db.models import F, FilteredRelation, Model, OuterRef, Q, QuerySet, Subquery

from judgment_console.errors import JudgmentError
from judgment_console.models import Chain, Dataset, Gate, Membership, Upload
from judgment_console.queries.rows import (
    ChainRow,
    DatasetRow,
    GateRow,
    MemberRow,
    UploadRow,
)

NOTHING_HERE = "There is nothing here for you."


def member_of(user_id: int, workspace_id: UUID) -> MemberRow:
    """The person's active membership; NOT_FOUND without one."""
    mine = Membership.objects.filter(
        user_id=user_id, workspace_id=workspace_id, active=True
    )
    return _member(_one(mine.select_related("workspace")))


def workspaces_of(user_id: int) -> list[MemberRow]:
    """Every workspace the person belongs to, by name."""
    mine = Membership.objects.filter(user_id=user_id, active=True)
    rows = mine.select_related("workspace").order_by("workspace__name", "id")
    return [_member(row) for row in rows]


def chain_for(user_id: int, chain_id: UUID) -> ChainRow:
    """A chain of the person's workspaces; NOT_FOUND for any other id."""
    mine = _mine(Chain.objects.filter(id=chain_id), user_id, "workspace")
    related = mine.select_related("workspace", "policy", "segment", "dataset", "prior")
    rows = related.defer("dataset__content").annotate(
        preparer=printed_name("workspace_id", "prepared_by_id")
    )
    chain = _one(rows)
    return _chain(chain, chain)


def gate_for(user_id: int, gate_id: UUID) -> GateRow:
    """A gate with its chain; NOT_FOUND for any id outside the person's workspaces."""
    mine = _mine(Gate.objects.filter(id=gate_id), user_id, "chain__workspace")
    related = mine.select_related(
        "chain__workspace",
        "chain__policy",
        "chain__segment",
        "chain__dataset",
        "chain__prior",
    )
    rows = related.defer("chain__dataset__content").annotate(
        preparer=printed_name("chain__workspace_id", "chain__prepared_by_id")
    )
    gate = _one(rows)
    return GateRow(
        id=gate.id,
        position=gate.position,
        key=gate.key,
        stage=gate.stage,
        question=gate.question,
        state=gate.state,
        summary=gate.summary,
        settled_at=gate.settled_at,
        chain=_chain(gate.chain, gate),
    )


def upload_for(user_id: int, upload_id: UUID) -> UploadRow:
    """An upload without its bytes; NOT_FOUND for another workspace's."""
    mine = _mine(Upload.objects.filter(id=upload_id), user_id, "workspace")
    rows = (
        mine.select_related("workspace")
        .defer("content")
        .annotate(
            dataset_key=F("dataset__id"),
            by=printed_name("workspace_id", "uploaded_by_id"),
        )
    )
    upload = _one(rows)
    return UploadRow(
        id=upload.id,
        filename=upload.filename,
        digest=upload.digest,
        state=upload.state,
        understanding=upload.understanding or {},
        at=upload.at,
        uploaded_by_id=upload.uploaded_by_id,
        uploaded_by=upload.by or "",
        dataset_id=upload.dataset_key,
        member=_reader(upload, upload.workspace),
    )


def dataset_for(user_id: int, dataset_id: UUID) -> DatasetRow:
    """A data set with its figures; NOT_FOUND for another workspace's."""
    mine = _mine(Dataset.objects.filter(id=dataset_id), user_id, "workspace")
    rows = (
        mine.select_related("workspace", "segment", "upload")
        .defer("upload__content")
        .annotate(by=printed_name("workspace_id", "confirmed_by_id"))
    )
    dataset = _one(rows)
    return DatasetRow(
        id=dataset.id,
        name=dataset.name,
        segment=dataset.segment.name,
        content=dataset.content,
        digest=dataset.digest,
        currency=dataset.currency,
        valuation_date=dataset.valuation_date,
        at=dataset.at,
        confirmed_by=dataset.by or "",
        upload_id=dataset.upload_id,
        filename=dataset.upload.filename,
        member=_reader(dataset, dataset.workspace),
    )


def printed_name(workspace: str, user: str) -> Subquery:
    """The name a user signs with in a workspace, for an annotation of one query."""
    member = Membership.objects.filter(
        workspace_id=OuterRef(workspace), user_id=OuterRef(user)
    )
    return Subquery(member.values("printed_name")[:1])


_MEMBER = ("id", "user_id", "printed_name", "credentials")
_ROLES = ("viewer", "preparer", "reviewer", "admin")


def _mine(rows: QuerySet[Any], user_id: int, workspace: str) -> QuerySet[Any]:
    members = f"{workspace}__members"
    condition = Q((f"{members}__user_id", user_id), (f"{members}__active", True))
    joined = rows.annotate(mine=FilteredRelation(members, condition=condition))
    named = {f"mine_{name}": F(f"mine__{name}") for name in (*_MEMBER, *_ROLES)}
    found: QuerySet[Any] = joined.filter(mine__isnull=False).annotate(**named)
    return found


def _one(rows: QuerySet[Any]) -> Any:
    row = rows.first()
    if row is None:
        raise JudgmentError("NOT_FOUND", NOTHING_HERE)
    return row


def _reader(row: Any, workspace: Any) -> MemberRow:
    return MemberRow(
        id=row.mine_id,
        workspace_id=workspace.id,
        workspace=workspace.name,
        zone=workspace.time_zone,
        user_id=row.mine_user_id,
        name=row.mine_printed_name,
        credentials=row.mine_credentials,
        roles=frozenset(role for role in _ROLES if getattr(row, f"mine_{role}")),
    )


def _member(row: Membership) -> MemberRow:
    return MemberRow(
        id=row.id,
        workspace_id=row.workspace_id,
        workspace=row.workspace.name,
        zone=row.workspace.time_zone,
        user_id=row.user_id,
        name=row.printed_name,
        credentials=row.credentials,
        roles=row.roles,
    )


def _chain(chain: Chain, annotated: Model) -> ChainRow:
    segment, dataset, prior = chain.segment, chain.dataset, chain.prior
    row: Any = annotated
    return ChainRow(
        id=chain.id,
        workspace_id=chain.workspace_id,
        spec=chain.spec,
        spec_version=chain.spec_version,
        spec_digest=chain.spec_digest,
        policy_version=chain.policy.version,
        title=chain.title,
        state=chain.state,
        metadata=chain.metadata,
        segment=segment.name if segment else "",
        dataset_id=chain.dataset_id,
        dataset=dataset.name if dataset else "",
        dataset_digest=dataset.digest if dataset else "",
        currency=str(chain.metadata.get("currency", "")),
        valuation_date=dataset.valuation_date if dataset else None,
        prior_id=chain.prior_id,
        prior=prior.title if prior else "",
        prepared_by_id=chain.prepared_by_id,
        prepared_by=row.preparer or "",
        started_at=chain.started_at,
        finished_at=chain.finished_at,
        entry_count=chain.entry_count,
        head=chain.head,
        member=_reader(annotated, chain.workspace),
    )
