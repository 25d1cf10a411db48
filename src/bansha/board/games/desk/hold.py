"""The time at which a director acts, what end is suggested to him, and whether a thread is open then."""

from datetime import datetime, timedelta

from django.utils import timezone

from bansha.board.games.asking import unpublished
from bansha.board.games.models import Game
from bansha.rules import phases
from bansha.table.table import Table

A_MOMENT = timedelta(seconds=1)
LEAST = timedelta(minutes=10)


def acting(game: Game) -> datetime:
    """When a director acts: now; but a phase that waits to be published by hand is not over before it is, so then just before its end."""
    return game.closes - A_MOMENT if game.closes is not None and unpublished(game) else timezone.now()


def suggested_end(game: Game, table: Table) -> datetime | None:
    """An end to resume with: as much time as was left; after an outage, which leaves none, a whole phase or the usual hour."""
    if table.slot is None or table.closes is None:
        return None
    now = timezone.now()
    left = table.closes - game.paused if game.paused else timedelta()
    if left >= LEAST:
        return rounded(now + left)
    if table.calendar.spans:
        span = next(span.minutes for span in table.calendar.spans if span.phase == table.slot.phase)
        return rounded(now + timedelta(minutes=span))
    end = table.closes
    while end < now + timedelta(hours=2):
        end = table.clock.instant(table.clock.wall(end) + timedelta(days=1))
    return end


def rounded(moment: datetime) -> datetime:
    """The next whole minute."""
    return (moment + timedelta(seconds=59)).replace(second=0, microsecond=0)


def thread_is_open(table: Table) -> bool:
    """Whether last words go on and discussion could be opened early."""
    return table.slot is not None and table.slot.phase == phases.WORDS and table.calendar.early and not table.early
