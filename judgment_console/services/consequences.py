"""What follows a recorded decision, in its own transaction."""

from datetime import datetime

from judgment_console import queue
from judgment_console.judgment import Verb, ending_reason
from judgment_console.models import Chain, Decision, Draft, Gate, Round
from judgment_console.services import noticing
from judgment_console.services.opening import settle
from judgment_console.services.recording import Record, append
from judgment_console.services.seating import unseat


def follow(chain: Chain, gate: Gate, decision: Decision, *, at: datetime) -> None:
    """Free the round; then the worker, the preparer or the end of the chain."""
    round_ = decision.round
    unseat(round_)
    noticing.withdraw(round_)
    Draft.objects.filter(round=round_, user=decision.user).delete()
    match Verb(decision.verb):
        case Verb.APPROVE | Verb.ADJUST:
            settle(gate, "decided", at=None)
            queue.promise("apply", decision.pk, at=at)
        case Verb.RETURN:
            settle(gate, "returned", at=None)
            _close(round_, at)
            _tell_owner("returned", chain, gate, round_, at)
        case Verb.REJECT:
            settle(gate, "rejected", at=at)
            _close(round_, at)
            _reject_chain(chain, gate, at=at)
            _tell_owner("rejected", chain, gate, round_, at)


def _reject_chain(chain: Chain, rejected: Gate, *, at: datetime) -> None:
    reason = ending_reason("rejected", rejected.key)
    later = list(chain.gates.filter(position__gt=rejected.position))
    chain.state, chain.finished_at = "rejected", at
    skips = [
        Record(kind="skipped", gate=gate, decision="skipped", rationale=reason)
        for gate in later
    ]
    append(chain, skips, at=at)
    chain.gates.filter(pk__in=[gate.pk for gate in later]).update(
        state="skipped", summary=reason, settled_at=at
    )


def _tell_owner(
    kind: str, chain: Chain, gate: Gate, round_: Round, at: datetime
) -> None:
    owner = [chain.prepared_by_id]
    noticing.notify(kind, owner, chain=chain, gate=gate, round_=round_, at=at)


def _close(round_: Round, at: datetime) -> None:
    round_.closed_at = at
    round_.save(update_fields=("closed_at",))
