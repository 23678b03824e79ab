"""The table of roles and actions in ARCHITECTURE.md is what the pages do."""

import re
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from judgment_console.models import Gate, Membership, Notice
from tests.addresses import BY_NAME, REASON, decision
from tests.factories import ROLES, TRIANGLE, House
from tests.harness.children import ROOT

pytestmark = pytest.mark.django_db

Act = Callable[[House, Client, str], list[int]]


def _table() -> dict[str, dict[str, str]]:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    head = "| action | viewer | preparer | reviewer | admin |"
    rows = re.findall(r"^\|(.*)\|$", text[text.index(head) :], re.M)
    cells = [[cell.strip() for cell in row.split("|")] for row in rows]
    end = next((i for i, row in enumerate(cells) if len(row) != 5), len(cells))
    return {
        action: dict(zip(ROLES, answers, strict=True))
        for action, *answers in cells[2:end]
    }


def _post(client: Client, name: str, gate: Gate, form: dict[str, str]) -> list[int]:
    return [client.post(BY_NAME[name].url(gate.pk), form).status_code]


def _read(house: House, client: Client, by: str) -> list[int]:
    gate = house.parked()
    pages = ("gate", "round")
    records = ("chain", "trail", "ledger", "disclosure", "disclosure_markdown")
    urls = [BY_NAME[f"reviews:{name}"].url(gate.pk) for name in pages]
    urls += [BY_NAME[f"reviews:{name}"].url(gate.chain_id) for name in records]
    return [client.get(url).status_code for url in urls]


def _upload(house: House, client: Client, by: str) -> list[int]:
    confirm = BY_NAME["reviews:confirm"]
    assert confirm.about
    upload = confirm.about(house)
    file = SimpleUploadedFile("paid.csv", TRIANGLE)
    return [
        client.post("/uploads/new/", {"file": file}).status_code,
        client.post(
            confirm.url(upload.pk), dict(confirm.form(house, upload))
        ).status_code,
    ]


def _start(house: House, client: Client, by: str) -> list[int]:
    start = BY_NAME["reviews:start"]
    form = dict(start.form(house, None))
    return [client.post(start.url(house.dataset()), form).status_code]


def _decide(house: House, client: Client, by: str) -> list[int]:
    gate = Gate.objects.get(chain=house.chain(by=by), position=0)
    return _post(client, "reviews:decide", gate, decision(house, gate))


def _answer(house: House, client: Client, by: str) -> list[int]:
    return _post(client, "reviews:answer", house.returned(by=by), {"text": REASON})


def _retry(house: House, client: Client, by: str) -> list[int]:
    return _post(client, "reviews:retry", house.failed(), {})


def _remind(house: House, client: Client, by: str) -> list[int]:
    gate = Gate.objects.get(chain=house.chain(by=by), position=0)
    form = {"gate": str(gate.pk), "list": "tab=team", "confirm": "yes"}
    client.post("/inbox/remind/", form)
    reminded = Notice.objects.filter(kind="reminder", gate=gate).exists()
    return [200 if reminded else 403]


def _assign(house: House, client: Client, by: str) -> list[int]:
    gate = Gate.objects.get(chain=house.chain(by=by), position=0)
    reviewer = Membership.objects.get(user=house.user("reviewer"))
    form = {"gate": str(gate.pk), "list": "", "confirm": "yes", "reason": REASON}
    client.post("/inbox/assign/", {**form, "member": str(reviewer.pk)})
    assigned = gate.rounds.get().assigned_to == reviewer
    return [200 if assigned else 403]


ACTIONS: dict[str, Act] = {
    "read chains, evidence, trail, ledger, document": _read,
    "upload and confirm data": _upload,
    "start a chain": _start,
    "decide a gate": _decide,
    "answer a returned gate": _answer,
    "retry failed evidence": _retry,
    "remind those who can decide": _remind,
    "assign a gate to one reviewer": _assign,
}


def _may(statuses: list[int]) -> str:
    if all(status < 400 for status in statuses):
        return "yes"
    return "no" if set(statuses) == {403} else f"neither: {statuses}"


def test_table_names_every_action() -> None:
    assert set(_table()) == set(ACTIONS)


@pytest.mark.parametrize("action", sorted(ACTIONS))
@pytest.mark.parametrize("role", ROLES)
def test_role_may_do_what_the_table_says(
    action: str, role: str, house: House, client: Client
) -> None:
    client.force_login(house.user(role))
    said = _table()[action][role]

    found = _may(ACTIONS[action](house, client, "preparer"))

    assert found == {"not own": "yes", "own": "yes"}.get(said, said)


@pytest.mark.parametrize(
    ("action", "person"),
    [
        ("decide a gate", "both"),
        ("answer a returned gate", "preparer"),
        ("remind those who can decide", "preparer"),
    ],
)
def test_own_means_the_chain_that_the_person_prepared(
    action: str, person: str, house: House, client: Client
) -> None:
    client.force_login(house.user(person))

    assert _may(ACTIONS[action](house, client, "both")) == "no"


@pytest.mark.parametrize("action", sorted(set(ACTIONS) - {"retry failed evidence"}))
def test_superuser_has_no_more_than_the_role(
    action: str, house: House, client: Client
) -> None:
    admin = house.user("admin")
    admin.is_staff = admin.is_superuser = True
    admin.save()
    client.force_login(admin)

    said = _table()[action]["admin"]
    found = _may(ACTIONS[action](house, client, "preparer"))
    assert found == {"not own": "yes"}.get(said, said)
