"""Workspaces and the people in them."""

from collections.abc import Collection
from datetime import datetime
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from judgment_console.models import Membership, Policy, Workspace
from judgment_console.services.members import FOUR_EYES

DEFAULT_RULES = {FOUR_EYES: True, "due_days": 3}


def create_workspace(*, name: str, time_zone: str, at: datetime) -> Workspace:
    """A workspace under the default policy: four eyes, three days."""
    ZoneInfo(time_zone)
    with transaction.atomic():
        workspace = Workspace.objects.create(
            name=name, time_zone=time_zone, created_at=at
        )
        Policy.objects.create(
            workspace=workspace,
            version=1,
            rules=DEFAULT_RULES,
            reason="The default policy of a new workspace.",
            at=at,
        )
    return workspace


def add_member(
    *,
    workspace: Workspace,
    user: AbstractBaseUser,
    roles: Collection[str],
    printed_name: str,
    credentials: str = "",
    at: datetime,
) -> Membership:
    """Make a person a member with these roles."""
    return Membership.objects.create(
        workspace=workspace,
        user_id=user.pk,
        printed_name=printed_name,
        credentials=credentials,
        joined_at=at,
        **dict.fromkeys(roles, True),
    )
