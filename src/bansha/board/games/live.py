"""Telling the event streams of this process, and of all others, that something has happened in a game. What it was they read from the database.

Within a process ``wake`` sets the event of every stream that watches the game. Between processes PostgreSQL carries the game's id (LISTEN and
NOTIFY); on SQLite each process that has streams looks at the counters of the watched games a few times a second. A call that goes astray costs
no post: every stream also looks by itself now and then.
"""

import asyncio
import contextlib
import logging
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from django.db import close_old_connections, connection

CHANNEL = "bansha"
LOOK_EVERY = 0.2  # seconds, where nobody calls
RETRY = 2.0

logger = logging.getLogger("bansha.live")
# All that streams read is read by these threads: a stream itself holds neither a thread nor a connection.
readers = ThreadPoolExecutor(2, "streams")

_lock = threading.Lock()
_watches: dict[str, set["Watch"]] = {}
_calls: Counter[str] = Counter()
_ears: dict[asyncio.AbstractEventLoop, "asyncio.Task[None]"] = {}


class Watch(NamedTuple):
    """One stream's: the event is set whenever something has happened in the game."""

    loop: asyncio.AbstractEventLoop
    event: asyncio.Event


def tell(game: str) -> None:
    """Something that happened in the game has been committed: wake streams here and elsewhere. Never fails: what happened stands."""
    wake(game)
    if connection.vendor == "postgresql":
        try:
            # Apart from what happened: a transaction that notifies holds up all others that do while it is written to the disk.
            with connection.cursor() as cursor:
                cursor.execute(f"BEGIN; SET LOCAL synchronous_commit = off; SELECT pg_notify('{CHANNEL}', '{game}'); COMMIT")
        except Exception:
            logger.exception("could not notify")


def wake(game: str) -> None:
    """Wake every stream of this process that watches the game."""
    with _lock:
        watches = list(_watches.get(game, ()))
        if watches:
            _calls[game] += 1
    for watch in watches:
        with contextlib.suppress(RuntimeError):  # its loop has ended
            watch.loop.call_soon_threadsafe(watch.event.set)


def calls(game: str) -> int:
    """How often the streams of this process have been woken for the game: it tells moments apart."""
    with _lock:
        return _calls[game]


@contextlib.contextmanager
def watching(game: str) -> Iterator[Watch]:
    """A watch on the game, for as long as the stream runs."""
    watch = Watch(asyncio.get_running_loop(), asyncio.Event())
    with _lock:
        _watches.setdefault(game, set()).add(watch)
    listen()
    try:
        yield watch
    finally:
        with _lock:
            _watches[game].discard(watch)
            if not _watches[game]:
                del _watches[game], _calls[game]


# ---- other processes -------------------------------------------------------------------------------------------------------------------


def listen() -> None:
    """See that this loop hears of what other processes do; it stops by itself when nobody watches any more."""
    loop = asyncio.get_running_loop()
    if loop not in _ears or _ears[loop].done():
        _ears[loop] = loop.create_task(hear() if connection.vendor == "postgresql" else look())
        for ended in [other for other in _ears if other.is_closed()]:
            del _ears[ended]


async def look() -> None:
    """Look at the counters of the watched games."""
    seen: dict[str, int] = {}
    loop = asyncio.get_running_loop()
    while _watches:
        try:
            now = await loop.run_in_executor(readers, counters, list(_watches))
        except Exception:
            logger.exception("could not look at the games")
            await asyncio.sleep(RETRY)
            continue
        for game, entries in now.items():
            if seen.get(game, entries) != entries:
                wake(game)
        seen = now
        await asyncio.sleep(LOOK_EVERY)


def counters(games: list[str]) -> dict[str, int]:
    """How long the log of each game is."""
    from bansha.board.games.models import Game

    close_old_connections()
    return dict(Game.objects.filter(pk__in=games).values_list("pk", "entries"))


async def hear() -> None:
    """Listen on a connection of its own, one for the whole process."""
    import psycopg

    given = connection.get_connection_params()
    wanted = {key: value for key, value in given.items() if key in ("dbname", "user", "password", "host", "port", "sslmode")}
    while _watches:
        try:
            async with await psycopg.AsyncConnection.connect(autocommit=True, **wanted) as heard:
                await heard.execute(f"LISTEN {CHANNEL}")
                for game in list(_watches):
                    wake(game)  # what was called while nobody listened
                while _watches:
                    async for call in heard.notifies(timeout=30):
                        wake(call.payload)
        except (psycopg.Error, OSError):
            logger.exception("cannot listen; trying again")
            await asyncio.sleep(RETRY)
