"""What the style sheet promises: contrast, four sizes, nothing from outside."""

import re
from itertools import product
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CSS = (ROOT / "static" / "console.css").read_text()
GROUNDS = ("canvas", "card", "sunken")
PAIRS = [
    *product(("ink", "muted", "accent", "bad"), GROUNDS),
    ("on-accent", "accent-fill"),
    ("on-accent", "accent-fill-over"),
    ("muted", "idle-soft"),
    ("ink", "accent-soft"),
    ("ink", "good-soft"),
    ("ink", "wait-soft"),
    ("ink", "bad-soft"),
    ("accent", "accent-soft"),
    ("good", "good-soft"),
    ("wait", "wait-soft"),
    ("bad", "bad-soft"),
]


def token(name: str, *, dark: bool) -> str:
    """The colour of a token in one of the two schemes."""
    found = re.search(rf"--{name}: (?:light-dark\()?(#\w{{6}})(?:, (#\w{{6}}))?", CSS)
    assert found, name
    return found[2] if dark and found[2] else found[1]


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_text_has_contrast_of_at_least_4_5(ink: str, ground: str, dark: bool) -> None:
    assert contrast(token(ink, dark=dark), token(ground, dark=dark)) >= 4.5


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("ground", ["card", "canvas"])
def test_edges_of_controls_have_contrast_of_at_least_3(ground: str, dark: bool) -> None:
    assert contrast(token("edge", dark=dark), token(ground, dark=dark)) >= 3


def test_sizes_are_the_four_and_the_figure() -> None:
    sizes = dict(re.findall(r"--size-(\w+): ([\d.]+)rem", CSS))

    assert {name: float(size) * 16 for name, size in sizes.items()} == {
        "question": 25, "figure": 22, "lead": 18, "text": 15, "label": 13,
    }  # fmt: skip


def test_nothing_comes_from_outside() -> None:
    assert "url(" not in CSS
    assert "@import" not in CSS


def test_index_names_exist() -> None:
    index, _, rules = CSS.partition("*/")
    named = set(re.findall(r"\.([a-z][a-z-]+)", index))

    assert {name for name in named if f".{name}" not in rules} == set()


@pytest.mark.parametrize(
    "path", sorted((ROOT / "templates").rglob("*.html")), ids=lambda path: path.name
)
def test_template_holds_nothing_inline(path: Path) -> None:
    text = path.read_text()

    assert not re.search(r"\s(style|on[a-z]+)=", text)
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert "|safe" not in text
    assert "autoescape off" not in text
    assert not re.search(r"https?://", text)
