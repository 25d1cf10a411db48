"""Starts the site's processes, posts to them over HTTP, kills them at random, and writes down what was acknowledged.

Web workers share one listening socket and run by ``bansha.board.serving``, as under ``bansha serve``. Loopback only.
"""

import contextlib
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, Any, NamedTuple
from urllib.parse import quote, urlencode

SRC = Path(__file__).resolve().parents[2]
CSRF = "soak" * 8
SAY = ("不知所云", "同意平局", "放弃", "咬 {}", "保护 {}", "领走 {}")


class Kept(NamedTuple):
    """Something the site has acknowledged: a post with its floor, or a message (``thread`` "")."""

    game: str
    thread: str
    floor: int
    seat: int
    text: str


class Site:
    """The processes of a site on one database, and who of them was killed how often."""

    def __init__(self, data: Path, web: int = 2, directors: int = 2) -> None:
        self.env = {
            **os.environ,
            "BANSHA_DATA": str(data),
            "BANSHA_INPUTS_A_MINUTE": "0",
            "BANSHA_LOG": "ERROR",
            "PYTHONPATH": f"{SRC / 'src'}:{SRC}",
            "DJANGO_SETTINGS_MODULE": "bansha.board.settings",
        }
        (data / "static").mkdir(parents=True, exist_ok=True)
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = self.socket.getsockname()[1]
        self.lifeline, self.other_end = os.pipe()
        self.errors = (data / "errors.log").open("ab")
        self.wanted = ["web"] * web + ["director"] * directors
        self.processes: list[subprocess.Popen[bytes]] = []
        self.kills = {"web": 0, "director": 0}

    def manage(self, *arguments: str) -> None:
        """Run a management command to its end."""
        subprocess.run([sys.executable, "-m", "django", *arguments], env=self.env, check=True, stdout=subprocess.DEVNULL)

    def start(self) -> None:
        """All processes."""
        self.processes = [self.spawn(what) for what in self.wanted]

    def spawn(self, what: str) -> subprocess.Popen[bytes]:
        """One process."""
        arguments = ["web", str(self.socket.fileno())] if what == "web" else ["manage", "direct", "--every", "0.1"]
        return subprocess.Popen(
            [sys.executable, "-m", "bansha.board.serving", str(self.lifeline), *arguments],
            env=self.env, pass_fds=(self.lifeline, self.socket.fileno()), stdin=subprocess.DEVNULL, stderr=self.errors, start_new_session=True,
        )  # fmt: skip

    def kill_one(self, chance: random.Random) -> None:
        """Kill -9 of any, and another in its place at once."""
        n = chance.randrange(len(self.processes))
        assert self.processes[n].poll() is None, f"a {self.wanted[n]} process ended by itself, see {self.errors.name}"
        self.processes[n].send_signal(signal.SIGKILL)
        self.processes[n].wait()
        self.kills[self.wanted[n]] += 1
        self.processes[n] = self.spawn(self.wanted[n])

    def stop(self) -> None:
        """Kill all of them: there is no good order that anybody could rely on."""
        for process in self.processes:
            process.kill()
            process.wait()
        self.socket.close()
        os.close(self.lifeline)
        os.close(self.other_end)
        self.errors.close()


