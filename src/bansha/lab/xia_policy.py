"""How random players of 群侠 act: orders and posts drawn among the lawful ones. Kernel text.

It knows what there is to send and asks the law whether it may be sent; a refused draw is drawn again, a few times. Targets and votes
crowd on a few seats, or powers would hardly ever meet. Every function says how many things were sent.
"""

from bansha.lab.agreeing import talk_of_a_draw
from bansha.lab.crowd import Crowd, anybody, picked
from bansha.lab.dice import below, member, roll
from bansha.rules.ballots import FLAWLESS, LABEL_CHANGE, LABEL_FREE, LABEL_NONE, LABEL_VOTE, NO_ABSTENTION, NOT_A_CANDIDATE, UNKNOWN_NAME
from bansha.rules.bits import has, lowest
from bansha.rules.last_words import speak
from bansha.rules.phases import ABSTAIN, NOBODY, RUNOFF
from bansha.rules.refusals import LAWFUL
from bansha.rules.xia.codes import (
    ILLUSION_1,
    ILLUSION_2,
    KILL,
    P_BLACK,
    P_CRIMSON,
    P_ILLUSIONIST,
    P_SHADOW,
    P_SILVER,
    P_WHITE,
    PARTIES,
    POWER_OF,
)
from bansha.rules.xia.groups import members
from bansha.rules.xia.orders import floor_refusal, forgo, name_floor, order_refusal, send
from bansha.rules.xia.state import State
from bansha.rules.xia.votes import cast, cast_correction, cast_proxy, correction_refusal, proxy_refusal

TRIES = 3
ROOM = 10_000  # seconds to the end while most things are sent
MINUTE = 60
CLEAR, EVEN = 14, 10  # see ``ballot``


# ---- the night -------------------------------------------------------------------------------------------------------------------------


def night(s: State, c: Crowd) -> int:
    """The parties send in an order drawn; now and then one thinks better of it."""
    hot = anybody(c)
    wanted = members(s, P_WHITE) | members(s, P_CRIMSON)
    if wanted and roll(c) & 3:
        hot = member(c, wanted)
    star = (s.radiant, s.silver, s.dragon, hot)[below(c, 4)]
    start = roll(c)
    step = 2 * (start >> 8) + 1  # odd, and PARTIES a power of two: every party has its turn
    sent = 0
    for k in range(PARTIES):
        party = (start + k * step) % PARTIES
        group = members(s, party)
        if group:
            sent += act(s, c, party, group, hot, star)
    if below(c, 4) == 0:
        party = below(c, PARTIES)
        group = members(s, party)
        if group:
            if below(c, 2):
                sent += act(s, c, party, group, hot, star)
            else:
                forgo(s, member(c, group))
                sent += 1
    return sent


def act(s: State, c: Crowd, party: int, group: int, hot: int, star: int) -> int:
    """The party sends something lawful; killers nearly always, others three times in four."""
    power = POWER_OF[party]
    for _ in range(TRIES):
        r = roll(c)
        if r >> 28 == 0 or (power != KILL and r >> 30 == 0):
            return 0
        second = NOBODY
        if party == P_SILVER:
            if s.learnt == 0:
                return 0
            power = member(c, s.learnt)
        elif party == P_ILLUSIONIST:
            power = ILLUSION_1 if r & 8 else ILLUSION_2
            if power == ILLUSION_1:
                second = aim(c, r >> 20, hot, star)
        seat = member(c, group)
        answers = member(c, group) if r & 0x70 == 0 else NOBODY
        target = aim(c, r >> 8, star, hot)
        if party == P_SILVER and r & 0x80:
            target = member(c, members(s, P_SHADOW))  # his revenge, and the only road to the loop of X-R23
        if order_refusal(s, seat, power, target, second, answers) == LAWFUL:
            send(s, seat, power, target, second, answers)
            return 1
    return 0


def aim(c: Crowd, r: int, hot: int, star: int) -> int:
    """A target out of eleven bits: one of the two seats of which the night is full, or anybody alive. A dead star is refused by the law."""
    if r & 7 <= 3:
        return hot
    if r & 7 == 4:
        return star
    return picked(c, r >> 3 & 0xFF)


