"""The one way in: an input goes to the table, and what came of it is stored, all in one transaction.

What is acknowledged has been committed; what was refused has changed nothing but what was due by then. The time of an input is the server's
own, so a late tick changes no result; a clock set back counts as standing still.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Max
from django.utils import timezone

from bansha.board.errors import no_answer
from bansha.board.games import live, records
from bansha.board.games.markup import to_html
from bansha.board.games.models import Deadline, Entry, Game, Post, Said, Seat, Stay, Thread
from bansha.board.games.opening import opening, proxy, told_text
from bansha.board.games.reminding import remind
from bansha.board.games.tables import forget, keep, lock_of, table_of
from bansha.rules import phases
from bansha.rules.errors import BanshaError, LawHole, Malformed, Unlawful
from bansha.rules.notices import EVERYBODY, Notice
from bansha.table import log as log_file
from bansha.table.entries import Entry as LogEntry
from bansha.table.inputs import Input, Message, Pause, Tick
from bansha.table.inputs import Post as PostInput
from bansha.table.table import Table
from bansha.table.threads import DIRECTOR
from bansha.telling import words

logger = logging.getLogger("bansha.director")
LONGEST = 4000  # characters of a post or message
A_MOMENT = timedelta(seconds=1)


class Received(NamedTuple):
    """What came of an input: the director's answers, and the post it made, if it was one."""

    said: list[Notice]
    post: Post | None


def receive(game_id: str, what: Input | Callable[[Table], Input], *, user: int | None = None, at: datetime | None = None) -> Received:
    """Give an input to a game. A callable is asked for the input once the table is in hand.

    Raises Malformed or Unlawful; what had been due by then is stored all the same.
    """
    check_pace(game_id, user, at or timezone.now())
    with lock_of(game_id):
        try:
            with transaction.atomic():
                game = locked(game_id)
                table = table_of(game)
                said, refusal = give(game, table, what, at or timezone.now())
                post = store(game, table, user if refusal is None else None)
                keep(game, table)
        except BaseException as error:
            forget(game_id)
            if isinstance(error, LawHole):
                raise as_told(error, user) from None
            raise
    if isinstance(refusal, LawHole):
        forget(game_id)
    if refusal is not None:
        raise as_told(refusal, user)
    return Received(said, post)


def as_told(error: BaseException, user: int | None) -> BaseException:
    """The error as its sender may know it: of a night without an answer the orders are named, for whoever sets the game aside alone."""
    return no_answer() if isinstance(error, LawHole) and user is not None else error


def check_pace(game_id: str, user: int | None, at: datetime) -> None:
    """Raises Unlawful for somebody who has sent as much as one may in a minute. The log itself is counted: it holds in every process."""
    most = settings.INPUTS_A_MINUTE
    if user is None or not most:
        return
    sent = Entry.objects.filter(game=game_id, by=user, at__gt=at - timedelta(minutes=1), at__lte=at).values("pk")[:most]
    if len(sent) == most:
        raise Unlawful("too_fast", "发得太快，请过一分钟再发", "that was too much at once; please wait a minute")


def locked(game_id: str) -> Game:
    """The game's row, locked until the transaction ends (SQLite locks the whole file when a transaction begins)."""
    games = Game.objects.select_for_update() if connection.features.has_select_for_update else Game.objects
    return games.get(pk=game_id)


def give(game: Game, table: Table, what: Input | Callable[[Table], Input], at: datetime) -> tuple[list[Notice], BanshaError | None]:
    """Let the table take the input; a refusal is returned, since what was due before it has happened."""
    if table.now is not None:
        at = max(at, table.now)
    try:
        if game.automatic:  # by hand, a phase is over when the director says so, however late
            check_outage(game, table, at)
        given = what(table) if callable(what) else what
        check_length(given)
        if not game.automatic and not isinstance(given, Tick):
            at = check_published(table, given, at)
        return table.receive(given, at), None
    except BanshaError as refusal:
        return [], refusal


def check_outage(game: Game, table: Table, at: datetime) -> None:
    """Nobody is penalised for an outage: a game that is overdue by too much is paused as of its end, and the director is asked."""
    due = table.due
    if due is None or table.closes is None or at - due <= timedelta(minutes=settings.OUTAGE_MINUTES):
        return
    before = due - timedelta(seconds=1)
    table.receive(Pause("服务中断 / outage"), before if table.now is None else max(table.now, before))
    logger.warning("paused after an outage", extra={"game": game.pk})
    raise Unlawful("paused", "网站中断过，对局已暂停，等导演继续", "the site was down; the game is paused until the director resumes it")


