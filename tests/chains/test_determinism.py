"""The same inputs give the same evidence, so its digest says what was seen."""

from typing import Any

from judgment_console.judgment import Proposal
from tests.chains.conftest import Review


def test_evidence_gathered_again_has_the_same_digest(
    taylor_ashe: dict[str, Any],
    data_proposal: Proposal,
    factors_proposal: Proposal,
    tail_proposal: Proposal,
    booked_proposal: Proposal,
    recommended_factors: dict[str, float],
) -> None:
    review = Review(
        taylor_ashe,
        development_factors={"factors": recommended_factors},
        tail={"tail": 1.0},
    )
    again = {
        gate: review.propose(gate).digest
        for gate in ("data-review", "development-factors", "tail", "booked-reserve")
    }
    assert again == {
        "data-review": data_proposal.digest,
        "development-factors": factors_proposal.digest,
        "tail": tail_proposal.digest,
        "booked-reserve": booked_proposal.digest,
    }


def test_flags_lead_to_blocks_and_rows_that_exist(
    data_proposal: Proposal,
    factors_proposal: Proposal,
    tail_proposal: Proposal,
    booked_proposal: Proposal,
) -> None:
    for proposal in (data_proposal, factors_proposal, tail_proposal, booked_proposal):
        blocks = {each["id"]: each for each in proposal.evidence["blocks"]}
        known = set(blocks) | {
            f"{name}:{row['id']}"
            for name, each in blocks.items()
            for row in each.get("rows", [])
        }
        targets = {flag["target"] for flag in blocks["look-first"]["items"]}
        assert targets - {None} <= known


def test_tables_have_a_value_for_each_column(
    data_proposal: Proposal,
    factors_proposal: Proposal,
    tail_proposal: Proposal,
    booked_proposal: Proposal,
) -> None:
    for proposal in (data_proposal, factors_proposal, tail_proposal, booked_proposal):
        for table in proposal.evidence["blocks"]:
            keys = {column["key"] for column in table.get("columns", [])}
            for row in table.get("rows", []):
                assert keys <= set(row), table["id"]
