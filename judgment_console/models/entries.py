"""The one entry table: sealed per chain, gap-free, inserts only (triggers)."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from judgment_console.models.base import Record, words
from judgment_console.models.chains import Chain, Gate
from judgment_console.models.people import Workspace

LEDGER_KIND = "ledger"


class Entry(Record):
    """A sealed entry. ``body`` is hashed as it stands; the other columns show it."""

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    chain = models.ForeignKey(Chain, on_delete=models.PROTECT, related_name="entries")
    seq = models.PositiveIntegerField()
    kind = models.CharField(
        max_length=12,
        choices=words(
            "started",
            "decision",
            "answered",
            "ledger",
            "settled",
            "skipped",
            "completed",
            "ended",
            "assigned",
        ),
    )
    body = models.TextField()
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    at = models.DateTimeField()
    gate = models.ForeignKey(Gate, on_delete=models.PROTECT, null=True, blank=True)
    stage = models.CharField(max_length=64, blank=True)
    verb = models.CharField(max_length=12, blank=True)
    decision = models.TextField(blank=True)
    rationale = models.TextField(blank=True)
    actor = models.CharField(max_length=10)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True
    )
    actor_name = models.CharField(max_length=250, blank=True)
    field = models.CharField(max_length=200, blank=True)
    value = models.TextField(blank=True, help_text="Canonical JSON.")
    previous_value = models.TextField(blank=True, help_text="Canonical JSON.")
    source = models.TextField(blank=True)

    class Meta:
        ordering = ("chain", "seq")
        verbose_name_plural = "entries"
        constraints = (
            models.UniqueConstraint(
                fields=("chain", "seq"), name="one_entry_per_sequence"
            ),
            models.UniqueConstraint(
                fields=("chain", "previous_hash"), name="no_fork_of_a_chain"
            ),
            models.CheckConstraint(
                condition=Q(seq__gte=1), name="entries_count_from_1"
            ),
            models.CheckConstraint(
                condition=~Q(kind=LEDGER_KIND) | ~Q(field=""),
                name="ledger_entry_names_its_field",
            ),
        )
        indexes = (
            models.Index(fields=("workspace", "-at"), name="entry_newest"),
            models.Index(fields=("workspace", "field", "-at"), name="entry_by_field"),
        )

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class _Trail(models.Manager["TrailEntry"]):
    def get_queryset(self) -> models.QuerySet["TrailEntry"]:
        return super().get_queryset().exclude(kind=LEDGER_KIND)


class _Ledger(models.Manager["LedgerEntry"]):
    def get_queryset(self) -> models.QuerySet["LedgerEntry"]:
        return super().get_queryset().filter(kind=LEDGER_KIND)


class TrailEntry(Entry):
    """What happened: decisions, skips, ends."""

    objects: ClassVar[_Trail] = _Trail()

    class Meta:
        proxy = True
        verbose_name_plural = "trail entries"


class LedgerEntry(Entry):
    """What was assumed: one field, its value, and why."""

    objects: ClassVar[_Ledger] = _Ledger()

    class Meta:
        proxy = True
        verbose_name_plural = "ledger entries"


class Checkpoint(Record):
    """A signed root over the heads of a workspace's chains, kept outside as well."""

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    number = models.PositiveIntegerField()
    body = models.TextField()
    digest = models.CharField(max_length=64)
    key_id = models.CharField(max_length=64)
    signature = models.CharField(max_length=128)
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("workspace", "number"), name="one_checkpoint_per_number"
            ),
        )

    def __str__(self) -> str:
        return f"checkpoint {self.number}"
