"""The event stream of a thread: new posts as they come, and the phase band when the game moves on. For pages that are open; they work without.

    GET /g/GAME/t/KEY/live/?after=FLOOR        Last-Event-ID: FLOOR goes before it
    retry: …                                   once
    id: 17 / event: post / data: <article …>   a post that the reader may read, drawn as on the page; the id is its floor
    event: phase / data: <section …>           the band for this reader; first thing, and whenever the public state of the game has changed
    :                                          nothing, so that the connection stays open

What is sent is what the reader may read at that moment: of a room each look asks anew who he is and whether he is in it. A stream holds no
thread and no connection to the database: streams that want the same thing at the same moment have it read once, by two threads of their own.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from django.conf import settings
from django.contrib.auth import get_user
from django.db import close_old_connections
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from bansha.board.errors import draw
from bansha.board.games import live
from bansha.board.games.band import about, band
from bansha.board.games.drawing_posts import A_PAGE, as_html, look_of, rows_of
from bansha.board.games.models import Game, Post
from bansha.board.games.rooms import readable
from bansha.board.games.viewer import Viewer, game_or_404, thread_or_404, viewer
from bansha.board.games.words import Lang
from bansha.board.games.writing import why_not
from bansha.board.people import limits
from bansha.board.texts import text
from bansha.table.threads import is_room

HEARTBEAT = 20.0  # seconds; proxies cut what is silent for longer than a minute
MOST = 2000  # streams of one process

T = TypeVar("T")
State = tuple[str, int, int, datetime | None, datetime | None]


class Asked(NamedTuple):
    """Who has asked for which thread, as far as a stream has to remember it."""

    game: str
    key: str
    room: bool
    session: str | None
    lang: Lang
    zone: str
    writes: bool
    after: int


class Shared:
    """What several streams ask at the same moment is read once. A question names its moment, so that no answer is older than its question."""

    def __init__(self) -> None:
        self.asked: dict[tuple[Any, ...], asyncio.Future[Any]] = {}

    async def read(self, question: tuple[Any, ...], answer: Callable[[], T]) -> T:
        """The answer, read by a thread of ``live.readers``."""
        found = self.asked.get(question)
        if found is None:
            loop = asyncio.get_running_loop()
            found = self.asked[question] = loop.run_in_executor(live.readers, with_connection, answer)
            loop.call_later(1.0, self.asked.pop, question, None)
        result: T = await asyncio.shield(found)
        return result


_shared: WeakKeyDictionary[asyncio.AbstractEventLoop, Shared] = WeakKeyDictionary()
_open: Counter[str] = Counter()  # streams of this process, by whose they are


def with_connection(answer: Callable[[], T]) -> T:
    """Read with a connection that still stands."""
    close_old_connections()
    return answer()


async def page(request: HttpRequest, game_id: str, key: str) -> HttpResponse | StreamingHttpResponse:
    """``/g/GAME/t/KEY/live/``."""
    if request.method != "GET":
        return HttpResponse(status=405, headers={"Allow": "GET"})
    loop = asyncio.get_running_loop()
    asked, whose = await loop.run_in_executor(live.readers, with_connection, partial(opened, request, game_id, key))
    if status := too_many(whose):
        refusal = await loop.run_in_executor(live.readers, with_connection, partial(draw, request, status))
        refusal.headers["Retry-After"] = "30"
        return refusal
    response = StreamingHttpResponse(events(asked, whose), content_type="text/event-stream; charset=utf-8")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def too_many(whose: str) -> int:
    """The status with which another stream is refused: one person has opened more than anybody reads, or this process serves all it can. 0: neither."""
    if settings.STREAMS_EACH and _open[whose] >= settings.STREAMS_EACH:
        return 429
    return 503 if _open.total() >= MOST else 0


def opened(request: HttpRequest, game_id: str, key: str) -> tuple[Asked, str]:
    """Who asks, from which floor on, and whose stream it will be: the account's, or without one the address's. Http404 exactly where the page says so."""
    _ = request.user.is_authenticated  # asked here, where the database may be asked: the page that says 404 names the reader
    game = game_or_404(game_id)
    reader = viewer(request, game)
    thread = thread_or_404(game, reader, key)
    given = request.headers.get("Last-Event-ID") or request.GET.get("after")
    session = request.COOKIES.get(settings.SESSION_COOKIE_NAME) if reader.user is not None else None
    after = floor_of(given, thread.floors)
    lang: Lang = request.lang  # type: ignore[attr-defined]
    writes = not why_not(game, reader, thread, about(game, reader, lang).due, lang)
    whose = f"from {limits.address(request)}" if reader.user is None else f"of {reader.user}"
    return Asked(game.pk, key, is_room(key), session, lang, reader.zone, writes, after), whose


def floor_of(given: str | None, otherwise: int) -> int:
    """A floor out of an address or header."""
    return int(given) if given and given.isascii() and given.isdecimal() and len(given) < 7 else otherwise


async def events(asked: Asked, whose: str) -> AsyncIterator[bytes]:
    """The stream itself. It ends when the reader may no longer read the thread; asking again is answered with 404 then."""
    _open[whose] += 1
    try:
        shared = _shared.setdefault(asyncio.get_running_loop(), Shared())
        with live.watching(asked.game) as watch:
            after, state = asked.after, None
            yield b"retry: 2000\n\n"
            beat = time.monotonic() + HEARTBEAT
            while True:
                watch.event.clear()
                moment = (live.calls(asked.game), int(time.monotonic()))
                try:
                    posts, now = await shared.read(question(asked, after, moment), partial(news, asked, after))
                    if now != state:
                        yield event(
                            "phase", await asyncio.get_running_loop().run_in_executor(live.readers, with_connection, partial(phase, asked))
                        )
                        state = now
                except Http404:
                    return
                for floor, html in posts:
                    yield event("post", html, floor)
                    after = floor
                if len(posts) == A_PAGE:
                    continue
                try:
                    await asyncio.wait_for(watch.event.wait(), max(0.0, beat - time.monotonic()))
                except TimeoutError:
                    beat += HEARTBEAT
                    yield b":\n\n"
    finally:
        _open[whose] -= 1
        if not _open[whose]:
            del _open[whose]


def question(asked: Asked, after: int, moment: tuple[Any, ...]) -> tuple[Any, ...]:
    """What makes two streams ask the same: everything that is sent depends on this alone. A room's are each their own."""
    return (*asked[:-1], after, moment) if asked.room else (asked.game, asked.key, asked.lang, asked.zone, asked.writes, after, moment)


