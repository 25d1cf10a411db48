"""``bansha manage verify``: replays the log of every game and compares what is stored."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from bansha.board.games.checking import problems
from bansha.board.games.models import Game


class Command(BaseCommand):
    """Exit status 1 if any game is not what its log says."""

    help = "Replays every game's log and compares everything that is stored of it. Exit status 1 if anything differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", metavar="GAME", help="only these")

    def handle(self, *_args: Any, **options: Any) -> None:
        wanted = options["games"] or list(Game.objects.order_by("created").values_list("pk", flat=True))
        bad = 0
        for game_id in wanted:
            found = problems(game_id)
            bad += bool(found)
            for line in found:
                self.stdout.write(f"{game_id}: {line}")
        self.stdout.write(f"{len(wanted)} games, {bad} not as their logs say" if bad else f"{len(wanted)} games, all as their logs say")
        if bad:
            raise SystemExit(1)
