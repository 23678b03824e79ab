"""A page that was open while its gate moved on: what happened meanwhile."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render, resolve_url

from judgment_console.queries import gates as reads
from judgment_console.queries.gate_rows import RoundRow
from judgment_console.queries.rows import GateRow
from judgment_console.reviews.gate_page import decision_shown
from judgment_console.reviews.htmx import HtmxHttpRequest

NOTICE = "reviews/gate/moved.html"


def is_open(gate_row: GateRow, round_row: RoundRow | None) -> bool:
    """Whether the round that a page was drawn from still takes a decision."""
    waits = round_row is not None and round_row.closed_at is None
    return waits and gate_row.state == "parked"


def news(
    request: HtmxHttpRequest, gate_row: GateRow, seen: RoundRow | None
) -> HttpResponse:
    """Nothing while the round is open, else who moved the gate on, when and how."""
    if seen is None or is_open(gate_row, seen):
        return HttpResponse("")
    return render(request, NOTICE, moved(gate_row, seen))


def moved(gate_row: GateRow, seen: RoundRow) -> dict[str, Any]:
    """What the notice says: the decision on the seen round and how the gate stands."""
    member = gate_row.chain.member
    page = reads.gate_page(member.user_id, gate_row.id, seen.number)
    return {
        "address": resolve_url("reviews:gate", gate_row.id),
        "gate": page.gate,
        "zone": member.zone,
        "seen": seen,
        "last": page.rounds[-1],
        "decided": decision_shown(page),
        "member": member,
    }
