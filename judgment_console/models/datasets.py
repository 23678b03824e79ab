"""What a person uploaded, and the data set that a person confirmed."""

from django.conf import settings
from django.db import models

from judgment_console.models.base import Record, words
from judgment_console.models.people import Workspace


class Segment(Record):
    """A part of the business that assumptions are chosen for."""

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    name = models.CharField(max_length=120)
    labels = models.TextField(help_text="Canonical JSON of the labels.")

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(
                fields=("workspace", "labels"), name="one_segment_per_labels"
            ),
        )

    def __str__(self) -> str:
        return self.name


class Upload(Record):
    """The bytes as they came, and what the worker understood of them."""

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT)
    at = models.DateTimeField()
    filename = models.CharField(max_length=255)
    content = models.BinaryField()
    digest = models.CharField(max_length=64)
    state = models.CharField(
        max_length=20, choices=words("received", "understood", "refused", "confirmed")
    )
    understanding = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ("-at",)

    def __str__(self) -> str:
        return self.filename


class Dataset(Record):
    """A confirmed grid of figures; 0 and missing are different."""

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    segment = models.ForeignKey(Segment, on_delete=models.PROTECT)
    upload = models.OneToOneField(Upload, on_delete=models.PROTECT)
    name = models.CharField(max_length=120)
    content = models.TextField(help_text="Canonical JSON; the digest covers this text.")
    digest = models.CharField(max_length=64)
    currency = models.CharField(max_length=3)
    valuation_date = models.DateField()
    confirmed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT)
    at = models.DateTimeField()

    class Meta:
        ordering = ("-at",)

    def __str__(self) -> str:
        return self.name
