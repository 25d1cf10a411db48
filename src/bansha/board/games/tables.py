"""The tables of running games in this process's memory. A table is a fold of its log, so it can be thrown away and made again at any time."""

import threading
from collections import OrderedDict
from datetime import datetime

from bansha.board.errors import Broken
from bansha.board.games.models import Entry, Game
from bansha.rules.errors import Malformed
from bansha.table import log
from bansha.table.header import from_data
from bansha.table.inputs import from_data as input_from_data
from bansha.table.previewing import twin
from bansha.table.table import Table

KEPT = 128

_lock = threading.Lock()
_tables: OrderedDict[str, Table] = OrderedDict()
_checks: dict[str, int] = {}  # the log's check after the last entry of each table
_locks: dict[str, threading.RLock] = {}


def lock_of(game: str) -> threading.RLock:
    """The lock under which this process uses the table of a game."""
    with _lock:
        return _locks.setdefault(game, threading.RLock())


def table_of(game: Game) -> Table:
    """The table of a game, brought up to the ``entries`` of the row in hand. The caller holds ``lock_of`` and the row's lock.

    A kept table may hold what never came about: a transaction around ``receive`` was rolled back. Its check then does not fit what is stored.
    Raises Broken.
    """
    with _lock:
        table, check = _tables.pop(game.pk, None), _checks.get(game.pk, 0)
    if table is not None:
        try:
            catch_up(table, game, check)
        except Broken:
            table = None
    if table is None:
        table = made(game)
    keep(game, table)
    return table


def made(game: Game) -> Table:
    """A new table out of the whole log. Raises Broken, also for a log under another version of the law than this program has."""
    try:
        table = Table(from_data(game.header))
    except Malformed as fault:
        raise Broken(0, fault) from fault
    catch_up(table, game)
    return table


def table_in_hand(game: Game) -> Table:
    """A copy of the table as it stands. The game's row is read anew under the lock."""
    with lock_of(game.pk):
        game.refresh_from_db()
        table = table_of(game)
        if table.state is not None:
            return twin(table)
        return made(game)  # before the deal there is little to replay


def keep(game: Game, table: Table) -> None:
    """Keep a table that is as the row in hand says."""
    with _lock:
        _tables[game.pk], _checks[game.pk] = table, game.check_sum
        while len(_tables) > KEPT:
            _checks.pop(_tables.popitem(last=False)[0], None)


def catch_up(table: Table, game: Game, check: int | None = None) -> None:
    """Replay the entries that other processes have written. ``check``: the log's after the last entry of the table, None for a new table.

    Raises Broken if they do not follow from what the table holds, or cannot be replayed for whatever reason.
    """
    if check is None:
        check = log.sealed(game.header, log.START)[1]
    if len(table.log) < game.entries:
        rows = Entry.objects.filter(game=game, n__gt=len(table.log), n__lte=game.entries).order_by("n").values_list("line", flat=True)
        for line in rows:
            n = len(table.log) + 1
            try:
                check = take(table, line, check)
            except Exception as fault:  # a defect of any kind: it is the game's, and not of whoever looks at it
                raise Broken(n, fault) from fault
    if len(table.log) != game.entries or check != game.check_sum:
        why = Malformed("changed", "存下的记录与对局不符", "the log that is stored is not that of the game")
        raise Broken(len(table.log), why)


def take(table: Table, line: str, check: int) -> int:
    """Replay one entry; the log's check after it. Raises Malformed if the director would now say something else: then this program rules otherwise."""
    data, check = log.opened(line.encode(), check, len(table.log) + 2)
    said = table.take(input_from_data(data["in"]), datetime.fromisoformat(data["at"]), data["in"], data["at"])
    if data["out"] != [list(notice) for notice in said]:
        zh, en = "这个版本的程序在这里会说出别的话", "this version of the program would say something else here than was said then"
        raise Malformed("differs", zh, en)
    return check


def forget(game: str) -> None:
    """Throw a table away, after a transaction that did not come about."""
    with _lock:
        _tables.pop(game, None)
        _checks.pop(game, None)
