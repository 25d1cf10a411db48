"""Event streams as a viewer reads them: everything they say until they would wait for something to happen."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.test import AsyncClient, Client

from bansha.board.games import live, stream

LONGEST = 60.0  # seconds


def is_stream(url: str) -> bool:
    """Whether an address is a stream's."""
    return url.split("?")[0].endswith("/live/")


class Here(Executor):
    """Runs what streams read in the test's own thread, on the connection that has the world."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()

        async def run() -> None:
            try:
                done.set_result(await sync_to_async(fn, thread_sensitive=True)(*args, **kwargs))
            except Exception as error:  # noqa: BLE001 -- it is the caller's
                done.set_exception(error)

        self.running = asyncio.get_running_loop().create_task(run())
        return done


def read(client: Client, url: str) -> tuple[int, Any, str]:
    """Status, headers and what a stream says until its first sign of mere life."""

    async def listen() -> tuple[int, Any, str]:
        reader = AsyncClient(raise_request_exception=False)
        reader.cookies = client.cookies
        response: Any = await reader.get(url)
        if not response.streaming:
            return response.status_code, response.headers, response.content.decode()
        said: list[str] = []
        chunks = response.streaming_content
        async with asyncio.timeout(LONGEST):
            async for chunk in chunks:
                if chunk.startswith(b":"):
                    break
                said.append(chunk.decode())
        await chunks.aclose()
        response.close()
        return response.status_code, response.headers, "".join(said)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(live, "readers", Here())
        patch.setattr(live, "listen", lambda: None)
        patch.setattr(stream, "HEARTBEAT", 0.0)
        return async_to_sync(listen)()
