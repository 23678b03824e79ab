"""The reserve review on small data, gate by gate, without a database."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import judgment_console
from judgment_console.chains.reserve_review.chain import RESERVE_REVIEW
from judgment_console.intake.triangle_csv import read_triangle
from judgment_console.judgment import (
    Applied,
    Finding,
    GateContext,
    GateSpec,
    Judged,
    JudgmentError,
    Proposal,
    apply,
    proposal_from_text,
    proposal_text,
    propose,
    read_decision,
)
from judgment_console.ledger.canonical import canonical_text

TAYLOR_ASHE = (
    Path(judgment_console.__file__).parent / "chains" / "data" / "taylor_ashe.csv"
)
GATES: Mapping[str, GateSpec] = {gate.id: gate for gate in RESERVE_REVIEW.gates}


def inputs_of(content: bytes, **changes: Any) -> dict[str, Any]:
    """The inputs of a review of the triangle in a file."""
    found = read_triangle(content, filename="triangle.csv")
    assert found.triangle is not None, found.problems
    dataset = {
        "digest": "0" * 64,
        "name": "Test",
        "currency": "USD",
        "unit": 1,
        "valuation_date": found.valuation_date,
        "triangles": [dict(found.triangle)],
        "control_total": None,
    }
    return {"dataset": dataset, "metadata": {}, "prior": None} | changes


def prior_of(**ledger: Any) -> dict[str, Any]:
    """The chain before, with this live ledger (dots written as double underscores)."""
    named = {name.replace("__", "."): value for name, value in ledger.items()}
    return {"chain_id": "before", "ledger": named}


def stored(value: Any) -> Any:
    """The value as it comes back from the store: keys sorted as text."""
    return json.loads(canonical_text(value))


class Review:
    """A review in progress: what was decided so far, and the gate that is asked."""

    def __init__(self, inputs: Mapping[str, Any], **decisions: Any) -> None:
        self.inputs = inputs
        self.decisions = {
            name.replace("_", "-"): stored(value) for name, value in decisions.items()
        }

    def context(self, proposal: Proposal | None = None) -> GateContext:
        return GateContext(
            now=lambda: "2026-01-01T00:00:00Z",
            inputs=self.inputs,
            decisions=self.decisions,
            proposal=proposal,
        )

    def propose(self, gate: str) -> Proposal:
        made = propose(GATES[gate], self.context())
        return proposal_from_text(proposal_text(made))

    def judge(
        self, gate: str, proposal: Proposal, confirmed: bool = True, **values: Any
    ) -> Judged:
        taken = {**(proposal.proposed or {}), **values}
        return read_decision(
            GATES[gate],
            self.context(proposal),
            verb=None,
            values=taken,
            rationale="Looked at the figures.",
            confirmed=None if confirmed else frozenset(),
        )

    def apply(self, gate: str, proposal: Proposal, **values: Any) -> Applied:
        judged = self.judge(gate, proposal, **values)
        done = apply(
            GATES[gate],
            self.context(proposal),
            judged,
            actor="actuary",
            identity="reviewer",
        )
        self.decisions[gate] = stored(done.payload)
        return done

    def stops(self, gate: str, proposal: Proposal, **values: Any) -> list[str]:
        """The texts of what stops these values; each has a field of the model."""
        with pytest.raises(JudgmentError) as refusal:
            self.judge(gate, proposal, **values)
        assert refusal.value.code == "DECISION_STOPPED"
        findings: Any = refusal.value.facts["findings"]
        return [self._placed(gate, each) for each in findings]

    def confirms(self, gate: str, proposal: Proposal, **values: Any) -> list[str]:
        """The texts of what has to be confirmed for these values."""
        with pytest.raises(JudgmentError) as refusal:
            self.judge(gate, proposal, confirmed=False, **values)
        assert refusal.value.code == "CONFIRMATION_NEEDED"
        findings: Any = refusal.value.facts["findings"]
        return [self._placed(gate, each) for each in findings]

    def _placed(self, gate: str, finding: Finding) -> str:
        assert finding.field is not None
        assert finding.field.partition(".")[0] in GATES[gate].decision.model_fields
        return finding.text


def ledger(applied: Applied) -> dict[str, Any]:
    """Field to value of the entries of an application."""
    return {entry.field: entry.value for entry in applied.ledger_entries}


def block(proposal: Proposal, name: str) -> Any:
    """The block of the evidence with this id."""
    return next(each for each in proposal.evidence["blocks"] if each["id"] == name)


def flags(proposal: Proposal) -> list[tuple[str, str, str | None]]:
    """Level, text and target of each flag."""
    items = block(proposal, "look-first")["items"]
    return [(each["level"], each["text"], each["target"]) for each in items]


@pytest.fixture(scope="session")
def taylor_ashe() -> dict[str, Any]:
    return inputs_of(TAYLOR_ASHE.read_bytes())


@pytest.fixture(scope="session")
def data_proposal(taylor_ashe: dict[str, Any]) -> Proposal:
    return Review(taylor_ashe).propose("data-review")


@pytest.fixture(scope="session")
def factors_proposal(taylor_ashe: dict[str, Any]) -> Proposal:
    return Review(taylor_ashe).propose("development-factors")


@pytest.fixture(scope="session")
def recommended_factors(factors_proposal: Proposal) -> dict[str, float]:
    assert factors_proposal.proposed is not None
    return dict(factors_proposal.proposed["factors"])


@pytest.fixture(scope="session")
def tail_proposal(
    taylor_ashe: dict[str, Any], recommended_factors: dict[str, float]
) -> Proposal:
    decided = {"factors": recommended_factors}
    return Review(taylor_ashe, development_factors=decided).propose("tail")


@pytest.fixture(scope="session")
def booked_proposal(
    taylor_ashe: dict[str, Any], recommended_factors: dict[str, float]
) -> Proposal:
    decided = {"factors": recommended_factors}
    review = Review(taylor_ashe, development_factors=decided, tail={"tail": 1.0})
    return review.propose("booked-reserve")
