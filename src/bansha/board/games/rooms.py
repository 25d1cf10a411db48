"""What may be read of a room (X-R39): the floors of one's stays in it, nothing before and nothing after."""

from django.db.models import Q

from bansha.board.games.models import Game, Stay, Thread
from bansha.board.games.viewer import Viewer
from bansha.table.threads import is_room


def open_to_all(game: Game, reader: Viewer, key: str) -> bool:
    """Whether every floor may be read: threads that are no rooms, and rooms for directors and after the end."""
    return not is_room(key) or game.status == Game.FINISHED or reader.directs


def readable(game: Game, reader: Viewer, thread: Thread) -> Q:
    """The posts of a thread that the reader may read, as a condition."""
    if open_to_all(game, reader, thread.key):
        return Q()
    shown = Q(pk__in=())
    if reader.seat is not None:
        for stay in Stay.objects.filter(game=game, seat=reader.number, room=int(thread.key[5:])):
            shown |= Q(floor__gte=stay.first_floor, floor__lte=stay.last_floor) if stay.last_entry else Q(floor__gte=stay.first_floor)
    return shown


def last_floor(game: Game, reader: Viewer, thread: Thread) -> int:
    """The last floor that the reader may read; he is not told how many there are."""
    if open_to_all(game, reader, thread.key):
        return thread.floors
    return last_floors(game, reader).get(thread.key, 0) or thread.floors


def last_floors(game: Game, reader: Viewer) -> dict[str, int]:
    """Of every room the reader is or was in, by the thread's key: the last floor he may read, 0 while he is a member."""
    if reader.seat is None:
        return {}
    stays = Stay.objects.filter(game=game, seat=reader.number).values_list("room", "last_entry", "last_floor")
    found: dict[str, int] = {}
    for room, gone, floor in stays:
        key = f"room-{room}"
        found[key] = max(found.get(key, 0), floor) if gone and found.get(key, 1) else 0
    return found


def is_member(game: Game, reader: Viewer, key: str) -> bool:
    """Whether the seat belongs to the room now."""
    return reader.seat is not None and Stay.objects.filter(game=game, seat=reader.number, room=int(key[5:]), last_entry=0).exists()
