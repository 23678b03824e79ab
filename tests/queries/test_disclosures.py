"""What the disclosure says comes from entries, decisions and evidence."""

import pytest

from judgment_console.ledger.material import Figure, MethodUse
from judgment_console.models import Dataset
from judgment_console.queries import access, disclosures
from judgment_console.queries.disclosures import material_of
from tests.factories import CANARY, House

pytestmark = pytest.mark.django_db
MADE = "2026-03-02T10:00:00.000000Z"


def test_material_holds_the_chain_its_gates_and_its_ledger(house: House) -> None:
    gate = house.parked()
    chain = access.chain_for(house.user("viewer").pk, gate.chain_id)

    material = material_of(chain, made_at=MADE)

    assert (material.title, material.workspace) == (chain.title, f"{CANARY} Mutual")
    assert material.metadata["purpose"] == f"{CANARY} year-end review"
    assert (material.head, material.verification) == (
        (chain.entry_count, chain.head),
        (),
    )
    assert material.dataset is not None
    assert material.dataset.digest == Dataset.objects.get().digest
    assert [row.field for row in material.ledger] == ["factor"]
    assert [each.state for each in material.gates] == [
        "applied", "parked", "waiting", "waiting", "waiting",
    ]  # fmt: skip


def test_gate_is_told_with_who_signed_it(house: House) -> None:
    gate = house.parked()
    chain = access.chain_for(house.user("viewer").pk, gate.chain_id)

    first = material_of(chain, made_at=MADE).gates[0]

    assert (first.recommendation, first.decision) == ("Use 1.5.", "approve: factor 1.5")
    assert first.rationale == f"{CANARY}: the factor follows the data."
    assert first.decided_by is not None
    assert first.decided_by.printed_name == f"{CANARY} reviewer"
    assert first.decided_by.channel == "web"


def test_results_and_methods_come_from_the_live_ledger() -> None:
    ledger = {
        "ldf.paid.12-24": 3.49,
        "tail.paid.method": "none",
        "tail.paid.factor": 1,
        "reserve.central": 18_680_855.6,
        "reserve.booked": 18_680_855.6,
        "reserve.standardError": 2_447_094.9,
        "reserve.standardErrorBasis": "Mack 1993",
    }

    figures = list(disclosures._figures(ledger))
    methods = list(disclosures._methods(ledger))

    assert figures == [
        Figure(
            label="Central estimate",
            value=18_680_855.6,
            standard_error=2_447_094.9,
            note="Mack 1993",
        ),
        Figure(label="Booked reserve", value=18_680_855.6),
    ]
    assert methods == [
        MethodUse(
            method="chain-ladder", basis="paid", parameters={"ldf.paid.12-24": 3.49}
        ),
        MethodUse(
            method="mack",
            basis="paid",
            parameters={
                "reserve.standardError": 2_447_094.9,
                "reserve.standardErrorBasis": "Mack 1993",
            },
        ),
    ]
