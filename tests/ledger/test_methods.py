from dataclasses import astuple

import pytest

from judgment_console.ledger.methods import METHODS


@pytest.mark.parametrize("name", sorted(METHODS))
def test_method_card_is_complete_and_cites_its_source(name: str) -> None:
    method = METHODS[name]

    assert all(text.strip() for text in astuple(method))
    assert len(method.use) > 20
    assert len(method.specification) > 40
    assert any(year in method.source for year in ("1984", "1993", "2010"))


def test_no_method_card_claims_approval() -> None:
    words = " ".join(text for method in METHODS.values() for text in astuple(method))

    assert "ASOP" not in words
    assert "approved" not in words.lower()
    assert "certif" not in words.lower()
