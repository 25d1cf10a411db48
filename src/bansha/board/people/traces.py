"""From where the players of a game came lately, so that its organiser sees who may be one person with several seats.

An address is kept as a hash that is good for one game only, for two weeks. It is a hint for a human director and nothing else: families,
schools and phone networks share addresses.
"""

from datetime import timedelta
from itertools import groupby
from typing import NamedTuple

from django.http import HttpRequest
from django.utils import timezone

from bansha.board.games.models import Game, Seat, Trace
from bansha.board.people import limits

KEPT = timedelta(days=14)


class Shared(NamedTuple):
    """Seats that came from one address, by number, and the last day of it."""

    seats: tuple[int, ...]
    names: tuple[str, ...]
    day: str


def leave_trace(request: HttpRequest, game: Game, user: int) -> None:
    """Note from where a player of the game comes; once a day for every address."""
    here = limits.address(request)
    today = timezone.now().date()
    if not here or game.status == Game.FINISHED:
        return
    kept = Trace.objects.filter(game=game, user=user, address=limits.hashed("trace", game.pk, here))
    if not kept.filter(day=today).exists():
        Trace.objects.filter(game=game, day__lt=today - KEPT).delete()
        Trace.objects.update_or_create(game=game, user_id=user, address=limits.hashed("trace", game.pk, here), defaults={"day": today})


def shared(game: Game) -> list[Shared]:
    """Groups of seats that came from one address within two weeks; for the desk alone."""
    seats = {seat.user_id: seat for seat in Seat.objects.filter(game=game)}
    rows = Trace.objects.filter(game=game, user__in=seats, day__gte=timezone.now().date() - KEPT).order_by("address", "user")
    groups = [list(those) for _address, those in groupby(rows.values("address", "user", "day"), key=lambda row: row["address"])]
    found: dict[tuple[int, ...], Shared] = {}
    for those in groups:
        here = sorted((seats[row["user"]] for row in those), key=lambda seat: seat.number)
        if len(here) > 1:
            numbers = tuple(seat.number for seat in here)
            day = max(max(row["day"] for row in those).isoformat(), found[numbers].day if numbers in found else "")
            found[numbers] = Shared(numbers, tuple(seat.name for seat in here), day)
    return [found[numbers] for numbers in sorted(found)]
