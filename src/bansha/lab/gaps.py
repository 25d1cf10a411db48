"""Is the law free of holes? Every lawful night of small boards must have exactly one outcome (X-R23, X-R22).

    search("xia").holes == 0

Compiled where numba is installed; without it the same search of a smaller part. What is searched is said in ``xia_gaps`` and ``piper_gaps``.
"""

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from bansha.lab.orderings import Search
from bansha.rules.face import face
from bansha.rules.phases import NOBODY
from bansha.rules.piper import codes as piper
from bansha.rules.piper import course as piper_course
from bansha.rules.states import blank
from bansha.rules.xia import codes as xia
from bansha.rules.xia import groups as xia_groups
from bansha.rules.xia.position import learn


class Board(NamedTuple):
    """A position at nightfall: identities by seat, the state, orders that may join in (sender, power, target, second)."""

    name: str
    identities: tuple[int, ...]
    state: Any
    others: tuple[tuple[int, int, int, int], ...]
    small: bool  # searched without numba too


class Hole(NamedTuple):
    """A night without exactly one outcome: how many it has, and its orders as in ``rules.face.Record``."""

    board: Board
    answers: int
    reflections: int
    orders: list[list[int]]


class Report(NamedTuple):
    """What a search found."""

    rules: str
    compiled: bool
    nights: int
    holes: int
    first: Hole | None
    boards: list[tuple[str, int]]  # name, nights


def search(rules: str, *, compiled: bool | None = None, boards: Sequence[Board] | None = None) -> Report:
    """Search all boards of a rule set, or those given. ``compiled``: None means if numba is installed."""
    fast = find_spec("numba") is not None if compiled is None else compiled
    run = _search_nights(rules, fast)
    nights, holes, first, searched = 0, 0, None, []
    for board in boards if boards is not None else all_boards(rules):
        if not (fast or board.small):
            continue
        x = _search(rules, board, run, fast)
        nights += int(x.nights)
        searched.append((board.name, int(x.nights)))
        if x.holes and first is None:
            rows = [[int(x.hole[6 * i + k]) for k in range(6)] + [0] for i in range(x.rows)]
            first = Hole(board, int(x.answers), int(x.reflections), rows)
        holes += int(x.holes)
    return Report(rules, fast, nights, holes, first, searched)


def _search_nights(rules: str, fast: bool) -> Callable[..., int]:
    function: Callable[..., int] = import_module(f"bansha.lab.{rules}_gaps").search_nights
    if not fast:
        return function
    from bansha.lab.compiling import compiled

    return compiled(function)


def all_boards(rules: str) -> list[Board]:
    """The boards of a rule set."""
    return list(xia_boards() if rules == "xia" else piper_boards())


def _search(rules: str, board: Board, run: Callable[..., int], fast: bool) -> Any:
    x = blank(Search)
    x.others = len(board.others)
    for k, (sender, power, target, second) in enumerate(board.others):
        x.sender[k], x.power[k], x.target[k], x.second[k] = sender, power, target, second
    limit = ((4 if fast else 1),) if rules == "xia" else ()
    if not fast:
        run(board.state, x, *limit)
        return x
    from bansha.lab.compiling import as_record, from_record

    records = as_record(x)
    run(as_record(board.state)[0], records[0], *limit)
    return from_record(Search, records)


# ---- 群侠 ------------------------------------------------------------------------------------------------------------------------------

XIA_SEATS = (
    xia.BLACK, xia.SHADOW, xia.AZURE_SHADOW, xia.ILLUSIONIST, xia.WHITE, xia.AZURE_WHITE, xia.CRIMSON,
    xia.RADIANT, xia.SILVER, xia.DRAGON, xia.COMMONER, xia.AZURE_NEUTRAL,
)  # fmt: skip


def xia_boards() -> Iterator[Board]:
    """Before and after independence; with silver's learnt block, and without it but for a verification of his."""
    dragon, commoner = XIA_SEATS.index(xia.DRAGON), XIA_SEATS.index(xia.COMMONER)
    for last, day in ((xia.AZURE_NEUTRAL, 2), (xia.AZURE_INDEPENDENT, 5)):
        identities = (*XIA_SEATS[:-1], last)
        for learnt in (xia.BLOCK, xia.VERIFY):
            s = xia_state(identities)
            s.day = day
            learn(s, learnt)
            others = [(identities.index(i), power, dragon, NOBODY) for i, power in _AT_DRAGON if i in identities]
            others.append((s.illusionist, xia.ILLUSION_1, commoner, dragon))
            if learnt == xia.VERIFY:
                others.append((s.silver, xia.VERIFY, dragon, NOBODY))
            name = f"{'independents' if last == xia.AZURE_INDEPENDENT else 'neutrals'}, silver has learnt {_WORD[learnt]}"
            yield Board(name, identities, s, tuple(others), True)


_AT_DRAGON = ((xia.BLACK, xia.KILL), (xia.WHITE, xia.HEAL), (xia.CRIMSON, xia.VERIFY), (xia.AZURE_INDEPENDENT, xia.KILL))
_WORD = {xia.BLOCK: "block", xia.VERIFY: "verify", xia.HEAL: "heal", xia.KILL: "kill"}


def xia_state(identities: tuple[int, ...]) -> Any:
    """A state with these identities, converted azures included."""
    law = face("xia")
    natural = tuple(min(xia.AZURE_NEUTRAL, identity) for identity in identities)
    s = law.new(natural, law.options({}))
    for seat, identity in enumerate(identities):
        xia_groups.become(s, seat, identity)
    return s


# ---- 斑衣吹笛人 ------------------------------------------------------------------------------------------------------------------------

PIPER_SEATS = (
    piper.RAT, piper.RAT, piper.LIAR, piper.PROTECTOR, piper.CHILD, piper.CHILD, piper.LAME_CHILD, piper.PIPER,
)  # fmt: skip


def piper_boards() -> Iterator[Board]:
    """Two rats, fresh and with marks that one bite completes; a led rat (plague), also with a led child; a rat voted out."""
    rat, protector, child, led_child = 1, 3, 4, 5
    for name, gone, led, marks, small in (
        ("two rats", 0, 0, {}, False),
        ("two rats, marks", 0, 0, {child: 1, protector: 1}, False),
        ("a rat led", 0, 1 << rat, {child: 1}, True),
        ("a rat and a child led", 0, 1 << rat | 1 << led_child, {led_child: 1, protector: 2}, True),
        ("a rat voted out", 1 << rat, 0, {protector: 2}, True),
    ):
        law = face("piper")
        s = law.new(PIPER_SEATS, law.options({}))
        piper_course.start_late(s, gone, led)
        for seat, n in marks.items():
            s.marks[seat] = n
        yield Board(name, PIPER_SEATS, s, (), small)
