"""Every order of sending of a night's standing orders, one after the other. Kernel text.

Heap's algorithm: each step swaps two rows, so trying the next ordering costs one swap.
"""

from typing import ClassVar

MOST = 10  # rows


class Search:
    """Where a search stands and what it has found; compiled, a record."""

    LENGTHS: ClassVar[dict[str, int]] = {"turn": MOST, "sender": MOST, "power": MOST, "target": MOST, "second": MOST, "hole": 6 * MOST}

    turn: list[int]  # Heap's counters
    others: int  # how many orders may join in
    sender: list[int]
    power: list[int]
    target: list[int]
    second: list[int]

    nights: int  # searched
    holes: int
    answers: int  # of the first hole
    rows: int  # its orders
    reflections: int
    hole: list[int]  # its orders: sender, power, target, second, answering member, party

    __slots__ = tuple(name for name in __annotations__ if name != "LENGTHS")


def rewind(x: Search, n: int) -> None:
    """Begin with the ordering that stands."""
    for k in range(n):
        x.turn[k] = 0


def next_swap(x: Search, n: int) -> int:
    """The two rows to swap for the next ordering of the first ``n``, as ``16·row + row``; −1 after the last."""
    k = 1
    while k < n:
        if x.turn[k] < k:
            first = x.turn[k] if k & 1 else 0
            x.turn[k] += 1
            return 16 * first + k
        x.turn[k] = 0
        k += 1
    return -1
