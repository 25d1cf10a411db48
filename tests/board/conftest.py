"""Fixtures of the board's tests: users, a dealt game of either rule set at any phase, a clock that stands where it is put, clients.

Knows no page and no text. The games themselves are in ``tests.board.play``; every input goes through the board's one way in.
"""

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

# Before anything of Django is imported: the site under test keeps its files in a directory of its own.
DATA = tempfile.mkdtemp(prefix="bansha-tests-")
atexit.register(shutil.rmtree, DATA, ignore_errors=True)
(Path(DATA) / "static").mkdir()
OF_THE_TESTS = ("BANSHA_TEST_DATABASE", "BANSHA_TWO_WORLDS", "BANSHA_SCREENSHOTS", "BANSHA_LOG")
for name in [name for name in os.environ if name.startswith(("BANSHA_", "EMAIL_")) and name not in OF_THE_TESTS]:
    del os.environ[name]  # of a site that is served from the same shell
os.environ["BANSHA_DATA"] = DATA
os.environ["DJANGO_SETTINGS_MODULE"] = "bansha.board.settings"
os.environ.setdefault("BANSHA_LOG", "CRITICAL")
os.environ.pop("DATABASE_URL", None)
if "BANSHA_TEST_DATABASE" in os.environ:  # make test-postgres
    os.environ["DATABASE_URL"] = os.environ["BANSHA_TEST_DATABASE"]

import django  # noqa: E402

django.setup()

from django.db.backends.base.base import BaseDatabaseWrapper  # noqa: E402
from django.db.backends.sqlite3.base import DatabaseWrapper  # noqa: E402
from django.test import Client  # noqa: E402

from bansha.board.games import tables  # noqa: E402
from bansha.board.people.models import User  # noqa: E402
from tests.board import play  # noqa: E402
from tests.board.databases import own_database  # noqa: E402


@pytest.fixture(autouse=True)
def the_site(db: None, settings: Any) -> Iterator[None]:
    """Every test here has a database, a quick password hasher, a mailbox in memory, and no table left over from another test."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.ALLOWED_HOSTS = ["*"]
    settings.INPUTS_A_MINUTE = 0
    yield
    tables._tables.clear()
    tables._locks.clear()


@pytest.fixture(autouse=True, scope="session")
def kept_connection() -> Iterator[None]:
    """What closes old connections leaves that of a test alone: it is in the test's transaction. (SQLite's in memory never closes anyway.)"""
    close = BaseDatabaseWrapper.close_if_unusable_or_obsolete

    def unless_within(self: BaseDatabaseWrapper) -> None:
        if not self.in_atomic_block:
            close(self)

    patch = pytest.MonkeyPatch()
    patch.setattr(BaseDatabaseWrapper, "close_if_unusable_or_obsolete", unless_within)
    yield
    patch.undo()


@pytest.fixture(autouse=True, scope="session")
def flushing() -> Iterator[None]:
    """Tests on committed data (``transaction=True``) are cleaned up after by deleting, which the board's triggers forbid."""
    operations = DatabaseWrapper.ops_class
    flush = operations.sql_flush

    def with_triggers_aside(self: Any, *args: Any, **options: Any) -> list[str]:
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
        return [*(f"DROP TRIGGER {name}" for name, _sql in triggers), *flush(self, *args, **options), *(sql for _name, sql in triggers)]

    patch = pytest.MonkeyPatch()
    patch.setattr(operations, "sql_flush", with_triggers_aside)
    yield
    patch.undo()


@pytest.fixture
def processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Processes that the test starts have this directory and a database to themselves."""
    with own_database(tmp_path) as address:
        monkeypatch.setenv("BANSHA_DATA", str(tmp_path))
        monkeypatch.setenv("DATABASE_URL", address)
        yield tmp_path


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> play.Clock:
    """The site's time: it stands until a test moves it. Sign-up of every game opens a day before day 1."""
    clock = play.Clock()
    monkeypatch.setattr("django.utils.timezone.now", clock)
    return clock


@pytest.fixture
def users(db: None) -> Callable[[int], list[User]]:
    """``users(12)``: so many accounts named u0, u1 …; the same ones whenever asked for."""

    def those(n: int) -> list[User]:
        return [play.user(f"u{i}") for i in range(n)]

    return those


@pytest.fixture
def game(db: None, clock: play.Clock) -> Callable[..., play.BoardGame]:
    """``game("piper", phases.NIGHT, day=1)``: a dealt game at the opening of that phase. See ``play.dealt`` for what else can be said."""

    def dealt(rules: str = "piper", *to: Any, **options: Any) -> play.BoardGame:
        return play.dealt(clock, rules, *to, **options)

    return dealt


@pytest.fixture
def visitor(db: None) -> Client:
    """Somebody who is not logged in."""
    return play.client(None)


@pytest.fixture
def spectator(db: None) -> Client:
    """Somebody with an account and no seat anywhere."""
    return play.client(play.user("spectator"))


@pytest.fixture
def staff(db: None) -> Client:
    """The site's admin."""
    return play.client(play.user("admin", is_staff=True))
