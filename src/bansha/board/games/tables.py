"""The tables of running games in this process's memory. A table is a fold of its log, so it can be thrown away and made again at any time."""

import json
import threading
from collections import OrderedDict
from datetime import datetime

from bansha.board.games.models import Entry, Game

from bansha.table.header import from_data
from bansha.table.inputs import from_data as input_from_data
from bansha.table.table import Table

KEPT = 128

_lock = threading.Lock()
_tables: OrderedDict[str, Table] = OrderedDict()
_locks: dict[str, threading.RLock] = {}


def lock_of(game: str) -> threading.RLock:
    """The lock under which this process uses the table of a game."""
    with _lock:
        return _locks.setdefault(game, threading.RLock())


def table_of(game: Game) -> Table:
    """The table of a game, brought up to the ``entries`` of the row in hand. The caller holds ``lock_of`` and the row's lock."""
    with _lock:
        table = _tables.pop(game.pk, None)
    if table is None or len(table.log) > game.entries:
        table = Table(from_data(game.header))
    if len(table.log) < game.entries:
        catch_up(table, game)
    with _lock:
        _tables[game.pk] = table
        while len(_tables) > KEPT:
            _tables.popitem(last=False)
    return table


def catch_up(table: Table, game: Game) -> None:
    """Replay the entries that other processes have written."""

    rows = Entry.objects.filter(game=game, n__gt=len(table.log), n__lte=game.entries).order_by("n").values_list("line", flat=True)
    for line in rows:
        data = json.loads(line)
        table.take(input_from_data(data["in"]), datetime.fromisoformat(data["at"]), data["in"], data["at"])


def forget(game: str) -> None:
    """Throw a table away, after a transaction that did not come about."""
    with _lock:
        _tables.pop(game, None)
