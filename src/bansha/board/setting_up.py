"""Before the site is served: the database brought up to date, and on the first start an account for whoever runs it."""

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

ADVISORY = 0x62616E73  # any number that nobody else locks on in the same database


@contextmanager
def alone() -> Iterator[None]:
    """One process at a time sets up: on this machine by a file, across machines by a lock of PostgreSQL's."""
    from django.conf import settings
    from django.db import connection

    settings.DATA.mkdir(parents=True, exist_ok=True)
    with (settings.DATA / "setting-up.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if connection.vendor != "postgresql":
            yield
            return
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [ADVISORY])
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [ADVISORY])


def set_up() -> tuple[str, str] | None:
    """Migrate; name and password of the admin account if it was made just now."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bansha.board.settings")
    import django
    from django.core.management import call_command

    django.setup()
    from django.conf import settings

    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    with alone():
        call_command("migrate", verbosity=0, interactive=False)
        return admin()


def admin() -> tuple[str, str] | None:
    """An account that may create games and handle those set aside, unless there is one; with its password, which nobody can read later."""
    from bansha.board.people.models import User

    if User.objects.filter(is_staff=True).exists():
        return None
    name, n = "admin", 1
    while User.objects.filter(username=name).exists():
        name, n = f"admin{n}", n + 1
    password = secrets.token_urlsafe(12)
    User.objects.create_user(name, password=password, is_staff=True)
    return name, password


def has_command(name: str) -> bool:
    """Whether there is such a management command."""
    from django.core.management import get_commands

    return name in get_commands()
