"""The standard table of xia.md (1) for the tests, and short words for a night and a day."""

from collections.abc import Iterable, Mapping

from bansha.rules.ballots import LABEL_CHANGE, LABEL_VOTE
from bansha.rules.findings import Finding, findings
from bansha.rules.phases import DAY, NIGHT, NOBODY, RUNOFF
from bansha.rules.xia import codes as c
from bansha.rules.xia.course import open_day, open_night, open_runoff
from bansha.rules.xia.groups import become
from bansha.rules.xia.night import close_night
from bansha.rules.xia.options import Options, new_state, seating
from bansha.rules.xia.orders import order_refusal, send
from bansha.rules.xia.position import learn
from bansha.rules.xia.state import State
from bansha.rules.xia.tally import close_day
from bansha.rules.xia.votes import cast

BLACK1, BLACK2, BLACK3, SHADOW, ILLUSIONIST, WHITE, CRIMSON, RADIANT, SILVER, DRAGON = range(10)
MAN1, MAN2, MAN3, MAN4, MAN5, AZURE1, AZURE2, AZURE3, AZURE4, AZURE5 = range(10, 20)  # 侠士, 青侠
AZURES = (AZURE1, AZURE2, AZURE3, AZURE4, AZURE5)
LONG = 24 * 3600  # seconds before the end: nothing is late

# What the sole power of a party is, for sending by sender and target alone.
OWN = {c.P_BLACK: c.KILL, c.P_SHADOW: c.BLOCK, c.P_WHITE: c.HEAL, c.P_CRIMSON: c.VERIFY, c.P_RADIANT: c.ABSORB, c.P_INDEPENDENT: c.KILL}


def seats(members: Iterable[int]) -> int:
    return sum(1 << seat for seat in members)


def members_of(bits: int) -> set[int]:
    return {seat for seat in range(62) if (bits >> seat) & 1}


def game(
    *,
    gone: Iterable[int] = (),
    azure: Mapping[int, int] | None = None,
    reflections: int = 3,
    learnt: Iterable[int] = (),
    spent: Iterable[int] = (),
    number: int = 2,
    options: Options | None = None,
) -> State:
    """The standard seats at the opening of night ``number``; the azures are what ``azure`` says, else neutral, after night 3 independent."""
    options = options or Options()
    s = new_state(seating(options), options)
    s.alive &= ~seats(gone)
    for seat, identity in (azure or {}).items():
        become(s, seat, identity)
    if number > s.independence_night:
        for seat in members_of(s.holders[c.AZURE_NEUTRAL] & s.alive):
            become(s, seat, c.AZURE_INDEPENDENT)
    s.reflections = reflections
    for power in learnt:
        learn(s, power)
    for power in spent:
        s.spent |= 1 << power
    s.day = number
    open_night(s)
    return s


class Sent(tuple[int, ...]):
    """An order as the tests write it: sender, power, target, second, answering member."""


def order(seat: int, target: int, second: int = NOBODY, *, power: int = 0, by: int = NOBODY) -> Sent:
    """An order; ``power`` is needed only for those who have several."""
    return Sent((seat, power, target, second, by))


def illusion1(target: int, second: int) -> Sent:
    return order(ILLUSIONIST, target, second, power=c.ILLUSION_1)


def illusion2(target: int) -> Sent:
    return order(ILLUSIONIST, target, power=c.ILLUSION_2)


def try_order(s: State, sent: tuple[int, ...]) -> int:
    """Send the order if it is lawful; the refusal."""
    seat, power, target, second, by = sent if len(sent) == 5 else (sent[0], 0, sent[1], NOBODY, NOBODY)
    power = power or OWN.get(c.PARTY_OF[s.identity[seat]], 0)
    refusal = order_refusal(s, seat, power, target, second, by)
    if not refusal:
        send(s, seat, power, target, second, by)
    return refusal


def night(s: State, *orders: tuple[int, ...]) -> list[Finding]:
    """A night with the orders in order of sending, each ``(sender, target)`` or an ``order``. All must be lawful."""
    if s.phase != NIGHT:
        s.day += 1
        open_night(s)
    for sent in orders:
        assert try_order(s, sent) == 0, sent
    assert close_night(s) == 1
    assert not s.overflow
    return findings(s)


def vote(
    s: State, seat: int, target: int, *, label: int = LABEL_VOTE, flaw: int = 0, quotes: int = 0, floor: int = 2, left: int = LONG
) -> int:
    return cast(s, seat, label, target, flaw, quotes, floor, left)


def change(
    s: State, seat: int, target: int, *, label: int = LABEL_CHANGE, flaw: int = 0, quotes: int = 1, floor: int = 9, left: int = LONG
) -> int:
    return cast(s, seat, label, target, flaw, quotes, floor, left)


def day(s: State, *votes: tuple[int, int]) -> list[Finding]:
    """A day, or the runoff if that comes next, with valid votes ``(voter, target)``; the second vote stands on floor 3 and so on."""
    if s.phase == RUNOFF:
        open_runoff(s)
    elif s.phase != DAY or not s.day or s.posted:
        open_day(s)
    for floor, (seat, target) in enumerate(votes, start=2):
        vote(s, seat, target, floor=floor)
    close_day(s)
    return findings(s)


def rows(found: list[Finding], *what: int) -> list[tuple[int, int, int, int]]:
    """``(whom, order, clause, detail)`` of the findings of some kinds."""
    return [(f.whom, f.order, f.clause, f.detail) for f in found if f.what in what]


def outs(found: list[Finding]) -> list[int]:
    return [f.whom for f in found if f.what == c.F_OUT]


def lines(found: list[Finding]) -> list[tuple[int, ...]]:
    return [tuple(f) for f in found]
