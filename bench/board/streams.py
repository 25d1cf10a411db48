"""Many readers with an open event stream each: how soon a post reaches all of them, and what they cost in memory."""

import asyncio
import time
from statistics import median, quantiles
from typing import NamedTuple
from urllib.parse import urlencode

from bench.board.load import CSRF
from bench.board.serving import Served


class Heard(NamedTuple):
    """Seconds from the sending of a post to its arrival, over all posts and readers, and bytes of memory for each stream."""

    p50: float
    p99: float
    worst: float
    bytes_each: float


async def listen(port: int, path: str, cookie: str, arrivals: list[tuple[str, float]], opened: asyncio.Semaphore) -> None:
    """One reader: notes when each mark arrives."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\nAccept: text/event-stream\r\n\r\n".encode())
    status = await reader.readline()
    if b" 200 " not in status:
        raise RuntimeError(f"a stream was answered {status!r}")
    opened.release()
    try:
        while line := await reader.readline():
            now = time.perf_counter()
            if b"mark-" in line:
                arrivals.append((line.decode().split("mark-")[1].split("-")[0], now))
    finally:
        writer.close()


async def post(port: int, path: str, cookie: str, text: str) -> None:
    """Post, and wait for the answer."""
    body = urlencode({"text": text, "csrfmiddlewaretoken": CSRF}).encode()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
    answer = await reader.read()
    writer.close()
    if b" 302 " not in answer.split(b"\r\n", 1)[0]:
        raise RuntimeError(answer[:300])


async def heard(served: Served, path: str, cookie: str, readers: int, posts: int) -> Heard:
    """Open so many streams, post so often, and see."""
    arrivals: list[tuple[str, float]] = []
    opened = asyncio.Semaphore(0)
    before = served.memory()
    listening = [asyncio.create_task(listen(served.port, f"{path}live/", cookie, arrivals, opened)) for _ in range(readers)]
    async with asyncio.timeout(120):
        for _ in range(readers):
            await opened.acquire()
    await asyncio.sleep(1)
    after = served.memory()
    sent = {}
    for n in range(posts):
        sent[str(n)] = time.perf_counter()
        await post(served.port, path, cookie, f"mark-{n}- 说话")
        until = time.perf_counter() + 10
        while sum(mark == str(n) for mark, _at in arrivals) < readers and time.perf_counter() < until:
            await asyncio.sleep(0.01)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    first = {(mark, n): at - sent[mark] for n, (mark, at) in enumerate(arrivals)}
    delays = sorted(first.values())
    if len(delays) < readers * posts:
        raise RuntimeError(f"{readers * posts - len(delays)} of {readers * posts} posts did not reach a reader within 10 s")
    return Heard(median(delays), quantiles(delays, n=100)[98], delays[-1], (after - before) / readers)
