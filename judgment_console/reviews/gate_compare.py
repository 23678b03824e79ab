"""A gate beside its last round or its last period: what is another figure now."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from judgment_console.chains.catalogue import spec_of
from judgment_console.judgment import Proposal, proposal_from_text
from judgment_console.queries.gate_rows import GatePage, ThenRow
from judgment_console.queries.gate_then import then
from judgment_console.reviews.decision_fields import groups_of, leaves_of, value_at
from judgment_console.reviews.evidence import Evidence
from judgment_console.reviews.evidence_blocks import listed
from judgment_console.reviews.formats import in_sentence
from judgment_console.reviews.gate_preview import shown

MOST = 200
"""How many changed figures are listed; the rest is counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One thing then and now."""

    label: str
    then: str
    now: str

    @property
    def word(self) -> str:
        """How it stands, in a word."""
        return "same" if self.then == self.now else "changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure of a table that is another one now; ``format`` is its column's."""

    row: str
    column: str
    then: Any
    now: Any
    format: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """The figures of one table that changed; ``more`` were left out."""

    title: str
    figures: tuple[Figure, ...]
    more: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What stands beside what; ``before`` is None where there is nothing before."""

    key: str
    name: str
    before: ThenRow | None
    lines: tuple[Line, ...] = ()
    tables: tuple[Moved, ...] = ()


def comparable(page: GatePage) -> dict[str, str]:
    """What the shown round can be compared with, by its key in the address."""
    found = {}
    if page.round is not None and page.round.number > 1:
        found["round"] = f"round {page.round.number - 1}"
    if page.round is not None and page.gate.chain.prior_id is not None:
        found["period"] = "last period"
    return found


def comparison(page: GatePage, key: str) -> Comparison | None:
    """The shown round beside what ``key`` names; None when nothing is asked for."""
    name = comparable(page).get(key)
    if name is None or page.round is None or not page.round.digest:
        return None
    number = page.round.number if key == "round" else None
    before = then(page.gate, number)
    if before is None:
        return Comparison(key=key, name=name, before=None)
    return Comparison(
        key=key,
        name=name,
        before=before,
        lines=tuple(_lines(page, before, page.round.proposal)),
        tables=tuple(_tables(before.proposal, page.round.proposal)),
    )


def _lines(page: GatePage, before: ThenRow, text: str) -> Iterator[Line]:
    old, new = Evidence.of(before.proposal), Evidence.of(text)
    yield Line(label="Recommendation", then=old.recommendation, now=new.recommendation)
    yield Line(label="Rule", then=old.rule or "none", now=new.rule or "none")
    if old.headline or new.headline:
        label = str((new.headline or old.headline or {}).get("label", "Headline"))
        yield Line(label=label, then=_headline(old), now=_headline(new))
    yield from _values(
        page, proposal_from_text(before.proposal), proposal_from_text(text)
    )


def _headline(evidence: Evidence) -> str:
    headline = evidence.headline
    return in_sentence(headline["value"]) if headline else "none"


def _values(page: GatePage, old: Proposal, new: Proposal) -> Iterator[Line]:
    chain = page.gate.chain
    gate = spec_of(chain.spec, chain.spec_version).gates[page.gate.position]
    sources = [dict(each.proposed or {}) for each in (old, new)]
    for leaf in leaves_of(groups_of(gate.decision, sources)):
        before, now = (shown(value_at(each, leaf), leaf) for each in sources)
        yield Line(label=leaf.label, then=before, now=now)


def _tables(before: str, now: str) -> Iterator[Moved]:
    old = _by_id(_blocks(Evidence.of(before)))
    for block in _blocks(Evidence.of(now)):
        earlier = old.get(str(block.get("id")))
        changed = list(_figures(earlier, block)) if earlier else []
        if changed:
            title = str(block.get("title") or block.get("id"))
            more = max(len(changed) - MOST, 0)
            yield Moved(title=title, figures=tuple(changed[:MOST]), more=more)


def _figures(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Figure]:
    before = _by_id(_maps(old.get("rows")))
    columns = [each for each in _maps(new.get("columns")) if "key" in each]
    for row in _maps(new.get("rows")):
        earlier = before.get(str(row.get("id")))
        for column in columns if earlier else ():
            key = column["key"]
            if earlier is not None and earlier.get(key) != row.get(key):
                yield Figure(
                    row=str(row.get(columns[0]["key"], row.get("id"))),
                    column=str(column.get("label", key)),
                    then=earlier.get(key),
                    now=row.get(key),
                    format=str(column.get("format", "text")),
                )


def _blocks(evidence: Evidence) -> list[Mapping[str, Any]]:
    known = evidence.content.get("evidence")
    blocks = _maps(known.get("blocks")) if isinstance(known, Mapping) else []
    return [each for each in blocks if "rows" in each and "columns" in each]


def _by_id(maps: list[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    return {str(each["id"]): each for each in maps if "id" in each}


def _maps(value: Any) -> list[Mapping[str, Any]]:
    return [each for each in listed(value) if isinstance(each, Mapping)]
