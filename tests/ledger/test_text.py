import pytest
from hypothesis import given
from hypothesis import strategies as st

from judgment_console.errors import JudgmentError
from judgment_console.ledger.text import is_blank, typed_text

BLANK_LOOKING = (
    # C0 and C1 controls and ASCII space
    "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \x7f\x85"
    # separators
    "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
    # format characters
    "\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\u206a\u206f\ufeff"
    "\U000e0001\U000e0020\U000e007f"
    # combining marks and variation selectors
    "\u0300\u034f\u17b4\u17b5\u180b\u20dd\ufe00\ufe0f\U000e0100"
    # letters and symbols drawn as space
    "\u115f\u1160\u2800\u3164\uffa0\U0001d159"
    # lone surrogate, private use, unassigned
    "\ud800\udfff\ue000\U000f0000\U0010ffff"
)

HIDDEN = (
    "\0\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ud800\udbff\udc00\udfff"
    "\U000e0000\U000e0001\U000e0020\U000e0041\U000e007f"
)


def test_blank_list_is_long_enough_to_mean_something() -> None:
    assert len(set(BLANK_LOOKING)) == len(BLANK_LOOKING) >= 45


@pytest.mark.parametrize("char", BLANK_LOOKING, ids=lambda char: f"{ord(char):04X}")
def test_is_blank_for_one_unseen_character(char: str) -> None:
    assert is_blank(char)
    assert is_blank(char * 20)


def test_is_blank_for_nothing() -> None:
    assert is_blank("")


@given(st.text(alphabet=BLANK_LOOKING))
def test_is_blank_for_any_mixture(text: str) -> None:
    assert is_blank(text)


@given(
    st.text(alphabet=BLANK_LOOKING),
    st.sampled_from("a7.-é語ف👍"),
    st.text(alphabet=BLANK_LOOKING),
)
def test_is_not_blank_with_one_seen_character(
    before: str, seen: str, after: str
) -> None:
    assert not is_blank(before + seen + after)


@pytest.mark.parametrize(
    "text", ["می‌خواهم", "👩‍👩‍👧", "क्षि", "e\u0301", "한글", "ไทย", "\u1100\u1161"]
)
def test_is_not_blank_for_words_that_need_unseen_characters(text: str) -> None:
    assert not is_blank(text)
    assert typed_text(text) == text


def test_typed_text_makes_every_line_end_a_line_feed() -> None:
    assert typed_text("a\r\nb\rc\nd\r\n\r\ne\n\r") == "a\nb\nc\nd\n\ne\n\n"


def test_typed_text_is_neither_stripped_nor_normalised() -> None:
    text = "  \u00e9 and e\u0301\u00a0\n\n"

    assert typed_text(text) == text


@pytest.mark.parametrize("char", HIDDEN, ids=lambda char: f"{ord(char):04X}")
def test_typed_text_refuses_a_hidden_character(char: str) -> None:
    with pytest.raises(JudgmentError) as refusal:
        typed_text(f"pay 100{char}001")

    assert refusal.value.code == "HIDDEN_CHARACTERS"
    assert refusal.value.facts == {"characters": [f"U+{ord(char):04X}"]}
    assert f"U+{ord(char):04X}" in refusal.value.message


def test_typed_text_of_the_limit_is_kept() -> None:
    assert typed_text("x" * 20_000) == "x" * 20_000
    assert typed_text("a\r\n", limit=2) == "a\n"


def test_typed_text_beyond_the_limit_is_refused() -> None:
    with pytest.raises(JudgmentError) as refusal:
        typed_text("abc", limit=2)

    assert refusal.value.code == "TEXT_TOO_LONG"
    assert refusal.value.facts == {"limit": 2, "length": 3}


@given(st.text())
def test_typed_text_taken_twice_is_the_same(text: str) -> None:
    try:
        once = typed_text(text)
    except JudgmentError:
        return
    assert typed_text(once) == once
