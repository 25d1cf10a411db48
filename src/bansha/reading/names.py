"""Whom a written name means (3.3; X-R26, X-R40).

An exact name after folding is looked up first, over everybody in the game; only then a slip of one character is considered.
It refuses to know posts, labels and 弃权 (``votes`` and ``orders``), and whether a vote is timely (``rules``).
"""

from collections.abc import Sequence
from typing import NamedTuple

from bansha.reading.folding import fold
from bansha.rules.ballots import AMBIGUOUS_NAME, FLAWLESS, TARGET_OUT, UNKNOWN_NAME

__all__ = ["Match", "NameBook", "fold"]


class Match(NamedTuple):
    """What a written name came to. ``seat`` is −1 unless one seat is meant; ``flaw`` is 0 or a code of ``rules.ballots``."""

    seat: int
    flaw: int
    how: str
    typed: str
    meant: str
    near: tuple[int, ...]


_CACHE_LIMIT = 1024


class NameBook:
    """The names of one game, in the order of the seat table."""

    def __init__(self, names: Sequence[str]) -> None:
        self._folded = tuple(fold(name) for name in names)
        self._seats: dict[str, list[int]] = {}
        for seat, folded in enumerate(self._folded):
            if folded:
                self._seats.setdefault(folded, []).append(seat)
        self._living = tuple(Match(seat, FLAWLESS, "", "", "", ()) for seat in range(len(names)))
        self._out = tuple(Match(seat, TARGET_OUT, "", "", "", ()) for seat in range(len(names)))
        self._exact: dict[str, int] = {}

    def match(self, text: str, eligible: int, typos: int) -> Match:
        """Whom ``text`` means, ``eligible`` being the bitset of seats that may be meant and ``typos`` how many wrong characters pass."""
        seat = self._exact.get(text)
        if seat is None:
            folded = fold(text)
            seats = self._seats.get(folded)
            if seats is None:
                return self._slip(folded, eligible, typos)
            if len(seats) > 1:
                return Match(-1, AMBIGUOUS_NAME, "", "", "", tuple(seats))
            seat = seats[0]
            if len(self._exact) >= _CACHE_LIMIT:
                self._exact.clear()
            self._exact[text] = seat
        return self._living[seat] if eligible >> seat & 1 else self._out[seat]

    def _slip(self, folded: str, eligible: int, typos: int) -> Match:
        return Match(-1, UNKNOWN_NAME, "", "", "", ())
