"""Who looks at a game, and what that allows. Every page asks here, and what is not allowed does not exist (404)."""

from typing import NamedTuple

from django.db.models import Q
from django.http import Http404, HttpRequest

from bansha.board.games.models import DeskAct, Directorship, FormerHolder, Game, Seat, Stay, Thread
from bansha.board.prepared import PreparedOne
from bansha.table.threads import is_room

GAME = PreparedOne(lambda pk: Game.objects.filter(pk=pk))
SEAT = PreparedOne(lambda game, user: Seat.objects.filter(game=game, user=user))
THREAD = PreparedOne(lambda game, key: Thread.objects.filter(game=game, key=key))


class Viewer(NamedTuple):
    """``seat`` is None for visitors, spectators and players of other games. Whoever plays, or has played, never directs.

    ``zone`` is the time zone he reads by, empty for the game's own.
    """

    user: int | None
    seat: Seat | None
    directs: bool
    zone: str = ""

    @property
    def number(self) -> int:
        """The seat's number, −1 without one."""
        return self.seat.number if self.seat else -1


def game_or_404(game_id: str) -> Game:
    """The game of an opaque id."""
    game = GAME.first(game_id)
    if game is None:
        raise Http404
    return game


def viewer(request: HttpRequest, game: Game) -> Viewer:
    """The reader of this request, towards this game."""
    user = request.user
    if not user.is_authenticated:
        return Viewer(None, None, False)
    seat = SEAT.first(game.pk, user.pk)
    directs = (
        seat is None
        and not FormerHolder.objects.filter(game=game, user=user.pk).exists()
        and Directorship.objects.filter(game=game, user=user.pk).exists()
    )
    return Viewer(user.pk, seat, directs, user.zone)


def directed_by(user: int) -> Q:
    """The games that a user directs, by the same rule: none in which he plays or has played."""
    plays, played = (Q(pk__in=part.objects.filter(user=user).values("game")) for part in (Seat, FormerHolder))
    return Q(directors__user=user) & ~plays & ~played


def player_or_404(request: HttpRequest, game: Game) -> Viewer:
    """The reader, who must have a seat."""
    reader = viewer(request, game)
    if reader.seat is None:
        raise Http404
    return reader


def director_or_404(request: HttpRequest, game: Game) -> Viewer:
    """The reader, who must direct the game and not have played in it."""
    reader = viewer(request, game)
    if not reader.directs:
        raise Http404
    return reader


def thread_or_404(game: Game, reader: Viewer, key: str) -> Thread:
    """A thread the reader may read. A room does not exist for whoever is not, and was not, in it; after the end all is open."""
    thread = THREAD.first(game.pk, key)
    if thread is None:
        raise Http404
    if is_room(key) and game.status != Game.FINISHED and not in_room(game, reader, key):
        if not reader.directs or reader.user is None:
            raise Http404
        note_look(game, reader.user, key)
    return thread


def note_look(game: Game, user: int, place: str) -> None:
    """Write down that a director reads secrets of a running game; once a phase and place. The desk shows it to directors."""
    if game.status != Game.RUNNING:
        return
    look = {"game": game, "user_id": user, "what": DeskAct.LOOKED, "detail": f"{place} {game.phase} {game.day}"}
    if not DeskAct.objects.filter(**look).exists():
        DeskAct.objects.create(**look)


def in_room(game: Game, reader: Viewer, key: str) -> bool:
    """Whether the seat is or was a member of the room."""
    return reader.seat is not None and Stay.objects.filter(game=game, seat=reader.number, room=int(key[5:])).exists()
