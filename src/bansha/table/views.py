"""What a viewer has been told: nothing but the notices addressed to it, in order."""

from typing import NamedTuple

from bansha.rules.homes import home
from bansha.rules.notices import EVERYBODY, Notice, to_seat
from bansha.table.log import Entry
from bansha.table.table import Table


class Told(NamedTuple):
    """A notice with the log entry it belongs to and its time."""

    entry: int
    at: str
    notice: Notice


def public_view(table: Table) -> list[Told]:
    """What everybody has been told."""
    return [Told(entry.n, entry.at, notice) for entry in table.log for notice in entry.said if notice.to == EVERYBODY]


@home("X-R39", "X-R45", "P-R20")
def seat_view(table: Table, seat: int) -> list[Told]:
    """What a seat has been told: the public, itself, and its rooms while it belonged to them. A substitute is shown just this."""
    own = to_seat(seat)
    return [
        Told(entry.n, entry.at, notice)
        for entry in table.log
        for notice in entry.said
        if notice.to in (EVERYBODY, own) or (notice.to[0] == "r" and in_room(table, int(notice.to[1:]), seat, entry))
    ]


@home("X-R39")
def in_room(table: Table, room: int, seat: int, entry: Entry) -> bool:
    """Whether the seat was a member of the room at that entry: from the dawn of its entry on, to its exit."""
    for stay_room, stay_seat, _floor, first in table.stays:
        if (stay_room, stay_seat) == (room, seat) and first <= entry.n:
            last = table.leaves.get((room, seat))
            return last is None or entry.n < last[1]
    return False


@home("X-R39")
def room_floors(table: Table, room: int, seat: int) -> tuple[int, int]:
    """First and last floor of the room's thread that the seat may read; ``(0, 0)`` if none, last −1 while it is a member."""
    for stay_room, stay_seat, floor, _first in table.stays:
        if (stay_room, stay_seat) == (room, seat):
            return floor, table.leaves.get((room, seat), (-1, 0))[0]
    return 0, 0
