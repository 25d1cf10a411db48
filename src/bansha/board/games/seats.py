"""The seats of a game as everybody sees them: names, and what whoever is out was published as."""

from typing import NamedTuple

from bansha.board.games.models import Game, Seat
from bansha.board.games.words import Lang
from bansha.rules.rulebook import rulebook
from bansha.telling.words import Setting


class Place(NamedTuple):
    """``out`` is the published identity in the reader's language, ``role`` its key for its colour; both empty while in the game."""

    number: int
    name: str
    out: str
    role: str


def places_of(game: Game, lang: Lang) -> list[Place]:
    """All seats in order."""
    rows = Seat.objects.filter(game=game).order_by("number").values_list("number", "name", "out")
    return [Place(number, name, *published(game.rules, out, lang)) for number, name, out in rows]


def published(rules: str, out: str, lang: Lang) -> tuple[str, str]:
    """A published identity and its key."""
    term = rulebook(rules).find(out) if out else None
    return (term.name.to(lang), term.key) if term else (out, "")


def setting_for(game: Game, seats: list[Place]) -> Setting:
    """What texts of this game may know, from the seats in hand."""
    return Setting(game.rules, tuple(seat.name for seat in seats), game.header["calendar"]["zone"], game.header["options"])
