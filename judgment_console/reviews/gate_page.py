"""What the page of a gate says, put together from its rows."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from judgment_console.chains.catalogue import spec_of
from judgment_console.judgment import (
    GateContext,
    GateSpec,
    Proposal,
    offered_verbs,
    proposal_from_text,
)
from judgment_console.ledger.entries import instant
from judgment_console.queries.gate_rows import (
    DecisionRow,
    DraftRow,
    GatePage,
    RoundRow,
    SlotRow,
)
from judgment_console.queries.gates import chain_record
from judgment_console.queries.rows import GateRow
from judgment_console.reviews.decision_ask import Ask
from judgment_console.reviews.decision_fields import groups_of
from judgment_console.reviews.decision_form import VERBS
from judgment_console.reviews.decision_values import leaf_text
from judgment_console.services.hooks import context_for

MOVING = frozenset({"gathering", "decided", "applying"})
SETTLED = frozenset({"applied", "skipped", "rejected"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """An earlier gate: how it was decided, or why it was passed by."""

    slot: SlotRow
    decision: DecisionRow | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRound:
    """An earlier round of this gate, its decision, and the answer that followed."""

    round: RoundRow
    decision: DecisionRow | None
    answer: str


def ask_of(gate: GateRow, round_: RoundRow, *, at: datetime | None = None) -> Ask:
    """What a parked round asks; without ``at`` every verb is taken for offered."""
    spec = spec_of(gate.chain.spec, gate.chain.spec_version)
    gate_spec = spec.gates[gate.position]
    proposal = proposal_from_text(round_.proposal)
    alternatives: tuple[dict[str, Any], ...] = tuple(
        {
            "label": each.label,
            "values": dict(each.values),
            "headline": each.headline,
            "impact": each.impact,
        }
        for each in proposal.alternatives
    )
    proposed = None if proposal.proposed is None else dict(proposal.proposed)
    sources = (proposed or {}, *(each["values"] for each in alternatives))
    verbs = tuple(VERBS) if at is None else _offered(gate, gate_spec, proposal, at)
    return Ask(
        round_number=round_.number,
        digest=round_.digest,
        verbs=verbs,
        groups=groups_of(gate_spec.decision, sources),
        proposed=proposed,
        alternatives=alternatives,
    )


def _offered(
    gate: GateRow, gate_spec: GateSpec, proposal: Proposal, at: datetime
) -> tuple[str, ...]:
    if gate_spec.verbs is None:
        # Only the proposal is looked at, so nothing of the chain is loaded.
        ctx = GateContext(now=lambda: instant(at), proposal=proposal, frozen=True)
    else:
        chain = chain_record(gate.chain.id)
        spec = spec_of(gate.chain.spec, gate.chain.spec_version)
        view = context_for(chain, spec, gate.position, at=at)
        ctx = replace(view, proposal=proposal, frozen=True)
    return tuple(str(verb) for verb in offered_verbs(gate_spec, ctx))


def barred(page: GatePage) -> str:
    """Why the reader cannot decide the parked round; blank if they can."""
    chain = page.gate.chain
    if any(seat.user_id == chain.member.user_id for seat in page.seats):
        return ""
    if chain.prepared_by_id == chain.member.user_id:
        return "You prepared this chain, so somebody else has to decide its gates."
    if "reviewer" not in chain.member.roles:
        return "Deciding a gate needs the role of reviewer."
    return "You were not among the reviewers when this gate was put for decision."


def before(page: GatePage) -> list[Before]:
    """The earlier gates in order, with the decision that settled each."""
    settled = {
        row.gate_id: row
        for row in page.decisions
        if row.decisive and row.verb in ("approve", "adjust", "reject")
    }
    return [
        Before(slot=slot, decision=settled.get(slot.id))
        for slot in page.slots
        if slot.position < page.gate.position and slot.state in SETTLED
    ]


def past_rounds(page: GatePage) -> list[PastRound]:
    """The rounds before the one that is shown."""
    decisions = {
        row.round_number: row for row in page.decisions if row.gate_id == page.gate.id
    }
    answers = {row.number: row.answer for row in page.rounds}
    return [
        PastRound(
            round=row,
            decision=decisions.get(row.number),
            answer=answers.get(row.number + 1, ""),
        )
        for row in page.rounds
        if page.round is not None and row.number < page.round.number
    ]


def decision_shown(page: GatePage) -> DecisionRow | None:
    """The decision on the round that is shown."""
    number = page.round.number if page.round else 0
    mine = (
        row
        for row in page.decisions
        if row.gate_id == page.gate.id and row.round_number == number
    )
    return next((row for row in mine if row.decisive), None)


def next_slot(page: GatePage) -> SlotRow | None:
    """The gate that follows."""
    later = (slot for slot in page.slots if slot.position > page.gate.position)
    return next(later, None)


def next_stage(gate: GateRow) -> str:
    """The stage of the gate that follows, as the definition has it; "" after it."""
    gates = spec_of(gate.chain.spec, gate.chain.spec_version).gates[gate.position + 1 :]
    return gates[0].stage if gates else ""


def own_draft(page: GatePage) -> DraftRow | None:
    """What the reader typed on the open round."""
    number = page.round.number if page.round else 0
    return next((row for row in page.drafts if row.round_number == number), None)


def older_draft(page: GatePage) -> DraftRow | None:
    """What the reader typed on an earlier round, unless there is newer text."""
    if own_draft(page) is not None:
        return None
    return next(iter(page.drafts), None)


def first_texts(page: GatePage, ask: Ask, query: Mapping[str, str]) -> dict[str, Any]:
    """What the fields start with: the reader's draft, then what the address asks for.

    ``choose`` is the label of an alternative, ``use`` its number or "proposed";
    ``draft`` takes the verb and the words of an older round's draft.
    """
    draft, old = own_draft(page), older_draft(page)
    texts: dict[str, Any] = dict(draft.fields) if draft else {}
    if old is not None and query.get("draft") == str(old.round_number):
        words = {"verb", "rationale"}
        texts = {name: text for name, text in old.fields.items() if name in words}
    use = query.get("use", "")
    number = ask.labelled(query.get("choose", "")) or ask.alternative(use)
    if number or use == "proposed":
        values = ask.values(number)
        texts |= {leaf.name: leaf_text(values, leaf) for leaf in ask.leaves}
        texts |= {"alternative": number, "shown": number}
        if number:
            texts["verb"] = "adjust"
    return texts
