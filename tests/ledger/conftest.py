from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from judgment_console.ledger.entries import Change, Changes
from judgment_console.ledger.material import (
    DatasetFacts,
    DisclosureMaterial,
    Engine,
    Figure,
    GateRecord,
    LedgerRow,
    MethodUse,
    Prior,
    ReviewCheck,
    Signature,
)

MaterialMaker: TypeAlias = Callable[[Callable[[str], str]], DisclosureMaterial]


@pytest.fixture
def material() -> DisclosureMaterial:
    """A finished review of the Taylor-Ashe triangle with nothing left out."""
    return full_material(lambda text: text)


@pytest.fixture
def material_saying() -> MaterialMaker:
    """The same review with other words wherever people or data speak."""
    return full_material


def full_material(say: Callable[[str], str]) -> DisclosureMaterial:
    return DisclosureMaterial(
        title=say("Reserve review, general liability"),
        workspace=say("Meridian Mutual"),
        segment=say("General liability"),
        state="completed",
        made_at="2026-11-30T12:00:00.000000Z",
        metadata=full_metadata(say),
        prepared_by=say("Pat Preparer"),
        dataset=DatasetFacts(
            name=say("Taylor-Ashe"), digest="d" * 64, source_digest="e" * 64
        ),
        gates=full_gates(say),
        ledger=full_ledger(say),
        checks=(
            ReviewCheck(
                id=say("finite"), description=say("Finite numbers"), state="pass"
            ),
            ReviewCheck(
                id=say("decreasing-paid"),
                description=say("Paid amounts never fall"),
                state="warning",
                details=(say("2003 at 48 months"), say("2004 at 36 months")),
            ),
        ),
        figures=(
            Figure(
                label=say("Unpaid claims"),
                value=20245460.8,
                standard_error=2447094.86,
                note=say("An approximation, because a tail was added."),
            ),
        ),
        methods=(
            MethodUse(
                method="chain-ladder",
                basis=say("paid"),
                parameters={"average": say("volume, all years"), "tail": 1.029499},
            ),
            MethodUse(method="mack"),
        ),
        engines=(Engine(name=say("chainladder"), version=say("0.10.1")),),
        prior=full_prior(say),
        head=(9, "f" * 64),
        verification=(),
    )


def full_metadata(say: Callable[[str], str]) -> dict[str, Any]:
    return {
        "purpose": say("Annual statement"),
        "intended_users": [say("Board"), say("Auditor")],
        "measure": say("central-estimate"),
        "gross_net": say("gross"),
        "expenses": say("dcc-only"),
        "accounting_date": "2010-12-31",
        "valuation_date": "2010-12-31",
        "review_date": "2011-02-15",
        "currency": say("USD"),
        "line": say("General liability"),
        "responsible_actuary": say("Jane Doe, FCAS"),
        "materiality": 1012273.04,
        "materiality_basis": say("5 % of the carried reserve"),
        "reliances": [say("Claims department: paid amounts")],
        "limitations": [say("No exposure data"), say("No case reserves")],
    }


def full_gates(say: Callable[[str], str]) -> tuple[GateRecord, ...]:
    return (
        GateRecord(
            question=say("Which development factors?"),
            stage=say("factors"),
            state="applied",
            recommendation=say("Volume-weighted, all years"),
            decision=say("As recommended"),
            rationale=say("Steady ratios,\nno trend by calendar year."),
            decided_by=Signature(
                printed_name=say("Rae Reviewer"),
                credentials=say("FCAS"),
                meaning=say("approval"),
                channel=say("web"),
            ),
            at="2026-11-29T10:00:00.000000Z",
            evidence_digest="c" * 64,
            findings=(say("The factor at 12 months is above every ratio."),),
        ),
        GateRecord(
            question=say("Which tail?"),
            stage=say("tail"),
            state="skipped",
            skip_reason=say("Development has ended."),
        ),
    )


def full_ledger(say: Callable[[str], str]) -> tuple[LedgerRow, ...]:
    return (
        LedgerRow(
            seq=1,
            at="2026-11-29T10:00:01.000000Z",
            actor="actuary",
            who=say("Rae Reviewer"),
            field=say("ldf.paid"),
            value={"108-120": 1.017725, "12-24": 3.490606, "note": say("as fitted")},
            previous_value=say("last year's"),
            source=say("Mack 1993"),
            rationale=say("Steady ratios."),
        ),
        LedgerRow(
            seq=2,
            at="2026-11-29T10:00:02.000000Z",
            actor="default",
            field=say("tail.paid.factor"),
            value=1.029499,
        ),
    )


def full_prior(say: Callable[[str], str]) -> Prior:
    return Prior(
        label=say("Review at 2009-12-31"),
        prior_reserve=4050000,
        current_reserve=4222111,
        changes=Changes(
            added=(say("capeCod.decay"),),
            removed=(say("trend"),),
            changed=(
                Change(field=say("tail"), prior_value=1.05, current_value=say("1.1")),
            ),
        ),
    )
