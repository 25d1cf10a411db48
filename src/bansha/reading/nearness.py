"""Which names a wrongly written one is near to: one slip away (3.3, X-R26), or near enough for a hint.

Names and texts are folded; a seat is an index into ``names``. It refuses to decide whom a vote means (``names`` does).
"""

from collections.abc import Sequence
from typing import NamedTuple

from bansha.reading.slips import slip
from bansha.rules.homes import home


class Slip(NamedTuple):
    """The name of ``seat`` has been written with the one wrong character ``typed`` for ``meant``."""

    seat: int
    how: str
    typed: str
    meant: str


@home("3.3", "X-R26")
def slips(text: str, names: Sequence[str]) -> list[Slip]:
    """The seats whose name differs from ``text`` in exactly one character, by sound or shape (length unchanged), in seat order."""
    found = []
    for seat, name in enumerate(names):
        if len(name) == len(text) and name != text:
            wrong = [(typed, meant) for typed, meant in zip(text, name, strict=True) if typed != meant]
            if len(wrong) == 1 and (how := slip(*wrong[0])):
                found.append(Slip(seat, how, *wrong[0]))
    return found


def hints(text: str, names: Sequence[str], slipped: Sequence[Slip]) -> tuple[int, ...]:
    """Seats worth asking "did you mean …?" about: first slips, then names one edit away; in seat order each."""
    near = [seat for seat, name in enumerate(names) if min(len(name), len(text)) >= 2 and _one_edit(text, name)]
    return tuple(dict.fromkeys([*(found.seat for found in slipped), *near]))


def _one_edit(a: str, b: str) -> bool:
    """One character added or left out, two neighbours swapped, or one of three or more replaced."""
    if len(a) > len(b):
        a, b = b, a
    if len(b) - len(a) > 1:
        return False
    start = 0
    while start < len(a) and a[start] == b[start]:
        start += 1
    if len(a) < len(b):
        return a[start:] == b[start + 1 :]
    replaced = len(a) > 2 and a[start + 1 :] == b[start + 1 :]
    return replaced or (a[start : start + 2] == b[start : start + 2][::-1] and a[start + 2 :] == b[start + 2 :])
