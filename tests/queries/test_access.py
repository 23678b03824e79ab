"""Objects open for members of their workspace and for nobody else."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from judgment_console.errors import JudgmentError
from judgment_console.models import Dataset, Gate, Membership, Upload
from judgment_console.queries import access
from tests.factories import CANARY, House

pytestmark = pytest.mark.django_db

READS: dict[str, Callable[[int, UUID], Any]] = {
    "workspace": access.member_of,
    "chain": access.chain_for,
    "gate": access.gate_for,
    "upload": access.upload_for,
    "dataset": access.dataset_for,
}


@pytest.fixture
def keys(house: House) -> dict[str, UUID]:
    gate = Gate.objects.filter(chain=house.chain()).order_by("position")[0]
    return {
        "workspace": house.workspace.pk,
        "chain": gate.chain_id,
        "gate": gate.pk,
        "upload": Upload.objects.get().pk,
        "dataset": Dataset.objects.get().pk,
    }


@pytest.mark.parametrize("kind", READS)
@pytest.mark.parametrize("person", ["viewer", "preparer", "reviewer", "admin"])
def test_object_opens_for_a_member_in_one_query(
    house: House,
    keys: dict[str, UUID],
    kind: str,
    person: str,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    user = house.user(person)

    with django_assert_num_queries(1):
        row = READS[kind](user.pk, keys[kind])

    reader = row.chain.member if kind == "gate" else getattr(row, "member", row)
    assert (reader.user_id, reader.roles) == (user.pk, frozenset({person}))
    assert (reader.workspace, reader.zone) == (f"{CANARY} Mutual", "UTC")


@pytest.mark.parametrize("kind", READS)
def test_object_of_another_workspace_is_refused_like_a_random_id(
    house: House, keys: dict[str, UUID], kind: str
) -> None:
    outsider = house.user("outsider").pk

    with pytest.raises(JudgmentError) as foreign:
        READS[kind](outsider, keys[kind])
    with pytest.raises(JudgmentError) as random:
        READS[kind](outsider, uuid4())

    assert foreign.value.code == "NOT_FOUND"
    assert foreign.value.args == random.value.args
    assert foreign.value.facts == random.value.facts == {}


@pytest.mark.parametrize("kind", READS)
def test_object_closes_when_the_membership_ends(
    house: House, keys: dict[str, UUID], kind: str
) -> None:
    viewer = house.user("viewer").pk
    Membership.objects.filter(user_id=viewer).update(active=False)

    with pytest.raises(JudgmentError, match="nothing here"):
        READS[kind](viewer, keys[kind])

    assert access.workspaces_of(viewer) == []


def test_chain_names_its_preparer_and_its_data(
    house: House, keys: dict[str, UUID]
) -> None:
    row = access.chain_for(house.user("viewer").pk, keys["chain"])

    assert (row.title, row.prepared_by) == (f"{CANARY} review", f"{CANARY} preparer")
    assert (row.segment, row.dataset) == (f"{CANARY} motor", f"{CANARY} paid")
    assert (row.currency, row.state, row.prior) == ("USD", "running", "")


def test_workspaces_are_those_of_the_person(house: House) -> None:
    own = [row.workspace for row in access.workspaces_of(house.user("viewer").pk)]
    other = [row.workspace for row in access.workspaces_of(house.user("outsider").pk)]

    assert (own, other) == ([f"{CANARY} Mutual"], ["Quarry Mutual"])
