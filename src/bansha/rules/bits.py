"""Sets of seats as bitsets. Kernel: plain ints in, plain ints out."""

# 2 is a primitive root of 67: the bits 0 to 65 leave 66 different remainders, and remainder r stands at place r.
SEAT_OF_BIT = tuple(next((seat for seat in range(66) if (1 << seat) % 67 == r), -1) for r in range(67))


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
    return SEAT_OF_BIT[(seats & -seats) % 67]


def has(seats: int, seat: int) -> int:
    """1 if ``seat`` is in the set; a negative seat is in no set."""
    if seat < 0:
        return 0
    return (seats >> seat) & 1
