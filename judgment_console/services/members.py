"""Who may do what in a workspace."""

from uuid import UUID

from judgment_console.errors import JudgmentError
from judgment_console.models import Chain, Membership
from judgment_console.services.actors import Actor

FOUR_EYES = "four_eyes"


def member_of(workspace_id: UUID, actor: Actor) -> Membership:
    """The actor's active membership; else NOT_FOUND, as for what does not exist."""
    member = (
        Membership.objects.select_related("user", "workspace")
        .filter(
            workspace_id=workspace_id,
            user_id=actor.user_id,
            active=True,
            user__is_active=True,
        )
        .first()
    )
    if member is None:
        raise JudgmentError("NOT_FOUND", "There is nothing here for you.")
    return member


def member_with(role: str, workspace_id: UUID, actor: Actor) -> Membership:
    """The actor's membership if it holds the role, else NOT_ELIGIBLE."""
    member = member_of(workspace_id, actor)
    if role not in member.roles:
        raise JudgmentError(
            "NOT_ELIGIBLE",
            f"This needs the role of {role} in {member.workspace}. "
            "An administrator of the workspace can give it.",
            reason=f"not a {role}",
        )
    return member


def barred(chain: Chain, member: Membership) -> str | None:
    """Why this member cannot decide the chain's gates; None if they can.

    The one rule of who may decide: it fills the seats of a round and is asked again
    under the lock of every decision, for superusers as for everybody.
    """
    if not (member.active and member.user.is_active):
        return "This membership is no longer active."
    if not member.reviewer:
        return "Deciding a gate needs the role of reviewer."
    if (
        chain.policy.rules.get(FOUR_EYES, True)
        and member.user_id == chain.prepared_by_id
    ):
        return "You prepared this chain, so somebody else has to decide its gates."
    return None
