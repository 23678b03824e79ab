"""What other values would do to the headline: stored, or computed by the worker."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from judgment_console import queue
from judgment_console.errors import JudgmentError
from judgment_console.judgment import (
    Alternative,
    GateSpec,
    HookError,
    Proposal,
    proposal_from_text,
)
from judgment_console.judgment.context import freeze
from judgment_console.judgment.decisions import chosen, read_values, same_values
from judgment_console.judgment.hooks import call_hook
from judgment_console.ledger.canonical import canonical_text, digest
from judgment_console.models import Round, WhatIf
from judgment_console.services import outbox
from judgment_console.services.actors import Actor
from judgment_console.services.hooks import context_for, spec_for, with_proposal
from judgment_console.services.members import member_of

# Stands for the person's words while only the values are in question.
_WORDS_TO_COME = "The words of the person come later."


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """The headline that values give, and its distance from the recommended one.

    ``state`` is computed, waiting or failed; both figures are None until computed.
    """

    state: str
    headline: float | None = None
    impact: float | None = None


def effect_of(
    *,
    gate_id: UUID,
    round_number: int,
    values: Mapping[str, Any],
    actor: Actor,
    at: datetime,
) -> Effect:
    """The effect of values on a parked round; asks the worker where nobody has yet.

    Raises NOT_FOUND, GATE_NOT_OPEN, and BAD_DECISION for values the gate refuses.
    """
    round_ = (
        Round.objects.select_related("gate__chain__dataset", "gate__chain__policy")
        .filter(gate_id=gate_id, number=round_number)
        .first()
    )
    if round_ is None:
        raise JudgmentError("NOT_FOUND", "There is nothing here for you.")
    member_of(round_.gate.chain.workspace_id, actor)
    if round_.gate.state != "parked" or round_.closed_at is not None:
        raise JudgmentError("GATE_NOT_OPEN", "This round takes no decision any more.")
    gate_spec = spec_for(round_.gate.chain).gates[round_.gate.position]
    payload = chosen(read_values(gate_spec.decision, values, _WORDS_TO_COME)[1])
    known = stored_effect(round_, proposal_from_text(round_.proposal), payload)
    if known is not None:
        return known
    if gate_spec.what_if is None:
        return Effect(state="failed")
    return _ask(round_, payload, at=at)


def stored_effect(
    round_: Round, proposal: Proposal, payload: Mapping[str, Any]
) -> Effect | None:
    """The effect of values that are proposed, listed or computed; else None."""
    if proposal.proposed is not None and same_values(payload, proposal.proposed):
        headline = headline_of(proposal)
        impact = None if headline is None else 0.0
        return Effect(state="computed", headline=headline, impact=impact)
    for each in proposal.alternatives:
        if same_values(payload, each.values):
            return Effect(state="computed", headline=each.headline, impact=each.impact)
    asked = WhatIf.objects.filter(
        round=round_, digest=digest("values", canonical_text(payload))
    ).first()
    return None if asked is None else _effect(asked)


def headline_of(proposal: Proposal) -> float | None:
    """The figure that the recommended values give, where the evidence states one."""
    evidence = proposal.evidence
    headline = evidence.get("headline") if isinstance(evidence, Mapping) else None
    return headline.get("value") if isinstance(headline, Mapping) else None


def compute(outbox_id: UUID, *, at: datetime) -> None:
    """Compute what was asked; with no transaction open."""
    row = outbox.claim(outbox_id, at=at)
    if row is None:
        return
    asked = WhatIf.objects.select_related(
        "round__gate__chain__dataset", "round__gate__chain__policy"
    ).get(pk=row.subject)
    chain = asked.round.gate.chain
    spec = spec_for(chain)
    gate_spec = spec.gates[asked.round.gate.position]
    context = with_proposal(
        context_for(chain, spec, asked.round.gate.position, at=at),
        proposal_from_text(asked.round.proposal),
    )
    try:
        found = _computed(gate_spec, context, json.loads(asked.values))
    except (HookError, JudgmentError):
        asked.state = "failed"
    else:
        asked.state = "computed"
        asked.result = canonical_text(
            {"headline": found.headline, "impact": found.impact}
        )
    with transaction.atomic():
        asked.save(update_fields=("state", "result"))
        outbox.finish(row, at=at)


def _computed(
    gate_spec: GateSpec, context: Any, values: Mapping[str, Any]
) -> Alternative:
    label = f"gate {gate_spec.id}: what_if"
    if gate_spec.what_if is None:
        raise JudgmentError("BAD_GATE", f"{label} is not defined.")
    found = call_hook(label, gate_spec.what_if, context, freeze(values))
    if not isinstance(found, Alternative):
        raise JudgmentError("BAD_GATE", f"{label} returned no Alternative.")
    return found


def _ask(round_: Round, payload: Mapping[str, Any], *, at: datetime) -> Effect:
    text = canonical_text(payload)
    try:
        with transaction.atomic():
            asked = WhatIf.objects.create(
                round=round_,
                values=text,
                digest=digest("values", text),
                state="waiting",
                asked_at=at,
            )
            queue.promise("what_if", asked.pk, at=at)
    except IntegrityError:
        # Somebody asked for the same values at the same moment.
        pass
    return Effect(state="waiting")


def _effect(asked: WhatIf) -> Effect:
    if asked.state != "computed":
        return Effect(state=asked.state)
    return Effect(state="computed", **json.loads(asked.result))
