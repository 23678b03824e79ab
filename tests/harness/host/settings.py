"""The console's settings with the host's app beside it."""

from judgment_console.settings import *  # noqa: F403
from judgment_console.settings import INSTALLED_APPS

INSTALLED_APPS = ["tests.harness.host.apps.HostConfig", *INSTALLED_APPS]