def news(asked: Asked, after: int) -> tuple[list[tuple[int, str]], State]:
    """The posts after a floor that the reader may read now, and the public state of the game. Raises Http404 if he may not."""
    game = game_or_404(asked.game)
    reader = reader_now(asked, game) if asked.room else Viewer(None, None, False, asked.zone)
    thread = thread_or_404(game, reader, asked.key)
    shown = readable(game, reader, thread)
    look = look_of(game, asked.lang, asked.zone, asked.writes and thread.open)
    rows = rows_of(Post.objects.filter(shown, thread=thread, floor__gt=after).order_by("floor"), game, look, shown)
    drawn = list(zip((row["floor"] for row in rows), as_html(rows, look), strict=True))
    return drawn, (game.status, game.phase, game.day, game.closes, game.paused)


def reader_now(asked: Asked, game: Game) -> Viewer:
    """Who the reader is at this moment: his session may have ended, his seat may be somebody else's."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(asked.session)
    request.user = get_user(request)
    return viewer(request, game)


def phase(asked: Asked) -> str:
    """The band for this reader."""
    game = game_or_404(asked.game)
    reader = reader_now(asked, game)
    thread_or_404(game, reader, asked.key)
    return render_to_string(
        "band.html",
        {
            "game": game,
            "reader": reader,
            "band": band(game, reader, asked.lang),
            "lang": asked.lang,
            "t": lambda key, **values: text(key, asked.lang, **values),
            "now": timezone.now(),
            "path": reverse("thread", args=[game.pk, asked.key]),
        },
    )


def event(kind: str, data: str, number: int | None = None) -> bytes:
    """One event, in the wire's own form: a line of data for each line."""
    lines = [f"id: {number}"] if number is not None else []
    lines += [f"event: {kind}", *(f"data: {line}" for line in data.strip().replace("\r\n", "\n").replace("\r", "\n").split("\n"))]
    return ("\n".join(lines) + "\n\n").encode()
