"""The whole site for an ASGI server: event streams run in the loop, pages in threads (measured: docs/decisions/)."""

import os
from typing import Any

from a2wsgi import WSGIMiddleware
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bansha.board.settings")

streams = get_asgi_application()

from bansha.board.wsgi import application as pages  # noqa: E402 -- after Django has been set up

in_threads = WSGIMiddleware(pages, workers=8)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Streams end in /live/; everything else is a page."""
    if scope["type"] == "http" and not scope["path"].endswith("/live/"):
        await in_threads(scope, receive, send)  # type: ignore[arg-type]
    else:
        await streams(scope, receive, send)
