"""How random players of 斑衣吹笛人 act: orders and posts drawn among the lawful ones. Kernel text.

As ``xia_policy``: it knows what there is to send and asks the law whether it may be sent. Every function says how many things were sent.
"""

from bansha.lab.agreeing import talk_of_a_draw
from bansha.lab.crowd import Crowd, anybody, picked
from bansha.lab.dice import below, member, roll
from bansha.rules.ballots import FLAWLESS, LABEL_CHANGE, LABEL_FREE, LABEL_NONE, LABEL_VOTE, NOT_A_CANDIDATE, UNKNOWN_NAME
from bansha.rules.bits import has, lowest
from bansha.rules.last_words import speak
from bansha.rules.phases import ABSTAIN, NOBODY, RUNOFF
from bansha.rules.piper.bite import bite_targets, draw_bite, needs_drawing
from bansha.rules.piper.camps import rats_at_large
from bansha.rules.piper.codes import CHILD, LEAD, POWER_OF, RAT
from bansha.rules.piper.decider import decide, decider_refusal
from bansha.rules.piper.orders import forgo, forgo_refusal, order_refusal, send
from bansha.rules.piper.state import State
from bansha.rules.piper.votes import cast
from bansha.rules.refusals import LAWFUL

TRIES = 3
ROOM = 10_000  # seconds to the end while most things are sent
MINUTE = 60
CLEAR, EVEN = 14, 9  # see ``ballot``


# ---- the night -------------------------------------------------------------------------------------------------------------------------


def night(s: State, c: Crowd) -> int:
    """Whoever has a power sends, beginning anywhere at the table; now and then somebody thinks better of it. What is left is drawn."""
    hot = anybody(c)
    start = below(c, c.size)
    sent = 0
    for k in range(c.size):
        seat = c.seat[(start + k) % c.size]
        if POWER_OF[s.identity[seat]]:
            sent += act(s, c, seat, hot)
    if below(c, 4) == 0:
        seat = anybody(c)
        if not forgo_refusal(s, seat):
            forgo(s, seat)
            sent += 1
        elif POWER_OF[s.identity[seat]]:
            sent += act(s, c, seat, hot)
    waiting = needs_drawing(s)
    while waiting:
        seat = lowest(waiting)
        waiting &= ~(1 << seat)
        draw_bite(s, seat, member(c, bite_targets(s, seat)))
    return sent


def act(s: State, c: Crowd, seat: int, hot: int) -> int:
    """The seat sends something lawful, seven times in eight."""
    power = POWER_OF[s.identity[seat]]
    for _ in range(TRIES):
        r = roll(c)
        if r & 7 == 0:
            return 0
        target = hot if r >> 3 & 3 == 0 else picked(c, r >> 5 & 0xFF)
        if power == LEAD and r >> 13 & 1:
            target = member(c, (s.holders[CHILD] if s.led else s.holders[RAT]) & s.alive)
        if order_refusal(s, seat, power, target) == LAWFUL:
            send(s, seat, power, target)
            return 1
    return 0


# ---- the day ---------------------------------------------------------------------------------------------------------------------------


def day(s: State, c: Crowd) -> int:
    """A day or runoff: votes, changes, talk of a draw."""
    mood = roll(c)
    first = picked(c, mood & 0xFF)
    guilty = rats_at_large(s)
    if guilty and mood >> 25 & 1:
        first = member(c, guilty)
    second = picked(c, mood >> 8 & 0xFF)
    if s.phase == RUNOFF:
        first = lowest(s.pair)
        second = lowest(s.pair & ~(1 << first))
    sent = 0
    if mood >> 19 & 31 == 0:
        sent += talk_of_a_draw(s, c)
        if s.over:
            return sent
    return sent + ballot(s, c, first, second, EVEN if mood >> 23 & 1 == 0 else CLEAR)


def ballot(s: State, c: Crowd, first: int, second: int, cut: int) -> int:
    """Everybody votes in turn, most for one of two; then some vote again. ``cut``: of 16 voters, about ``cut − 3`` are for the first."""
    floor = 1
    again = 0
    for k in range(c.size):
        seat = c.seat[k]
        r = roll(c)
        v = r & 15
        if r & 0x70 == 0:
            again |= 1 << seat
        if r & 0xF80 == 0:
            continue
        floor += 1
        if v >= 3:
            cast(s, seat, LABEL_VOTE, first if v < cut else second, FLAWLESS, 0, floor, ROOM)
        elif v == 0:
            cast(s, seat, LABEL_VOTE, ABSTAIN, FLAWLESS, 0, floor, ROOM)
        elif v == 1:
            unread = r >> 12 & 1
            cast(s, seat, LABEL_FREE if unread else LABEL_VOTE, NOBODY, FLAWLESS if unread else UNKNOWN_NAME, 0, floor, ROOM)
        else:
            target = picked(c, r >> 12 & 0xFF)
            flawed = s.phase == RUNOFF and not has(s.pair, target)
            cast(s, seat, LABEL_VOTE, target, NOT_A_CANDIDATE if flawed else FLAWLESS, 0, floor, ROOM)
    sent = floor - 1
    if again:
        for k in range(c.size):
            if has(again, c.seat[k]):
                sent += vote_again(s, c, c.seat[k], first if roll(c) & 1 else second, floor + sent)
    return sent


def vote_again(s: State, c: Crowd, seat: int, target: int, floor: int) -> int:
    """A change, with or without its quote, its form or its time; or talk."""
    left = below(c, 2 * s.change_cutoff + MINUTE)
    how = roll(c) & 7
    if how < 6:
        cast(s, seat, LABEL_CHANGE, target, FLAWLESS, 1 if how else 0, floor, left)
    elif how == 6:
        cast(s, seat, LABEL_VOTE, target, FLAWLESS, 1, floor, left)
    else:
        cast(s, seat, LABEL_NONE, NOBODY, FLAWLESS, 0, floor, left)
    return 1


# ---- after them ------------------------------------------------------------------------------------------------------------------------


def deciding_vote(s: State, c: Crowd) -> int:
    """The deciding vote, three times in four, perhaps another one after it."""
    sent = 0
    r = roll(c)
    if r & 3:
        target = member(c, s.pair)
        if decider_refusal(s, s.last_bitten, target) == LAWFUL:
            decide(s, target)
            sent = 1
        if r & 0x1C == 0:
            decide(s, member(c, s.pair))
            sent += 1
    return sent


def last_words(s: State, c: Crowd) -> int:
    """Half of those who may speak do."""
    sent = 0
    waiting = s.words
    while waiting:
        seat = lowest(waiting)
        waiting &= ~(1 << seat)
        if roll(c) & 1:
            sent += speak(s, seat)
    return sent
