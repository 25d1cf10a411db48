"""The adjudication of a night: THE order of the clauses. Kernel.

deception and protection → bites (marks or plague) → leads and tip-off → dawn, all at once: exits, leads, plague. Everything rests on the
state at nightfall, so no step depends on another's outcome: the order only orders the findings, and lets a lead say that the one led goes
out as well (P-R7). Every step only finds; ``fold`` alone changes the state.
"""

from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.phases import NOBODY, OVER, WORDS
from bansha.rules.piper.bite import bites, last_out, needs_drawing
from bansha.rules.piper.codes import DECEIVE, F_BANNED, F_LAST_OUT, F_LED, F_MARKED, F_OUT, F_PLAGUE, PROTECT
from bansha.rules.piper.deceive import deceptions
from bansha.rules.piper.lead import leads
from bansha.rules.piper.plague import outbreak
from bansha.rules.piper.protect import protections
from bansha.rules.piper.state import State
from bansha.rules.piper.victory import judge


@home("X-R22", "P-R1")
def find(s: State) -> int:
    """All findings of the night, in the order of adjudication. Returns 1, or 0 while a bite is still to be drawn."""
    s.found = 0
    if needs_drawing(s):
        return 0
    bans(s)
    deceptions(s)
    protections(s)
    out = bites(s)
    led = leads(s, out)
    exits(s, out)
    last_out(s, out)
    outbreak(s, out, led)
    return 1


@home("1.2.1", "1.2.2")
def bans(s: State) -> None:
    """Standing orders that may not be repeated next night, whatever came of them; a replaced one never counts."""
    for i in range(s.orders):
        if s.power[i] == DECEIVE:
            note(s, F_BANNED, s.target[i], i, 10201, s.sender[i])
        elif s.power[i] == PROTECT:
            note(s, F_BANNED, s.target[i], i, 10202, s.sender[i])


@home("1")
def exits(s: State, out: int) -> None:
    """Who goes out at dawn, in seat order, with the role and nothing of marks or of being led."""
    for seat in range(s.seats):
        if (out >> seat) & 1:
            note(s, F_OUT, seat, -1, 10000, s.identity[seat])


@home("X-R24", "1.1.1", "1.3.1", "P-R3", "P-R4", "P-R7", "P-R10")
def fold(s: State) -> None:
    """Let the findings change the state, all at once."""
    for seat in range(s.seats):
        s.banned_target[seat] = NOBODY
    for k in range(s.found):
        what = s.f_what[k]
        whom = s.f_whom[k]
        if what == F_OUT:
            s.alive &= ~(1 << whom)
        elif what == F_MARKED:
            s.marks[whom] += 1
        elif what == F_LED:
            s.led |= 1 << whom
        elif what == F_LAST_OUT:
            s.last_bitten = whom
        elif what == F_PLAGUE:
            s.plague_announced = 1
        elif what == F_BANNED:
            s.banned_target[s.f_detail[k]] = whom


@home("2.1", "3.1", "P-R13", "X-R38", "X-R44")
def close_night(s: State) -> int:
    """Adjudicate the night and bring on the dawn; last words follow, also when nobody went out. Returns 1.

    Returns 0, and nothing is changed, while a rat's bite is still to be drawn.
    """
    alive = s.alive
    if not find(s):
        return 0
    fold(s)
    judge(s)
    if s.over:
        s.words = 0
        s.phase = OVER
    else:
        s.words = alive & ~s.alive
        s.phase = WORDS
    return 1
