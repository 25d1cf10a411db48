"""Threads and posts as they are stored, each on the next floor of its thread, under the lock of the game's row."""

from datetime import datetime
from typing import Any

from bansha.board.games.markup import to_html
from bansha.board.games.models import Game, Post, Thread
from bansha.board.games.opening import opening, proxy, told_text
from bansha.rules.notices import Notice
from bansha.table.entries import Entry as LogEntry
from bansha.table.table import Table
from bansha.table.threads import DIRECTOR, is_room
from bansha.telling import words


def store_posts(game: Game, table: Table, entry: LogEntry, at: datetime) -> Post | None:
    """Threads that were opened, the post that this entry is, and the director's posts for voters."""
    phase = next((notice.args for notice in entry.said if notice.what == "phase"), None)
    for notice in entry.said:
        if notice.what == "thread":
            open_thread(game, table, notice.args[0], at, phase)
    ledger = next((notice for notice in entry.said if notice.what == "ledger"), None)
    if entry.input[0] == "post":
        _kind, key, seat, text, quote = entry.input
        return add_post(game, key, seat, text, quote, at, ledger)
    if ledger is not None and ledger.args[6] == DIRECTOR:
        key, _floor, seat, ruling, target = ledger.args[:5]
        told = proxy(seat, target, ruling)
        return add_post(game, key, None, told_text(told, words.setting(table), "zh"), 0, at, ledger, told)
    return None


def open_silent(game: Game, table: Table, entry: LogEntry, at: datetime) -> None:
    """Open what no notice opens: rooms, and threads of a corrected past."""
    silent = [key for key in table.threads if is_room(key) or entry.input[0] == "correct"]
    kept = set(Thread.objects.filter(game=game, key__in=silent).values_list("key", flat=True)) if silent else set()
    for key in silent:
        if key not in kept:
            open_thread(game, table, key, at)


def open_thread(game: Game, table: Table, key: str, at: datetime, phase: list[Any] | None = None) -> None:
    """A thread with the director's opening post on floor 1; one that was open in a past that was corrected is open again.

    ``phase``: the notice of the phase it opens with, since the table in hand may have gone on.
    """
    if Thread.objects.filter(game=game, key=key).update(open=True):
        return
    told = opening(table, key, phase)
    text = told_text(told, words.setting(table), "zh")
    thread = Thread.objects.create(game=game, key=key, floors=1, opened=at)
    Post.objects.create(thread=thread, floor=1, seat=None, text=text, html=to_html(text), at=at, told=told)


def add_post(
    game: Game, key: str, seat: int | None, text: str, quote: int, at: datetime, ledger: Notice | None, told: dict[str, Any] | None = None
) -> Post:
    """The next floor of a thread, under the lock of the game's row."""
    thread = Thread.objects.get(game=game, key=key)
    thread.floors += 1
    thread.save(update_fields=["floors"])
    return Post.objects.create(
        thread=thread,
        floor=thread.floors,
        seat=seat,
        text=text,
        html=to_html(text),
        quote=quote,
        at=at,
        reading=None if ledger is None else {"voter": ledger.args[2], "ruling": ledger.args[3], "args": ledger.args},
        told=told,
    )
