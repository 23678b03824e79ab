"""What every page shows around its content, read once per request."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from judgment_console import clock
from judgment_console.errors import JudgmentError
from judgment_console.identity import actor_of
from judgment_console.queries import access, inbox
from judgment_console.queries.rows import MemberRow

WORKSPACE_KEY = "workspace"
_KEPT = "_judgment_console_shell"
_AT = "_judgment_console_at"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shell:
    """The workspace whose lists are shown, who reads, and how much waits for them.

    ``member`` and ``workspace`` are None for a person without a workspace.
    """

    now: datetime
    workspaces: tuple[MemberRow, ...] = ()
    member: MemberRow | None = None
    workspace: str | None = None
    badge: str = ""


def shell(request: HttpRequest) -> dict[str, Any]:
    """The context processor: ``shell``, read only by templates that show it."""
    return {"shell": SimpleLazyObject(lambda: shell_of(request))}


def shell_of(request: HttpRequest) -> Shell:
    """The shell of this request, one query for people and one for the badge."""
    kept: Shell | None = getattr(request, _KEPT, None)
    if kept is None:
        kept = _read(request)
        setattr(request, _KEPT, kept)
    return kept


def at(request: HttpRequest) -> datetime:
    """The time of this request; every part of a page tells the same time."""
    moment: datetime | None = getattr(request, _AT, None)
    if moment is None:
        moment = clock.now()
        setattr(request, _AT, moment)
    return moment


def member_here(request: HttpRequest) -> MemberRow:
    """The reader in the workspace whose lists are shown.

    Raises JudgmentError NOT_ELIGIBLE for a person who belongs to no workspace.
    """
    member = shell_of(request).member
    if member is None:
        message = (
            "You do not belong to a workspace yet. An administrator adds you to one."
        )
        raise JudgmentError("NOT_ELIGIBLE", message, reason="no workspace")
    return member


def choose(request: HttpRequest, workspace_id: UUID) -> None:
    """Show the lists of another of the person's workspaces from now on."""
    request.session[WORKSPACE_KEY] = str(workspace_id)


def _read(request: HttpRequest) -> Shell:
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return Shell(now=at(request))
    members = access.workspaces_of(actor_of(request).user_id)
    wanted = request.session.get(WORKSPACE_KEY)
    chosen = [row for row in members if str(row.workspace_id) == wanted] or members
    member = chosen[0] if chosen else None
    if member is None:
        return Shell(now=at(request))
    return Shell(
        now=at(request),
        workspaces=tuple(members),
        member=member,
        workspace=member.workspace,
        badge=inbox.badge(member.id),
    )
