"""Running a site: one command starts and keeps it, backup and restore, the check of every game against its log, health, logs."""

import json
import logging
import os
import re
import secrets
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import timedelta
from functools import partial
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from django.db import OperationalError, connection
from django.test import Client

from bansha.board import health
from bansha.board.games.checking import problems
from bansha.board.games.models import Deadline, Game, Heartbeat, Seat, Stay, Thread
from bansha.board.logs import JsonFormatter
from bansha.rules import phases
from bansha.rules.xia import codes
from tests.board import play

Games = Callable[..., play.BoardGame]

# ---- is what is stored what the log says? ----------------------------------------------------------------------------------------------


@contextmanager
def triggers_aside() -> Iterator[Any]:
    """A cursor for whoever tampers with what is never changed."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET session_replication_role = replica")
            yield cursor
            cursor.execute("SET session_replication_role = DEFAULT")
            return
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
        for name, _sql in triggers:
            cursor.execute(f"DROP TRIGGER {name}")
        yield cursor
        for _name, sql in triggers:
            cursor.execute(sql)


def played(game: Games) -> play.BoardGame:
    """Two days and nights with votes, orders, rooms and somebody out."""
    it = game("xia", phases.DAY)
    victim = it.seats(codes.COMMONER)[0]
    it.votes(victim, *[seat for seat in range(20) if seat != victim][:12])
    it.until(phases.NIGHT)
    black = next(seat for seat in it.seats(codes.BLACK) if seat in it.alive)
    it.post(black, "今晚", f"room-{codes.P_BLACK}")
    it.say(black, f"杀 {it.name(next(seat for seat in it.alive if seat not in it.seats(codes.BLACK)))}")
    return it.until(phases.NIGHT, 2)


def test_a_game_that_was_played_is_what_its_log_says(game: Games) -> None:
    it = played(game)
    assert problems(it.pk) == []
    it.finish()
    assert problems(it.pk) == []
    assert problems(game("piper", seats=3, prefix="s").pk) == []


TAMPERING: dict[str, tuple[str, str]] = {
    "an input": ("UPDATE games_entry SET line = replace(line, '今晚', '今早') WHERE line LIKE '%%今晚%%'", "log"),
    "an entry less": (
        "DELETE FROM games_entry WHERE n = (SELECT entries FROM games_game) AND game_id = (SELECT id FROM games_game)",
        "entries",
    ),
    "a notice": ("UPDATE games_said SET what = 'refused' WHERE what = 'accepted'", "notices"),
    "a notice less": ("DELETE FROM games_said WHERE what = 'accepted'", "notices"),
    "a post": ("UPDATE games_post SET text = '今早' WHERE text = '今晚'", "posts"),
    "who posted": ("UPDATE games_post SET seat = 19 WHERE text = '今晚'", "posts"),
    "a post less": ("DELETE FROM games_post WHERE text = '今晚'", "floors"),
}


@pytest.mark.parametrize("what", TAMPERING)
def test_what_was_tampered_with_is_found_and_never_shown(game: Games, what: str) -> None:
    it = played(game)
    statement, where = TAMPERING[what]
    with triggers_aside() as cursor:
        cursor.execute(statement, [])
        assert cursor.rowcount > 0
    found = problems(it.pk)
    assert any(where in line for line in found)
    assert "今晚" not in str(found)


def test_public_state_that_departs_from_the_log_is_found(game: Games) -> None:
    it = played(game)
    here = Game.objects.filter(pk=it.pk)
    for fields in ({"day": 3}, {"phase": phases.DAY}, {"alive": 3}, {"closes": None}, {"status": "finished"}, {"check_sum": 1}):
        before = here.values(*fields)[0]
        here.update(**fields)
        assert problems(it.pk) != [], fields
        here.update(**before)
    assert problems(it.pk) == []
    for rows, other in (
        (Deadline.objects.filter(game=it.pk), {"due": it.clock() + timedelta(days=9)}),
        (Seat.objects.filter(game=it.pk, number=0), {"name": "别人"}),
        (Stay.objects.filter(pk=Stay.objects.filter(game=it.pk).order_by("pk").values("pk")[:1]), {"first_floor": 1}),
        (Thread.objects.filter(game=it.pk, key="talk-1"), {"floors": 99}),
    ):
        before = rows.values(*other)[0]
        rows.update(**other)
        assert problems(it.pk) != [], other
        rows.update(**before)
    assert problems(it.pk) == []


# ---- backup and restore ----------------------------------------------------------------------------------------------------------------

WRITING = """
import django, sys
django.setup()
from django.core.management import call_command
from django.utils import timezone
from bansha.board.games.create import create, join
from bansha.board.people.models import User
call_command("migrate", verbosity=0)
org = User.objects.create(username="org")
users = [User.objects.create(username=f"u{i}") for i in range(11)]
n = 0
while True:
    game = create(org.pk, f"第 {n} 局", "piper", timezone.now())
    for user, name in zip(users, "水饺 包子 花卷 馒头 烧卖 汤圆 粽子 油条 豆浆 煎饼 米线".split()):
        join(game, user.pk, name)
    n += 1
    print(n, flush=True)
