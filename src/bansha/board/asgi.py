"""The whole site for an ASGI server: event streams run in the loop, pages in threads (measured: docs/decisions/)."""

import os
from typing import Any

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


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Streams end in /live/; everything else is a page."""
    if scope["type"] != "http":
        raise ValueError(f"nothing here speaks {scope['type']}")
    if scope["path"].endswith("/live/"):
        await streams(scope, receive, send)
    else:
        await in_threads(scope, receive, send)  # type: ignore[arg-type]
