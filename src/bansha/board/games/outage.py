"""Outages: nobody is penalised because the site was not there. A game whose phase ended meanwhile is paused as of that end, and the director is asked.

Only ends count: a reminder that comes late, or not at all, costs nobody anything. An end was missed

- if it is overdue by more than the set time, or
- if it came while the site had not been seen for longer than that: no director looked round, and nothing was received in the game. So
  an outage of hours that is over some minutes after the end counts as well, and so does a clock that leaps ahead or a laptop asleep; while a game that
  players could write in goes on, whoever was missing; or
- if its phase had opened meanwhile too: of a phase of minutes nobody saw anything in an outage of minutes.
"""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Max

from bansha.board.games.models import Game, Heartbeat
from bansha.rules.errors import Unlawful
from bansha.table.inputs import Pause, Tick
from bansha.table.table import Table

logger = logging.getLogger("bansha.director")
A_MOMENT = timedelta(seconds=1)
AWAY = timedelta(minutes=1)  # directors look round every second or so


def check_outage(game: Game, table: Table, at: datetime) -> None:
    """Raises Unlawful, with the game paused, if the end of its open phase was missed, or that of the next."""
    end = table.closes or table.start
    if table.due is None or end is None or end > at:
        return
    seen = last_seen(table)
    late = missed(end, seen, at)
    if late and table.closes is not None:
        raise pause(game, table)
    if late or (seen is not None and at - seen > AWAY):
        # Day 1 opened in time, or the phase ended in time; what follows opened while nobody looked.
        table.receive(Tick(), not_before(table, end))
        if table.closes is not None and table.closes <= at:
            raise pause(game, table)


def pause(game: Game, table: Table) -> Unlawful:
    """Pause the game as of the end of its phase; what whoever finds it so is told."""
    assert table.closes is not None
    table.receive(Pause("服务中断 / outage"), not_before(table, table.closes - A_MOMENT))
    logger.warning("paused after an outage", extra={"game": game.pk})
    return Unlawful("paused", "网站中断过，对局已暂停，等导演继续", "the site was down; the game is paused until the director resumes it")


def last_seen(table: Table) -> datetime | None:
    """When the site was last there for a game: a director looked round, or something was received. None if there has never been a director."""
    looked: datetime | None = Heartbeat.objects.aggregate(last=Max("at"))["last"]
    return looked if looked is None or table.now is None else max(looked, table.now)


def missed(end: datetime, seen: datetime | None, at: datetime) -> bool:
    """Whether an end that has come was missed, in an outage of which it is found at ``at`` that it is over."""
    longest = timedelta(minutes=settings.OUTAGE_MINUTES)
    return at - end > longest or (seen is not None and seen < end and at - seen > longest)


def not_before(table: Table, when: datetime) -> datetime:
    """That time, or the last that the game has seen."""
    return when if table.now is None else max(table.now, when)
