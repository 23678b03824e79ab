"""App configuration: what is registered when Django starts."""

from importlib import import_module
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import Tags, register
from django.db.models.signals import post_migrate


def _protect(*, using: str, **_: Any) -> None:
    append_only = import_module("judgment_console.models.append_only")
    append_only.install(using)
    application = settings.DATABASES["default"].get("USER", "")
    owner = settings.DATABASES.get("owner", {}).get("USER", "")
    if using == "owner" and application != owner:
        append_only.grant(using, application)


class JudgmentConsoleConfig(AppConfig):
    """The one app."""

    name = "judgment_console"
    verbose_name = "Judgment Console"

    def ready(self) -> None:
        """Connect the Celery app, the shipped chains, triggers and checks."""
        import_module("judgment_console.celery")
        import_module("judgment_console.tasks")
        import_module("judgment_console.chains.catalogue").register_shipped()
        checks = import_module("judgment_console.models.append_only")
        register(checks.check_append_only, Tags.database)
        post_migrate.connect(_protect, sender=self)
