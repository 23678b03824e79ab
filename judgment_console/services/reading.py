"""The worker reads an upload; the web process never does."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from judgment_console.intake.triangle_csv import read_triangle
from judgment_console.models import Upload
from judgment_console.services import outbox
from judgment_console.services.uploading import understand


def read_upload(outbox_id: UUID, *, at: datetime) -> None:
    """Read the bytes of an upload and keep what was understood."""
    row = outbox.claim(outbox_id, at=at)
    if row is None:
        return
    upload = Upload.objects.get(pk=row.subject)
    understanding = read_triangle(bytes(upload.content), filename=upload.filename)
    with transaction.atomic():
        understand(upload.pk, understanding.content())
        outbox.finish(row, at=at)
