"""The standard table of piper.md (1) for the tests, and short words for a night, a day and a deciding vote."""

from collections.abc import Iterable, Mapping

from bansha.rules.ballots import LABEL_CHANGE, LABEL_VOTE
from bansha.rules.bits import lowest
from bansha.rules.findings import Finding, findings
from bansha.rules.phases import NIGHT
from bansha.rules.piper import codes
from bansha.rules.piper.bite import draw_bite, needs_drawing
from bansha.rules.piper.course import open_day, open_decider, open_night, open_runoff, start_late
from bansha.rules.piper.decider import close_decider, decide, decider_refusal
from bansha.rules.piper.night import close_night
from bansha.rules.piper.options import Options, new_state, seating
from bansha.rules.piper.orders import order_refusal, send
from bansha.rules.piper.state import State
from bansha.rules.piper.tally import close_day
from bansha.rules.piper.votes import cast

RAT1, RAT2, RAT3, LIAR, PROTECTOR, CHILD1, CHILD2, CHILD3, CHILD4, CHILD5, LAME, PIPER = range(12)
LONG = 24 * 3600  # seconds before the end: nothing is late


def seats(members: Iterable[int]) -> int:
    return sum(1 << seat for seat in members)


def game(
    *, gone: Iterable[int] = (), led: Iterable[int] = (), marks: Mapping[int, int] | None = None, options: Options | None = None
) -> State:
    """The standard seats, at the opening of night 1; everybody in ``gone`` was voted out."""
    options = options or Options()
    s = new_state(seating(options), options)
    start_late(s, seats(gone), seats(led))
    for seat, n in (marks or {}).items():
        s.marks[seat] = n
    s.day = 1
    open_night(s)
    return s


def try_order(s: State, seat: int, target: int) -> int:
    """Send the seat's own power at ``target`` if it is lawful; the refusal."""
    power = codes.POWER_OF[s.identity[seat]]
    refusal = order_refusal(s, seat, power, target)
    if not refusal:
        send(s, seat, power, target)
    return refusal


def night(s: State, *orders: tuple[int, int], idle: int = PIPER) -> list[Finding]:
    """A night with ``(sender, target)`` in order of sending; every unsent bite is drawn at ``idle``. All must be lawful."""
    if s.phase != NIGHT:
        open_night(s)
    for seat, target in orders:
        assert try_order(s, seat, target) == 0
    while needs_drawing(s):
        draw_bite(s, lowest(needs_drawing(s)), idle)
    assert close_night(s) == 1
    return findings(s)


def vote(
    s: State, seat: int, target: int, *, label: int = LABEL_VOTE, flaw: int = 0, quotes: int = 0, floor: int = 2, left: int = LONG
) -> int:
    return cast(s, seat, label, target, flaw, quotes, floor, left)


def change(s: State, seat: int, target: int, *, flaw: int = 0, quotes: int = 1, floor: int = 9, left: int = LONG) -> int:
    return cast(s, seat, LABEL_CHANGE, target, flaw, quotes, floor, left)


def then_night(s: State) -> list[Finding]:
    """Open the night if it comes next; what was found before it."""
    if s.phase == NIGHT:
        open_night(s)
    return findings(s)


def day(s: State, *votes: tuple[int, int], runoff: bool = False) -> list[Finding]:
    """A day, or the runoff after it, with well-formed votes ``(voter, target)``."""
    if runoff:
        open_runoff(s)
    else:
        open_day(s)
    for seat, target in votes:
        vote(s, seat, target)
    close_day(s)
    return then_night(s)


def level(s: State, first: int, second: int, each: int, *, runoff: bool = False) -> list[Finding]:
    """A day or runoff in which the two have ``each`` votes."""
    voters = [seat for seat in range(s.seats) if (s.alive >> seat) & 1]
    return day(s, *((seat, first if i < each else second) for i, seat in enumerate(voters[: 2 * each])), runoff=runoff)


def decision(s: State, seat: int, target: int) -> list[Finding]:
    """The deciding vote."""
    open_decider(s)
    assert decider_refusal(s, seat, target) == 0
    decide(s, target)
    assert close_decider(s, -1) == 1
    return then_night(s)


def rows(found: list[Finding], what: int) -> list[tuple[int, int, int]]:
    """``(whom, clause, detail)`` of the findings of one kind."""
    return [(f.whom, f.clause, f.detail) for f in found if f.what == what]


def outs(found: list[Finding]) -> list[int]:
    return [f.whom for f in found if f.what == codes.F_OUT]
