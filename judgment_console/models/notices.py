"""What people were told, and the links that point them to a gate."""

from django.conf import settings
from django.db import models

from judgment_console.models.base import Record, words
from judgment_console.models.chains import Chain, Gate, Round
from judgment_console.models.people import Membership, Workspace


class Notice(Record):
    """One message to one person; mail is sent from this row, at least once."""

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT)
    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="notices"
    )
    kind = models.CharField(
        max_length=20,
        choices=words(
            "your_turn",
            "returned",
            "completed",
            "rejected",
            "recalled",
            "failed",
            "reminder",
            "assigned",
        ),
    )
    chain = models.ForeignKey(Chain, on_delete=models.PROTECT)
    gate = models.ForeignKey(Gate, on_delete=models.PROTECT, null=True, blank=True)
    round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, blank=True)
    call_id = models.CharField(
        max_length=100, help_text="What the notice is about, told once per person."
    )
    facts = models.JSONField(default=dict)
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)
    mail_state = models.CharField(
        max_length=10, choices=words("queued", "sent", "withdrawn", "refused")
    )
    mail_answer = models.CharField(max_length=200, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("kind", "call_id", "recipient"), name="told_once_per_person"
            ),
        )
        indexes = (models.Index(fields=("recipient", "-at"), name="notice_newest"),)

    def __str__(self) -> str:
        return f"{self.kind} to {self.recipient}"


class ApprovalLink(Record):
    """A pointer to a round for one addressee; it grants nothing."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE)
    member = models.ForeignKey(Membership, on_delete=models.PROTECT)
    token_digest = models.CharField(max_length=64, unique=True)
    issued_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("round", "member"), name="one_link_per_member_and_round"
            ),
        )

    def __str__(self) -> str:
        return f"link of {self.issued_at:%Y-%m-%d}"
