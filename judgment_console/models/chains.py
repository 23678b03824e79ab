"""A chain, its gates, the rounds of each gate, and who can decide now."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from judgment_console.models.base import Record, words
from judgment_console.models.datasets import Dataset, Segment
from judgment_console.models.people import Membership, Policy, Workspace


class Chain(Record):
    """One execution of a chain spec; its row is locked before anything of it changes.

    ``entry_count`` and ``head`` name the last sealed entry.
    """

    workspace = models.ForeignKey(
        Workspace, on_delete=models.PROTECT, related_name="chains"
    )
    spec = models.CharField(max_length=64)
    spec_version = models.PositiveIntegerField()
    spec_digest = models.CharField(max_length=64)
    title = models.CharField(max_length=200)
    segment = models.ForeignKey(
        Segment, on_delete=models.PROTECT, null=True, blank=True
    )
    dataset = models.ForeignKey(
        Dataset, on_delete=models.PROTECT, null=True, blank=True
    )
    prior = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="followers",
    )
    metadata = models.JSONField()
    policy = models.ForeignKey(Policy, on_delete=models.PROTECT)
    state = models.CharField(
        max_length=20,
        choices=words(
            "running", "completed", "rejected", "recalled", "needs_attention"
        ),
    )
    prepared_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    entry_count = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64)

    class Meta:
        indexes = (
            models.Index(fields=("workspace", "-started_at"), name="chain_newest"),
            models.Index(
                fields=("prepared_by", "-started_at"), name="chain_newest_by_preparer"
            ),
            models.Index(
                fields=("prepared_by", "state"), name="chain_by_preparer_state"
            ),
        )

    def __str__(self) -> str:
        return self.title


class Gate(Record):
    """A slot of a chain; its state changes only in services."""

    chain = models.ForeignKey(Chain, on_delete=models.PROTECT, related_name="gates")
    position = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=64)
    stage = models.CharField(max_length=64)
    question = models.CharField(max_length=300)
    state = models.CharField(
        max_length=20,
        choices=words(
            "waiting",
            "gathering",
            "gathering_failed",
            "parked",
            "decided",
            "applying",
            "applied",
            "skipped",
            "returned",
            "rejected",
            "apply_failed",
            "stalled",
        ),
    )
    summary = models.TextField(blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(
                fields=("chain", "position"), name="one_gate_per_position"
            ),
            models.UniqueConstraint(fields=("chain", "key"), name="one_gate_per_key"),
            models.UniqueConstraint(
                fields=("chain",),
                condition=Q(
                    state__in=(
                        "gathering",
                        "gathering_failed",
                        "parked",
                        "decided",
                        "applying",
                        "returned",
                        "apply_failed",
                        "stalled",
                    )
                ),
                name="one_open_gate_per_chain",
            ),
        )

    def __str__(self) -> str:
        return self.question


class Round(Record):
    """One asking of a gate: the proposal as canonical text, and its digest."""

    gate = models.ForeignKey(Gate, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    opened_because = models.CharField(
        max_length=20,
        choices=words(
            "opened", "returned", "refreshed", "reopened", "withdrawn", "adjusted"
        ),
    )
    opened_at = models.DateTimeField()
    answer = models.TextField(blank=True, help_text="What the preparer answered.")
    proposal = models.TextField(blank=True)
    digest = models.CharField(max_length=64, blank=True)
    recommendation = models.TextField(blank=True)
    parked_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    failure_code = models.CharField(max_length=40, blank=True)
    failure = models.TextField(blank=True)
    headline = models.JSONField(
        null=True, blank=True, help_text="The headline of the evidence, for lists."
    )
    assigned_to = models.ForeignKey(
        Membership,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="assigned_rounds",
        help_text="The only member who can decide this round, if one was named.",
    )

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(
                fields=("gate", "number"), name="one_round_per_number"
            ),
            models.UniqueConstraint(
                fields=("gate",),
                condition=Q(closed_at__isnull=True),
                name="one_open_round_per_gate",
            ),
            models.CheckConstraint(
                condition=Q(parked_at__isnull=True) | ~Q(digest=""),
                name="parked_round_has_a_digest",
            ),
        )

    def __str__(self) -> str:
        return f"round {self.number}"


class Seat(Record):
    """A member who can decide a round now."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    member = models.ForeignKey(
        Membership, on_delete=models.PROTECT, related_name="seats"
    )
    reason = models.CharField(max_length=200)
    due_at = models.DateTimeField()
    parked_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("round", "member"), name="one_seat_per_member"
            ),
        )
        indexes = (models.Index(fields=("member", "due_at"), name="seat_inbox"),)

    def __str__(self) -> str:
        return self.reason
