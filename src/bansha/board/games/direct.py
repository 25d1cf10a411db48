"""The automatic director: executes deadlines when they are due, each claimed, executed and marked done in one transaction.

Any number of processes may direct. On PostgreSQL a game that is claimed is skipped by the others; on SQLite one transaction writes at a time. Either way
the one who comes second finds the deadline moved on.
"""

import logging
from datetime import datetime, timedelta

from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import Q
from django.utils import timezone

from bansha.board.errors import Broken
from bansha.board.games.alerting import alert
from bansha.board.games.models import Deadline, Game, Heartbeat
from bansha.board.games.receive import receive
from bansha.rules.errors import BanshaError, Unlawful
from bansha.table.inputs import Tick

logger = logging.getLogger("bansha.director")
NEARLY = timedelta(seconds=5)
FORGOTTEN = timedelta(days=1)  # directors that have long ended


def due_games(now: datetime) -> list[str]:
    """Games in which something is due, the longest overdue first."""
    # By hand, only the end of a phase waits for the director.
    by_itself = Q(game__automatic=True) | Q(game__closes=None) | Q(game__closes__gt=now + NEARLY)
    rows = Deadline.objects.filter(by_itself, due__lte=now, failed="", game__paused=None)
    return list(rows.order_by("due").values_list("game_id", flat=True))


def execute(game_id: str) -> bool:
    """Execute what is due in a game; whether this process did it. What fails is set aside and does not stop the others."""
    try:
        with transaction.atomic():
            if not claim(game_id):
                return False
            try:
                receive(game_id, Tick())
            except Unlawful as refusal:
                if refusal.code != "paused":  # which is stored, like everything that comes before a refusal
                    raise
    except (OperationalError, InterfaceError):  # the database's trouble, not the game's: it is tried again
        logger.exception("database", extra={"game": game_id})
        return False
    except Exception as error:  # whatever it is, the other games go on
        logger.exception("game set aside", extra={"game": game_id})
        set_aside(game_id, reason(error))
    return True


def reason(error: Exception) -> str:
    """Why a game is set aside, for its director."""
    if isinstance(error, Broken):
        return error.why
    return error.en if isinstance(error, BanshaError) else repr(error)


def claim(game_id: str) -> bool:
    """Lock the game's row, as everybody does first, unless somebody has it; whether the deadline is still to be executed."""
    free = Game.objects.filter(pk=game_id)
    if connection.features.has_select_for_update_skip_locked:
        free = free.select_for_update(skip_locked=True)
    return bool(free.values("pk")) and Deadline.objects.filter(game_id=game_id, due__lte=timezone.now(), failed="").exists()


def set_aside(game_id: str, why: str) -> None:
    """Leave the game alone until somebody has looked at it. Why is said at the desk; the log, which players may run, tells that it was."""
    Deadline.objects.filter(game_id=game_id).update(failed=why[:2000])


def look_round(name: str) -> int:
    """One round over everything that is due, and over those who are to be told that a game waits for them; how many games went on.

    That this director has looked is written down afterwards: after an outage, everybody can see until then that there was one (``outage``).
    """
    now = timezone.now()
    done = sum(execute(game_id) for game_id in due_games(now))
    alert()
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now})
    Heartbeat.objects.filter(at__lt=now - FORGOTTEN).delete()
    return done