"""


def bansha(data: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """The command line, on a site of its own on SQLite."""
    environment = {**os.environ, "BANSHA_DATA": str(data), "DATABASE_URL": f"sqlite:///{data / 'bansha.sqlite3'}", **more}
    return subprocess.run([sys.executable, "-m", "bansha", *arguments], env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_a_backup_is_of_one_moment_whoever_writes_and_comes_back_whole(tmp_path: Path) -> None:
    data, other = tmp_path / "data", tmp_path / "other"
    data.mkdir()
    environment = {**os.environ, "BANSHA_DATA": str(data), "DATABASE_URL": f"sqlite:///{data / 'bansha.sqlite3'}"}
    writer = subprocess.Popen([sys.executable, "-c", WRITING], env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert writer.stdout is not None
        while int(writer.stdout.readline()) < 2:
            pass
        file = tmp_path / "backup"
        made = bansha(data, "site", "backup", str(file))
        assert made.returncode == 0, made.stderr
    finally:
        writer.kill()
        writer.communicate()
    assert file.stat().st_mode & 0o077 == 0
    again = bansha(data, "site", "backup", str(file))
    assert again.returncode == 2
    assert "exists already" in again.stderr
    came = bansha(other, "site", "restore", str(file))
    assert came.returncode == 0, came.stdout + came.stderr
    assert "all as their logs say" in came.stdout
    with closing(sqlite3.connect(other / "bansha.sqlite3")) as restored:
        assert restored.execute("SELECT count(*) FROM games_game").fetchone()[0] >= 2
    assert bansha(data, "site", "verify").returncode == 0  # killed in the middle of writing
    former = bansha(other, "site", "restore", str(file))
    assert "former database" in former.stdout
    assert len(list(other.glob("*.before-*"))) == 1


@pytest.mark.slow
def test_what_cannot_be_restored_changes_nothing(tmp_path: Path) -> None:
    assert bansha(tmp_path, "manage", "migrate", "--verbosity", "0").returncode == 0
    file = tmp_path / "backup"
    assert bansha(tmp_path, "site", "backup", str(file)).returncode == 0
    before = (tmp_path / "bansha.sqlite3").read_bytes()
    (tmp_path / "text").write_text("kein Backup")
    (tmp_path / "dump").write_bytes(b"PGDMP and so on")
    torn = bytearray(file.read_bytes())
    torn[4096 * 5 : 4096 * 6] = b"\xa5" * 4096
    (tmp_path / "torn").write_bytes(torn)
    for name, why in (("text", "no backup"), ("dump", "postgresql"), ("torn", ""), ("nothing", "cannot read")):
        done = bansha(tmp_path, "site", "restore", str(tmp_path / name))
        assert done.returncode != 0, name
        assert why in done.stderr, name
        assert (tmp_path / "bansha.sqlite3").read_bytes() == before, name
    with closing(sqlite3.connect(tmp_path / "bansha.sqlite3")) as site, site:
        # An hour ahead: a beat counts for ten seconds only, and a command may take as long to start.
        site.execute("INSERT INTO games_heartbeat (name, at) VALUES ('x', strftime('%Y-%m-%d %H:%M:%S', 'now', '+1 hour'))")
    done = bansha(tmp_path, "site", "restore", str(file))
    assert done.returncode == 2
    assert "is running" in done.stderr


# ---- the whole site by one command -----------------------------------------------------------------------------------------------------


def processes(parent: int) -> dict[int, str]:
    """The children of a process, by id, with what they were started for."""
    found = {}
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if int(path.joinpath("stat").read_text().rpartition(")")[2].split()[1]) == parent:
                found[int(path.name)] = path.joinpath("cmdline").read_text().replace("\0", " ")
    return found


def port_of_ones_own() -> int:
    """A free port, and none of those that the system gives to whoever wants any (on Linux from 32768 on): it stays free until it is taken."""
    while True:
        port = 10_000 + secrets.randbelow(20_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def wait_until(holds: Callable[[], Any], seconds: float = 300) -> Any:
    """What ``holds`` gives once it gives something."""
    until = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < until, "it took too long"
        time.sleep(0.2)
    return found


@pytest.mark.slow
def test_serve_starts_everything_starts_again_what_falls_and_ends_everything(tmp_path: Path) -> None:
    port = port_of_ones_own()
    environment = {
        **os.environ,
        "BANSHA_DATA": str(tmp_path),
        "DATABASE_URL": f"sqlite:///{tmp_path / 'bansha.sqlite3'}",
        "BANSHA_LOG": "INFO",
    }
    command = [sys.executable, "-m", "bansha", "serve", "--port", str(port), "--workers", "2"]

    def answers(path: str = "/") -> bool:
        with suppress(OSError, HTTPException), urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as response:
            return bool(response.status == 200)
        return False

    def said(path: str) -> Any:
        with suppress(OSError, HTTPException), urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as response:
            return json.loads(response.read())
        return None

    printed = []

    def risen(parent: int, before: dict[int, str]) -> bool:
        return len(now := processes(parent)) == 3 and not now.keys() & before.keys()

    for start in range(2):
        site = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            wait_until(answers)
            wait_until(lambda: (said("/readyz") or {}).get("director") == "ok")
            if start == 0:
                before = processes(site.pid)
                assert sorted(re.sub(r".*serving \d+ (\w+).*", r"\1", line).strip() for line in before.values()) == ["manage", "web", "web"]
                for pid in before:
                    os.kill(pid, signal.SIGKILL)
                wait_until(partial(risen, site.pid, before))
                wait_until(answers)
            children = processes(site.pid)
        finally:
            site.send_signal(signal.SIGINT)
            try:
                out, err = site.communicate(timeout=120)
            finally:
                site.kill()  # its children end with it
        printed.append(out)
        assert site.returncode == 0, err
        assert not [pid for pid in children if Path(f"/proc/{pid}").exists()]
    password = re.search(r"password: (\S+?)　", printed[0])
    assert password is not None
    assert "password" not in printed[1]
    assert f"http://127.0.0.1:{port}" in printed[1]
    check = f"""
