from typing import Any

import pytest

from judgment_console.ledger.completeness import listed, missing, stated

REQUIRED = (
    "Purpose",
    "Intended users",
    "Intended measure",
    "Gross or net",
    "Adjustment expenses",
    "Accounting date",
    "Valuation date",
    "Review date",
    "Currency",
    "Line of business",
    "Responsible actuary",
    "Materiality",
    "Basis of materiality",
    "Reliances",
    "Limitations",
)


def test_missing_names_everything_required_in_reading_order() -> None:
    assert missing({}) == REQUIRED


@pytest.mark.parametrize("blank", ["", "  ", "\u200b", None, [], [" ", None, ""]])
def test_missing_counts_blank_as_missing(blank: Any) -> None:
    assert missing({"purpose": blank}) == REQUIRED


def test_missing_asks_for_a_percentile_only_with_that_measure() -> None:
    assert "Percentile" in missing({"measure": "specified-percentile"})
    assert "Percentile" not in missing({"measure": "central-estimate"})
    assert "Percentile" not in missing(
        {"measure": "specified-percentile", "percentile": 0.75}
    )


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("measure", "central-estimate", "central estimate"),
        ("gross_net", "net-all", "net of reinsurance, salvage and subrogation"),
        ("expenses", "DCC", "with defense and cost containment expenses only"),
        ("expenses", "as the treaty says", "as the treaty says"),
        ("purpose", "gross", "gross"),
        ("materiality", 1000000, "1,000,000"),
        ("intended_users", ["Board", " ", "Auditor"], "Board; Auditor"),
        ("currency", None, None),
    ],
)
def test_stated(key: str, value: Any, text: str | None) -> None:
    assert stated({key: value}, key) == text


def test_listed_takes_each_line_of_a_text_and_each_item_of_a_list() -> None:
    assert listed({"reliances": "Claims department"}, "reliances") == (
        "Claims department",
    )
    assert listed({"reliances": "Claims\n\nFinance\n"}, "reliances") == (
        "Claims",
        "Finance",
    )
    assert listed({"reliances": ["a", "", None, "b"]}, "reliances") == ("a", "b")
    assert listed({}, "reliances") == ()
