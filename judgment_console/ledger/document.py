"""The form of a disclosure: numbered sections of blocks, before any mark-up."""

from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """Running text; it may hold line ends as typed."""

    text: str
    kind: Literal["paragraph"] = "paragraph"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bullets:
    """Short items, one under the other."""

    items: tuple[str, ...]
    title: str | None = None
    kind: Literal["bullets"] = "bullets"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows of text, each as long as `columns`."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str | None = None
    kind: Literal["table"] = "table"


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Pairs of a label and what there is to say under it."""

    items: tuple[tuple[str, str], ...]
    title: str | None = None
    kind: Literal["facts"] = "facts"


Block: TypeAlias = Paragraph | Bullets | Table | Facts


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A numbered part of the document."""

    number: int
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Disclosure:
    """The whole document. `warning` says why it is not for use, or is None."""

    title: str
    banner: str
    warning: str | None
    sections: tuple[Section, ...]
