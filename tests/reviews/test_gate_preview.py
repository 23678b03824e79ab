"""How values stand in the sentence that is signed."""

from typing import Any

import pytest
from pydantic import BaseModel, Field

from judgment_console.reviews.decision_fields import groups_of, leaves_of
from judgment_console.reviews.gate_preview import shown


class Model(BaseModel):
    factor: float = Field(json_schema_extra={"format": "factor"})
    money: float = Field(json_schema_extra={"format": "money"})
    words: str


LEAVES = {leaf.field: leaf for leaf in leaves_of(groups_of(Model, ()))}


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("factor", 1.045, "1.045"),
        ("factor", 1.0452, "1.0452"),
        ("factor", 3.4906065479322, "3.491"),
        ("factor", -0.5, "−0.500"),
        ("money", 18680855.611924, "18,680,856"),
        ("money", 18000000.5, "18,000,000.5"),
        ("words", "short", "short"),
        ("words", "x" * 61, "x" * 60 + "…"),
        ("words", None, "nothing"),
    ],
)
def test_shown_value(field: str, value: Any, said: str) -> None:
    assert shown(value, LEAVES[field]) == said
