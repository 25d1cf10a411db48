"""Sets of seats as bitsets. Kernel: plain ints in, plain ints out."""


def count(seats: int) -> int:
    """How many seats are in the set."""
    n = 0
    while seats:
        seats &= seats - 1
        n += 1
    return n


def lowest(seats: int) -> int:
    """The lowest seat in the set, −1 if the set is empty."""
    if seats == 0:
        return -1
    seat = 0
    while not (seats >> seat) & 1:
        seat += 1
    return seat


def has(seats: int, seat: int) -> int:
    """1 if ``seat`` is in the set; a negative seat is in no set."""
    if seat < 0:
        return 0
    return (seats >> seat) & 1