class Players(threading.Thread):
    """One player's hand: posts, votes and messages, one after another, each with a text of its own."""

    def __init__(self, site: Site, number: int, pause: float) -> None:
        super().__init__(daemon=True)
        self.site, self.number, self.pause = site, number, pause
        self.chance = random.Random(number)
        self.kept: list[Kept] = []
        self.tried = self.refused = self.broken = 0
        self.state: dict[str, Any] = {}
        self.sessions: list[str] = []
        self.names: list[str] = []
        self.ending = threading.Event()
        self.connection: http.client.HTTPConnection | None = None

    def run(self) -> None:
        """Until told to end."""
        while not self.ending.wait(self.pause * self.chance.uniform(0.5, 1.5)):
            games = self.state.get("games", ())
            if games:
                self.act(self.chance.choice(games))
        if self.connection is not None:
            self.connection.close()

    def act(self, game: dict[str, Any]) -> None:
        """Send something, and write it down if it was acknowledged."""
        seat, mark = self.chance.randrange(len(self.sessions)), f"{self.number}.{self.tried}"
        self.tried += 1
        voting = [key for key in game["threads"] if "votes" in key]
        talking = [key for key in game["threads"] if "votes" not in key]
        what = self.chance.random()
        target = self.chance.choice(self.names)
        if what < 0.3 or not game["threads"]:
            thread, text = "", self.chance.choice(SAY).format(target)
        elif what < 0.65 and voting:
            thread, text = voting[0], f"投票对象：{target}\n投票理由：{mark}"
        elif talking:
            thread, text = talking[-1], f"说话 {mark}"
        else:
            return
        path = f"t/{thread}/" if thread else "seat/"
        status, location = self.send(f"/g/{game['game']}/{path}", {"text": text}, self.sessions[seat])
        if status != 302:
            self.refused += status > 0
            self.broken += status <= 0
            assert status in (0, 200, 404, 422), f"{path}: {status}"
        elif thread:
            self.kept.append(Kept(game["game"], thread, int(location.rpartition("#f")[2]), seat, text))
        else:
            self.kept.append(Kept(game["game"], "", 0, seat, text))

    def send(self, path: str, values: dict[str, str], session: str) -> tuple[int, str]:
        """Status and where it leads; 0 where the connection broke, and nobody knows what came of it."""
        body = urlencode({**values, "csrfmiddlewaretoken": CSRF})
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": f"sessionid={session}; csrftoken={CSRF}"}
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=30)
            self.connection.request("POST", quote(path), body, headers)
            answer = self.connection.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException):
            if self.connection is not None:
                self.connection.close()
            self.connection = None
            return 0, ""
        return answer.status, answer.getheader("Location") or ""


class Soaked(NamedTuple):
    """How it went."""

    kept: list[Kept]
    tried: int
    refused: int
    broken: int
    kills: dict[str, int]
    seconds: float
    state: dict[str, Any]


def soak(
    data: Path, *, kills: int, seconds: float, games: int = 4, hands: int = 4, pause: float = 0.05, every: float = 1.2, seed: int = 0
) -> Soaked:
    """Run until so many were killed or the time is up. ``every``: seconds between two kills, in the mean; on a machine so slow that nothing
    has been acknowledged meanwhile the next one waits for that, for nothing can be lost where nothing is kept.
    """
    chance, site = random.Random(seed), Site(data)
    site.manage("migrate", "-v0")
    site.start()
    masters = subprocess.Popen(
        [sys.executable, "-m", "bench.soak.masters", str(games)], env=site.env, cwd=SRC, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=site.errors
    )  # fmt: skip
    assert masters.stdout is not None
    assert masters.stdin is not None
    players = [Players(site, n, pause) for n in range(hands)]
    began = time.monotonic()
    try:
        first = json.loads(masters.stdout.readline())
        for hand in players:
            hand.sessions, hand.names = first["sessions"], first["names"]
            hand.start()
        reader = threading.Thread(target=follow, args=(masters.stdout, players), daemon=True)
        reader.start()
        acknowledged = 0
        while sum(site.kills.values()) < kills and time.monotonic() - began < seconds:
            time.sleep(chance.expovariate(1 / every))
            while (now := sum(len(hand.kept) for hand in players)) == acknowledged and time.monotonic() - began < seconds:
                time.sleep(0.05)
            acknowledged = now
            site.kill_one(chance)
            assert masters.poll() is None, f"the process that opens games ended, see {data / 'errors.log'}"
        for hand in players:
            hand.ending.set()
        for hand in players:
            hand.join(60)
    finally:
        masters.stdin.close()
        masters.wait(60)
        masters.stdout.close()
        site.stop()
    kept = [one for hand in players for one in hand.kept]
    return Soaked(
        kept, sum(hand.tried for hand in players), sum(hand.refused for hand in players), sum(hand.broken for hand in players),
        site.kills, time.monotonic() - began, players[0].state,
    )  # fmt: skip


def follow(lines: IO[bytes], players: list[Players]) -> None:
    """Tell the players where they may write."""
    with contextlib.suppress(ValueError):  # closed
        for line in lines:
            state = json.loads(line)
            for hand in players:
                hand.state = state
