"""Opening a game, taking seats, dealing."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from bansha.board.games.models import Chance, Directorship, FormerHolder, Game, Seat
from bansha.board.games.pace import paced
from bansha.board.games.receive import locked, receive
from bansha.board.games.tables import lock_of
from bansha.rules.calendar import Calendar
from bansha.rules.errors import Unlawful
from bansha.table import log
from bansha.table.deal import commitment
from bansha.table.header import Clock, open_header
from bansha.table.inputs import Deal, Leave, SignUp


def create(
    organiser: int, title: str, rules: str, start: datetime, *, options: dict[str, int] | None = None, cal: Calendar | None = None,
    reminder: int = 120, **fields: Any,
) -> Game:  # fmt: skip
    """Open a game for sign-up; its chance is drawn and committed to now. Raises Malformed for options that make no game."""
    seed, salt = secrets.token_hex(16), secrets.token_hex(16)
    header = open_header(rules, options, cal, commitment(seed, salt), reminder)
    data = header.to_data()
    _line, check = log.sealed(data, log.START)
    with transaction.atomic():
        game = Game.objects.create(title=title, rules=rules, header=data, organiser_id=organiser, start=start, check_sum=check, **fields)
        Chance.objects.create(game=game, seed=seed, salt=salt)
        Directorship.objects.create(game=game, user_id=organiser)
    return game


def join(game: Game, user: int, name: str) -> Seat:
    """Take a seat under a nickname; the last one brings on the deal. Raises Unlawful with the reason."""
    with paced(game.pk, user), lock_of(game.pk), transaction.atomic():  # in the order in which everybody takes them
        game = locked(game.pk)
        if Seat.objects.filter(game=game, user=user).exists():
            raise Unlawful("seated", "你已经在这局里了", "you have a seat in this game already")
        if FormerHolder.objects.filter(game=game, user=user).exists():
            raise Unlawful("former", "离开过的人不能再入座", "whoever has given up a seat cannot come back")
        Directorship.objects.filter(game=game, user=user).delete()
        receive(game.pk, SignUp(name), user=user)
        seat = Seat.objects.create(game=game, number=Seat.objects.filter(game=game).count(), user_id=user, name=name)
        if seat.number + 1 == game.header["seats"]:
            deal(game)  # with it or not at all: nobody would deal a full game afterwards
    return seat


def leave(game: Game, user: int) -> None:
    """Give the seat back before the deal; later seats move up. Raises Unlawful for whoever has none, or has his card."""
    with paced(game.pk, user), lock_of(game.pk), transaction.atomic():
        locked(game.pk)
        seat = Seat.objects.filter(game=game, user=user).first()
        if seat is None:
            raise Unlawful("not_signed_up", "你不在这局里", "you have no seat in this game")
        receive(game.pk, Leave(seat.name), user=user)
        seat.delete()
        for later in Seat.objects.filter(game=game, number__gt=seat.number).order_by("number"):
            Seat.objects.filter(pk=later.pk).update(number=later.number - 1)
        if game.organiser_id == user:  # he has seen nothing yet
            Directorship.objects.get_or_create(game=game, user_id=user)


def deal(game: Game) -> None:
    """Deal the roles by the committed chance; day 1 opens when it was announced to, or at the next opening hour if that has gone by."""
    chance = Chance.objects.get(game=game)
    start = game.start
    now = timezone.now()
    if start <= now:
        start = next_opening(game, now)
        Game.objects.filter(pk=game.pk).update(start=start)
    if not Directorship.objects.filter(game=game).exists():
        Game.objects.filter(pk=game.pk).update(automatic=True)  # nobody would ever publish
    receive(game.pk, Deal(chance.seed, chance.salt, start.isoformat()))


def next_opening(game: Game, now: datetime) -> datetime:
    """The next opening hour of the game's calendar; in a minute for one that knows no hours."""
    cal = game.header["calendar"]
    if cal["spans"]:
        return now + timedelta(minutes=1)
    clock = Clock(cal["zone"])
    local = clock.wall(now)
    opening = datetime(local.year, local.month, local.day) + timedelta(minutes=cal["opens"])
    return clock.instant(opening if opening > local else opening + timedelta(days=1))
