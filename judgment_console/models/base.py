"""What every table shares."""

import uuid

from django.db import models


class Record(models.Model):
    """A row whose key tells nothing about how many rows there are."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)

    class Meta:
        abstract = True


def words(*values: str) -> list[tuple[str, str]]:
    """Choices whose stored word is the word people read."""
    return [(value, value.replace("_", " ")) for value in values]
