"""Random lawful whole games by the thousand, interpreted or compiled: the same functions, the same games on the same seeds.

    play("xia", range(10_000)).winners

Interpreted games run on a ``State`` of slots, compiled ones (extra ``[fast]``) on the NumPy record of the same declaration. Whoever wants
to know what a game was like reads its journal: ``results.adjudications(3)``.
"""

from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from bansha.lab.crowd import Crowd
from bansha.lab.journal import START, Adjudication, empty, read
from bansha.lab.outcomes import FULL, HOLE
from bansha.rules.errors import LawHole
from bansha.rules.face import face
from bansha.rules.states import blank

LAST_DAY = 60  # then the director declares a draw; random games end long before
JOURNAL = 1 << 17  # entries, a megabyte: stays in the processor's cache
CAPACITY_OF_A_GAME = 1 << 15  # more entries than a game of LAST_DAY days can fill

# Tables of other sizes, as options data. More killers would make longer games, and what is compared is the cost of more seats.
VARIANTS: Mapping[tuple[str, int], Mapping[str, int]] = {
    ("xia", 20): {},
    ("xia", 40): {"shadow": 2, "white": 2, "crimson": 2, "commoner": 22},
    ("piper", 12): {},
    ("piper", 40): {"rat": 6, "liar": 3, "child": 28, "lame_child": 1},
}


class Results(NamedTuple):
    """What became of the games, by game: bit per winning camp or DRAW, days, things sent; the journal lies end to end."""

    rules: str
    seats: int
    winners: "array[int]"
    days: "array[int]"
    acts: "array[int]"
    ends: "array[int]"  # of each game in the journal
    journal: "array[int]"  # packed (lab.journal); empty if findings were dropped

    @property
    def games(self) -> int:
        """How many."""
        return len(self.winners)

    @property
    def decisions(self) -> int:
        """Orders, posts, votes and the like in all games."""
        return sum(self.acts)

    def entries(self, game: int) -> "array[int]":
        """A game's stretch of the journal."""
        return self.journal[self.ends[game - 1] if game else 0 : self.ends[game]]

    def adjudications(self, game: int) -> list[Adjudication]:
        """What each phase of a game was found to bring."""
        return read(self.entries(game))


def variant(rules: str, seats: int) -> Mapping[str, int]:
    """The options of a table of that size. KeyError if there is none."""
    return VARIANTS[rules, seats]


def play(
    rules: str,
    seeds: Sequence[int],
    options: Mapping[str, int] | None = None,
    *,
    compiled: bool = True,
    findings: bool = True,
    bounds: bool = False,
    last_day: int = LAST_DAY,
) -> Results:
    """Play a game for every seed. ``findings``: keep the journal. ``bounds``: compiled with every index checked.

    Raises Malformed for options that make no game, LawHole for a night without one answer, ImportError without numba if ``compiled``.
    """
    law = face(rules)
    chosen = law.options(dict(options or {}))
    cards = law.seating(chosen)
    dealt = law.new(cards, chosen)
    run, make = _runner(rules, compiled, bounds)
    s = make.state(dealt)
    c, deck = make.state(blank(Crowd)), make.filled(cards)
    extra = (chosen.reflections,) if rules == "xia" else ()
    results = Results(rules, len(cards), *(array("q") for _ in range(5)))
    done = 0
    size = JOURNAL if findings else CAPACITY_OF_A_GAME
    j = make.ints(size)
    while done < len(seeds):
        some = make.filled(seeds[done : done + _CHUNK])
        ends, winners, days, acts = (make.ints(len(some)) for _ in range(4))
        empty(j)
        n = run(s, c, deck, some, j, ends, winners, days, acts, *extra, int(findings), last_day, len(results.journal))
        if n < len(some) and (acts[n] != FULL or n == 0):
            raise _broken(rules, int(seeds[done + n]), int(acts[n]))
        make.append(results.journal, j, START, int(j[0]))
        make.append(results.winners, winners, 0, n)
        make.append(results.days, days, 0, n)
        make.append(results.acts, acts, 0, n)
        make.append(results.ends, ends, 0, n)
        done += n
    return results


_CHUNK = 1024


class _Interpreted:
    """State of slots, lists of ints."""

    @staticmethod
    def state(dealt: Any) -> Any:
        return dealt

    @staticmethod
    def ints(n: int) -> Any:
        return [0] * n

    @staticmethod
    def filled(values: Sequence[int]) -> Any:
        return list(values)

    @staticmethod
    def append(to: "array[int]", values: Any, first: int, last: int) -> None:
        to.extend(values[first:last])


class _Compiled:
    """Record, NumPy arrays."""

    @staticmethod
    def state(dealt: Any) -> Any:
        from bansha.lab.compiling import as_record

        return as_record(dealt)[0]

    @staticmethod
    def ints(n: int) -> Any:
        import numpy

        return numpy.zeros(n, numpy.int64)

    @staticmethod
    def filled(values: Sequence[int]) -> Any:
        import numpy

        if isinstance(values, range):
            return numpy.arange(values.start, values.stop, values.step, dtype=numpy.int64)
        return numpy.array(values, numpy.int64)

    @staticmethod
    def append(to: "array[int]", values: Any, first: int, last: int) -> None:
        to.frombytes(memoryview(values[first:last]).cast("B"))


def entry(rules: str) -> Callable[..., int]:
    """The one function of a rule set that is compiled and cached as a whole."""
    function: Callable[..., int] = import_module(f"bansha.lab.{rules}_game").play_games
    return function


@cache
def _runner(rules: str, compiled: bool, bounds: bool) -> tuple[Callable[..., int], Any]:
    if not compiled:
        return entry(rules), _Interpreted
    from bansha.lab.compiling import compiled as compile_

    return compile_(entry(rules), bounds=bounds), _Compiled


def _broken(rules: str, seed: int, why: int) -> Exception:
    """The error for a game that could not be played to its end."""
    if why == HOLE:
        return LawHole(
            "law-hole", f"{rules} 种子 {seed}：有一夜没有唯一的结果", f"{rules}, seed {seed}: a night without exactly one outcome"
        )
    return OverflowError(f"{rules}, seed {seed}: {'the journal' if why == FULL else 'a state'} has no room for the findings")
