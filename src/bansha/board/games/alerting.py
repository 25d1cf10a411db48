"""Whoever directs a game is told when it begins to wait for him: paused after an outage, set aside, or with a phase that he is to publish.

It is done by a director process in its round, when whatever brought the game to a stop has been committed or rolled back. What was told is
kept (``Alert``), so that it is told once, whatever falls in between. A game without a director is told of to staff who do not play in it.
"""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import DatabaseError, transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils import timezone

from bansha.board.games.asking import unpublished_games
from bansha.board.games.models import Alert, Deadline, Directorship, Entry, FormerHolder, Game, Seat
from bansha.board.people import letters
from bansha.board.people.models import Letter, User

LASTS = timedelta(days=1)  # for so long a letter is worth sending
logger = logging.getLogger("bansha.director")


class Stop(NamedTuple):
    """A game that waits: ``what`` of ``Alert``, since the time ``at`` that tells one such stop from the next."""

    game: str
    what: str
    at: datetime


def alert() -> None:
    """Tell of every stop that has not been told of. Never fails: games go on, and the next round tries again."""
    try:
        for stop in list(stops()):
            tell(stop)
    except DatabaseError:
        logger.exception("could not alert")


def stops() -> Iterator[Stop]:
    """Games that have come to a stop of which nobody has been told. Demonstrations go on by themselves after an outage."""
    by_itself = Exists(Entry.objects.filter(game=OuterRef("pk"), at=OuterRef("paused"), kind="pause", by=None))
    paused = Game.objects.filter(by_itself, status=Game.RUNNING, demo=False).exclude(paused=None)
    aside = Deadline.objects.exclude(failed="")
    by_hand = Game.objects.filter(unpublished_games(), status=Game.RUNNING, deadline__failed="")
    yield from untold(paused, Alert.OUTAGE, "pk", "paused")
    yield from untold(aside, Alert.ASIDE, "game_id", "due")
    yield from untold(by_hand, Alert.PUBLISH, "pk", "closes")


def untold(rows: QuerySet, what: str, game: str, at: str) -> list[Stop]:
    """Those of the rows of which nobody has been told; ``game`` and ``at`` name their columns."""
    told = Exists(Alert.objects.filter(game=OuterRef(game), what=what, at=OuterRef(at)))
    return [Stop(game_id, what, when) for game_id, when in rows.filter(~told).values_list(F(game), at)]


def tell(stop: Stop) -> None:
    """Write the letters, unless another director process has."""
    with transaction.atomic():
        _row, first = Alert.objects.get_or_create(game_id=stop.game, what=stop.what, at=stop.at)
        if not first:
            return
        game = Game.objects.get(pk=stop.game)
        outside = User.objects.exclude(pk__in=players(Seat, game)).exclude(pk__in=players(FormerHolder, game))
        directors = list(outside.filter(pk__in=Directorship.objects.filter(game=game).values("user")).values_list("pk", flat=True))
        users = directors or list(outside.filter(is_staff=True).values_list("pk", flat=True))
        what = stop.what if directors else Letter.UNTENDED
        letters.write(game.pk, game.title, game.header["calendar"]["zone"], users, timezone.now() + LASTS, what)


def players(part: type[Seat | FormerHolder], game: Game) -> QuerySet:
    """Who plays, or has played: never told anything as a director."""
    return part.objects.filter(game=game).values("user")
