"""The gates of a chain as its disclosure tells them."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Prefetch

from judgment_console.ledger.entries import instant
from judgment_console.ledger.material import GateRecord, Signature
from judgment_console.models import Decision, Gate, Round


def last_rounds(chain_id: UUID) -> list[Round]:
    """The last round of each gate that was asked, in order of the gates."""
    decided = Decision.objects.filter(decisive=True)
    rows = (
        Round.objects.filter(gate__chain_id=chain_id)
        .select_related("gate")
        .prefetch_related(Prefetch("decisions", decided, to_attr="decisive"))
        .order_by("gate__position", "number")
    )
    return list({row.gate_id: row for row in rows}.values())


def gate_records(chain_id: UUID, rounds: Sequence[Round]) -> tuple[GateRecord, ...]:
    """Every gate of a chain with its last round and decision, in order."""
    asked = {row.gate_id: row for row in rounds}
    gates = Gate.objects.filter(chain_id=chain_id).order_by("position")
    return tuple(_gate(gate, asked.get(gate.id)) for gate in gates)


def _gate(gate: Gate, round_: Round | None) -> GateRecord:
    decisive: list[Decision] = getattr(round_, "decisive", [])
    decision = decisive[0] if decisive else None
    return GateRecord(
        question=gate.question,
        stage=gate.stage,
        state=gate.state,
        recommendation=(round_.recommendation or None) if round_ else None,
        decision=_said(gate, decision),
        rationale=decision.rationale if decision else None,
        decided_by=_signature(decision) if decision else None,
        at=instant(decision.at) if decision else None,
        evidence_digest=(round_.digest or None) if round_ else None,
        skip_reason=gate.summary if gate.state == "skipped" else None,
    )


def _said(gate: Gate, decision: Decision | None) -> str | None:
    if decision is None:
        return None
    applied = gate.state == "applied" and gate.summary
    return f"{decision.verb}: {gate.summary}" if applied else decision.verb


def _signature(decision: Decision) -> Signature:
    return Signature(
        printed_name=decision.printed_name,
        credentials=decision.credentials,
        meaning=decision.meaning,
        channel=decision.channel,
    )
