"""The one reader of the clock.

A request, a task or a command reads the time once and hands it down as ``at``.
"""

from datetime import UTC, datetime

from django.db import connection
from django.utils import timezone

_DATABASE_NOW = {
    "postgresql": "SELECT clock_timestamp()",
    "sqlite": "SELECT strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now')",
}


def now() -> datetime:
    """The web process's time, in UTC."""
    return timezone.now()


def database_now() -> datetime:
    """The database's time, in UTC: workers agree, whatever their own clocks say."""
    with connection.cursor() as cursor:
        cursor.execute(_DATABASE_NOW[connection.vendor])
        (value,) = cursor.fetchone()
    moment = datetime.fromisoformat(value) if isinstance(value, str) else value
    return moment.astimezone(UTC)
