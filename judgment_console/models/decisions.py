"""What people decided, how applying it went, and what they typed before."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from judgment_console.models.base import Record, words
from judgment_console.models.chains import Round


class Decision(Record):
    """A person's decision on one round; the table takes inserts only (triggers)."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="decisions")
    verb = models.CharField(
        max_length=10, choices=words("approve", "adjust", "return", "reject")
    )
    values = models.TextField(help_text="Canonical JSON of the decided values.")
    rationale = models.TextField()
    meaning = models.CharField(max_length=200)
    actor_class = models.CharField(
        max_length=10, choices=words("default", "actuary", "agent")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="decisions",
    )
    armed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="armed_decisions",
    )
    printed_name = models.CharField(max_length=120)
    credentials = models.CharField(max_length=120, blank=True)
    role = models.CharField(max_length=40)
    evidence_digest = models.CharField(max_length=64)
    policy_version = models.PositiveIntegerField()
    channel = models.CharField(max_length=20, choices=words("web", "email", "agent"))
    request_digest = models.CharField(
        max_length=64, help_text="The same body sent again is recognised by this."
    )
    decisive = models.BooleanField(default=True)
    impact = models.FloatField(
        null=True,
        blank=True,
        help_text="What the decision moved the headline by, where it was known.",
    )
    entry_seq = models.PositiveIntegerField()
    entry_hash = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("round", "user"), name="one_decision_per_person_and_round"
            ),
            models.UniqueConstraint(
                fields=("round",),
                condition=Q(decisive=True),
                name="one_decisive_decision_per_round",
            ),
            models.CheckConstraint(
                condition=~Q(rationale=""), name="decision_has_a_rationale"
            ),
            models.CheckConstraint(
                condition=(
                    Q(actor_class="actuary", user__isnull=False, armed_by__isnull=True)
                    | Q(actor_class="agent", user__isnull=True, armed_by__isnull=False)
                ),
                name="decision_names_who_answers_for_it",
            ),
        )
        indexes = (models.Index(fields=("user", "-at"), name="decision_newest"),)

    def __str__(self) -> str:
        return f"{self.verb} by {self.printed_name}"


class Attempt(Record):
    """One try at applying a decision."""

    decision = models.ForeignKey(
        Decision, on_delete=models.PROTECT, related_name="attempts"
    )
    number = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    code = models.CharField(max_length=60, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("decision", "number"), name="one_attempt_per_number"
            ),
        )

    def __str__(self) -> str:
        return f"attempt {self.number}"


class Draft(Record):
    """What a person has typed on a round and not yet recorded."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="drafts")
    fields = models.JSONField()
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("user", "round"), name="one_draft_per_person_and_round"
            ),
        )

    def __str__(self) -> str:
        return f"draft of {self.at:%Y-%m-%d %H:%M}"


class WhatIf(Record):
    """The effect of values that are not among the stored alternatives."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="what_ifs")
    values = models.TextField(help_text="Canonical JSON; the digest covers this text.")
    digest = models.CharField(max_length=64)
    state = models.CharField(
        max_length=10, choices=words("waiting", "computed", "failed")
    )
    result = models.TextField(blank=True)
    asked_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("round", "digest"), name="one_what_if_per_values"
            ),
        )

    def __str__(self) -> str:
        return self.state
