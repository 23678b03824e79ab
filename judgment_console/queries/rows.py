"""What reads give to pages: plain rows, detached from the database."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRow:
    """A person in a workspace, as pages name them; ``zone`` is the workspace's."""

    id: UUID
    workspace_id: UUID
    workspace: str
    zone: str
    user_id: int
    name: str
    credentials: str
    roles: frozenset[str]

    @property
    def signature(self) -> str:
        """The printed name with its credentials."""
        return f"{self.name}, {self.credentials}" if self.credentials else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainRow:
    """A chain as every page of it shows it; ``member`` is the person who reads."""

    id: UUID
    workspace_id: UUID
    spec: str
    spec_version: int
    spec_digest: str
    policy_version: int
    title: str
    state: str
    metadata: dict[str, Any]
    segment: str
    dataset_id: UUID | None
    dataset: str
    dataset_digest: str
    currency: str
    valuation_date: date | None
    prior_id: UUID | None
    prior: str
    prepared_by_id: int
    prepared_by: str
    started_at: datetime
    finished_at: datetime | None
    entry_count: int
    head: str
    member: MemberRow


@dataclass(frozen=True, slots=True, kw_only=True)
class GateRow:
    """A gate of a chain."""

    id: UUID
    position: int
    key: str
    stage: str
    question: str
    state: str
    summary: str
    settled_at: datetime | None
    chain: ChainRow


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadRow:
    """An uploaded file without its bytes; ``dataset_id`` once it was confirmed."""

    id: UUID
    filename: str
    digest: str
    state: str
    understanding: dict[str, Any]
    at: datetime
    uploaded_by_id: int
    uploaded_by: str
    dataset_id: UUID | None
    member: MemberRow


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetRow:
    """A confirmed data set; ``content`` is its canonical JSON text."""

    id: UUID
    name: str
    segment: str
    content: str
    digest: str
    currency: str
    valuation_date: date
    at: datetime
    confirmed_by: str
    upload_id: UUID
    filename: str
    member: MemberRow
