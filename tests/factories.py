"""A workspace with people and a chain in every state, and a stranger from another."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from uuid import UUID

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User

from judgment_console.chains.catalogue import register
from judgment_console.models import Chain, Gate, Outbox, Workspace
from judgment_console.services import applying, deciding, gathering, starting, uploading
from judgment_console.services.actors import Actor
from judgment_console.services.joining import add_member, create_workspace
from judgment_console.services.reading import read_upload
from tests.harness.host.apps import CHAIN, SPEC

AT = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
PASSWORD = "correct horse battery staple"
CANARY = "Kittiwake"  # in every name and text of the workspace; no stranger may read it
TRIANGLE = b"origin,12,24,36\n2021,100,150,165\n2022,110,168,\n2023,120,,\n"
METADATA = {
    "purpose": f"{CANARY} year-end review",
    "valuation_date": "2023-12-31",
    "currency": "USD",
    "unit": "1",
}
ROLES = ("viewer", "preparer", "reviewer", "admin")
JOBS: dict[str, Callable[..., None]] = {
    "parse": read_upload,
    "gather": gathering.gather_evidence,
    "apply": applying.apply_decision,
    "complete": applying.complete_chain,
}


@dataclass(kw_only=True)
class House:
    """One workspace: members by role, one with two roles, and an outsider."""

    workspace: Workspace
    people: dict[str, User] = field(default_factory=dict)

    def user(self, name: str) -> User:
        """The person of this name."""
        return self.people[name]

    def actor(self, name: str) -> Actor:
        """The person as one who acts."""
        return Actor(user_id=self.people[name].pk)

    def upload(self) -> UUID:
        """A file that was understood."""
        upload_id = uploading.receive(
            workspace_id=self.workspace.pk,
            filename=f"{CANARY}.csv",
            data=TRIANGLE,
            actor=self.actor("preparer"),
            at=AT,
        )
        work()
        return upload_id

    def dataset(self) -> UUID:
        """A confirmed data set."""
        return uploading.confirm(
            upload_id=self.upload(),
            confirmation=uploading.Confirmation(
                name=f"{CANARY} paid",
                segment=f"{CANARY} motor",
                currency="USD",
                unit=1,
                valuation_date=date(2023, 12, 31),
                cumulative=True,
            ),
            actor=self.actor("preparer"),
            at=AT,
        )

    def chain(self, *, by: str = "preparer") -> Chain:
        """A chain whose first gate is parked."""
        chain_id = starting.start_chain(
            dataset_id=self.dataset(),
            spec_id=CHAIN,
            title=f"{CANARY} review",
            metadata=METADATA,
            actor=self.actor(by),
            at=AT,
        )
        work()
        return Chain.objects.get(pk=chain_id)

    def parked(self) -> Gate:
        """A parked gate after one that was approved."""
        chain = self.chain()
        self.decide(Gate.objects.get(chain=chain, position=0), "approve")
        work()
        return Gate.objects.get(chain=chain, position=1)

    def returned(self, *, by: str = "preparer") -> Gate:
        """A gate that its preparer has to answer."""
        gate = Gate.objects.get(chain=self.chain(by=by), position=0)
        self.decide(gate, "return")
        return Gate.objects.get(pk=gate.pk)

    def failed(self) -> Gate:
        """A gate whose evidence could not be gathered."""
        gate = Gate.objects.get(chain=self.chain(), position=0)
        Gate.objects.filter(pk=gate.pk).update(state="gathering_failed")
        gate.rounds.update(parked_at=None)
        return Gate.objects.get(pk=gate.pk)

    def decide(self, gate: Gate, verb: str, *, by: str = "reviewer") -> None:
        """Record a decision past the pages."""
        round_ = gate.rounds.get(closed_at=None)
        deciding.decide(
            gate_id=gate.pk,
            answer=deciding.Answer(
                round_number=round_.number,
                digest=round_.digest,
                verb=verb,
                values={},
                rationale=f"{CANARY}: the factor follows the data.",
            ),
            actor=self.actor(by),
            at=AT,
        )


def build_house() -> House:
    """The workspace, its people, and the outsider with a workspace of their own."""
    register(SPEC)
    house = House(
        workspace=create_workspace(name=f"{CANARY} Mutual", time_zone="UTC", at=AT)
    )
    for role in ROLES:
        house.people[role] = person(f"{role}@kittiwake.example")
        _join(house.workspace, house.people[role], role)
    house.people["both"] = person("both@kittiwake.example")
    _join(house.workspace, house.people["both"], "preparer", "reviewer")
    elsewhere = create_workspace(name="Quarry Mutual", time_zone="UTC", at=AT)
    house.people["outsider"] = person("outsider@quarry.example")
    _join(elsewhere, house.people["outsider"], *ROLES)
    return house


def person(email: str) -> User:
    """A user with a verified address who can sign in."""
    user = User.objects.create_user(email, email, PASSWORD)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


def work() -> None:
    """Do all promised work that concerns chains, as a worker would."""
    while row := Outbox.objects.filter(
        job__in=JOBS, done_at=None, begun_at=None, attempts=0
    ).first():
        JOBS[row.job](row.pk, at=AT)


def _join(workspace: Workspace, user: User, *roles: str) -> None:
    name = user.username.partition("@")[0]
    add_member(
        workspace=workspace,
        user=user,
        roles=roles,
        printed_name=f"{CANARY} {name}" if "kittiwake" in user.username else name,
        at=AT,
    )
