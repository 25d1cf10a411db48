"""A game that was played elsewhere becomes one of the board's: its log is stored entry by entry, with the times it was played at.

It knows nothing of how the log came about, and decides nothing: what the pages show is drawn from the log exactly as in a game played here.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from bansha.board.games.models import Game, Seat
from bansha.board.games.store import store
from bansha.table import log
from bansha.table.inputs import from_data
from bansha.table.table import Table


def bring_in(played: Table, title: str, organiser: int, holders: Sequence[int], **fields: Any) -> Game:
    """Store a game; ``holders`` are the accounts of its seats, in order of the seats at its end."""
    header = played.header.to_data()
    _line, check = log.sealed(header, log.START)
    with transaction.atomic():
        game = Game.objects.create(
            title=title, rules=played.header.rules, header=header, organiser_id=organiser, start=start_of(played), check_sum=check, **fields
        )
        Seat.objects.bulk_create(
            Seat(game=game, number=number, user_id=user, name=name)
            for number, (user, name) in enumerate(zip(holders, played.names, strict=True))
        )
        table = Table(played.header)
        for entry in played.log:
            table.take(from_data(entry.input), datetime.fromisoformat(entry.at), entry.input, entry.at)
            store(game, table, None)
    return game


def start_of(played: Table) -> datetime:
    """When day 1 opened, as it was announced; the first entry's time in a game that was never dealt."""
    dealt = next((notice for entry in played.log for notice in entry.said if notice.what == "dealt"), None)
    return datetime.fromisoformat(dealt.args[1] if dealt else played.log[0].at)
