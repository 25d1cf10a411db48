"""The process that keeps games going while others are killed: opens new ones, seats the players, moves the ends of phases close.

    python -m bench.soak.masters GAMES          one line of JSON a round on standard output: where players may write now

Whatever it does goes through ``receive``, as an organiser's acts do. It ends when its standard input is closed.
"""

import json
import os
import select
import sys
import time
from datetime import timedelta
from importlib import import_module
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bansha.board.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.utils import timezone  # noqa: E402

from bansha.board.games.create import create, join  # noqa: E402
from bansha.board.games.models import Game, Seat, Thread  # noqa: E402
from bansha.board.games.receive import receive  # noqa: E402
from bansha.board.people.models import User  # noqa: E402
from bansha.rules import calendar, phases  # noqa: E402
from bansha.rules.errors import BanshaError  # noqa: E402
from bansha.table.inputs import Adjust  # noqa: E402

NAMES = ("水饺", "包子", "花卷", "馒头", "烧卖", "汤圆", "粽子", "油条", "豆浆", "煎饼", "米线", "凉皮")
PHASE = timedelta(seconds=2.5)
EVERY = 0.4  # seconds


def account(name: str) -> User:
    """An account that logs in by its session alone."""
    found, _made = User.objects.get_or_create(username=name)
    return found


def session(user: User) -> str:
    """A session of somebody who is logged in."""
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    return str(store.session_key)


def open_game(players: list[User], organiser: User, minutes: int = 1) -> None:
    """A game of piper with all its seats taken; day 1 opens in three seconds, and each phase lasts so many minutes."""
    lasts = dict.fromkeys((phases.DAY, phases.NIGHT, phases.WORDS, phases.INTERVAL), minutes)
    game = create(organiser.pk, "soak", "piper", timezone.now() + timedelta(seconds=3), cal=calendar.fast("piper", lasts), reminder=0)
    for player, name in zip(players, NAMES, strict=True):
        join(game, player.pk, name)


def hurry(game: Game) -> None:
    """Let the open phase end in a moment."""
    if game.closes is None or game.closes <= timezone.now() + PHASE:
        return
    try:
        receive(game.pk, Adjust((timezone.now() + PHASE).isoformat(), ""))
    except BanshaError as refusal:
        if refusal.code not in ("over", "past", "unchanged", "not_under_way", "no-time"):  # it has just ended by itself
            raise


def round_(players: list[User], organiser: User, wanted: int) -> dict[str, Any]:
    """Look after all games; where players may write now."""
    running = list(Game.objects.filter(status=Game.RUNNING))
    for _ in range(wanted - len(running)):
        open_game(players, organiser)
    for game in running:
        hurry(game)
    now = list(Game.objects.filter(status=Game.RUNNING).values_list("pk", flat=True))
    threads = Thread.objects.filter(game__in=now, open=True).values_list("game_id", "key")
    return {
        "games": [{"game": pk, "threads": [key for game, key in threads if game == pk]} for pk in now],
        "opened": Game.objects.count(),
        "ended": Game.objects.filter(status=Game.FINISHED).count(),
        "out": Seat.objects.exclude(out="").count(),
    }


def main(wanted: int) -> None:
    """Until nobody listens."""
    players, organiser = [account(f"soak{i}") for i in range(len(NAMES))], account("soak-org")
    print(json.dumps({"sessions": [session(player) for player in players], "names": NAMES}), flush=True)
    while not select.select([sys.stdin], [], [], EVERY)[0]:
        print(json.dumps(round_(players, organiser, wanted)), flush=True)
        time.sleep(0.01)


if __name__ == "__main__":
    main(int(sys.argv[1]))
