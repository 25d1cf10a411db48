"""The whole site for an ASGI server: event streams run in the loop, pages in threads (measured: docs/decisions/)."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from io import BytesIO
from typing import Any
from urllib.parse import quote

import django
from a2wsgi.wsgi import build_environ
from django.core.handlers.asgi import ASGIHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bansha.board.settings")
django.setup(set_prefix=False)

from bansha.board import urls  # noqa: E402, F401 -- after Django has been set up; the first page does not have to load all of them
from bansha.board.wsgi import application as pages  # noqa: E402


class Streams(ASGIHandler):
    """Streams live long. Django's own handler would keep a thread, and with it a connection to the database, for each of them."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        await self.handle(scope, receive, send)


streams = Streams()
# Pages wait for the processor alone, so one after another all are answered sooner than all at once; behind one that takes its time the others
# go beside it. Whoever writes also waits for the disk and for other writers, and holds up no reader by it.
READING = ("GET", "HEAD")
LONG = 0.1  # seconds in line
in_line = ThreadPoolExecutor(1, "in line")
beside = ThreadPoolExecutor(3, "beside")
for_writing = ThreadPoolExecutor(4, "writing")

MOST = 1 << 20  # bytes of a request; the forms of the site are far smaller
PATIENCE = 30.0  # seconds for it to come
Message = dict[str, Any]


async def whole(receive: Callable[[], Awaitable[Message]]) -> bytes | None:
    """The body of a request, None if it is too long or its sender has gone."""
    body = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message.get("body", b"")
        if len(body) > MOST:
            return None
        if not message.get("more_body"):
            return body


async def page(scope: Message, receive: Callable[[], Awaitable[Message]], send: Any) -> None:
    """A page, by a thread that gets the whole request at once: eight who send theirs by the drop would hold up everybody else."""
    try:
        body = await asyncio.wait_for(whole(receive), PATIENCE)
    except TimeoutError:
        body = None
    if body is None:
        await send({"type": "http.response.start", "status": 413, "headers": [(b"content-type", b"text/plain"), (b"connection", b"close")]})
        await send({"type": "http.response.body", "body": b"too long, or too slow\n"})
        return
    environ = build_environ(scope, BytesIO(body))  # type: ignore[arg-type]
    work = partial(copy_context().run, answer, environ)
    for message in await (in_turn(work) if scope["method"] in READING else asyncio.wrap_future(for_writing.submit(work))):
        await send(message)


async def in_turn(work: Callable[[], list[Message]]) -> list[Message]:
    """Have it done when its turn comes, or when that takes too long."""
    turn = in_line.submit(work)
    told = asyncio.wrap_future(turn)
    await asyncio.wait((told,), timeout=LONG)
    return await (asyncio.wrap_future(beside.submit(work)) if turn.cancel() else told)


def answer(environ: Any) -> list[Message]:
    """What the pages answer, whole: nothing of theirs is too long for that."""
    head: Message = {"type": "http.response.start"}

    def start(status: str, headers: list[tuple[str, str]], _error: Any = None, /) -> Callable[[bytes], object]:
        head["status"] = int(status[:3])
        head["headers"] = [(name.lower().encode("latin1"), value.strip().encode("latin1")) for name, value in headers]
        return lambda _bytes: None  # nobody writes past the answer

    parts = pages(environ, start)
    try:
        return [head, {"type": "http.response.body", "body": b"".join(parts)}]
    finally:
        parts.close()


def plain(scope: Message) -> Message:
    """The request without what means something else to the pages than to a proxy before them: ``X_Forwarded_For`` is ``X-Forwarded-For``
    to WSGI, and would come from whoever asks. A query is ASCII; what is not is written as it should have been.
    """
    headers = [(name, value) for name, value in scope["headers"] if b"_" not in name]
    query = scope["query_string"]
    return {**scope, "headers": headers, "query_string": query if query.isascii() else quote(query, safe="%&=+;/?:@!$'()*,~").encode()}


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Streams end in /live/; everything else is a page."""
    if scope["type"] != "http":
        raise ValueError(f"nothing here speaks {scope['type']}")
    scope = plain(scope)
    if scope["path"].endswith("/live/"):
        await streams(scope, receive, send)
    else:
        await page(scope, receive, send)
