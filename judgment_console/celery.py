"""The Celery application and its timetable."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "judgment_console.settings")

app = Celery("judgment_console")
app.config_from_object("django.conf:settings", namespace="CELERY")
