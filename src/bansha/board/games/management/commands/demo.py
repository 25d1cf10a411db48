"""``bansha-manage demo``: a finished game to read and a live one to watch. Does nothing where there are demonstration games already."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from bansha.board.bots import demo
from bansha.board.bots.demo import demo_user, finished_game, live_game
from bansha.board.games.models import Game
from bansha.board.people.models import User

# In a clone the example game is where everybody finds it; in a wheel it lies beside the bots (pyproject.toml, force-include).
EXAMPLES = (Path(demo.__file__).with_name("example.yaml"), Path(__file__).parents[6] / "examples" / "xia" / "game.yaml")
EXAMPLE = next((path for path in EXAMPLES if path.exists()), EXAMPLES[0])


class Command(BaseCommand):
    """Sets the demonstration up; ``bots`` keeps it going."""

    help = "A finished example game with its review, and a live game played by bots (start `bots` and `direct` too)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--example", type=Path, default=EXAMPLE, metavar="CASE.yaml", help="the finished game, as a case file")
        parser.add_argument("--organiser", default="", metavar="NAME", help="whose games they are; by default the first administrator")

    def handle(self, *_args: Any, **options: Any) -> None:
        if Game.objects.filter(demo=True).exists():
            self.stdout.write("The demonstration is there already.")
            return
        name = options["organiser"]
        admin = User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
        organiser = User.objects.get(username=name) if name else admin or demo_user("示范局")
        if options["example"].exists():
            game = finished_game(options["example"], organiser.pk)
            self.stdout.write(f"A finished game: /g/{game.pk}/review/")
        game = live_game(organiser.pk)
        self.stdout.write(f"A live game: /g/{game.pk}/")
