"""Workspaces, who belongs to them, and the rules they decide under."""

from django.conf import settings
from django.db import models

from judgment_console.models.base import Record


class Workspace(Record):
    """A tenant: nothing of one workspace is ever seen from another."""

    name = models.CharField(max_length=120)
    time_zone = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Membership(Record):
    """A person in a workspace: the roles held and the name that signs."""

    workspace = models.ForeignKey(
        Workspace, on_delete=models.PROTECT, related_name="members"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships"
    )
    viewer = models.BooleanField(default=False)
    preparer = models.BooleanField(default=False)
    reviewer = models.BooleanField(default=False)
    admin = models.BooleanField(default=False)
    printed_name = models.CharField(max_length=120)
    credentials = models.CharField(max_length=120, blank=True)
    active = models.BooleanField(default=True)
    joined_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("workspace", "user"), name="one_membership_per_person"
            ),
            models.CheckConstraint(
                condition=~models.Q(printed_name=""), name="member_has_a_printed_name"
            ),
        )

    def __str__(self) -> str:
        return self.printed_name

    @property
    def roles(self) -> frozenset[str]:
        """The roles held, as words."""
        held = ("viewer", "preparer", "reviewer", "admin")
        return frozenset(role for role in held if getattr(self, role))


class Policy(Record):
    """One version of a workspace's rules; a new version is a new row."""

    workspace = models.ForeignKey(
        Workspace, on_delete=models.PROTECT, related_name="policies"
    )
    version = models.PositiveIntegerField()
    rules = models.JSONField()
    reason = models.TextField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True
    )
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "policies"
        constraints = (
            models.UniqueConstraint(
                fields=("workspace", "version"), name="one_policy_per_version"
            ),
        )

    def __str__(self) -> str:
        return f"version {self.version}"
