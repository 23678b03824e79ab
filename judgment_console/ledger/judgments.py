"""The section of a disclosure that says who judged what, and why."""

from judgment_console.ledger.document import Block, Facts, Paragraph, Table
from judgment_console.ledger.figures import NOT_STATED, said
from judgment_console.ledger.material import (
    DisclosureMaterial,
    GateRecord,
    LedgerRow,
    Signature,
)

_COLUMNS = ("No.", "When", "Who", "Assumption", "Value", "Before", "Reason", "Source")


def judgments(material: DisclosureMaterial) -> tuple[Block, ...]:
    """Each gate with its decision, then every assumption in order."""
    return (*map(_gate, material.gates), *_ledger(material.ledger))


def _gate(gate: GateRecord) -> Facts:
    items = [("Question", gate.question), ("State", gate.state.replace("_", " "))]
    told = (
        ("Recommendation", gate.recommendation),
        ("Decision", gate.decision),
        ("Reason", gate.rationale),
        ("Decided by", _signed(gate.decided_by)),
        ("At", gate.at),
        ("Skipped because", gate.skip_reason),
    )
    items += [(label, text) for label, text in told if text is not None]
    items += [("Finding", finding) for finding in gate.findings]
    if gate.evidence_digest is not None:
        items.append(("Digest of the evidence", gate.evidence_digest))
    return Facts(title=f"Gate: {gate.stage}", items=tuple(items))


def _signed(signature: Signature | None) -> str | None:
    if signature is None:
        return None
    name = ", ".join(
        part for part in (signature.printed_name, signature.credentials) if part
    )
    return f"{name} ({signature.meaning}; by {signature.channel})"


def _ledger(rows: tuple[LedgerRow, ...]) -> tuple[Block, ...]:
    if not rows:
        return (Paragraph(text="No assumption was recorded."),)
    table = Table(
        title="Assumption ledger", columns=_COLUMNS, rows=tuple(map(_row, rows))
    )
    return (
        table,
        Paragraph(
            text="Where an assumption appears more than once, its last entry counts. "
            "Amounts and factors are rounded here; the entries hold them in full."
        ),
    )


def _row(row: LedgerRow) -> tuple[str, ...]:
    who = row.actor if row.who is None else f"{row.who} ({row.actor})"
    before = "" if row.previous_value is None else said(row.previous_value)
    return (
        str(row.seq),
        row.at,
        who,
        row.field,
        said(row.value),
        before,
        row.rationale or NOT_STATED,
        row.source or NOT_STATED,
    )
