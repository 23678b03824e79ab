"""Work that a transaction has promised; Celery is only told where to look."""

from django.db import models
from django.db.models import Q

from judgment_console.models.base import Record, words


class Outbox(Record):
    """One job on one subject, open until ``done_at`` is set."""

    job = models.CharField(
        max_length=20,
        choices=words("parse", "gather", "apply", "complete", "mail", "what_if"),
    )
    subject = models.UUIDField(help_text="Key of the row that the job is about.")
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    begun_at = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    quarantined = models.BooleanField(default=False)
    last_error = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name_plural = "outbox"
        constraints = (
            models.UniqueConstraint(
                fields=("job", "subject"),
                condition=Q(done_at__isnull=True),
                name="one_open_job_per_subject",
            ),
        )
        indexes = (
            models.Index(
                fields=("due_at",),
                condition=Q(done_at__isnull=True, quarantined=False),
                name="outbox_due",
            ),
        )

    def __str__(self) -> str:
        return f"{self.job} {self.subject}"
