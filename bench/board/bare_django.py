"""The smallest Django app with a database and a template, for what it takes to start: one file, one page."""

import os

import django
from django.conf import settings

settings.configure(
    SECRET_KEY="bare",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions"],
    MIDDLEWARE=[
        "django.middleware.security.SecurityMiddleware",
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates"}],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.environ.get("BARE_FILE", ":memory:")}},
    USE_TZ=True,
)
django.setup()

from a2wsgi import WSGIMiddleware  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.template import engines  # noqa: E402
from django.urls import path  # noqa: E402


def page(request: HttpRequest) -> HttpResponse:
    """Ten numbers out of the database, drawn."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT value FROM (VALUES (1), (2), (3), (4), (5)) AS t" if connection.vendor != "sqlite" else "SELECT 1 UNION SELECT 2"
        )
        rows = cursor.fetchall()
    text = engines["django"].from_string("{% for row in rows %}<p>{{ row.0 }}</p>{% endfor %}").render({"rows": rows}, request)
    return HttpResponse(text)


urlpatterns = [path("", page)]
application = WSGIMiddleware(get_wsgi_application(), workers=8)  # type: ignore[arg-type]
