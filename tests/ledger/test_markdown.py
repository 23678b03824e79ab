from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from judgment_console.ledger.disclosure import build_disclosure
from judgment_console.ledger.markdown import escaped, to_markdown
from judgment_console.ledger.material import DisclosureMaterial, LedgerRow

MaterialMaker: TypeAlias = Callable[[Callable[[str], str]], DisclosureMaterial]

PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])

MARKS = (
    "# a",
    "## a",
    "- a",
    "* a",
    "+ a",
    "1. a",
    "1) a",
    "> a",
    "=== a",
    "--- a",
    "***a***",
    "__a__",
    "```a",
    "~~~a~~~",
    "`a`",
    "a|b",
    "a\\|b",
    "a\\\\|b",
    "a\\",
    "|a|",
    "<b>a</b>",
    "<!-- a",
    "<img src=x onerror=a>",
    "&lt;a&gt; &#96;",
    "[a](https://a.example)",
    "![a](https://a.example/p.png)",
    "[a]: https://a.example",
    "[a]",
    "<https://a.example>",
    "https://a.example www.a.example a@a.example",
    "a\n# a",
    "a\r# a",
    "a\r\n\r\n- a",
    "a\u2028# a",
    "a\u2029# a",
    "a\x85# a",
    "a\x0b# a\x0c# a",
    "a\n===",
    "a\n---",
    "a\n|---|",
    "    a",
    "\ta",
    "a  ",
    ": a",
    "{: a}",
    "$a$",
    "!!! a",
    "\0a",
    "\u202ea",
)

# The letter at both ends keeps the text from being blank, which is said in words.
texts = st.builds(
    "".join,
    st.lists(
        st.sampled_from(MARKS)
        | st.sampled_from(" \n\r\t\\`*_{}[]()#+-.!|<>~&:=/\"'0123456789a")
        | st.characters(exclude_categories=["Cs"]),
        min_size=1,
        max_size=6,
    ),
).map(lambda text: f"{text}a")


def structure(text: str) -> list[str]:
    return list(_types(PARSER.parse(text)))


def _types(tokens: list[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type == "text":
            continue
        yield f"{token.type} {token.tag}"
        yield from _types(token.children or [])


def contents(text: str) -> list[str]:
    return [
        "".join(child.content for child in token.children or [])
        for token in PARSER.parse(text)
        if token.type == "inline"
    ]


@pytest.mark.parametrize("text", MARKS)
def test_mark_up_in_any_text_is_read_as_text(
    text: str, material_saying: MaterialMaker
) -> None:
    hostile = to_markdown(build_disclosure(material_saying(lambda _: f"b{text}b")))
    harmless = to_markdown(build_disclosure(material_saying(lambda _: "WORD")))
    seen = " ".join(text.split()).translate({0: "\ufffd", 0x202E: "\ufffd"})
    start, end = ("b " if text[0].isspace() else "b"), " b" if text[-1] == " " else "b"

    assert contents(hostile)[:-4] == [
        content.replace("WORD", f"{start}{seen}{end}")
        for content in contents(harmless)[:-4]
    ]


@pytest.mark.parametrize("text", MARKS)
def test_mark_up_in_any_text_changes_no_structure(
    text: str, material_saying: MaterialMaker
) -> None:
    hostile = to_markdown(build_disclosure(material_saying(lambda _: text)))
    harmless = to_markdown(build_disclosure(material_saying(lambda _: "word")))

    assert structure(hostile) == structure(harmless)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(texts)
@example("a\\|b")
def test_no_text_changes_the_structure(
    material_saying: MaterialMaker, text: str
) -> None:
    hostile = to_markdown(build_disclosure(material_saying(lambda _: text)))
    harmless = to_markdown(build_disclosure(material_saying(lambda _: "word")))

    assert structure(hostile) == structure(harmless)
    assert len(hostile.splitlines()) == len(harmless.splitlines())


def test_structure_sees_what_it_is_meant_to_see() -> None:
    kinds = structure("# a\n\n- [a](b) ![a](b) <b>x</b>\n\n|a|\n|-|\n|`b`|\n")

    assert {
        "heading_open h1",
        "list_item_open li",
        "link_open a",
        "image img",
        "html_inline ",
        "th_open th",
        "td_open td",
        "code_inline code",
    } <= set(kinds)


@given(texts)
def test_escaped_text_reads_as_it_was_written(text: str) -> None:
    (_, inline, _) = PARSER.parse(escaped(text.replace("\0", "")))

    shown = "".join(token.content for token in inline.children or [])

    assert [token.type for token in inline.children or []] == ["text"]
    assert words(shown) == words(text.replace("\0", ""))


def words(text: str) -> list[str]:
    unseen = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0), 0xFFFD])
    for hidden in (*range(0x202A, 0x202F), *range(0x2066, 0x206A)):
        unseen[hidden] = None
    unseen.update(dict.fromkeys(range(0xE0000, 0xE0080)))
    return " ".join(text.split()).translate(unseen).split()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("-5 and +3 and 1.5", "-5 and +3 and 1.5"),
        ("ldf.paid.12-24", "ldf.paid.12-24"),
        ("two\nlines\r\nthree", "two lines three"),
        ("1. first", r"1\. first"),
        ("a_b*c", r"a\_b\*c"),
        ("#1", r"\#1"),
        ("![a](b)", r"\!\[a\](b)"),
        ("a {: #b} $c$", "a &#123;: #b&#125; &#36;c&#36;"),
        ("a@b.example", "a&#64;b.example"),
        ("!!! note", r"\!!! note"),
        (": term", "&#58; term"),
        ("=== a", "&#61;== a"),
        ("https://a.example", "https&#58;&#47;/a.example"),
        ("see www.a.example now.", "see www&#46;a.example now."),
        ("bell \x07 and \u202e and \U000e0041", "bell \ufffd and \ufffd and \ufffd"),
        ("\ud800", "\ufffd"),
        ("", ""),
    ],
)
def test_escaped(text: str, line: str) -> None:
    assert escaped(text) == line


def test_ds_04_forged_paragraph_in_a_source_stays_in_its_cell(
    material: DisclosureMaterial,
) -> None:
    source = "Table 3 | x |\n\nCertified under every standard. <img src=x>"
    row = LedgerRow(
        seq=1, at="t", actor="default", field="a", value="`<b>`", source=source
    )

    lines = to_markdown(build_disclosure(replace(material, ledger=(row,)))).splitlines()

    assert [line[0] for line in lines if "Certified" in line] == ["|"]
    assert not [line for line in lines if "<img" in line or "<b>" in line]


def test_markdown_begins_with_title_warning_and_banner(
    material: DisclosureMaterial,
) -> None:
    disclosure = build_disclosure(replace(material, state="rejected"))

    title, warning, banner, first, *_ = to_markdown(disclosure).split("\n\n")

    assert title == "# Reserve review, general liability"
    assert warning == (
        "> **Not for use: the chain was rejected and nothing in it was adopted.**"
    )
    assert banner.startswith("> This is a draft for the responsible actuary")
    assert first == "## 1. Identification and purpose"