import django; django.setup()
from django.contrib.auth import authenticate
user = authenticate(username="admin", password="{password[1]}")
assert user.is_staff and not user.is_superuser
"""
    subprocess.run([sys.executable, "-c", check], env=environment, check=True)
    assert (tmp_path / "bansha.sqlite3").stat().st_mode & 0o077 == 0


def test_pages_start_without_what_only_the_api_needs(tmp_path: Path) -> None:
    """Loading it took half of the time until the first page; whoever asks for it gets it."""
    (tmp_path / "static").mkdir()
    check = """
import sys
from bansha.board import asgi
from django.urls import resolve, reverse
assert reverse("index") == "/" and not {"ninja", "pydantic"} & set(sys.modules)
assert resolve("/api/games").func and "ninja" in sys.modules
assert reverse("api-1:openapi-json") == "/api/openapi.json"
"""
    environment = {**os.environ, "BANSHA_DATA": str(tmp_path)}
    subprocess.run([sys.executable, "-c", check], env=environment, check=True)


@pytest.mark.slow
def test_a_port_that_is_taken_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = bansha(tmp_path, "serve", "--port", str(taken.getsockname()[1]))
    assert done.returncode == 2
    assert "cannot listen" in done.stderr
    assert "Traceback" not in done.stderr


# ---- health and logs -------------------------------------------------------------------------------------------------------------------


def test_ready_says_what_is_missing(visitor: Client, monkeypatch: pytest.MonkeyPatch, clock: play.Clock) -> None:
    assert visitor.get("/healthz").content == b"ok\n"
    assert visitor.get("/readyz").json() == {"database": "ok", "migrations": "ok", "director": "none"}
    Heartbeat.objects.create(name="d", at=clock())
    assert visitor.get("/readyz").json()["director"] == "ok"
    clock.tick(95)
    response = visitor.get("/readyz")
    assert (response.status_code, response.json()["director"]) == (200, "95 s late")
    monkeypatch.setattr(health, "migrated", lambda: False)
    response = visitor.get("/readyz")
    assert (response.status_code, response.json()["migrations"]) == (503, "missing")

    def gone() -> bool:
        raise OperationalError("connection refused at db.internal")

    monkeypatch.setattr(health, "migrated", gone)
    response = visitor.get("/readyz")
    assert (response.status_code, response.json()["database"]) == (503, "unreachable")
    assert "internal" not in response.content.decode()


def test_logs_tell_kind_and_place_of_an_error_and_no_secret() -> None:
    try:
        raise ValueError("杀 水饺")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, __file__, 1, "failed: %s", ("/feeds/s3cr3t-token/deadlines.ics",), sys.exc_info())
    line = JsonFormatter().format(record)
    data = json.loads(line)
    assert data["error"] == "ValueError"
    assert "test_operations.py" in data["where"][-1]
    assert "水饺" not in line
    assert "s3cr3t" not in line
    assert data["message"] == "failed: /feeds/…/deadlines.ics"
