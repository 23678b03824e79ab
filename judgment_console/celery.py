"""The Celery application."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "judgment_console.settings")
TRANSPORT_ALIASES["embedded"] = "judgment_console.broker:Transport"

app = Celery("judgment_console")
app.config_from_object("django.conf:settings", namespace="CELERY")
