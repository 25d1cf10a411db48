"""Games that stand still until their director has looked: paused, set aside, or with a phase that is over and is published by hand."""

from django.db.models import Q
from django.utils import timezone

from bansha.board.drawing import url_if
from bansha.board.games.duty import NOTHING, Duty
from bansha.board.games.models import Deadline, Game
from bansha.board.games.viewer import directed_by
from bansha.board.games.words import Lang
from bansha.board.texts import text


def asks_user(user: int) -> Q:
    """Games that wait for a user who directs them."""
    waits = ~Q(paused=None) | Q(deadline__failed__gt="") | Q(automatic=False, closes__lte=timezone.now())
    return Q(waits, status=Game.RUNNING) & directed_by(user)


def asks(game: Game) -> bool:
    """Whether a running game waits for its director."""
    overdue = not game.automatic and game.closes is not None and game.closes <= timezone.now()
    return game.paused is not None or overdue or Deadline.objects.filter(game=game, failed__gt="").exists()


def asked(game: Game, lang: Lang) -> Duty:
    """What the band says to its director."""
    return waits_for_you(game, lang) if asks(game) else NOTHING


def waits_for_you(game: Game, lang: Lang) -> Duty:
    """That it waits, and where to look."""
    return Duty(text("band.asks", lang), url_if("desk", game.pk), text("places.desk", lang), due=True)
