"""Who was in which room, from when to when (X-R39). Kept as it was: a correction ends or begins stays, it does not undo them."""


class Stay:
    """A seat's time in a room (X-R39): the first floor and the entry of its coming, the last floor and the entry of its going (0: not yet)."""

    __slots__ = ("entry", "floor", "last_entry", "last_floor", "room", "seat")

    def __init__(self, room: int, seat: int, floor: int, entry: int) -> None:
        self.room = room
        self.seat = seat
        self.floor = floor
        self.entry = entry
        self.last_floor = 0
        self.last_entry = 0

    def covers(self, entry: int) -> bool:
        """Whether what was said to the room at that entry was said to this member."""
        return self.entry <= entry and (not self.last_entry or entry < self.last_entry)

    def shows(self, floor: int) -> bool:
        """Whether the member may read that floor."""
        return self.floor <= floor and (not self.last_entry or floor <= self.last_floor)
