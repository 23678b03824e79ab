"""Inside an installation: a session, as signing in would have made it."""

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client


def signed_in(user: User) -> str:
    """The cookie of a new session of this person."""
    client = Client()
    client.force_login(user)
    return f"{settings.SESSION_COOKIE_NAME}={client.session.session_key}"
