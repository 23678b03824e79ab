"""The evidence of a round as its page shows it, and drawings kept by digest."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from judgment_console.reviews.evidence_blocks import (
    block_of,
    flag_of,
    kind_of,
    listed,
    rest_of,
)
from judgment_console.reviews.evidence_charts import tables_of, with_pictures
from judgment_console.reviews.evidence_rows import TABS, Block, Flag
from judgment_console.reviews.formats import is_number

TEMPLATE_VERSION = 2
"""Raised when a block template changes, so that drawings kept before are not used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """A tab with the number of its blocks."""

    key: str
    label: str
    count: int


@dataclass(frozen=True)
class Evidence:
    """A stored proposal, read once; it may hold any JSON."""

    content: Mapping[str, Any]

    @classmethod
    def of(cls, proposal: str) -> "Evidence":
        """The evidence of a round's proposal text; empty before it was gathered."""
        return cls(json.loads(proposal) if proposal else {})

    @cached_property
    def _all(self) -> Mapping[str, Any]:
        evidence = self.content.get("evidence")
        return evidence if isinstance(evidence, Mapping) else {}

    @property
    def recommendation(self) -> str:
        """The recommendation in words, without its rule."""
        return self._said[0]

    @property
    def rule(self) -> str:
        """The rule that gave the recommendation, if the gate states one."""
        return str(self._all.get("rule") or self._said[1])

    @cached_property
    def _said(self) -> tuple[str, str]:
        text = str(self.content.get("recommendation", ""))
        words, mark, rule = text.partition(" Rule: ")
        return words, f"Rule: {rule}" if mark else ""

    @property
    def headline(self) -> Mapping[str, Any] | None:
        """The recommended headline: label, value, unit."""
        return _labelled(self._all.get("headline"))

    @property
    def last_period(self) -> Mapping[str, Any] | None:
        """The same figure of the earlier chain, where the evidence holds it."""
        return _labelled(self._all.get("last_period"))

    @property
    def engine(self) -> str:
        """Name and version of what computed the evidence."""
        engine = self._all.get("engine")
        known = engine if isinstance(engine, Mapping) else {}
        return " ".join(str(known[key]) for key in ("name", "version") if key in known)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the engine warned of."""
        return tuple(str(each) for each in listed(self._all.get("warnings")))

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Every block but the flags, in order; what is not a typed block comes last."""
        known = [block_of(each) for each in listed(self._all.get("blocks"))]
        blocks = [block for block in known if block.kind != "flags"]
        return (*blocks, *rest_of(self.content.get("evidence"), self._all))

    @cached_property
    def flags(self) -> tuple[Flag, ...]:
        """Every flag, in the order of the evidence."""
        found = listed(self._all.get("blocks"))
        blocks = [each for each in found if kind_of(each) == "flags"]
        items = [item for each in blocks for item in listed(each.get("items"))]
        tabs = {block.anchor: block.tab for block in self.blocks}
        return tuple(flag_of(item, tabs) for item in items if isinstance(item, Mapping))

    @property
    def tabs(self) -> tuple[Tab, ...]:
        """The tabs that hold something, the main one always.

        Among charts a table that only gives a chart's figures does not count.
        """
        counts = dict.fromkeys(TABS, 0)
        beside = tables_of(listed(self._all.get("blocks")))
        for block in self.blocks:
            own = block.tab == "charts" and block.anchor in beside
            counts[block.tab] += block.kind != "more" and not own
        return tuple(
            Tab(key=key, label=label, count=counts[key])
            for key, label in TABS.items()
            if counts[key] or key == "main"
        )

    def on(self, tab: str, address: str) -> tuple[Block, ...]:
        """The blocks of one tab; ``address`` is that of the page they are shown on."""
        shown = [block for block in self.blocks if block.tab == tab]
        raw = listed(self._all.get("blocks"))
        return with_pictures(shown, self.blocks, raw, address)


def drawn(evidence: Evidence, digest: str, tab: str, address: str = "") -> SafeString:
    """The blocks of a tab as HTML, kept by digest: equal evidence looks equal.

    Charts are kept with the address of their page, for they lead to their tables.
    """
    place = address if tab == "charts" else ""
    key = f"evidence:{TEMPLATE_VERSION}:{digest}:{tab}:{place}"
    kept: str | None = cache.get(key)
    if kept is None:
        context = {"blocks": evidence.on(tab, address)}
        kept = render_to_string("reviews/blocks/blocks.html", context)
        cache.set(key, kept)
    return mark_safe(kept)  # noqa: S308 - drawn by our own autoescaping templates


def _labelled(value: Any) -> Mapping[str, Any] | None:
    if isinstance(value, Mapping) and is_number(value.get("value")):
        return value
    return None
