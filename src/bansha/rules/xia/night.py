"""The adjudication of a night: THE order of the clauses. Kernel.

flight (blocks, reflections, absorption) → conversion → heals and kills → imitation → dawn, all at once. Nothing but this file knows the
order; every step only finds, ``dawn`` alone changes the state.
"""

from bansha.rules.bits import lowest
from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.phases import DAY, NOBODY, OVER, WORDS
from bansha.rules.xia.absorb import absorptions
from bansha.rules.xia.block import blocks
from bansha.rules.xia.codes import (
    ABSORB,
    BLOCK,
    F_BANNED,
    F_CONVERTED,
    F_FORCED,
    F_IMMUNE,
    F_INDEPENDENT,
    F_LEARNT,
    F_OUT,
    F_SPENT,
    F_TURNED,
    HEAL,
    PARTIES,
)
from bansha.rules.xia.convert import conversions, independence
from bansha.rules.xia.flight import fly
from bansha.rules.xia.groups import become
from bansha.rules.xia.heal import heals
from bansha.rules.xia.illusions import illusions
from bansha.rules.xia.imitate import lessons
from bansha.rules.xia.kill import kills
from bansha.rules.xia.reflect import reflections
from bansha.rules.xia.state import State
from bansha.rules.xia.verify import verifications
from bansha.rules.xia.victory import judge


@home("X-R22", "X-R23", "1.7")
def find(s: State) -> int:
    """All findings of the night, in the order of adjudication. Returns the number of answers of the flight; anything but 1 is a hole in the law."""
    answers = fly(s)
    if answers != 1:
        return answers
    s.found = 0
    bans(s)
    conversions(s)
    blocks(s)
    reflections(s)
    absorptions(s)
    verifications(s)
    illusions(s)
    heals(s)
    out = kills(s)
    lessons(s, out)
    exits(s, out)
    independence(s, out, converted(s))
    return 1


@home("1.2", "1.4", "1.6", "X-R19")
def bans(s: State) -> None:
    """Standing orders that may not be repeated next night, whatever became of them."""
    for i in range(s.orders):
        if s.power[i] == BLOCK or s.power[i] == HEAL or s.power[i] == ABSORB:
            note(s, F_BANNED, s.target[i], i, -19, s.party[i])


def converted(s: State) -> int:
    """Who is converted by this night's findings."""
    seats = 0
    for k in range(s.found):
        if s.f_what[k] == F_CONVERTED:
            seats |= 1 << s.f_whom[k]
    return seats


@home("1", "1.10", "X-R20")
def exits(s: State, out: int) -> None:
    """Who goes out at dawn, in seat order, with the identity after conversion."""
    found = s.found
    while out:
        seat = lowest(out)
        out &= ~(1 << seat)
        identity = s.identity[seat]
        for k in range(found):
            if s.f_what[k] == F_CONVERTED and s.f_whom[k] == seat:
                identity = s.f_detail[k]
        note(s, F_OUT, seat, -1, 10000, identity)


@home("X-R24", "X-R14", "X-R19", "1.3")
def fold(s: State) -> None:
    """Let the findings change the state, all at once."""
    for party in range(PARTIES):
        s.banned_power[party] = 0
        s.banned_target[party] = NOBODY
    s.learnt = 0
    s.forced = 0
    s.leader = NOBODY
    s.immune = NOBODY
    for k in range(s.found):
        what = s.f_what[k]
        whom = s.f_whom[k]
        if what == F_OUT:
            s.alive &= ~(1 << whom)
        elif what == F_CONVERTED or what == F_INDEPENDENT:
            become(s, whom, s.f_detail[k])
        elif what == F_TURNED:
            s.reflections -= 1
        elif what == F_LEARNT:
            s.learnt |= 1 << s.f_detail[k]
        elif what == F_SPENT:
            s.spent |= 1 << s.f_detail[k]
        elif what == F_FORCED:
            s.forced |= 1 << whom
            s.leader = s.f_detail[k]
        elif what == F_IMMUNE:
            s.immune = whom
        elif what == F_BANNED:
            party = s.f_detail[k]
            s.banned_power[party] = s.power[s.f_order[k]]
            s.banned_target[party] = whom


@home("2.1", "3.1", "X-R31", "X-R38", "X-R44")
def close_night(s: State) -> int:
    """Adjudicate the night and bring on the dawn. Returns 1; otherwise nothing is changed and the law has a hole (X-R23)."""
    alive = s.alive
    answers = find(s)
    if answers != 1:
        return answers
    fold(s)
    judge(s)
    s.words = alive & ~s.alive
    if s.over:
        s.words = 0
        s.phase = OVER
    else:
        s.phase = WORDS if s.words else DAY
    return 1
