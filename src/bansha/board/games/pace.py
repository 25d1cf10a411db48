"""How much one account may send to one game in a minute. What is refused counts like what is taken, or a flood of it would cost nothing.

Nobody else is held up: it is asked before anything of the game is locked. What was taken is counted in the log itself; refusals leave no entry and are
noted beside it, of whom only a keyed hash. Both hold in every process.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from bansha.board.games.models import Entry
from bansha.board.people.limits import KEPT, hashed
from bansha.board.people.models import Attempt
from bansha.rules.errors import BanshaError, Unlawful

A_MINUTE = timedelta(minutes=1)


@contextmanager
def paced(game_id: str, user: int | None) -> Iterator[None]:
    """Raises Unlawful for somebody who has sent as much as one may; what is refused within is noted. It goes around the transaction."""
    most = settings.INPUTS_A_MINUTE
    if user is None or not most:
        yield
        return
    key = hashed("refused input", game_id, str(user))
    if sent(game_id, user, key, most) >= most:
        raise Unlawful("too_fast", "发得太快，请过一分钟再发", "that was too much at once; please wait a minute")
    try:
        yield
    except BanshaError:
        now = timezone.now()
        Attempt.objects.filter(at__lt=now - KEPT).delete()
        Attempt.objects.create(key=key, at=now)
        raise


def sent(game_id: str, user: int, key: str, most: int) -> int:
    """How much it was in the last minute; more than ``most`` is not counted."""
    now = timezone.now()
    within = {"at__gt": now - A_MINUTE, "at__lte": now}
    taken = len(Entry.objects.filter(game=game_id, by=user, **within).values("pk")[:most])
    return taken + len(Attempt.objects.filter(key=key, **within).values("pk")[: most - taken])
