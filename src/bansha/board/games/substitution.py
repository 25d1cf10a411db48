"""Somebody else takes a seat in a running game (X-R45): the account of the seat changes, and whoever leaves it never comes back, nor directs."""

from django.db import transaction

from bansha.board.games.models import DeskAct, Directorship, FormerHolder, Game, Seat
from bansha.board.games.pace import paced
from bansha.board.games.receive import receive
from bansha.board.games.tables import forget, lock_of
from bansha.rules.errors import Unlawful
from bansha.table.inputs import Substitute


def put_in(game: Game, number: int, newcomer: int, name: str, by: int, *, gives_up: bool = False) -> None:
    """Let ``newcomer`` have the seat under a new nickname; with ``gives_up`` a director who has not looked gives directing up for it.

    Raises Unlawful with the reason.
    """
    with paced(game.pk, by), lock_of(game.pk):
        try:
            with transaction.atomic():
                if gives_up:
                    Directorship.objects.filter(game=game, user=newcomer).delete()
                check_newcomer(game, newcomer)
                receive(game.pk, Substitute(number, name), user=by)
                seat = Seat.objects.get(game=game, number=number)
                FormerHolder.objects.create(game=game, user_id=seat.user_id, number=number)
                Seat.objects.filter(pk=seat.pk).update(user_id=newcomer, name=name, wants_substitute=False)
        except BaseException:
            forget(game.pk)
            raise


def check_newcomer(game: Game, newcomer: int) -> None:
    """Raises Unlawful for whoever has, or may have, seen the secrets of the game."""
    if Seat.objects.filter(game=game, user=newcomer).exists():
        raise Unlawful("seated", "这个账号已经在这局里了", "this account has a seat in this game already")
    if FormerHolder.objects.filter(game=game, user=newcomer).exists():
        raise Unlawful("former", "离开过的人不能再入座", "whoever has given up a seat cannot come back")
    looked = DeskAct.objects.filter(game=game, user=newcomer, what=DeskAct.LOOKED).exists()
    if looked or Directorship.objects.filter(game=game, user=newcomer).exists():
        raise Unlawful("directs", "主持过的人不能入座", "whoever directs a game, or did, cannot take a seat in it")
