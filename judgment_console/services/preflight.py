"""Why a decision cannot be taken now; asked under the lock."""

from collections.abc import Iterable

from judgment_console.errors import JudgmentError
from judgment_console.judgment import GateContext, GateSpec, skip_of
from judgment_console.models import Chain, Decision, Gate, Membership, Round
from judgment_console.services.members import barred


def refuse_ineligible(chain: Chain, round_: Round, member: Membership) -> None:
    """NOT_ELIGIBLE unless the member may decide this round at this moment."""
    reason = barred(chain, member)
    if reason is None and round_.assigned_to_id not in (None, member.pk):
        reason = f"This gate is assigned to {round_.assigned_to}."
    if reason is not None:
        raise JudgmentError("NOT_ELIGIBLE", reason, reason=reason)


def refuse_unparked(
    chain: Chain, gate: Gate, round_: Round, decisions: Iterable[Decision]
) -> None:
    """GATE_DECIDED or GATE_NOT_OPEN unless the gate waits for a decision."""
    if gate.state == "parked":
        return
    for decision in decisions:
        raise JudgmentError(
            "GATE_DECIDED",
            f"{decision.printed_name} decided this gate already, "
            "perhaps while this page was open or in another tab. "
            "Your text is kept below and nothing of it was recorded.",
            who=decision.printed_name,
            when=decision.at,
            verb=decision.verb,
        )
    raise JudgmentError(
        "GATE_NOT_OPEN",
        f"This gate is {gate.get_state_display()} and takes no decision now. "
        "Your text is kept below and nothing of it was recorded.",
        state=gate.state,
        chain_state=chain.state,
    )


def refuse_moved(gate: Gate, round_: Round, seen: str) -> None:
    """EVIDENCE_MOVED unless the evidence that was on the screen is the evidence now."""
    if round_.closed_at is None and round_.digest == seen:
        return
    raise JudgmentError(
        "EVIDENCE_MOVED",
        "The evidence of this gate changed after you opened the page. "
        "Look at it again before you decide; your text is kept below.",
        seen=seen,
        now=round_.digest,
    )


def refuse_moot(gate_spec: GateSpec, context: GateContext) -> None:
    """GATE_MOOT if the gate would skip itself by now."""
    skip = skip_of(gate_spec, context)
    if skip is not None:
        raise JudgmentError(
            "GATE_MOOT",
            f"This gate is not needed any more: {skip.reason}. Nothing was recorded.",
            reason=skip.reason,
        )
