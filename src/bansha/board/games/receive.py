"""The one way in: an input goes to the table, and what came of it is stored, all in one transaction.

What is acknowledged has been committed; what was refused has changed nothing but what was due by then. The time of an input is the server's
own, so a late tick changes no result; a clock set back counts as standing still.
"""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from django.db import connection, transaction
from django.utils import timezone

from bansha.board.errors import no_answer
from bansha.board.games.models import Deadline, Game, Post
from bansha.board.games.outage import A_MOMENT, check_outage, not_before
from bansha.board.games.pace import paced
from bansha.board.games.store import store
from bansha.board.games.tables import forget, keep, lock_of, table_of
from bansha.rules.errors import BanshaError, LawHole, Malformed, Unlawful
from bansha.rules.notices import Notice
from bansha.table.inputs import Input, Message, Tick
from bansha.table.inputs import Post as PostInput
from bansha.table.table import Table

LONGEST = 4000  # characters of a post or message


class Received(NamedTuple):
    """What came of an input: the director's answers, and the post it made, if it was one."""

    said: list[Notice]
    post: Post | None


def receive(game_id: str, what: Input | Callable[[Table], Input], *, user: int | None = None, at: datetime | None = None) -> Received:
    """Give an input to a game. A callable is asked for the input once the table is in hand.

    Raises Malformed or Unlawful; what had been due by then is stored all the same.
    """
    with paced(game_id, user):
        return taken(game_id, what, user, at or timezone.now())


def taken(game_id: str, what: Input | Callable[[Table], Input], user: int | None, at: datetime) -> Received:
    """Take it and store what came of it, in one transaction."""
    with lock_of(game_id):
        try:
            with transaction.atomic():
                game = locked(game_id)
                table = table_of(game)
                said, refusal = give(game, table, what, at)
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


def locked(game_id: str) -> Game:
    """The game's row, locked until the transaction ends (SQLite locks the whole file when a transaction begins)."""
    games = Game.objects.select_for_update() if connection.features.has_select_for_update else Game.objects
    return games.get(pk=game_id)


def give(game: Game, table: Table, what: Input | Callable[[Table], Input], at: datetime) -> tuple[list[Notice], BanshaError | None]:
    """Let the table take the input; a refusal is returned, since what was due before it has happened."""
    if table.now is not None:
        at = max(at, table.now)
    try:
        aside = stands_still(game, table, at)
        if game.automatic and not aside:
            check_outage(game, table, at)
        given = what(table) if callable(what) else what
        if aside and isinstance(given, PostInput | Message):  # what its director does may get it going
            raise Unlawful("set_aside", "对局停在这里，等导演处理", "the game has come to a stop here and waits for its director")
        check_length(given)
        return table.receive(given, at if game.automatic else by_hand(table, given, at)), None
    except BanshaError as refusal:
        return [], refusal


def stands_still(game: Game, table: Table, at: datetime) -> bool:
    """Whether something is due in a game that was set aside."""
    return table.due is not None and table.due <= at and Deadline.objects.filter(game=game).exclude(failed="").exists()


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


def by_hand(table: Table, what: Input, at: datetime) -> datetime:
    """When an input happens in a game whose director publishes: however late he is, a phase is over when he says so, and no other with it.

    Raises Unlawful for players while a phase that has ended waits for him.
    """
    if table.closes is None and table.start is not None and table.start <= at:
        opens = not_before(table, table.start)
        table.receive(Tick(), opens)  # day 1 opens by itself, and must not be over at once
        if isinstance(what, Tick):
            return opens
    if table.closes is None or table.closes > at or table.paused:
        return at
    if isinstance(what, PostInput | Message):
        raise Unlawful("closed", "本阶段已截止，请等导演公布", "this phase is over; please wait for the director's announcement")
    return not_before(table, table.closes if isinstance(what, Tick) else table.closes - A_MOMENT)
