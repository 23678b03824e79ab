"""Files and data sets of a workspace, as lists; single ones come from access."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from judgment_console.models import Dataset, Outbox, Upload
from judgment_console.queries.access import printed_name

MOST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedUpload:
    """A file that waits for somebody: not read yet, to be confirmed, or refused."""

    id: UUID
    filename: str
    state: str
    at: datetime
    uploaded_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedDataset:
    """A data set on which a chain can be started."""

    id: UUID
    name: str
    segment: str
    currency: str
    valuation_date: date
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The promised reading of a file; not begun means that no worker has it."""

    promised_at: datetime
    begun_at: datetime | None
    quarantined: bool


def open_uploads(workspace_id: UUID) -> tuple[ListedUpload, ...]:
    """The newest files that have not become a data set."""
    rows = Upload.objects.filter(workspace_id=workspace_id).exclude(state="confirmed")
    named = rows.annotate(by=printed_name("workspace_id", "uploaded_by_id"))
    found = named.order_by("-at", "-id").values("id", "filename", "state", "at", "by")
    return tuple(
        ListedUpload(
            id=row["id"],
            filename=row["filename"],
            state=row["state"],
            at=row["at"],
            uploaded_by=row["by"] or "",
        )
        for row in found[:MOST]
    )


def datasets(workspace_id: UUID) -> tuple[ListedDataset, ...]:
    """The newest data sets."""
    rows = Dataset.objects.filter(workspace_id=workspace_id).order_by("-at", "-id")
    found = rows.select_related("segment").defer("content")[:MOST]
    return tuple(
        ListedDataset(
            id=row.id,
            name=row.name,
            segment=row.segment.name,
            currency=row.currency,
            valuation_date=row.valuation_date,
            at=row.at,
        )
        for row in found
    )


def reading_of(upload_id: UUID) -> Reading | None:
    """The reading that is still promised for a file, if any."""
    row = Outbox.objects.filter(
        job="parse", subject=upload_id, done_at__isnull=True
    ).first()
    if row is None:
        return None
    return Reading(
        promised_at=row.created_at, begun_at=row.begun_at, quarantined=row.quarantined
    )
