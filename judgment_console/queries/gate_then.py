"""What was proposed and decided before, to compare a gate with."""

from judgment_console.models import Round
from judgment_console.queries.gate_rows import ThenRow
from judgment_console.queries.rows import GateRow

_SAID = ("verb", "values", "rationale", "printed_name")


def then(gate: GateRow, number: int | None) -> ThenRow | None:
    """The round before ``number``; without it the gate's last round of last period."""
    if number is not None:
        rows = Round.objects.filter(gate_id=gate.id, number__lt=number)
    elif gate.chain.prior_id is not None:
        rows = Round.objects.filter(
            gate__chain_id=gate.chain.prior_id,
            gate__chain__workspace_id=gate.chain.workspace_id,
            gate__key=gate.key,
        )
    else:
        return None
    ordered = rows.exclude(digest="").order_by("-number", "-decisions__at")
    said = (f"decisions__{name}" for name in _SAID)
    row = ordered.values("number", "proposal", "decisions__at", *said).first()
    if row is None:
        return None
    return ThenRow(
        number=row["number"],
        proposal=row["proposal"],
        at=row["decisions__at"],
        **{name: row[f"decisions__{name}"] or "" for name in _SAID},
    )
