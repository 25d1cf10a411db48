"""Settings of the site, from the environment; safe for production as they stand. ``BANSHA_DEBUG=1`` is for working on the site itself.

Everything the site keeps outside the database (the secret key, SQLite's file) is in ``BANSHA_DATA``, by default ``./data``.
"""

import os
import secrets
from contextlib import suppress
from pathlib import Path

import dj_database_url

HERE = Path(__file__).parent
DATA = Path(os.environ.get("BANSHA_DATA", "data")).resolve()
DEBUG = os.environ.get("BANSHA_DEBUG") == "1"


def secret_key() -> str:
    """The key from the environment, else the one kept beside the data, made on first use."""
    given = os.environ.get("BANSHA_SECRET_KEY")
    if given:
        return given
    DATA.mkdir(parents=True, exist_ok=True)
    kept = DATA / "secret-key"
    if not kept.exists():
        mine = DATA / f"secret-key.{os.getpid()}"
        with os.fdopen(os.open(mine, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
        with suppress(FileExistsError):
            kept.hardlink_to(mine)  # whole at once; whoever comes second takes the first one's
        mine.unlink()
    return kept.read_text().strip()


SECRET_KEY = secret_key()
# The private key by which push services know the site, empty for a site that does not push (people/push/keys.py).
PUSH_KEY = os.environ.get("BANSHA_PUSH_KEY", "") or ((DATA / "push-key").read_text().strip() if (DATA / "push-key").exists() else "")
SITE = os.environ.get("BANSHA_SITE", "http://127.0.0.1:8000").rstrip("/")
HTTPS = SITE.startswith("https://")
ALLOWED_HOSTS = os.environ.get("BANSHA_HOSTS", "127.0.0.1,localhost,[::1]," + SITE.split("//")[1].split(":")[0]).split(",")
CSRF_TRUSTED_ORIGINS = [SITE] if HTTPS else []

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "bansha.board.people",
    "bansha.board.games",
]
MIDDLEWARE = [
    "bansha.board.security.PolicyMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "bansha.board.people.language.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "bansha.board.in_place.InPlaceMiddleware",
    "bansha.board.errors.RefusalMiddleware",
]
ROOT_URLCONF = "bansha.board.urls"
CSRF_FAILURE_VIEW = "bansha.board.errors.forbidden"
WSGI_APPLICATION = "bansha.board.wsgi.application"
ASGI_APPLICATION = "bansha.board.asgi.application"
AUTH_USER_MODEL = "people.User"
AUTHENTICATION_BACKENDS = ["bansha.board.people.sessions.Accounts"]
SESSION_ENGINE = "bansha.board.people.sessions"
LOGIN_URL = "/login/"
LOGIN_REDIRECT_URL = "/"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [HERE / "pages"],
        "OPTIONS": {
            "environment": "bansha.board.drawing.environment",
            "trim_blocks": True,
            "lstrip_blocks": True,
            "context_processors": ["bansha.board.drawing.everywhere"],
        },
    }
]

DATABASES = {"default": dj_database_url.parse(os.environ.get("DATABASE_URL", f"sqlite:///{DATA / 'bansha.sqlite3'}"), conn_max_age=600)}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # One writer at a time, every commit on the disk: what was acknowledged is kept.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY;",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
SECURE_SSL_REDIRECT = HTTPS and os.environ.get("BANSHA_REDIRECT", "1") == "1"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if os.environ.get("BANSHA_PROXY") == "1" else None
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 512 * 1024

STATIC_URL = "/static/"
STATIC_ROOT = Path(os.environ.get("BANSHA_STATIC", DATA / "static"))
STATICFILES_DIRS = [HERE / "static"]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", "中文"), ("en", "English")]
USE_I18N = True
TIME_ZONE = "Asia/Shanghai"
USE_TZ = True

# Without a mail server no mail is sent, and none is written to logs.
_BACKEND = "smtp" if os.environ.get("EMAIL_HOST") else "console" if DEBUG else "dummy"
EMAIL_BACKEND = f"django.core.mail.backends.{_BACKEND}.EmailBackend"
EMAIL_TIMEOUT = 10
EMAIL_HOST = os.environ.get("EMAIL_HOST", "localhost")
EMAIL_PORT = int(os.environ.get("EMAIL_PORT", "25"))
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = os.environ.get("EMAIL_USE_TLS") == "1"
DEFAULT_FROM_EMAIL = os.environ.get("EMAIL_FROM", "bansha@localhost")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "bansha.board.logs.JsonFormatter"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": os.environ.get("BANSHA_LOG", "INFO")},
    "loggers": {
        name: {"level": level} for name, level in {"django.request": "ERROR", "django.server": "ERROR", "uvicorn": "WARNING"}.items()
    },
}

OUTAGE_MINUTES = int(os.environ.get("BANSHA_OUTAGE_MINUTES", "30"))  # a director away for longer than this pauses games
INVITE_ONLY: bool = os.environ.get("BANSHA_INVITE_ONLY") == "1"  # joining the site takes an invitation
INPUTS_A_MINUTE = int(os.environ.get("BANSHA_INPUTS_A_MINUTE", "30"))  # of one account in one game, refused ones too; 0: no limit
STREAMS_EACH = int(
    os.environ.get("BANSHA_STREAMS", "100")
)  # open event streams of one account, or address without one, per process; 0: no limit
