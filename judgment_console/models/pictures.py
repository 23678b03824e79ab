"""Charts drawn by the worker, kept apart from the sealed evidence."""

from django.db import models

from judgment_console.models.base import Record


class Picture(Record):
    """One chart as SVG, found by the digest of its spec and rows."""

    digest = models.CharField(max_length=64, unique=True)
    svg = models.TextField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.digest[:12]
