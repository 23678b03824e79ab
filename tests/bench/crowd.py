"""Inside an installation: a workspace with very many gates, few of them for one person.

The gates are written straight through the models: they are scenery, and a hundred
thousand decisions would take an hour.
"""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext

from judgment_console.models import (
    Chain,
    Dataset,
    Decision,
    Gate,
    Membership,
    Policy,
    Round,
    Seat,
)
from tests.bench.chains import RATIONALE
from tests.bench.house import AT, METADATA, House, build
from tests.bench.loading import analyze, load
from tests.bench.measuring import Sizes
from tests.bench.signing import signed_in

PER_CHAIN = 4
BATCH = 2000
QUESTION = "Which development factors carry the paid losses to ultimate?"
RECOMMENDATION = "Use volume-weighted, all years: unpaid 18,680,856. Rule: all years."


def fill(sizes: Sizes, *, gates: int) -> dict[str, Any]:
    """A person with ``waiting`` open gates in a workspace with so many gates.

    The others are settled, in chains of four; every twentieth chain of them is open
    for a colleague at its last gate, because the person prepared it. Gives {"session"}.
    """
    house = build("crowd")
    seats = _Seats(house, house.dataset())
    _write(seats.waiting(sizes.waiting))
    others = (gates - sizes.waiting) // PER_CHAIN
    for first in range(0, others, BATCH):
        _write(seats.settled(range(first, min(first + BATCH, others))))
    analyze()
    return {"session": signed_in(house.reviewer), "gates": Gate.objects.count()}


def queries(sizes: Sizes) -> dict[str, Any]:
    """The statements of one look at the inbox."""
    member = Membership.objects.get(user__email__startswith="reviewer@crowd")
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(member.user)
    client.get("/")
    with CaptureQueriesContext(connection) as captured:
        assert client.get("/").status_code == 200
    return {"count": len(captured), "sql": [_shape(each["sql"]) for each in captured]}


def _shape(sql: str) -> str:
    return " ".join(word for word in sql.split() if not any(map(str.isdigit, word)))


class _Seats:
    """Rows of gates in every state that a list looks at."""

    def __init__(self, house: House, dataset: Dataset) -> None:
        self._house, self._dataset = house, dataset
        self._policy = Policy.objects.get(workspace=house.workspace)
        members = Membership.objects.filter(workspace=house.workspace)
        self._members = {member.user_id: member for member in members}

    def waiting(self, count: int) -> Iterator[models.Model]:
        """Chains of one gate that waits for the person."""
        for number in range(count):
            chain = self._chain(number, "running", self._house.preparer.pk)
            yield from self._parked(chain, 0, [self._house.reviewer.pk])

    def settled(self, numbers: Iterable[int]) -> Iterator[models.Model]:
        """Chains of four gates that wait for nobody, or for a colleague."""
        for number in numbers:
            is_open = number % 20 == 0
            owner = self._house.reviewer if is_open else self._house.preparer
            state = "running" if is_open else "completed"
            chain = self._chain(number, state, owner.pk)
            for position in range(PER_CHAIN - is_open):
                yield from self._applied(chain, position)
            if is_open:
                seats = [self._house.colleague.pk]
                yield from self._parked(chain, PER_CHAIN - 1, seats)

    def _chain(self, number: int, state: str, owner: int) -> Chain:
        return Chain(
            workspace=self._house.workspace,
            spec="reserve-review",
            spec_version=1,
            spec_digest="0" * 64,
            title=f"General liability, review {number}",
            segment_id=self._dataset.segment_id,
            dataset=self._dataset,
            metadata=METADATA,
            policy=self._policy,
            state=state,
            prepared_by_id=owner,
            started_at=AT - timedelta(minutes=number),
            head="0" * 64,
        )

    def _gate(self, chain: Chain, position: int, state: str) -> Gate:
        key = f"gate-{position}"
        return Gate(
            chain=chain,
            position=position,
            key=key,
            stage=key,
            question=QUESTION,
            state=state,
        )

    def _round(self, gate: Gate, **facts: Any) -> Round:
        return Round(
            gate=gate,
            number=1,
            opened_because="opened",
            opened_at=gate.chain.started_at,
            proposal='{"recommendation":""}',
            digest=uuid4().hex * 2,
            recommendation=RECOMMENDATION,
            parked_at=gate.chain.started_at,
            due_at=gate.chain.started_at + timedelta(days=3),
            **facts,
        )

    def _parked(
        self, chain: Chain, position: int, people: list[int]
    ) -> Iterator[models.Model]:
        gate = self._gate(chain, position, "parked")
        round_ = self._round(gate)
        yield from (chain, gate, round_) if position == 0 else (gate, round_)
        for person in people:
            yield Seat(
                round=round_,
                member=self._members[person],
                reason="reviewer of the workspace",
                due_at=round_.due_at,
                parked_at=round_.parked_at,
            )

    def _applied(self, chain: Chain, position: int) -> Iterator[models.Model]:
        gate = self._gate(chain, position, "applied")
        round_ = self._round(gate, closed_at=AT)
        yield from (chain, gate, round_) if position == 0 else (gate, round_)
        if position != 1:  # decided by others, whose decisions no list of mine shows
            return
        yield Decision(
            round=round_,
            verb="approve",
            values="{}",
            rationale=RATIONALE,
            meaning="approved as proposed, as reviewer",
            actor_class="actuary",
            user=self._house.reviewer,
            printed_name="Reviewer",
            role="reviewer",
            evidence_digest=round_.digest,
            policy_version=1,
            channel="web",
            request_digest=round_.digest,
            entry_seq=position + 2,
            entry_hash=round_.digest,
            at=chain.started_at,
        )


def _write(rows: Iterable[models.Model]) -> None:
    by_table: dict[type[models.Model], list[models.Model]] = {}
    for row in rows:
        by_table.setdefault(type(row), []).append(row)
    for model in (Chain, Gate, Round, Seat, Decision):
        load(model, by_table.get(model, []))
