"""Outages: nobody is penalised because the site was not there. A game whose phase ended meanwhile is paused as of that end, and the director is asked.

Only ends count: a reminder that comes late, or not at all, costs nobody anything. An end was missed

- if it is overdue by more than the set time, or
- if it came while the site had not been seen for longer than that: no director looked round, and nothing was received in the game. So
  an outage of hours that is over some minutes after the end counts as well, and so does a clock that leaps ahead or a laptop asleep; while a game that
  players could write in goes on, whoever was missing.
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


def check_outage(game: Game, table: Table, at: datetime) -> None:
    """Raises Unlawful, with the game paused, if the end of its open phase was missed."""
    if table.due is None:
        return
    if table.closes is None and table.start is not None and missed(table, table.start, at):
        table.receive(Tick(), not_before(table, table.start))  # day 1 opened in time; whether anybody missed its end is asked below
    if table.closes is None or not missed(table, table.closes, at):
        return
    table.receive(Pause("服务中断 / outage"), not_before(table, table.closes - A_MOMENT))
    logger.warning("paused after an outage", extra={"game": game.pk})
    raise Unlawful("paused", "网站中断过，对局已暂停，等导演继续", "the site was down; the game is paused until the director resumes it")


def missed(table: Table, end: datetime, at: datetime) -> bool:
    """Whether an end came in an outage, of which it is found at ``at`` that it is over."""
    if at < end:
        return False
    longest = timedelta(minutes=settings.OUTAGE_MINUTES)
    if at - end > longest:
        return True
    looked = Heartbeat.objects.aggregate(last=Max("at"))["last"]
    if looked is None:  # there has never been a director
        return False
    seen = looked if table.now is None else max(looked, table.now)
    return seen < end and at - seen > longest


def not_before(table: Table, when: datetime) -> datetime:
    """That time, or the last that the game has seen."""
    return when if table.now is None else max(table.now, when)
