import pytest

from judgment_console.intake.cells import (
    CellError,
    age,
    amount,
    is_age,
    is_blank_cell,
    origin,
)


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("0", 0.0),
        ("1204500", 1204500.0),
        ("1,204,500", 1204500.0),
        (" 1,204,500.25 ", 1204500.25),
        ("(1,234)", -1234.0),
        ("-12.5", -12.5),
        ("0.000001", 0.000001),
        ("007", 7.0),
        ("(0)", 0.0),
    ],
)
def test_amount_of_a_figure(text: str, figure: float) -> None:
    assert amount(text) == figure


@pytest.mark.parametrize("text", ["", "  ", "-", "–", "NA", "n/a", "N/A", "XXX", "nil"])
def test_amount_of_a_blank_is_missing(text: str) -> None:
    assert is_blank_cell(text)
    assert amount(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "#REF!",
        "nan",
        "inf",
        "-inf",
        "1e400",
        "1e3",
        "=1+1",
        "@SUM(1)",
        "+5",
        "1.",
        ".5",
        "1,23",
        "1,2345",
        "12,34,567",
        "1 204",
        "$5",
        "5%",
        "(5",
        "5)",
        "--5",
        "٣",
        "1_000",
        "0x10",
        "1" * 41,
    ],
)
def test_amount_of_anything_else_is_refused(text: str) -> None:
    with pytest.raises(CellError) as refusal:
        amount(text)
    assert refusal.value.code == "NOT_A_NUMBER"


def test_amount_with_parentheses_and_minus_is_refused() -> None:
    with pytest.raises(CellError) as refusal:
        amount("(-5)")
    assert refusal.value.code == "NOT_A_NUMBER"


@pytest.mark.parametrize("text", ["123456789012345", "0.00123456789012345"])
def test_amount_with_fifteen_digits_is_read(text: str) -> None:
    assert amount(text) == float(text)


@pytest.mark.parametrize("text", ["1234567890123456", "1.234567890123456"])
def test_amount_with_sixteen_digits_is_refused(text: str) -> None:
    with pytest.raises(CellError) as refusal:
        amount(text)
    assert refusal.value.code == "TOO_MANY_DIGITS"


def test_amount_with_comma_between_semicolons_is_asked_not_guessed() -> None:
    with pytest.raises(CellError) as refusal:
        amount("1,204", delimiter=";")
    assert refusal.value.code == "AMBIGUOUS_NUMBER"


@pytest.mark.parametrize("text", ["12", " 12 ", "12 mo", "12mo", "12 months", "12 MO."])
def test_age_in_its_spellings(text: str) -> None:
    assert age(text) == 12


@pytest.mark.parametrize("text", ["", "0", "1201", "12.5", "twelve", "12 years", "-12"])
def test_age_of_anything_else_is_refused(text: str) -> None:
    assert not is_age(text)
    with pytest.raises(CellError) as refusal:
        age(text)
    assert refusal.value.code == "BAD_AGE"


def test_origin_of_a_year() -> None:
    assert origin(" 2019 ") == 2019


@pytest.mark.parametrize("text", ["", "19", "2019Q1", "1899", "2200", "Total", "20190"])
def test_origin_of_anything_else_is_refused(text: str) -> None:
    with pytest.raises(CellError) as refusal:
        origin(text)
    assert refusal.value.code == "BAD_ORIGIN"
