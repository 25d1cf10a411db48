"""The comparisons of ``python -m bench board`` (SQLite) and ``board-postgres``; bounds from the project's promise on speed."""

import asyncio
import atexit
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from bench.board import load
from bench.board.load import Load, ask, cookie
from bench.board.serving import BARE_DJANGO, BARE_STARLETTE, SITE, Served, first_page
from bench.board.streams import Heard, heard
from bench.harness import ROOT, Comparison, Missing, Sample, Side

GAMES, LONG, DUE = 100, 10_000, 20
STREAMS = 500


class Setting:
    """The site and the bare page on one kind of database, made when first asked for and ended with the process, of which there is one a run."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.directory = Path(tempfile.mkdtemp(prefix="bansha-bench-"))
        atexit.register(subprocess.run, ["rm", "-rf", str(self.directory)], check=False)

    @cache  # noqa: B019
    def address(self) -> str:
        """The PostgreSQL that this bench has to itself, ``""`` for SQLite."""
        if self.database == "sqlite":
            return ""
        keeper = subprocess.Popen(
            [sys.executable, "tools/with_postgres.py", "sh", "-c", "echo $DATABASE_URL; cat"],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert keeper.stdin is not None
        assert keeper.stdout is not None
        atexit.register(keeper.wait)
        atexit.register(keeper.stdin.close)
        found = keeper.stdout.readline().strip()
        if not found:
            raise Missing("PostgreSQL's server programs are needed; on Debian: apt-get install postgresql")
        return found

    def host(self) -> str:
        """The directory of PostgreSQL's socket."""
        return self.address().split("@")[1].split("/")[0].replace("%2F", "/")

    def env(self, name: str) -> dict[str, str]:
        """The environment of a site of this name."""
        data = load.scratch(self.directory / name)
        (data / "static").mkdir(exist_ok=True)
        env = {
            "BANSHA_DATA": str(data),
            "BANSHA_INPUTS_A_MINUTE": "0",
            "BANSHA_STREAMS": "0",
            "BANSHA_LOG": "ERROR",
            "DJANGO_SETTINGS_MODULE": "bansha.board.settings",
        }
        if self.address():
            env["DATABASE_URL"] = self.address().rpartition("/")[0] + f"/{name}"
        return env

    @cache  # noqa: B019
    def filled(self, name: str, games: int, long: int) -> dict[str, list[str]]:
        """The games of a site, made now."""
        if self.address():
            subprocess.run(["psql", f"--host={self.host()}", "--username=bansha", "--command", f"CREATE DATABASE {name}", "bansha"], check=True, stdout=subprocess.DEVNULL)  # fmt: skip
        self.run(name, "-m", "django", "migrate", "-v0")
        found: dict[str, list[str]] = json.loads(self.run(name, "-m", "bench.board.fill", str(games), str(long)))
        return found

    def run(self, name: str, *arguments: str) -> str:
        """Run a Python of a site to its end; what it printed."""
        env = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}", **self.env(name)}
        return subprocess.run([sys.executable, *arguments], env=env, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout

    @cache  # noqa: B019
    def site(self, name: str, games: int, long: int = 0, directors: int = 0) -> Served:
        """A served site with so many games."""
        self.filled(name, games, long)
        served = Served(SITE, self.env(name), directors=directors)
        atexit.register(served.close)
        return served.ready("/login/")

    @cache  # noqa: B019
    def bare(self) -> Served:
        """The bare page, as large as the site's."""
        ours, _cookie, path = self.reading()
        size = len(ours.fetch(path)[1])
        address = f"sqlite:///{self.directory / 'bare.sqlite3'}"
        if self.address():
            address = f"postgresql+psycopg://bansha@/bansha?host={self.host()}"
        env = {"BARE_DATABASE": address}
        from bansha.board.games.markup import to_html
        from bench.board.text import TEXT

        subprocess.run([sys.executable, "-m", BARE_STARLETTE, to_html(TEXT)], env={**os.environ, **env}, cwd=ROOT, check=True)
        probe = Served(BARE_STARLETTE, env, workers=1).ready("/t/1/")
        lacking = size - len(probe.fetch("/t/1/")[1])
        probe.close()
        served = Served(BARE_STARLETTE, {**env, "BARE_FILLER": str(max(0, lacking // 50))})
        atexit.register(served.close)
        return served.ready("/t/1/")

    def reading(self) -> tuple[Served, str, str]:
        """The site, a player's cookies, and the thread of fifty posts."""
        made = self.filled("one", 1, LONG)
        return self.site("one", 1, LONG), cookie(made["sessions"][0]), f"/g/{made['games'][0]}/t/talk-1/"


def per_request(asked: Callable[[], Load]) -> Side:
    """Seconds a request."""
    return lambda: Sample(1 / asked().rate)


def work(served: Callable[[], Served], asked: Callable[[], Load]) -> Side:
    """Seconds of processor a request, of the server's processes alone: as many pages as they can draw, whatever else the machine does."""

    def measured() -> Sample:
        before = served().worked()
        answers = asked().answers
        return Sample((served().worked() - before) / answers)

    return measured


def p50(asked: Callable[[], Load]) -> Side:
    """What the middle one took."""
    return lambda: Sample(asked().p50)


def comparisons_on(database: str) -> list[Comparison]:
    """Pages and posts against the bare ones."""
    at = Setting(database)

    def ours(logged_in: bool, query: str = "?from=1", thread: str = "talk-1") -> Load:
        served, who, path = at.reading()
        return ask(served.port, path.replace("talk-1", thread) + query, cookie=who if logged_in else "")

    def bare() -> Load:
        return ask(at.bare().port, "/t/1/")

    def write() -> Load:
        made = at.filled("writes", 1, 0)
        return ask(
            at.site("writes", 1).port,
            f"/g/{made['games'][0]}/t/talk-1/",
            cookie=cookie(made["sessions"][3]),
            post="说话，一句不长不短的话。",
        )

    def write_bare() -> Load:
        return ask(at.bare().port, "/t/2/", post="说话，一句不长不短的话。")

    def site() -> Served:
        return at.reading()[0]

    last: dict[str, Load] = {}

    def tail() -> Sample:
        last["page"] = ours(True)
        return Sample(last["page"].p99)

    def among(games: int) -> Load:
        name = f"games{games}"
        made = at.filled(name, games, 0)
        return ask(at.site(name, games).port, f"/g/{made['games'][0]}/t/talk-1/", cookie=cookie(made["sessions"][0]))

    def adjudicating(busy: bool) -> Sample:
        made = at.filled("due", DUE + 1, 0)
        served = at.site("due", DUE + 1, directors=1)
        if busy:
            at.run("due", "-m", "bench.board.fill", "due", "2.0", *made["games"][1:])
        return Sample(ask(served.port, f"/g/{made['games'][0]}/t/talk-1/", cookie=cookie(made["sessions"][0]), seconds=4).p99)

    on = {"sqlite": "SQLite", "postgres": "PostgreSQL"}[database]
    return [
        Comparison(f"{on}: thread page, visitor / bare Starlette", "pages/s a core", "faster", 0.35, work(site, lambda: ours(False)), work(at.bare, bare)),
        Comparison(f"{on}: thread page, player / bare Starlette", "pages/s a core", "faster", 0.35, work(site, lambda: ours(True)), work(at.bare, bare)),
        Comparison(f"{on}: posts / bare Starlette", "posts/s", "faster", 0.2, per_request(write), per_request(write_bare)),
        Comparison(f"{on}: thread page, p99 / p50", "", "dearer", 2.5, tail, lambda: Sample((last.get("page") or ours(True)).p50)),
        Comparison(
            f"{on}: last page of {LONG:,} posts / first of 50", "", "dearer", 1.25,
            p50(lambda: ours(True, f"?from={LONG - 49}", "talk-9")), p50(lambda: ours(True)),
        ),
        Comparison(f"{on}: page with {GAMES} running games / 1", "", "dearer", 1.25, p50(lambda: among(GAMES)), p50(lambda: among(1))),
        Comparison(f"{on}: page p99, {DUE} games adjudicated / idle", "", "dearer", 2, lambda: adjudicating(True), lambda: adjudicating(False)),
    ]  # fmt: skip


def sqlite() -> list[Comparison]:
    """The site on SQLite against bare pages; streams; start."""
    at = Setting("sqlite")

    def start_ours() -> Sample:
        at.filled("start", 1, 0)
        return Sample(first_page(SITE, at.env("start"), "/"))

    def start_bare() -> Sample:
        return Sample(first_page(BARE_DJANGO, {}, "/"))

    @cache
    def listened(readers: int) -> Heard:
        made = at.filled("streams", 1, 0)
        served = Served(SITE, at.env("streams")).ready("/login/")
        try:
            path = f"/g/{made['games'][0]}/t/talk-1/"
            return asyncio.run(heard(served, path, cookie(made["sessions"][2]), readers, 10))
        finally:
            served.close()

    def kept(readers: int, figure: str) -> Side:
        return lambda: Sample(getattr(listened(readers), figure))

    return [
        *comparisons_on("sqlite"),
        Comparison("start to first page / bare Django", "", "dearer", 2, start_ours, start_bare),
        Comparison("a post reaches all of 20 readers within", "", "seconds", 0, kept(20, "worst")),
        Comparison(f"{STREAMS} open streams: post to screen, p50", "", "seconds", 0, kept(STREAMS, "p50")),
        Comparison(f"{STREAMS} open streams: post to screen, p99", "", "seconds", 0, kept(STREAMS, "p99")),
        Comparison(f"{STREAMS} open streams: memory each", "KiB", "seconds", 0, lambda: Sample(listened(STREAMS).bytes_each / 1024)),
    ]


def postgres() -> list[Comparison]:
    """The site on PostgreSQL against bare pages."""
    return comparisons_on("postgres")
