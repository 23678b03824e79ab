"""A demo workspace with three people; their sign-ins are printed, never stored."""

import secrets
from argparse import ArgumentParser
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand

from judgment_console.clock import database_now
from judgment_console.models import Membership, Workspace
from judgment_console.services.joining import add_member, create_workspace

WORKSPACE = "Demo Mutual"


@dataclass(frozen=True, slots=True)
class Person:
    """A demo account: the roles it holds, and how it signs."""

    name: str
    roles: tuple[str, ...]
    credentials: str = ""
    staff: bool = False

    @property
    def email(self) -> str:
        return f"{self.name.lower()}@demo.example"


PEOPLE = (
    Person("Preparer", ("preparer",), "ACAS"),
    Person("Reviewer", ("reviewer",), "FCAS"),
    Person("Administrator", ("admin", "viewer"), staff=True),
)


class Command(BaseCommand):
    """Load the demo workspace; running it again gives the same people new passwords."""

    help = "Load a demo workspace and print three sign-ins."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--password",
            help="One password for all three; otherwise each gets its own.",
        )

    def handle(self, *_: Any, **options: Any) -> None:
        at = database_now()
        workspace = Workspace.objects.filter(name=WORKSPACE).first()
        if workspace is None:
            workspace = create_workspace(
                name=WORKSPACE, time_zone="America/New_York", at=at
            )
        self.stdout.write(f"{WORKSPACE} at {settings.PUBLIC_URL}")
        for person in PEOPLE:
            password = options["password"] or secrets.token_urlsafe(12)
            _account(person, password, workspace, at)
            self.stdout.write(f"  {person.email:28} {password}")


def _account(person: Person, password: str, workspace: Workspace, at: datetime) -> None:
    user, _ = User.objects.get_or_create(
        username=person.email, defaults={"email": person.email}
    )
    user.is_staff = user.is_superuser = person.staff
    user.set_password(password)
    user.save()
    EmailAddress.objects.update_or_create(
        user=user,
        email=person.email,
        defaults={"verified": True, "primary": True},
    )
    if not Membership.objects.filter(workspace=workspace, user=user).exists():
        add_member(
            workspace=workspace,
            user=user,
            roles=person.roles,
            printed_name=f"Demo {person.name}",
            credentials=person.credentials,
            at=at,
        )
