"""Whom a written name means (3.3; X-R26, X-R40).

An exact name after folding is looked up first, over everybody in the game; only then a slip of one character is considered.
It refuses to know posts, labels and 弃权 (``votes`` and ``orders``), and whether a vote is timely (``rules``).

Vote posts are read by the thousand: an exact name costs two dictionary look-ups, and the tables for slips are read only when
the first slip is looked for.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from bansha.reading.folding import fold
from bansha.rules.ballots import AMBIGUOUS_NAME, FLAWLESS, TARGET_OUT, UNKNOWN_NAME

if TYPE_CHECKING:
    from bansha.reading.nearness import Slip

__all__ = ["Match", "NameBook", "fold"]


class Match(NamedTuple):
    """What a written name came to.

    seat   the seat meant; −1 if none. With ``TARGET_OUT`` it is the seat that was named but may not be meant.
    flaw   0, or ``UNKNOWN_NAME``, ``AMBIGUOUS_NAME``, ``TARGET_OUT`` of ``rules.ballots``
    how    "" exact; else "音", "形" or "音形": how the slip is near
    typed  the one wrong character, as folded, and ``meant`` the right one; "" when exact
    near   ambiguous: the seats it may mean. Unknown, and a slip would have passed (``typos`` 1): seats whose names are near,
           whoever they are, nearest first, for a hint
    """

    seat: int
    flaw: int
    how: str
    typed: str
    meant: str
    near: tuple[int, ...]


_CACHE_LIMIT = 1024
_LONGEST_CACHED = 64
_MOST_NEAR = 5
_UNKNOWN = Match(-1, UNKNOWN_NAME, "", "", "", ())


class NameBook:
    """The names of one game, in the order of the seat table (at most 62 seats)."""

    def __init__(self, names: Sequence[str], former: Mapping[str, int] = MappingProxyType({})) -> None:
        """``former``: the seats of names that were borne before a substitution (X-R45); they go on meaning that seat."""
        self._folded = tuple(fold(name) for name in (*names, *former))
        self._owner = (*range(len(names)), *former.values())
        self._seats: dict[str, list[int]] = {}
        for seat, folded in zip(self._owner, self._folded, strict=True):
            if folded and seat not in self._seats.get(folded, ()):
                self._seats.setdefault(folded, []).append(seat)
        self._eligible = tuple(Match(seat, FLAWLESS, "", "", "", ()) for seat in range(len(names)))
        self._out = tuple(Match(seat, TARGET_OUT, "", "", "", ()) for seat in range(len(names)))
        self._exact: dict[str, int] = {}

    def match(self, text: str, eligible: int, typos: int) -> Match:
        """Whom ``text`` means (X-R26).

        ``eligible`` is the bitset of seats that may be meant: the living; in a runoff the two. ``typos`` is how many wrong
        characters pass: 1 in votes of xia, 0 in orders (X-R40) and in piper. Raises ValueError if it is neither.
        """
        seat = self._exact.get(text, -1)
        if seat < 0:
            folded = fold(text)
            seats = self._seats.get(folded, ())
            if len(seats) != 1:  # two seats share a folded name only where no sign-up checked it
                return Match(-1, AMBIGUOUS_NAME, "", "", "", tuple(seats)) if seats else self._slip(folded, eligible, typos)
            seat = seats[0]
            if len(text) <= _LONGEST_CACHED:
                if len(self._exact) >= _CACHE_LIMIT:
                    self._exact.clear()
                self._exact[text] = seat
        return self._eligible[seat] if eligible >> seat & 1 else self._out[seat]

    def _slip(self, folded: str, eligible: int, typos: int) -> Match:
        if typos not in (0, 1):
            raise ValueError(f"typos must be 0 or 1, not {typos}")
        if not typos:  # also how readers probe running text for names: it must be cheap
            return _UNKNOWN
        from bansha.reading import nearness  # its tables are not for the path of an exact name

        slips = nearness.slips(folded, self._folded)
        mine = {self._owner[found.seat]: found for found in reversed(slips)}  # a seat once, the present name before a former one
        meant = [found._replace(seat=seat) for seat, found in sorted(mine.items()) if eligible >> seat & 1]
        if len(meant) == 1:
            seat, how, wrong, right = meant[0]
            return Match(seat, FLAWLESS, how, wrong, right, ())
        if meant:
            return Match(-1, AMBIGUOUS_NAME, "", "", "", tuple(found.seat for found in meant))
        return Match(-1, UNKNOWN_NAME, "", "", "", self._hints(folded, slips))

    def _hints(self, folded: str, slips: "list[Slip]") -> tuple[int, ...]:
        """Seats worth asking about, each once."""
        from bansha.reading import nearness

        return tuple(dict.fromkeys(self._owner[name] for name in nearness.hints(folded, self._folded, slips)))[:_MOST_NEAR]
