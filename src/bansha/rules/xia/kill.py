"""1.1 杀 kill. Kernel."""

from bansha.rules.bits import has
from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.refusals import LAWFUL, OWN_GROUP
from bansha.rules.xia.codes import ABSORBED, F_HEALED, F_KILLED, HEAL, KILL, LANDS, TURNED
from bansha.rules.xia.groups import members
from bansha.rules.xia.state import State


@home("1.1", "X-R4")
def kill_refusal(s: State, party: int, target: int) -> int:
    """No member of the acting group may be its target; silver may not be his own (X-R15)."""
    if has(members(s, party), target):
        return OWN_GROUP
    return LAWFUL


def works(s: State, i: int) -> int:
    """1 if order i has its plain effect somewhere: neither void nor spent on converting."""
    fate = s.fate[i]
    return 1 if fate == LANDS or fate == TURNED or fate == ABSORBED else 0


@home("1.4")
def healing_order(s: State, seat: int) -> int:
    """The first order that heals the seat tonight, −1 if none does."""
    for i in range(s.orders):
        if s.power[i] == HEAL and works(s, i) and s.lands[i] == seat:
            return i
    return -1


@home("1.1", "1.4")
def kills(s: State) -> int:
    """Who goes out by the night's kills; a healed target does not, by however many."""
    out = 0
    for i in range(s.orders):
        if s.power[i] == KILL and works(s, i):
            seat = s.lands[i]
            healer = healing_order(s, seat)
            if healer < 0:
                out |= 1 << seat
                note(s, F_KILLED, seat, i, 10100, -1)
            else:
                note(s, F_HEALED, seat, i, 10400, healer)
    return out
