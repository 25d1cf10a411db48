"""What a viewer has been told: nothing but the notices addressed to it, in order."""

from typing import NamedTuple

from bansha.rules.homes import home
from bansha.rules.notices import EVERYBODY, Notice, to_seat
from bansha.table.entries import Entry
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
    return any(stay.room == room and stay.seat == seat and stay.covers(entry.n) for stay in table.stays)


@home("X-R39")
def room_floors(table: Table, room: int, seat: int) -> list[tuple[int, int]]:
    """First and last floor of what the seat may read in the room's thread, for each time it was a member; last −1 while it is one."""
    return [(stay.floor, stay.last_floor if stay.last_entry else -1) for stay in table.stays if (stay.room, stay.seat) == (room, seat)]
