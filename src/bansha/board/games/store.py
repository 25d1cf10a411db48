"""What came of an input is written down: the entries of the log that are new, and all that is drawn from them for pages.

It asks nothing and decides nothing; whoever calls it holds the game's row and the transaction.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from bansha.board.games import live, records
from bansha.board.games.models import Deadline, Entry, Game, Post, Said, Seat, Stay, Thread
from bansha.board.games.reminding import remind
from bansha.board.games.store_posts import open_silent, store_posts
from bansha.board.games.words import published
from bansha.rules import phases
from bansha.rules.notices import EVERYBODY
from bansha.table import log as log_file
from bansha.table.entries import Entry as LogEntry
from bansha.table.table import Table
from bansha.table.threads import is_room
from bansha.telling.findings import finding_names

ROOMS_CHANGE = {"dealt", "phase", "over", "corrected"}  # notices of entries by which groups may change


def store(game: Game, table: Table, user: int | None) -> Post | None:
    """Write down the entries that are new, and everything that is drawn from them. ``user`` sent the one that was not merely due."""
    new = table.log[game.entries :]
    if not new:
        return None
    own = next((entry for entry in reversed(new) if entry.input[0] != "tick"), new[-1])
    check = game.check_sum
    rows, said, post = [], [], None
    kinds = {notice.what for entry in new for notice in entry.said}
    places = next_places(game, new)
    for entry in new:
        line, check = log_file.entry_line(entry, check)
        moment = datetime.fromisoformat(entry.at)
        rows.append(Entry(game=game, n=entry.n, at=moment, kind=entry.input[0], line=line, by_id=user if entry is own else None))
        for notice in entry.said:
            place = places[notice.to] = places.get(notice.to, 0) + 1
            said.append(Said(game=game, to=notice.to, place=place, entry=entry.n, at=moment, what=notice.what, args=notice.args))
        if (entry is own or entry is new[-1]) and kinds & ROOMS_CHANGE:
            open_silent(game, table, entry, moment)
        post = store_posts(game, table, entry, moment) or post
        store_seats(game, table, entry)
    Entry.objects.bulk_create(rows)
    Said.objects.bulk_create(said)
    remind(game, new)
    store_state(game, table, new[-1], kinds, check)
    if game.status == Game.FINISHED:
        records.keep(game, table, [notice for entry in new for notice in entry.said])
    transaction.on_commit(lambda: live.tell(game.pk))
    return post


def next_places(game: Game, new: list[LogEntry]) -> dict[str, int]:
    """How many notices each addressee has had."""
    to = {notice.to for entry in new for notice in entry.said}
    rows = Said.objects.filter(game=game, to__in=to).values("to").annotate(last=Max("place"))
    return {row["to"]: row["last"] for row in rows}


def store_seats(game: Game, table: Table, entry: LogEntry) -> None:
    """Who is out and as what, as it was published."""
    if entry.input[0] == "correct":
        correct_seats(game, table)
    for notice in entry.said:
        if notice.to != EVERYBODY:
            continue
        outs = notice.args[1] if notice.what == "dawn" else [notice.args[6:8]] if notice.what == "tally" else []
        outs = [notice.args[2:4]] if notice.what == "decided" else outs
        for seat, identity in outs:
            if seat >= 0:
                Seat.objects.filter(game=game, number=seat).update(out=published(game.rules, identity))


def correct_seats(game: Game, table: Table) -> None:
    """After a correction: who is out and as what, by the adjudications as they now are."""
    names = finding_names(game.rules)
    outs = {row[1]: row[4] for kept in table.records for row in kept.record.findings if names[row[0]] == "out"}
    for seat in Seat.objects.filter(game=game):
        if seat.name != table.names[seat.number]:  # a substitute under another name
            Seat.objects.filter(pk=seat.pk).update(name=table.names[seat.number])
        if (table.state.alive >> seat.number) & 1:
            Seat.objects.filter(pk=seat.pk).update(out="")
        elif seat.number in outs:
            Seat.objects.filter(pk=seat.pk).update(out=published(game.rules, outs[seat.number]))


def store_state(game: Game, table: Table, last: LogEntry, said: set[str], check: int) -> None:
    """The public state of the game, and when something is due next. ``said``: the kinds of notices since it was stored last."""
    at = datetime.fromisoformat(last.at)
    if table.state is not None:
        game.day = table.state.day
        game.alive = table.state.alive.bit_count()
        if game.status != Game.FINISHED:
            game.status = Game.RUNNING
    game.phase = table.phase
    game.closes = table.closes
    game.paused = (game.paused or at) if table.paused else None
    if table.phase == phases.OVER and game.ended is None:
        game.status, game.ended = Game.FINISHED, at
    opened = {*table.talks, table.voting, *(key for key in table.threads if is_room(key) and not table.over)}
    if said & {"phase", "over", "thread", "corrected"}:
        Thread.objects.filter(game=game, open=True).exclude(key__in=opened).update(open=False)
        Thread.objects.filter(game=game, open=False, key__in=opened).update(open=True)
    if said & {"room", "became", "dealt", "dawn", "tally", "decided", "over", "corrected"}:
        store_stays(game, table)
    if said & {"phase", "over", "corrected"}:
        store_called(game, table)
    game.entries, game.check_sum = last.n, check
    game.save()
    if table.due is None:
        Deadline.objects.filter(game=game).delete()
    else:
        Deadline.objects.update_or_create(game=game, defaults={"due": table.due})


def store_called(game: Game, table: Table) -> None:
    """Of whom the open phase may have an order, for the phase band of each of them alone."""
    called = [seat for seat in range(len(table.names)) if table.state is not None and table.law.may_order(table.state, seat)]
    Seat.objects.filter(game=game).exclude(number__in=called).filter(called=True).update(called=False)
    Seat.objects.filter(game=game, number__in=called).update(called=True)


def store_stays(game: Game, table: Table) -> None:
    """Who may read what in which room; few rows, written anew."""
    Stay.objects.filter(game=game).delete()
    Stay.objects.bulk_create(
        Stay(
            game=game,
            room=stay.room,
            seat=stay.seat,
            first_floor=stay.floor,
            first_entry=stay.entry,
            last_floor=stay.last_floor,
            last_entry=stay.last_entry,
        )
        for stay in table.stays
    )
