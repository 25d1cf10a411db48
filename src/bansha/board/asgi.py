"""The whole site for an ASGI server: event streams run in the loop, pages in threads (measured: docs/decisions/)."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import quote

import django
from a2wsgi import WSGIMiddleware
from django.core.handlers.asgi import ASGIHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bansha.board.settings")
django.setup(set_prefix=False)

from bansha.board.wsgi import application as pages  # noqa: E402 -- after Django has been set up


class Streams(ASGIHandler):
    """Streams live long. Django's own handler would keep a thread, and with it a connection to the database, for each of them."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        await self.handle(scope, receive, send)


streams = Streams()
in_threads = WSGIMiddleware(pages, workers=8)  # type: ignore[arg-type]


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
    rest = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return rest.pop() if rest else await receive()

    await in_threads(scope, again, send)  # type: ignore[arg-type]


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
