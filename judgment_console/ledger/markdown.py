"""A disclosure as Markdown in which no text can become structure."""

import re
import unicodedata

from judgment_console.ledger.document import (
    Block,
    Bullets,
    Disclosure,
    Facts,
    Paragraph,
    Section,
    Table,
)

# References work in every dialect; a backslash is kept where all dialects know it.
_ESCAPES = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        "\\": "&#92;",
        "`": "&#96;",
        "|": "&#124;",
        "~": "&#126;",
        "$": "&#36;",
        "@": "&#64;",
        "{": "&#123;",
        "}": "&#125;",
        "*": r"\*",
        "_": r"\_",
        "[": r"\[",
        "]": r"\]",
    }
)
_MARKER = re.compile(r"[#!]|[+-](?![0-9])")
_NUMBERING = re.compile(r"^([0-9]+)([.)])(?![0-9])")
_ADDRESS = re.compile(r":(?=//)|/(?=/)|(?<=www)\.", re.IGNORECASE)
_BIDI_AND_TAGS = re.compile("[\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")


def to_markdown(disclosure: Disclosure) -> str:
    """The document in CommonMark with tables; the same document, the same text."""
    parts = [f"# {escaped(disclosure.title)}"]
    if disclosure.warning is not None:
        parts.append(f"> **{escaped(disclosure.warning)}**")
    parts.append(f"> {escaped(disclosure.banner)}")
    for section in disclosure.sections:
        parts += _section(section)
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    """The text on one line, with nothing left that Markdown or HTML acts on."""
    line = " ".join(_visible(text).split())
    line = _ADDRESS.sub(_reference, line.translate(_ESCAPES))
    if _MARKER.match(line):
        return f"\\{line}"
    if line.startswith(("=", ":")):
        return f"&#{ord(line[0])};{line[1:]}"
    return _NUMBERING.sub(r"\1\\\2", line)


def _reference(found: re.Match[str]) -> str:
    return f"&#{ord(found[0])};"


def _visible(text: str) -> str:
    shown = "".join(
        "\ufffd"
        if unicodedata.category(char) in ("Cc", "Cs") and not char.isspace()
        else char
        for char in text
    )
    return _BIDI_AND_TAGS.sub("\ufffd", shown)


def _section(section: Section) -> list[str]:
    heading = f"## {section.number}. {escaped(section.title)}"
    return [heading, *(part for block in section.blocks for part in _block(block))]


def _block(block: Block) -> list[str]:
    if isinstance(block, Paragraph):
        return [escaped(block.text)]
    title = [] if block.title is None else [f"### {escaped(block.title)}"]
    return [*title, _lines(block)]


def _lines(block: Bullets | Table | Facts) -> str:
    if isinstance(block, Bullets):
        return "\n".join(f"- {escaped(item)}" for item in block.items)
    if isinstance(block, Facts):
        return "\n".join(
            f"- **{escaped(label)}:** {escaped(value)}" for label, value in block.items
        )
    rows = [block.columns, ("---",) * len(block.columns), *block.rows]
    head, rule, *body = rows
    lines = [_row(head), f"| {' | '.join(rule)} |", *(_row(cells) for cells in body)]
    return "\n".join(lines)


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(escaped(cell) for cell in cells)} |"
