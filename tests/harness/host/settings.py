"""The console's settings with a host's app beside it and built files of its own."""

from judgment_console.settings import *  # noqa: F403
from judgment_console.settings import INSTALLED_APPS, VAR_DIR

INSTALLED_APPS = ["tests.harness.host.apps.HostConfig", *INSTALLED_APPS]
STATIC_ROOT = VAR_DIR / "static"
