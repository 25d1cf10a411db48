"""Those who play at random: their dice, and the living as a row of seats, so that drawing one is one roll. Kernel text."""

from collections.abc import MutableSequence
from typing import ClassVar

from bansha.lab.dice import below
from bansha.rules.states import SEATS


class Crowd:
    """Declared as the states of the law are; compiled, a record."""

    LENGTHS: ClassVar[dict[str, int]] = {"seat": SEATS}

    dice: int
    size: int
    seat: list[int]  # the first ``size`` are the living, ascending

    __slots__ = tuple(name for name in __annotations__ if name != "LENGTHS")


def muster(c: Crowd, alive: int, seats: int) -> None:
    """Take in the living, all of whom sit below ``seats``."""
    n = 0
    for seat in range(seats):
        c.seat[n] = seat
        n += (alive >> seat) & 1
    c.size = n


def anybody(c: Crowd) -> int:
    """One of the living."""
    return c.seat[below(c, c.size)]


def picked(c: Crowd, byte: int) -> int:
    """One of the living by eight bits of a roll, 0 … 255."""
    return c.seat[(byte * c.size) >> 8]


def shuffle(c: Crowd, cards: MutableSequence[int], n: int) -> None:
    """Fisher–Yates on the first ``n``."""
    for i in range(n - 1, 0, -1):
        k = below(c, i + 1)
        card = cards[i]
        cards[i] = cards[k]
        cards[k] = card
