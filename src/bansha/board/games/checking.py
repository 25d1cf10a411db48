"""Is what is stored what the log says? Replays a game's log and compares everything that is drawn from it. Changes nothing.

A problem is named by where it is, never by what stands there: whoever checks may be playing.
"""

import json
import logging
from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.db import transaction

from bansha.board.games.models import Deadline, Entry, Game, Post, Said, Seat, Stay, Thread
from bansha.rules.errors import BanshaError
from bansha.table import log
from bansha.table.replaying import replay
from bansha.table.table import Table
from bansha.table.threads import is_room

logger = logging.getLogger("bansha.check")


def log_of(game: Game) -> Iterator[str]:
    """The game's log as the lines of a file, header first."""
    yield log.sealed(game.header, log.START)[0]
    yield from Entry.objects.filter(game=game, n__lte=game.entries).order_by("n").values_list("line", flat=True).iterator()


def problems(game_id: str) -> list[str]:
    """Where the stored game departs from its log; empty if all is well."""
    with transaction.atomic():  # one moment of the game, whatever is received meanwhile
        game = Game.objects.select_for_update().get(pk=game_id)
        try:
            table, differing = replay(log_of(game))
        except BanshaError as error:
            return [f"log: {error.code}: {error.en}" if error.code in ("changed", "line") else f"log: {error.code}"]
        except Exception as fault:  # the other games are checked all the same; the log has the place
            logger.exception("cannot be replayed", extra={"game": game_id})
            return [f"log: cannot be replayed: {type(fault).__name__}"]
        found = [f"log line {differs.line}: the director would say something else" for differs in differing]
        for compare in (entries, notices, posts, state, seats, stays):
            found += compare(game, table)
    return found


def entries(game: Game, table: Table) -> Iterator[str]:
    """The log's length and its running check."""
    if Entry.objects.filter(game=game).count() != game.entries or len(table.log) != game.entries:
        yield "entries: not as many as the game's counter says"
    check = log.sealed(game.header, log.START)[1]
    for entry in table.log:
        check = log.entry_line(entry, check)[1]
    if check != game.check_sum:
        yield "entries: the running check differs"


def notices(game: Game, table: Table) -> Iterator[str]:
    """Every notice, by addressee and place."""
    places: Counter[str] = Counter()
    expected = []
    for entry in table.log:
        for notice in entry.said:
            places[notice.to] += 1
            expected.append((notice.to, places[notice.to], entry.n, notice.what, plain(notice.args)))
    kept = Said.objects.filter(game=game).values_list("to", "place", "entry", "what", "args")
    if sorted(expected, key=lambda row: row[:2]) != sorted(kept, key=lambda row: row[:2]):
        yield "notices: not those of the log"


def plain(data: Any) -> Any:
    """Data as JSON brings it back."""
    return json.loads(json.dumps(data))


def posts(game: Game, table: Table) -> Iterator[str]:
    """Every thread with its floors, who wrote them and what."""
    kept = {thread.key: thread for thread in Thread.objects.filter(game=game)}
    gone = kept.keys() - table.threads.keys() if table.amended else set()  # of a past that was corrected: they stand all the same
    if kept.keys() - gone != table.threads.keys():
        yield "threads: not those of the log"
    written = [entry.input for entry in table.log if entry.input[0] == "post"]
    for key, thread in kept.items():
        rows = list(Post.objects.filter(thread=thread).order_by("floor").values_list("floor", "seat", "text", "quote"))
        if [row[0] for row in rows] != list(range(1, thread.floors + 1)):
            yield f"{key}: floors are not 1 to {thread.floors}"
        if key in table.threads and table.threads[key].floors != thread.floors:
            yield f"{key}: {thread.floors} floors, and {table.threads[key].floors} by the log"
        if [list(row[1:]) for row in rows if row[1] is not None] != [line[2:] for line in written if line[1] == key]:
            yield f"{key}: posts are not those of the log"


def state(game: Game, table: Table) -> Iterator[str]:
    """The public state and the next deadline."""
    status = Game.SIGN_UP if table.state is None else Game.FINISHED if table.over else Game.RUNNING
    wanted = {
        "status": status,
        "phase": table.phase,
        "closes": table.closes,
        "day": table.state.day if table.state is not None else 0,
        "alive": table.state.alive.bit_count() if table.state is not None else 0,
    }
    for name, value in wanted.items():
        if getattr(game, name) != value:
            yield f"state: {name} differs"
    if (game.paused is not None) != table.paused:
        yield "state: paused differs"
    due = Deadline.objects.filter(game=game).values_list("due", flat=True).first()
    if due != table.due:
        yield "state: the next deadline differs"
    opened = {*table.talks, table.voting} - {""}
    for thread in Thread.objects.filter(game=game):
        by_the_log = thread.key in opened or (is_room(thread.key) and not table.over)
        if thread.open != by_the_log:
            yield f"{thread.key}: {'open' if thread.open else 'closed'}, and {'open' if by_the_log else 'closed'} by the log"


def seats(game: Game, table: Table) -> Iterator[str]:
    """Who sits where, who is out, and of whom the open phase may have an order."""
    kept = list(Seat.objects.filter(game=game).order_by("number").values_list("number", "name"))
    if kept != list(enumerate(table.names)):
        yield "seats: not those of the log"
    if table.state is None:
        return
    everybody = range(len(table.names))
    rows = dict(Seat.objects.filter(game=game).values_list("number", "out"))
    if {seat for seat, out in rows.items() if out} != {seat for seat in everybody if not (table.state.alive >> seat) & 1}:
        yield "seats: not those are out who are by the log"
    called = set(Seat.objects.filter(game=game, called=True).values_list("number", flat=True))
    if not table.over and called != {seat for seat in everybody if table.law.may_order(table.state, seat)}:
        yield "seats: not those are called on who are by the log"


def stays(game: Game, table: Table) -> Iterator[str]:
    """Who may read which part of which room."""
    kept = Stay.objects.filter(game=game).values_list("room", "seat", "first_floor", "first_entry", "last_floor", "last_entry")
    wanted = [(s.room, s.seat, s.floor, s.entry, s.last_floor, s.last_entry) for s in table.stays]
    if sorted(kept) != sorted(wanted):
        yield "rooms: who was in them when is not what the log says"
