"""Everything the page of a gate shows, in a fixed number of queries."""

from typing import Any
from uuid import UUID

from django.db.models import Case, F, OuterRef, Subquery, TextField, Value, When

from judgment_console.models import Chain, Decision, Draft, Gate, Outbox, Round, Seat
from judgment_console.models.entries import LEDGER_KIND, Entry
from judgment_console.queries.access import gate_for
from judgment_console.queries.gate_rows import (
    DecisionRow,
    DraftRow,
    GatePage,
    JobRow,
    LineRow,
    NextRow,
    RoundRow,
    SeatRow,
    SlotRow,
)
from judgment_console.queries.rows import GateRow

_SETTLED = frozenset({"applied", "skipped"})
_UNDER_WAY = frozenset(
    {"gathering", "gathering_failed", "decided", "applying", "apply_failed", "stalled"}
)


def gate_page(user_id: int, gate_id: UUID, number: int | None = None) -> GatePage:
    """The gate as its page shows it, at its last round or at round ``number``.

    Raises JudgmentError NOT_FOUND outside the person's workspaces. ``round`` is None
    for a gate that has not been reached and for a number that it does not have.
    """
    gate = gate_for(user_id, gate_id)
    rounds = _rounds(gate_id, number)
    wanted = number if number is not None else len(rounds)
    shown = next((row for row in rounds if row.number == wanted), None)
    parked = gate.state == "parked" and number is None
    return GatePage(
        gate=gate,
        slots=_slots(gate.chain.id),
        rounds=rounds,
        round=shown,
        seats=_seats(gate_id) if parked else (),
        decisions=_decisions(gate.chain.id),
        lines=_lines(gate_id) if gate.state in _SETTLED else (),
        drafts=_drafts(user_id, gate_id) if parked else (),
        job=_job(gate, shown) if gate.state in _UNDER_WAY else None,
        ahead=None if parked else _ahead(gate),
    )


def asked_round(
    user_id: int, gate_id: UUID, number: int
) -> tuple[GateRow, RoundRow | None]:
    """A gate and one of its rounds: what a form that was sent is read against."""
    gate = gate_for(user_id, gate_id)
    row = Round.objects.filter(gate_id=gate_id, number=number).annotate(
        shown=F("proposal")
    )
    return gate, next(map(_round, row), None)


def chain_record(chain_id: UUID) -> Chain:
    """The chain as the hooks of a definition are given it, with its data set."""
    return Chain.objects.select_related("dataset", "policy").get(pk=chain_id)


def _rounds(gate_id: UUID, number: int | None) -> tuple[RoundRow, ...]:
    last = Round.objects.filter(gate_id=OuterRef("gate_id")).order_by("-number")
    wanted = Subquery(last.values("number")[:1]) if number is None else Value(number)
    text = Case(
        When(number=wanted, then=F("proposal")),
        default=Value(""),
        output_field=TextField(),
    )
    rows = Round.objects.filter(gate_id=gate_id).order_by("number")
    return tuple(map(_round, rows.defer("proposal").annotate(shown=text)))


def _round(row: Any) -> RoundRow:
    return RoundRow(
        id=row.id,
        number=row.number,
        opened_because=row.opened_because,
        opened_at=row.opened_at,
        answer=row.answer,
        proposal=row.shown,
        digest=row.digest,
        recommendation=row.recommendation,
        parked_at=row.parked_at,
        due_at=row.due_at,
        closed_at=row.closed_at,
        failure_code=row.failure_code,
        failure=row.failure,
    )


def _slots(chain_id: UUID) -> tuple[SlotRow, ...]:
    names = ("id", "position", "key", "stage", "question", "state", "summary")
    rows = Gate.objects.filter(chain_id=chain_id).order_by("position")
    return tuple(SlotRow(**row) for row in rows.values(*names))


def _seats(gate_id: UUID) -> tuple[SeatRow, ...]:
    rows = Seat.objects.filter(round__gate_id=gate_id, round__closed_at__isnull=True)
    people = rows.order_by("member__printed_name", "id").values(
        "reason",
        user_id=F("member__user_id"),
        name=F("member__printed_name"),
        credentials=F("member__credentials"),
    )
    return tuple(SeatRow(**row) for row in people)


def _decisions(chain_id: UUID) -> tuple[DecisionRow, ...]:
    rows = Decision.objects.filter(round__gate__chain_id=chain_id).order_by("at", "id")
    names = (
        "verb",
        "values",
        "rationale",
        "meaning",
        "user_id",
        "printed_name",
        "credentials",
        "role",
        "decisive",
        "at",
        "entry_seq",
        "entry_hash",
    )
    found = rows.values(
        *names,
        gate_id=F("round__gate_id"),
        position=F("round__gate__position"),
        stage=F("round__gate__stage"),
        round_number=F("round__number"),
    )
    return tuple(DecisionRow(**row) for row in found)


def _lines(gate_id: UUID) -> tuple[LineRow, ...]:
    names = ("seq", "hash", "field", "value", "previous_value")
    rows = Entry.objects.filter(gate_id=gate_id, kind=LEDGER_KIND)
    return tuple(LineRow(**row) for row in rows.order_by("seq").values(*names))


def _drafts(user_id: int, gate_id: UUID) -> tuple[DraftRow, ...]:
    rows = Draft.objects.filter(user_id=user_id, round__gate_id=gate_id)
    found = rows.order_by("-round__number").values(
        "fields", "at", round_number=F("round__number")
    )
    return tuple(DraftRow(**row) for row in found)


def _ahead(gate: GateRow) -> NextRow | None:
    waiting = Round.objects.filter(
        seats__member_id=gate.chain.member.id,
        closed_at=None,
        gate__state="parked",
    ).exclude(gate_id=gate.id)
    row = (
        waiting.order_by(F("due_at").asc(nulls_last=True), "parked_at", "id")
        .values(
            "gate_id",
            "due_at",
            question=F("gate__question"),
            chain=F("gate__chain__title"),
        )
        .first()
    )
    return NextRow(**row) if row else None


def _job(gate: GateRow, shown: RoundRow | None) -> JobRow | None:
    names = ("job", "created_at", "begun_at", "attempts", "quarantined", "last_error")
    subjects = Decision.objects.filter(round__gate_id=gate.id).values("id")
    wanted = Outbox.objects.filter(done_at__isnull=True)
    if shown is not None and gate.state.startswith("gathering"):
        open_ = wanted.filter(job="gather", subject=shown.id)
    else:
        open_ = wanted.filter(job="apply", subject__in=subjects)
    row = open_.order_by("-created_at").values(*names).first()
    return JobRow(**row) if row else None
