"""Where identity enters: a decision's person comes from the login session alone."""

from django.http import HttpRequest

from judgment_console.errors import JudgmentError
from judgment_console.services.actors import Actor


def actor_of(request: HttpRequest) -> Actor:
    """The signed-in person of this request.

    Only the session's user is read: no header, field or link names a person.
    Raises JudgmentError NOT_SIGNED_IN for anybody else.
    """
    user = request.user
    if not user.is_authenticated or not user.is_active or user.pk is None:
        raise JudgmentError("NOT_SIGNED_IN", "Sign in first; nothing was recorded.")
    return Actor(user_id=user.pk)
