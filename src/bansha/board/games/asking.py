"""Games that stand still until their director has looked: paused, set aside, or with a phase that is over and is published by hand."""

from django.db.models import Q
from django.utils import timezone

from bansha.board.drawing import url_if
from bansha.board.games.duty import NOTHING, Duty
from bansha.board.games.models import Deadline, Game
from bansha.board.games.viewer import directed_by
from bansha.board.games.words import Lang
from bansha.board.texts import text


def unpublished(game: Game) -> bool:
    """Whether a phase is over and waits to be published by hand; what is paused waits for something else."""
    return not game.automatic and game.paused is None and game.closes is not None and game.closes <= timezone.now()


def unpublished_games() -> Q:
    """The games of which ``unpublished`` holds."""
    return Q(automatic=False, paused=None, closes__lte=timezone.now())


def for_players(lang: Lang) -> Duty:
    """What players, and whoever looks on, are told while a phase waits to be published."""
    return Duty(text("band.unpublished", lang))


def shut(game: Game, lang: Lang) -> str:
    """Why players can send nothing now, whoever they are: the clock stands still, or a phase waits to be published; empty if they can."""
    return text("thread.paused", lang) if game.paused else text("band.unpublished", lang) if unpublished(game) else ""


def asks(game: Game) -> bool:
    """Whether a running game waits for its director."""
    return game.paused is not None or unpublished(game) or Deadline.objects.filter(game=game, failed__gt="").exists()


def asks_user(user: int) -> Q:
    """Games that wait for a user who directs them: running ones of which ``asks`` holds."""
    waits = ~Q(paused=None) | unpublished_games() | Q(deadline__failed__gt="")
    return Q(waits, status=Game.RUNNING) & directed_by(user)


def asked(game: Game, lang: Lang) -> Duty:
    """What the band says to its director."""
    return waits_for_you(game, lang) if asks(game) else NOTHING


def waits_for_you(game: Game, lang: Lang) -> Duty:
    """That it waits, and where to look."""
    return Duty(text("band.asks", lang), url_if("desk", game.pk), text("places.desk", lang), due=True)
