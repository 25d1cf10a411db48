"""Telling the event streams of this process and of others that something has happened in a game. What happened they read from the database."""

import asyncio
import contextlib
import threading

_lock = threading.Lock()
_waiting: dict[str, set[tuple[asyncio.AbstractEventLoop, asyncio.Event]]] = {}


def wake(game: str) -> None:
    """Wake every stream of this process that watches the game."""
    with _lock:
        waiting = list(_waiting.get(game, ()))
    for loop, event in waiting:
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(event.set)


@contextlib.contextmanager
def watching(game: str):  # type: ignore[no-untyped-def]
    """An event that is set whenever something has happened in the game."""
    key = (asyncio.get_running_loop(), asyncio.Event())
    with _lock:
        _waiting.setdefault(game, set()).add(key)
    try:
        yield key[1]
    finally:
        with _lock:
            _waiting[game].discard(key)
            if not _waiting[game]:
                del _waiting[game]
