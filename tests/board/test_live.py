"""Event streams: what each reader is sent and when, gaplessly; and over a real server, from another process, without a thread per stream."""

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from django.http import Http404
from django.test import Client

from bansha.board.games.models import Seat
from bansha.rules import phases
from bansha.rules.xia import codes
from tests.board import play
from tests.board.databases import own_database
from tests.board.worlds import streams

Games = Callable[..., play.BoardGame]
LONGEST = 120  # seconds: a loaded machine is no failure


def floors(said: str) -> list[int]:
    """The floors of the posts that a stream has sent."""
    return [int(found) for found in re.findall(r"^id: (\d+)\nevent: post$", said, re.MULTILINE)]


def test_from_where_the_page_ends_and_on(game: Games, visitor: Client) -> None:
    it = game("piper", phases.DAY)
    for i in range(60):
        it.post(i % 12, f"第 {i} 句\n第二行")
    status, headers, said = streams.read(visitor, it.url("t/talk-1/live/?after=3"))
    assert status == 200
    assert headers["Content-Type"].startswith("text/event-stream")
    assert headers["Cache-Control"] == "no-store"
    assert floors(said) == list(range(4, 62))
    assert "第 59 句" in said
    assert said.count("event: phase") == 1
    assert all(line == "" or line.split(": ")[0] in ("id", "event", "data", "retry") for line in said.split("\n"))
    assert floors(streams.read(visitor, it.url("t/talk-1/live/"))[2]) == []
    assert floors(streams.read(visitor, it.url("t/talk-1/live/?after=x"))[2]) == []


def test_of_a_room_only_the_floors_of_ones_own_stay(game: Games) -> None:
    it = game("xia", phases.NIGHT)
    first, second = it.seats(codes.BLACK)[:2]
    room = f"room-{codes.P_BLACK}"
    it.post(first, "第一夜", room)
    url = it.url(f"t/{room}/live/?after=0")
    assert floors(streams.read(it.client(second), url)[2]) == [2]
    it.until(phases.DAY, 2)
    it.votes(first, *[seat for seat in it.alive if seat != first][:12])
    it.until(phases.NIGHT, 2)
    assert first in it.dead
    it.post(second, "第二夜，没有他", room)
    assert floors(streams.read(it.client(second), url)[2]) == [2, 3]
    assert floors(streams.read(it.client(first), url)[2]) == [2]
    outsider = next(seat for seat in it.alive if seat not in it.seats(codes.BLACK))
    nowhere = streams.read(it.client(outsider), it.url("t/room-77/live/"))
    assert streams.read(it.client(outsider), url)[0] == nowhere[0] == 404


def test_who_loses_his_seat_is_sent_no_more_of_the_room(game: Games) -> None:
    """The stream itself goes on; at the next look it ends."""
    from bansha.board.games import stream

    it = game("xia", phases.NIGHT)
    member = it.seats(codes.BLACK)[0]
    client = it.client(member)
    room = f"room-{codes.P_BLACK}"
    session = client.cookies["sessionid"].value
    asked = stream.Asked(it.pk, room, True, session, "zh", "", True, 0)
    it.post(member, "给同伴", room)
    assert [floor for floor, _html in stream.news(asked, 0)[0]] == [2]
    it.substitute(member, "替补")
    with pytest.raises(Http404):
        stream.news(asked, 0)
    Seat.objects.filter(game=it.pk, number=member).update(user=play.user("again"))
    client.logout()
    with pytest.raises(Http404):
        stream.news(asked, 0)


# ---- over a real server ----------------------------------------------------------------------------------------------------------------

PLAY = """
import os, sys, django
django.setup()
from datetime import timedelta
from django.core.management import call_command
from django.utils import timezone
from bansha.board.games.create import create, join
from bansha.board.games.direct import look_round
from bansha.board.games.models import Game
from bansha.board.games.receive import receive
from bansha.board.people.models import User
from bansha.rules import calendar
from bansha.rules.phases import DAY, INTERVAL, NIGHT, WORDS
from bansha.table.inputs import Post
if sys.argv[1] == "make":
    call_command("migrate", verbosity=0)
    users = [User.objects.create(username=f"u{i}") for i in range(12)]
    fast = calendar.fast("piper", {DAY: 600, NIGHT: 5, WORDS: 3, INTERVAL: 1})
    game = create(User.objects.create(username="org").pk, "一局", "piper", timezone.now() - timedelta(minutes=1), cal=fast)
    for user, name in zip(users, "水饺 包子 花卷 馒头 烧卖 汤圆 粽子 油条 豆浆 煎饼 米线 凉皮".split()):
        join(game, user.pk, name)
    start = Game.objects.get(pk=game.pk).start
    timezone.now = lambda: start + timedelta(seconds=1)
    assert look_round("test") == 1
    print(game.pk)
else:
    game = Game.objects.get(pk=sys.argv[2])
    later = max(timezone.now(), game.start + timedelta(seconds=5))
    timezone.now = lambda: later
    print(receive(game.pk, Post("talk-1", 0, sys.argv[3]), user=User.objects.get(username="u0").pk).post.floor)
"""


