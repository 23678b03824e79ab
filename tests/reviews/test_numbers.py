"""One strict grammar for typed numbers, and fields that can be read back."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judgment_console.reviews.numbers import field_text, read_number, read_whole


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("1.0450", 1.045),
        ("3.4906065479322", 3.4906065479322),
        ("-12", -12.0),
        ("+.5", 0.5),
        ("7.", 7.0),
        (" 18680856 ", 18680856.0),
        ("1e30", 1e30),
        ("2.5E-3", 0.0025),
        ("000000000000000000001", 1.0),
        ("123456789012345", 123456789012345.0),
    ],
)
def test_read_number_takes_one_grammar(typed: str, number: float) -> None:
    assert read_number(typed) == number


@pytest.mark.parametrize(
    "typed",
    ["", " ", "1,234", "1.234,5", "NaN", "inf", "-Infinity", "1e31", "1e-31",
     "1e1000000", "0x10", "1_000", "１２", "١٢", "1 000", "1'000", "--1", "1.2.3",
     "13 %", "−5", "1e", "1\n2", "1" * 41, "1234567890123456",
     "1.0000000000000001", "9" * 4000],
)  # fmt: skip
def test_read_number_refuses_anything_else(typed: str) -> None:
    began = time.perf_counter()
    with pytest.raises(ValueError, match=r"."):
        read_number(typed)
    assert time.perf_counter() - began < 0.05


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("1,234", "“1,234” has a comma: is it 1234 or 1.234? Write it without the"),
        ("-1,5", "“-1,5” has a comma: is it -1.5? Write it without the comma."),
        ("1,234,567", "“1,234,567” has a comma, which people read in different ways."),
    ],
)
def test_read_number_with_a_comma_asks_instead_of_guessing(
    typed: str, asked: str
) -> None:
    with pytest.raises(ValueError, match="comma") as refused:
        read_number(typed)
    assert str(refused.value).startswith(asked)


def test_read_number_of_minus_zero_is_zero() -> None:
    assert str(read_number("-0")) == "0.0"


@pytest.mark.parametrize("typed", ["1.5", "9007199254740993", "1e20"])
def test_read_whole_refuses_fractions_and_inexact_integers(typed: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_whole(typed)


def test_read_whole_gives_an_integer() -> None:
    assert repr(read_whole("12")) == "12"


@pytest.mark.parametrize(
    ("value", "format", "text"),
    [
        (3.4906065479322, "factor", "3.491"),
        (18680855.61, "money", "18680856"),
        (18680855.61, "", "18680856"),
        (1.029499, "", "1.029499"),
        (0.1, "", "0.1"),
        (1e-9, "", "1e-09"),
        (-0.5, "", "-0.5"),
        (5, "", "5"),
        (None, "factor", ""),
        ("all years", "", "all years"),
    ],
)
def test_field_text_of_a_value(value: object, format: str, text: str) -> None:
    assert field_text(value, format) == text


@given(
    st.floats(min_value=-1e14, max_value=1e14).filter(lambda v: not 0 < abs(v) < 1e-30)
)
def test_field_text_can_be_typed_back(value: float) -> None:
    for format in ("factor", "money", ""):
        read_number(field_text(value, format))
