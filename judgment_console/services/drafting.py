"""What a person has typed is kept per person and round until it is recorded."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from judgment_console.errors import JudgmentError
from judgment_console.models import Draft, Round
from judgment_console.services.actors import Actor
from judgment_console.services.members import member_of

_LONGEST = 50_000


def save(
    *,
    gate_id: UUID,
    round_number: int,
    fields: Mapping[str, str],
    actor: Actor,
    at: datetime,
) -> None:
    """Keep the fields of a half-written decision; the last save stands."""
    round_ = (
        Round.objects.select_related("gate__chain")
        .filter(gate_id=gate_id, number=round_number)
        .first()
    )
    if round_ is None:
        raise JudgmentError("NOT_FOUND", "There is nothing here for you.")
    member_of(round_.gate.chain.workspace_id, actor)
    if sum(len(text) for text in fields.values()) > _LONGEST:
        raise JudgmentError("TEXT_TOO_LONG", "The draft is too long to keep.")
    Draft.objects.update_or_create(
        user_id=actor.user_id,
        round=round_,
        defaults={"fields": dict(fields), "at": at},
    )
