"""The only settings; the environment is read here and nowhere else.

Without any variable the console runs embedded: SQLite, a broker in a folder, mail
written to a folder. ``DATABASE_URL``, ``REDIS_URL``, ``EMAIL_URL`` and ``PUBLIC_URL``
make it a production installation of the same code.
"""

import secrets
import sys
from pathlib import Path
from urllib.parse import urlsplit

import environ
from csp.constants import NONCE, NONE, SELF

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))
VAR_DIR.mkdir(parents=True, exist_ok=True)


def _embedded_secret() -> str:
    """A secret of this installation, made once and kept out of the repository."""
    path = VAR_DIR / "secret-key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(50))
    return path.read_text()


# Where it runs

PUBLIC_URL = env.str("PUBLIC_URL", default="http://127.0.0.1:8000").rstrip("/")
_public = urlsplit(PUBLIC_URL)
_https = _public.scheme == "https"
_embedded = "DATABASE_URL" not in env.ENVIRON

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = (
    _embedded_secret()
    if _embedded and "SECRET_KEY" not in env.ENVIRON
    else env.str("SECRET_KEY")
)
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS", default=[_public.hostname or "127.0.0.1", "127.0.0.1", "localhost"]
)
CSRF_TRUSTED_ORIGINS = [f"{_public.scheme}://{_public.netloc}"]
ADMIN_PATH = env.str("ADMIN_PATH", default="admin/")

# What it is made of

INSTALLED_APPS = [
    "judgment_console",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "csp",
    "django_htmx",
    "template_partials",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "judgment_console.reviews.middleware.RefusalMiddleware",
]
ROOT_URLCONF = "judgment_console.urls"
WSGI_APPLICATION = "judgment_console.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "judgment_console.reviews.context.shell",
            ],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LANGUAGE_CODE = "en"
USE_I18N = False
TIME_ZONE = "UTC"
USE_TZ = True

# Database: an application role that may only add to the record, and an owner role
# for migrations (`migrate --database owner`) where the installation has one.

_SQLITE_PRAGMAS = (
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
    "PRAGMA recursive_triggers=ON; PRAGMA foreign_keys=ON;"
)


def _database(variable: str, default: str) -> dict[str, object]:
    config: dict[str, object] = env.db_url(variable, default=default)
    if str(config["ENGINE"]).endswith("sqlite3"):
        config["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": _SQLITE_PRAGMAS,
        }
    else:
        config["CONN_MAX_AGE"] = 60
        config["CONN_HEALTH_CHECKS"] = True
        config["OPTIONS"] = {
            "connect_timeout": 5,
            "options": "-c lock_timeout=5000 -c statement_timeout=30000"
            " -c idle_in_transaction_session_timeout=60000",
        }
    return config


DATABASES = {
    "default": _database("DATABASE_URL", f"sqlite:///{VAR_DIR / 'console.sqlite3'}")
}
if "DATABASE_OWNER_URL" in env.ENVIRON:
    DATABASES["owner"] = _database("DATABASE_OWNER_URL", "")

# People and sessions

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "reviews:inbox"
ACCOUNT_ADAPTER = "judgment_console.reviews.accounts.ClosedSignup"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_LOGOUT_REDIRECT_URL = "account_login"
ACCOUNT_SESSION_REMEMBER = False
SESSION_COOKIE_AGE = 12 * 60 * 60
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"

# Browser

SECURE_SSL_REDIRECT = _https
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if _https else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = _https
SECURE_HSTS_PRELOAD = _https
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https")
    if env.bool("BEHIND_PROXY", default=False)
    else None
)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _https
if _https:
    SESSION_COOKIE_NAME = "__Host-session"
    CSRF_COOKIE_NAME = "__Host-csrf"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "judgment_console.reviews.middleware.csrf_failure"
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
FILE_UPLOAD_MAX_MEMORY_SIZE = 6 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}
STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = _embedded
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if _embedded
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# Mail

DEFAULT_FROM_EMAIL = env.str(
    "FROM_EMAIL", default="Judgment Console <console@localhost>"
)
EMAIL_TIMEOUT = 10
if "EMAIL_URL" in env.ENVIRON:
    vars().update(env.email_url("EMAIL_URL"))
else:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = str(VAR_DIR / "mail")

# Cache: sign-in limits count in it, so several processes share one.

CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
if "REDIS_URL" in env.ENVIRON:
    CACHES["default"] = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": env.str("REDIS_URL"),
        "KEY_PREFIX": "console",
    }

# Celery: a message is only a wake-up, the database is the truth.

CELERY_BROKER_URL = env.str("REDIS_URL", default="embedded://")
if CELERY_BROKER_URL.startswith("embedded"):
    _broker = VAR_DIR / "broker"
    for _folder in ("messages", "control"):
        (_broker / _folder).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_broker / "messages"),
        "data_folder_out": str(_broker / "messages"),
        "control_folder": str(_broker / "control"),
        "polling_interval": 0.1,
    }
else:
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": 600,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 2,
        "socket_timeout": 5,
        "socket_connect_timeout": 2,
        "socket_keepalive": True,
        "health_check_interval": 25,
        "global_keyprefix": env.str("BROKER_PREFIX", default="console:"),
    }
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_RETRY_ON_WORKER_LOST = True
CELERY_TASK_ACKS_ON_FAILURE = True
CELERY_TASK_ACKS_ON_TIMEOUT = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 60
CELERY_TASK_SOFT_TIME_LIMIT = 45
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_DEFAULT_QUEUE = "engine"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 200
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 900_000  # kilobytes
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 30
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_TIMEZONE = "UTC"
CELERY_SWEEP_SECONDS = env.int("SWEEP_SECONDS", default=5)

# Records of the running system; refusals go to `judgment_console.security`.

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}
    },
    "handlers": {
        "stream": {
            "class": "logging.StreamHandler",
            "stream": sys.stderr,
            "formatter": "line",
        }
    },
    "root": {"handlers": ["stream"], "level": env.str("LOG_LEVEL", default="WARNING")},
}