# ---- the day ---------------------------------------------------------------------------------------------------------------------------


def day(s: State, c: Crowd) -> int:
    """A day or runoff: votes, changes, now and then a floor of 幻觉三, proxies, corrections, talk of a draw."""
    mood = roll(c)
    first = picked(c, mood & 0xFF)
    guilty = members(s, P_BLACK)
    if guilty and mood >> 25 & 15:
        first = member(c, guilty)
    second = picked(c, mood >> 8 & 0xFF)
    if s.phase == RUNOFF:
        first = lowest(s.pair)
        second = lowest(s.pair & ~(1 << first))
    sent = 0
    if mood >> 16 & 7 == 0:
        sent += third_illusion(s, c)
    if mood >> 19 & 31 == 0:
        sent += talk_of_a_draw(s, c)
        if s.over:
            return sent
    return sent + ballot(s, c, first, second, EVEN if mood >> 22 & 7 == 0 else CLEAR)


def third_illusion(s: State, c: Crowd) -> int:
    """Name a floor, perhaps too late, perhaps to take it back."""
    seat = s.illusionist
    floor = below(c, c.size) + 2
    if floor_refusal(s, seat, floor, below(c, 2 * s.illusion3_cutoff + 1)):
        return 0
    name_floor(s, floor)
    if below(c, 4):
        return 1
    forgo(s, seat)
    return 2


def ballot(s: State, c: Crowd, first: int, second: int, cut: int) -> int:
    """Everybody votes in turn, most for one of two; then some vote again. ``cut``: of 16 voters, ``cut − 4`` are for the first."""
    floor = 1
    again = 0
    for k in range(c.size):
        seat = c.seat[k]
        r = roll(c)
        v = r & 15
        if r & 0xF0 == 0:
            again |= 1 << seat
        if v <= 1:
            continue
        floor += 1
        if v >= 4:
            cast(s, seat, LABEL_VOTE, first if v < cut else second, FLAWLESS, 0, floor, ROOM)
        elif v == 2:
            cast(s, seat, LABEL_FREE, ABSTAIN, NO_ABSTENTION if s.phase == RUNOFF else FLAWLESS, 0, floor, ROOM)
        elif r & 0x10000:
            cast(s, seat, LABEL_VOTE, NOBODY, UNKNOWN_NAME, 0, floor, ROOM)
        else:
            target = picked(c, r >> 8 & 0xFF)
            flawed = s.phase == RUNOFF and not has(s.pair, target)
            cast(s, seat, LABEL_FREE, target, NOT_A_CANDIDATE if flawed else FLAWLESS, 0, floor, ROOM)
    sent = floor - 1
    if again:
        for k in range(c.size):
            if has(again, c.seat[k]):
                sent += vote_again(s, c, c.seat[k], first if roll(c) & 1 else second, floor + sent)
    return sent


def vote_again(s: State, c: Crowd, seat: int, target: int, floor: int) -> int:
    """A change, with or without its quote and perhaps too late; or by proxy, or a void vote put right, or talk."""
    left = below(c, 2 * s.change_cutoff + MINUTE)
    how = roll(c) & 7
    if how < 4:
        cast(s, seat, LABEL_CHANGE, target, FLAWLESS, 1 if how else 0, floor, left)
    elif how < 6:
        if not proxy_refusal(s, seat, left):
            cast_proxy(s, seat, target, floor)
    elif how == 6:
        if not correction_refusal(s, seat, left):
            cast_correction(s, seat, target, floor)
    else:
        cast(s, seat, LABEL_NONE, NOBODY, FLAWLESS, 0, floor, left)
    return 1


# ---- between night and day -------------------------------------------------------------------------------------------------------------


def last_words(s: State, c: Crowd) -> int:
    """Half of those who may speak do; the rest lapses."""
    sent = 0
    while s.words:
        seat = lowest(s.words)
        if roll(c) & 1:
            sent += speak(s, seat)
        else:
            s.words &= ~(1 << seat)
    return sent
