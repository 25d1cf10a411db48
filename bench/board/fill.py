"""Games to measure on: python -m bench.board.fill GAMES LONG          prints what there is, as JSON

The first game has a thread of fifty posts and, if LONG, one of so many; there are GAMES running games in all.
"""

import json
import os
import sys
from datetime import timedelta
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bansha.board.settings")

import django

django.setup()

from django.utils import timezone  # noqa: E402

from bansha.board.games.create import create, join  # noqa: E402
from bansha.board.games.direct import look_round  # noqa: E402
from bansha.board.games.markup import to_html  # noqa: E402
from bansha.board.games.models import Game, Post, Thread  # noqa: E402
from bansha.board.games.receive import receive  # noqa: E402
from bansha.board.people.models import User  # noqa: E402
from bansha.rules import calendar, phases  # noqa: E402
from bansha.table.inputs import Adjust  # noqa: E402
from bansha.table.inputs import Post as PostInput  # noqa: E402
from bench.board.text import TEXT  # noqa: E402
from bench.soak.masters import NAMES, account, session  # noqa: E402


def opened(players: list[User], organiser: User, title: str) -> Game:
    """A running game, day 1 open for a week."""
    lasts = {phases.DAY: 10_000, phases.NIGHT: 600, phases.WORDS: 60, phases.INTERVAL: 1}
    game = create(organiser.pk, title, "piper", timezone.now() + timedelta(seconds=1.5), cal=calendar.fast("piper", lasts), reminder=0)
    for player, name in zip(players, NAMES, strict=True):
        join(game, player.pk, name)
    return game


def due_in(games: list[str], seconds: float) -> None:
    """Let the open phase of all these games end at the same moment."""
    closes = timezone.now() + timedelta(seconds=seconds)
    for game in games:
        receive(game, Adjust(closes.isoformat(), ""))


def long_thread(game: Game, floors: int) -> None:
    """A thread that is only there to be read."""
    thread = Thread.objects.create(game=game, key="talk-9", floors=floors, opened=timezone.now(), open=False)
    html, now = to_html(TEXT), timezone.now()
    Post.objects.bulk_create(
        [Post(thread=thread, floor=n + 1, seat=n % 12 if n else None, text=TEXT, html=html, at=now) for n in range(floors)], batch_size=500
    )


def main(games: int, long: int) -> dict[str, Any]:
    """Make them."""
    players, organiser = [account(f"bench{i}") for i in range(12)], account("bench-org")
    made = [opened(players, organiser, f"第 {n + 1} 局") for n in range(games)]
    while Game.objects.exclude(phase=phases.DAY).filter(pk__in=[game.pk for game in made]).exists():
        look_round("fill")
    for n in range(49):
        receive(made[0].pk, PostInput("talk-1", n % 12, f"{TEXT} {n}", 0))
    if long:
        long_thread(made[0], long)
    return {"games": [game.pk for game in made], "sessions": [session(player) for player in players]}


if __name__ == "__main__":
    if sys.argv[1] == "due":
        due_in(sys.argv[3:], float(sys.argv[2]))
    else:
        print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]))))
