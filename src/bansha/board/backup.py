"""Backup and restore of the database in one file, while the site runs: SQLite by its own backup, PostgreSQL by pg_dump.

The file holds everything but the secret key (``BANSHA_DATA/secret-key`` or ``BANSHA_SECRET_KEY``), without which people only have to log in anew.
"""

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection, connections
from django.utils import timezone

SQLITE, POSTGRES = b"SQLite format 3\0", b"PGDMP"
RUNNING = timedelta(seconds=10)  # a director that has looked round so lately is running


class Impossible(Exception):
    """Cannot be done, and what to do about it. Nothing was changed."""


def backup(file: Path) -> int:
    """Write the database as of one moment to a file that does not exist yet; its size in bytes."""
    if file.exists():
        raise Impossible(f"{file} exists already; backups are never written over")
    part = file.with_name(file.name + ".part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # it holds secrets of running games
    try:
        if connection.vendor == "postgresql":
            run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={part}")
        else:
            copy(database_file(), part)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)
    return file.stat().st_size


def restore(file: Path, running_too: bool = False) -> Path | None:
    """Put a backup in the place of the database. SQLite's former file is kept under another name, which is returned."""
    kind = kind_of(file)
    if kind != connection.vendor:
        raise Impossible(f"{file} is a backup of {kind}, and the site is on {connection.vendor}")
    if not running_too and is_running():
        raise Impossible("the site is running; stop it first (bansha serve and every director)")
    connections.close_all()
    if kind == "postgresql":
        run(
            "pg_restore",
            "--clean",
            "--if-exists",
            "--no-owner",
            "--no-privileges",
            "--single-transaction",
            f"--dbname={target()}",
            str(file),
        )
        return None
    return put_in_place(file, database_file())


def put_in_place(file: Path, place: Path) -> Path | None:
    """Swap SQLite's file; the new one is complete and checked before the old one is moved."""
    new = place.with_name(place.name + ".new")
    new.unlink(missing_ok=True)
    copy(file, new)
    with closing(sqlite3.connect(new)) as made:
        if made.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            new.unlink()
            raise Impossible(f"{file} is damaged")
    former = None
    if place.exists():
        former = place.with_name(f"{place.name}.before-{timezone.now():%Y%m%d-%H%M%S}")
        with closing(sqlite3.connect(place)) as old:
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        shutil.move(place, former)
    for tail in ("-wal", "-shm"):
        place.with_name(place.name + tail).unlink(missing_ok=True)
    new.rename(place)
    return former


def copy(source: Path, target: Path) -> None:
    """A whole SQLite database as of one moment, whoever writes to it meanwhile."""
    with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as here, closing(sqlite3.connect(target)) as there:
        here.backup(there)
        there.execute("PRAGMA journal_mode=DELETE")


def kind_of(file: Path) -> str:
    """What a backup is of."""
    try:
        with file.open("rb") as opened:
            start = opened.read(16)
    except OSError as error:
        raise Impossible(f"cannot read {file}: {error.strerror}") from None
    if start == SQLITE:
        return "sqlite"
    if start.startswith(POSTGRES):
        return "postgresql"
    raise Impossible(f"{file} is no backup of bansha")


def is_running() -> bool:
    """Whether a director has looked round just now."""
    from bansha.board.games.models import Heartbeat

    if connection.vendor == "sqlite" and not database_file().exists():  # to look would make it
        return False
    if Heartbeat._meta.db_table not in connection.introspection.table_names():
        return False
    return Heartbeat.objects.filter(at__gt=timezone.now() - RUNNING).exists()


def database_file() -> Path:
    """SQLite's file."""
    return Path(settings.DATABASES["default"]["NAME"])


def target() -> str:
    """The database for PostgreSQL's programs; the rest of the connection is in their environment."""
    return str(connection.settings_dict["NAME"])


def run(program: str, *arguments: str) -> None:
    """One of PostgreSQL's own programs. The password goes by the environment, never by the command line."""
    if shutil.which(program) is None:
        raise Impossible(f"{program} is not installed; it comes with postgresql-client")
    given = connection.settings_dict
    named = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    environment = {**os.environ, **{name: str(given[key]) for name, key in named.items() if given[key]}}
    done = subprocess.run([program, *arguments], env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Impossible(f"{program}: {done.stderr.strip()}")
