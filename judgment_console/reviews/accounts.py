"""Sign-in stays closed to newcomers; a person chooses which lists to see."""

from uuid import UUID

from allauth.account.adapter import DefaultAccountAdapter
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from judgment_console.errors import JudgmentError
from judgment_console.identity import actor_of
from judgment_console.queries import access
from judgment_console.reviews import context
from judgment_console.reviews.htmx import HtmxHttpRequest, signed_in


class ClosedSignup(DefaultAccountAdapter):  # type: ignore[misc]
    """Accounts are made by an administrator."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Never."""
        return False


@require_POST
@signed_in
def workspace(request: HtmxHttpRequest) -> HttpResponse:
    """Show the lists of another of the person's workspaces."""
    try:
        wanted = UUID(request.POST.get("workspace", ""))
    except ValueError as error:
        message = "The form does not name a workspace."
        raise JudgmentError("BAD_REQUEST", message) from error
    member = access.member_of(actor_of(request).user_id, wanted)
    context.choose(request, member.workspace_id)
    return redirect("reviews:inbox")


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Whether the web process reaches its database; it says nothing else."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("no database\n", status=503, content_type="text/plain")
    return HttpResponse("ok\n", content_type="text/plain")