class Site:
    """A real server with a game of its own, and a process that posts."""

    def __init__(self, data: Path, port: int, pid: int, game: str, environment: dict[str, str]) -> None:
        self.data, self.port, self.pid, self.game, self.environment = data, port, pid, game, environment

    def post(self, text: str) -> int:
        """Another process posts; the floor."""
        return int(run(self.environment, "post", self.game, text))

    @contextmanager
    def listening(self, query: str = "", **headers: str) -> Iterator[Any]:
        """A stream that is open."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=LONGEST)
        connection.request("GET", f"/g/{self.game}/t/talk-1/live/{query}", headers=headers)
        response = connection.getresponse()
        assert response.status == 200
        try:
            yield response
        finally:
            response.close()
            connection.close()


def run(environment: dict[str, str], *arguments: str) -> str:
    """Run ``PLAY``."""
    done = subprocess.run([sys.executable, "-c", PLAY, *arguments], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    data = tmp_path_factory.mktemp("live")
    with own_database(data) as database:
        yield from served(data, {**os.environ, "BANSHA_DATA": str(data), "DATABASE_URL": database, "BANSHA_STREAMS": "150"})


def served(data: Path, environment: dict[str, str]) -> Iterator[Site]:
    """A site, until it is no longer wanted."""
    (data / "static").mkdir()
    game = run(environment, "make")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        number, port = listening.fileno(), listening.getsockname()[1]
        lifeline, other_end = os.pipe()
        command = [sys.executable, "-m", "bansha.board.serving", str(lifeline), "web", str(number)]
        server = subprocess.Popen(command, env=environment, pass_fds=(number, lifeline))
    os.close(lifeline)
    try:
        yield Site(data, port, server.pid, game, environment)
    finally:
        os.close(other_end)  # as if the supervisor had been killed
        try:
            server.wait(LONGEST)
        finally:
            server.kill()


def next_post(response: Any) -> tuple[int, str]:
    """The next post that a stream sends."""
    number, kind = 0, ""
    while line := response.readline().decode():
        if line.startswith("id: "):
            number = int(line[4:])
        elif line.startswith("event: "):
            kind = line[7:].strip()
        elif line == "\n" and kind == "post":
            return number, kind
    raise AssertionError("the stream ended")


@pytest.mark.slow
def test_a_post_of_another_process_reaches_every_stream_and_a_broken_one_goes_on_without_a_gap(site: Site) -> None:
    with site.listening() as one, site.listening() as other:
        floor = site.post("第一")
        assert next_post(one)[0] == next_post(other)[0] == floor
    missed = [site.post("没人看着"), site.post("还是没有")]
    with site.listening("?after=999", **{"Last-Event-ID": str(floor)}) as again:
        assert [next_post(again)[0], next_post(again)[0]] == missed


@pytest.mark.slow
def test_a_hundred_streams_take_no_thread_and_no_connection_each(site: Site) -> None:
    def threads_and_files() -> tuple[int, int]:
        status = Path(f"/proc/{site.pid}/status").read_text()
        found = re.search(r"^Threads:\s+(\d+)$", status, re.MULTILINE)
        assert found is not None
        files = [str(path.readlink()) for path in Path(f"/proc/{site.pid}/fd").iterdir()]
        return int(found[1]), sum("bansha.sqlite3" in name for name in files)

    with ExitStack() as opened:
        first, *_others = [opened.enter_context(site.listening()) for _ in range(101)]
        threads, files = threads_and_files()
        assert threads < 20
        assert files < 20
        floor = site.post("大家好")
        assert next_post(first)[0] == floor


@pytest.mark.slow
def test_health_of_a_real_server(site: Site) -> None:
    with urlopen(f"http://127.0.0.1:{site.port}/healthz", timeout=LONGEST) as response:
        assert (response.status, response.read()) == (200, b"ok\n")
    with urlopen(f"http://127.0.0.1:{site.port}/readyz", timeout=LONGEST) as response:
        said = json.loads(response.read())
    assert said["database"] == said["migrations"] == "ok"
