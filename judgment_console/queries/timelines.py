"""The gates of a chain as its own page shows them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import F

from judgment_console.models import Decision, Gate, Outbox, Round, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineGate:
    """A gate on its chain's page with its last round, decision and promised work.

    ``promised_at`` and ``begun_at`` are those of the work the gate waits for.
    """

    id: UUID
    position: int
    stage: str
    question: str
    state: str
    summary: str
    settled_at: datetime | None
    round: int
    opened_at: datetime | None
    parked_at: datetime | None
    due_at: datetime | None
    recommendation: str
    failure: str
    verb: str
    rationale: str
    decided_by: str
    decided_at: datetime | None
    deciders: tuple[str, ...]
    promised_at: datetime | None
    begun_at: datetime | None
    quarantined: bool


def timeline(chain_id: UUID) -> tuple[TimelineGate, ...]:
    """The gates of a chain in order, in a fixed number of queries."""
    rounds = _last_rounds(chain_id)
    decisions = _decisions(chain_id)
    subjects = [row.id for row in (*rounds.values(), *decisions.values())]
    jobs = Outbox.objects.filter(
        subject__in=subjects, job__in=("gather", "apply"), done_at__isnull=True
    )
    promised = {job.subject: job for job in jobs}
    seats = _seats(chain_id)
    return tuple(
        _gate(gate, rounds.get(gate.id), decisions, promised, seats)
        for gate in Gate.objects.filter(chain_id=chain_id).order_by("position")
    )


def _last_rounds(chain_id: UUID) -> Mapping[UUID, Round]:
    rows = Round.objects.filter(gate__chain_id=chain_id).defer("proposal")
    return {row.gate_id: row for row in rows.order_by("number")}


def _decisions(chain_id: UUID) -> Mapping[UUID, Decision]:
    rows = Decision.objects.filter(round__gate__chain_id=chain_id, decisive=True)
    return {row.round_id: row for row in rows}


def _seats(chain_id: UUID) -> Iterable[tuple[UUID, str]]:
    rows = Seat.objects.filter(
        round__gate__chain_id=chain_id, round__closed_at__isnull=True
    )
    named = rows.order_by("member__printed_name").values_list(
        "round_id", F("member__printed_name")
    )
    return list(named)


def _gate(
    gate: Gate,
    round_: Round | None,
    decisions: Mapping[UUID, Decision],
    promised: Mapping[UUID, Outbox],
    seats: Iterable[tuple[UUID, str]],
) -> TimelineGate:
    decision = decisions.get(round_.id) if round_ else None
    job = promised.get(decision.id) if decision else None
    if round_ and job is None:
        job = promised.get(round_.id)
    return TimelineGate(
        id=gate.id,
        position=gate.position,
        stage=gate.stage,
        question=gate.question,
        state=gate.state,
        summary=gate.summary,
        settled_at=gate.settled_at,
        round=round_.number if round_ else 0,
        opened_at=round_.opened_at if round_ else None,
        parked_at=round_.parked_at if round_ else None,
        due_at=round_.due_at if round_ else None,
        recommendation=round_.recommendation if round_ else "",
        failure=round_.failure if round_ else "",
        verb=decision.verb if decision else "",
        rationale=decision.rationale if decision else "",
        decided_by=decision.printed_name if decision else "",
        decided_at=decision.at if decision else None,
        deciders=tuple(name for key, name in seats if round_ and key == round_.id),
        promised_at=job.created_at if job else None,
        begun_at=job.begun_at if job else None,
        quarantined=bool(job and job.quarantined),
    )
