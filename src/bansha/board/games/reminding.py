"""What a reminder does beside standing on the seat's page: a letter to whoever wants one, within the transaction that reminds."""

from collections.abc import Iterable
from datetime import datetime

from bansha.board.games.models import Game, Seat
from bansha.board.people import letters
from bansha.table.entries import Entry


def remind(game: Game, new: Iterable[Entry]) -> None:
    """Write the letters for the reminders among new entries."""
    reminders = [notice for entry in new for notice in entry.said if notice.what == "reminder"]
    if not reminders:
        return
    until = datetime.fromisoformat(reminders[-1].args[2])
    seats = [int(notice.to[1:]) for notice in reminders]
    users = list(Seat.objects.filter(game=game, number__in=seats).values_list("user_id", flat=True))
    letters.write(game.pk, game.title, game.header["calendar"]["zone"], users, until)
