"""Who sat where when: a substitute gives a seat another name, and what was written and announced before keeps the name of its time."""

from datetime import datetime
from typing import NamedTuple

from bansha.board.games.models import Game, Said
from bansha.board.prepared import Prepared
from bansha.rules.notices import EVERYBODY


class Change(NamedTuple):
    """A seat changed hands: when, which, and whose it was."""

    at: datetime
    place: int
    seat: int
    former: str


class Names:
    """The names of a game's seats now, and those of any moment before."""

    def __init__(self, now: tuple[str, ...], changes: list[Change]) -> None:
        self.now = now
        self.changes = changes

    def at(self, moment: datetime) -> tuple[str, ...]:
        """The names at a moment."""
        return self._with([change for change in self.changes if change.at > moment])

    def at_place(self, place: int) -> tuple[str, ...]:
        """The names when the public notice of this place was said."""
        return self._with([change for change in self.changes if change.place > place])

    def _with(self, undone: list[Change]) -> tuple[str, ...]:
        if not undone:
            return self.now
        names = list(self.now)
        for change in reversed(undone):
            if change.seat < len(names):
                names[change.seat] = change.former
        return tuple(names)


SUBSTITUTED = Prepared(
    lambda game: Said.objects.filter(game=game, to=EVERYBODY, what="substituted").order_by("place").values_list("at", "place", "args")
)


def names_of(game: Game, now: tuple[str, ...]) -> Names:
    """From the names in hand and what was announced of substitutes; one query."""
    return Names(now, [Change(at, place, args[0], args[2]) for at, place, args in SUBSTITUTED.rows(game.pk)])
