"""The preparer answers a returned gate; its evidence is gathered again."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from judgment_console.errors import JudgmentError
from judgment_console.ledger.text import is_blank, typed_text
from judgment_console.models import Gate
from judgment_console.services.actors import Actor
from judgment_console.services.locking import lock_chain_of_gate
from judgment_console.services.members import member_with
from judgment_console.services.opening import gather
from judgment_console.services.recording import Record, append


def answer(*, gate_id: UUID, text: str, actor: Actor, at: datetime) -> None:
    """Record the answer to a return and open the next round.

    Raises NOT_ELIGIBLE unless the actor prepared the chain, GATE_NOT_OPEN unless the
    gate is returned, MISSING_ANSWER for a blank text.
    """
    if is_blank(text):
        raise JudgmentError(
            "MISSING_ANSWER",
            "Answer in words what the reviewer asked; nothing was sent.",
            fields={"answer": ["Say what you looked at or changed."]},
        )
    words = typed_text(text)
    with transaction.atomic(durable=True):
        chain = lock_chain_of_gate(gate_id)
        member = member_with("preparer", chain.workspace_id, actor)
        if chain.prepared_by_id != actor.user_id:
            raise JudgmentError(
                "NOT_ELIGIBLE",
                f"{chain.prepared_by} prepared this chain and answers for it.",
            )
        gate = Gate.objects.get(pk=gate_id)
        if gate.state != "returned":
            raise JudgmentError(
                "GATE_NOT_OPEN", "This gate does not wait for an answer."
            )
        answered = Record(
            kind="answered",
            gate=gate,
            decision="answered",
            rationale=words,
            actor="actuary",
            user_id=member.user_id,
            actor_name=member.printed_name,
        )
        append(chain, [answered], at=at)
        gather(chain, gate, because="returned", at=at, answer=words)