def check_length(what: Input) -> None:
    """Raises Malformed for a post or message that is too long to be read by anybody, or has nothing to read in it."""
    if not isinstance(what, PostInput | Message) or not isinstance(what.text, str):
        return
    if len(what.text) > LONGEST:
        raise Malformed(
            "long", f"最多 {LONGEST} 个字，这里有 {len(what.text)} 个", f"at most {LONGEST} characters; these are {len(what.text)}"
        )
    if isinstance(what, PostInput) and not any(letter.isprintable() and not letter.isspace() for letter in what.text):
        raise Malformed("empty", "帖子里没有字", "there is nothing in this post")


def check_published(table: Table, what: Input, at: datetime) -> datetime:
    """A game whose director publishes by hand: when a phase has ended, players wait for him, and whatever else happens ends no phase.

    Back comes the time at which it happens.
    """
    if table.closes is None or table.closes > at or table.paused:
        return at
    if isinstance(what, PostInput | Message):
        raise Unlawful("closed", "本阶段已截止，请等导演公布", "this phase is over; please wait for the director's announcement")
    before = table.closes - A_MOMENT
    return before if table.now is None else max(table.now, before)


# ---- storing ---------------------------------------------------------------------------------------------------------------------------


def store(game: Game, table: Table, user: int | None) -> Post | None:
    """Write down the entries that are new, and everything that is drawn from them. ``user`` sent the one that was not merely due."""
    new = table.log[game.entries :]
    if not new:
        return None
    own = next((entry for entry in reversed(new) if entry.input[0] != "tick"), new[-1])
    check = game.check_sum
    rows, said, post = [], [], None
    places = next_places(game, new)
    for entry in new:
        line, check = log_file.entry_line(entry, check)
        moment = datetime.fromisoformat(entry.at)
        rows.append(Entry(game=game, n=entry.n, at=moment, kind=entry.input[0], line=line, by_id=user if entry is own else None))
        for notice in entry.said:
            place = places[notice.to] = places.get(notice.to, 0) + 1
            said.append(Said(game=game, to=notice.to, place=place, entry=entry.n, at=moment, what=notice.what, args=notice.args))
        if entry is own or entry is new[-1]:
            open_silent(game, table, entry, moment)
        post = store_posts(game, table, entry, moment) or post
        store_seats(game, table, entry)
    Entry.objects.bulk_create(rows)
    Said.objects.bulk_create(said)
    remind(game, new)
    store_state(game, table, new, check)
    if game.status == Game.FINISHED:
        records.keep(game, table, [notice for entry in new for notice in entry.said])
    transaction.on_commit(lambda: live.tell(game.pk))
    return post


def next_places(game: Game, new: list[LogEntry]) -> dict[str, int]:
    """How many notices each addressee has had."""
    to = {notice.to for entry in new for notice in entry.said}
    rows = Said.objects.filter(game=game, to__in=to).values("to").annotate(last=Max("place"))
    return {row["to"]: row["last"] for row in rows}


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
    silent = [key for key in table.threads if key.startswith("room-") or entry.input[0] == "correct"]
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


def store_seats(game: Game, table: Table, entry: LogEntry) -> None:
    """Who is out and as what, as it was published."""
    from bansha.board.games.words import identity_key

    if entry.input[0] == "correct":
        correct_seats(game, table)
    for notice in entry.said:
        if notice.to != EVERYBODY:
            continue
        outs = notice.args[1] if notice.what == "dawn" else [notice.args[6:8]] if notice.what == "tally" else []
        outs = [notice.args[2:4]] if notice.what == "decided" else outs
        for seat, identity in outs:
            if seat >= 0:
                Seat.objects.filter(game=game, number=seat).update(out=identity_key(game.rules, identity))


def correct_seats(game: Game, table: Table) -> None:
    """After a correction: who is out and as what, by the adjudications as they now are."""
    from bansha.board.games.words import identity_key
    from bansha.telling.findings import finding_names

    names = finding_names(game.rules)
    outs = {row[1]: row[4] for kept in table.records for row in kept.record.findings if names[row[0]] == "out"}
    for seat in Seat.objects.filter(game=game):
        if seat.name != table.names[seat.number]:  # a substitute under another name
            Seat.objects.filter(pk=seat.pk).update(name=table.names[seat.number])
        if (table.state.alive >> seat.number) & 1:
            Seat.objects.filter(pk=seat.pk).update(out="")
        elif seat.number in outs:
            Seat.objects.filter(pk=seat.pk).update(out=identity_key(game.rules, outs[seat.number]))


def store_state(game: Game, table: Table, new: list[LogEntry], check: int) -> None:
    """The public state of the game, and when something is due next."""
    last, said = new[-1], {notice.what for entry in new for notice in entry.said}
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
    opened = {*table.talks, table.voting, *(key for key in table.threads if key.startswith("room-") and not table.over)}
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
