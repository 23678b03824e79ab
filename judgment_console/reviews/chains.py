"""The list of chains, and a chain's own page with the timeline of its gates."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from judgment_console.identity import actor_of
from judgment_console.queries import access, timelines
from judgment_console.queries import chains as reads
from judgment_console.queries.timelines import TimelineGate
from judgment_console.reviews import context
from judgment_console.reviews.htmx import HtmxHttpRequest, show, signed_in

MOVING = frozenset({"gathering", "decided", "applying"})
PATIENCE = timedelta(seconds=5)


@require_safe
@signed_in
def chains(request: HtmxHttpRequest) -> HttpResponse:
    """The workspace's chains, newest first, a page at a time."""
    member = context.member_here(request)
    after = request.GET.get("after", "")
    page = reads.chain_list(member.workspace_id, after)
    given = {"page": page, "member": member, "zone": member.zone, "after": after}
    return show(request, "reviews/chains.html", given)


@require_safe
@signed_in
def chain(request: HtmxHttpRequest, chain_id: UUID) -> HttpResponse:
    """A chain; the timeline asks again every second while something moves."""
    row = access.chain_for(actor_of(request).user_id, chain_id)
    gates = timelines.timeline(chain_id)
    given = {
        "chain": row,
        "zone": row.member.zone,
        "gates": gates,
        "open": next((gate for gate in gates if not _rests(gate)), None),
        "moving": any(gate.state in MOVING for gate in gates),
        "stuck": waits_for_worker(gates, context.at(request)),
        "may_retry": bool(row.member.roles - {"viewer"}),
        "settled": sum(gate.state in ("applied", "skipped") for gate in gates),
    }
    return show(request, "reviews/chain.html", given, part="progress")


def waits_for_worker(gates: Sequence[TimelineGate], now: datetime) -> bool:
    """Whether promised work was not begun for a while, as when no worker runs."""
    return any(
        gate.state in MOVING
        and gate.promised_at is not None
        and gate.begun_at is None
        and now - gate.promised_at > PATIENCE
        for gate in gates
    )


def _rests(gate: TimelineGate) -> bool:
    return gate.state in ("waiting", "applied", "skipped", "rejected")
