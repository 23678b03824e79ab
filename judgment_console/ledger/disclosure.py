"""Verified entries and engagement facts turned into the disclosure document."""

import dataclasses
from collections.abc import Mapping

from judgment_console.ledger.canonical import canonical_text, digest, integrity_tag
from judgment_console.ledger.completeness import METADATA, missing, stated
from judgment_console.ledger.document import (
    Block,
    Bullets,
    Disclosure,
    Facts,
    Paragraph,
    Section,
)
from judgment_console.ledger.figures import NOT_STATED
from judgment_console.ledger.judgments import judgments
from judgment_console.ledger.material import ChainState, DisclosureMaterial
from judgment_console.ledger.results import changes, data_review, results, uncertainty
from judgment_console.ledger.statements import limits, methods

BANNER = (
    "This is a draft for the responsible actuary to review, change and adopt. It was "
    "put together from recorded entries to support work under ASOP 41 "
    "(communications), ASOP 43 (unpaid claim estimates), ASOP 23 (data quality) and "
    "ASOP 56 (modeling). Making it satisfies none of them: responsibility stays with "
    "the actuary who adopts it."
)

_NOT_FOR_USE: Mapping[ChainState, str] = {
    "running": "Not for use: the chain is still open.",
    "rejected": "Not for use: the chain was rejected and nothing in it was adopted.",
    "recalled": "Not for use: the chain was recalled by its owner before it ended.",
    "needs_attention": "Not for use: the chain has stopped and needs attention.",
}


def build_disclosure(material: DisclosureMaterial) -> Disclosure:
    """The document of a chain; the same material gives an equal document.

    Raises JudgmentError UNSUPPORTED_VALUE if the material holds a value without a
    canonical JSON form, such as NaN.
    """
    parts = (
        ("Identification and purpose", _identification(material)),
        ("Scope, dates and basis", _scope(material)),
        ("Data and review", data_review(material)),
        ("Methods", methods(material)),
        ("Assumptions and judgments", judgments(material)),
        ("Results", results(material)),
        ("Uncertainty", uncertainty(material)),
        ("Changes from the prior analysis", changes(material)),
        ("Reliances and limitations", limits(material)),
        ("Open points", _open_points(material)),
        ("Reproduction", _reproduction(material)),
    )
    return Disclosure(
        title=material.title,
        banner=BANNER,
        warning=_warning(material),
        sections=tuple(
            Section(number=number, title=title, blocks=blocks)
            for number, (title, blocks) in enumerate(parts, start=1)
        ),
    )


def _warning(material: DisclosureMaterial) -> str | None:
    said = [_NOT_FOR_USE[material.state]] if material.state in _NOT_FOR_USE else []
    if material.verification:
        said.append("Not for use: the recorded entries do not verify.")
    return " ".join(said) or None


def _metadata(material: DisclosureMaterial, *keys: str) -> tuple[tuple[str, str], ...]:
    return tuple(
        (METADATA[key], stated(material.metadata, key) or NOT_STATED) for key in keys
    )


def _given(material: DisclosureMaterial, *keys: str) -> tuple[tuple[str, str], ...]:
    return tuple(
        (METADATA[key], text)
        for key in keys
        if (text := stated(material.metadata, key)) is not None
    )


def _identification(material: DisclosureMaterial) -> tuple[Block, ...]:
    items = (
        ("Workspace", material.workspace),
        ("Segment", material.segment),
        *_metadata(material, "responsible_actuary"),
        *_given(material, "peer_reviewer"),
        ("Prepared by", material.prepared_by or NOT_STATED),
        *_metadata(material, "purpose", "intended_users", "measure"),
        *_given(material, "percentile"),
        ("State of the chain", material.state.replace("_", " ")),
        ("Made at", material.made_at),
    )
    return (Facts(items=items),)


def _scope(material: DisclosureMaterial) -> tuple[Block, ...]:
    items = (
        *_metadata(material, "line", "accounting_date", "valuation_date"),
        *_metadata(material, "review_date", "gross_net", "expenses", "currency"),
        *_given(material, "unit"),
        *_metadata(material, "materiality", "materiality_basis"),
        *_given(material, "carried", "surplus", "scope_notes"),
    )
    return (Facts(items=items),)


def _open_points(material: DisclosureMaterial) -> tuple[Block, ...]:
    points = [f"{label}: {NOT_STATED}." for label in missing(material.metadata)]
    points += [
        f"{gate.question} (gate {gate.state.replace('_', ' ')})"
        for gate in material.gates
        if gate.state not in ("applied", "skipped")
    ]
    points += [
        f"Data check {check.id}: {check.state.replace('_', ' ')}."
        for check in material.checks
        if check.state in ("fail", "not_evaluated")
    ]
    attached = (
        ("No data set is named.", material.dataset),
        ("No data review was recorded.", material.checks),
        ("No method is named.", material.methods),
        ("No assumption was recorded.", material.ledger),
        ("No result was recorded.", material.figures),
    )
    points += [sentence for sentence, given in attached if not given]
    if not points:
        return (
            Paragraph(
                text="Everything this document asks for is stated. Whether it is right "
                "and enough is for the responsible actuary to say."
            ),
        )
    return (
        Paragraph(text="This document is not complete. Still open:"),
        Bullets(items=tuple(points)),
    )


def _reproduction(material: DisclosureMaterial) -> tuple[Block, ...]:
    sealed = canonical_text(_digested(material))
    items = [
        ("Engine", f"{engine.name} {engine.version}") for engine in material.engines
    ]
    if material.dataset is not None:
        items.append(("Data set digest", material.dataset.digest))
        items.append(
            ("Source file digest", material.dataset.source_digest or NOT_STATED)
        )
    if material.head is not None:
        items.append(("Last entry", f"number {material.head[0]}, {material.head[1]}"))
    items.append(("Digest of what this document says", digest("disclosure", sealed)))
    items.append(("Integrity tag", integrity_tag(sealed)))
    return (
        Facts(items=tuple(items)),
        Paragraph(
            text="The same entries and facts, made at the same time, give the same "
            "document byte for byte. Digest and tag leave out the time of making."
        ),
        *_verification(material),
    )


def _verification(material: DisclosureMaterial) -> tuple[Block, ...]:
    if material.verification is None:
        return (Paragraph(text="The entries were not verified for this document."),)
    if not material.verification:
        return (Paragraph(text="The entries were verified; nothing was found."),)
    items = tuple(f"Entry {f.seq}: {f.message}" for f in material.verification)
    return (
        Paragraph(text="The entries were verified, and they do not hold:"),
        Bullets(items=items),
    )


def _digested(material: DisclosureMaterial) -> Mapping[str, object]:
    return {
        field.name: _data(getattr(material, field.name))
        for field in dataclasses.fields(material)
        if field.name != "made_at"
    }


def _data(value: object) -> object:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            f.name: _data(getattr(value, f.name)) for f in dataclasses.fields(value)
        }
    if isinstance(value, tuple):
        return [_data(item) for item in value]
    return value
