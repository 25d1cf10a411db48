"""A random game of 群侠 from its seed to its end, through the law's own course. Kernel text."""

from collections.abc import MutableSequence, Sequence

from bansha.lab.crowd import Crowd, muster, shuffle
from bansha.lab.dice import seed
from bansha.lab.journal import START, write
from bansha.lab.outcomes import DRAW, FULL, HOLE, OVERRUN
from bansha.lab.xia_policy import day, last_words, night
from bansha.rules.phases import DAY, NIGHT, OVER, RUNOFF, WORDS
from bansha.rules.xia.codes import CAMPS, IDENTITIES
from bansha.rules.xia.course import open_day, open_night, open_runoff, seat_all
from bansha.rules.xia.draws import declare_draw
from bansha.rules.xia.night import close_night
from bansha.rules.xia.state import State
from bansha.rules.xia.tally import close_day


def deal(s: State, c: Crowd, cards: Sequence[int], reflections: int) -> None:
    """A new game on a state that may have played one before: the cards shuffled, everything else as at the start."""
    for seat in range(s.seats):
        s.identity[seat] = cards[seat]
    shuffle(c, s.identity, s.seats)
    for identity in range(IDENTITIES):
        s.holders[identity] = 0
    for camp in range(CAMPS):
        s.won[camp] = 0
    s.phase = DAY
    s.day = 0
    s.reflections = reflections
    s.spent = 0
    s.learnt = 0
    s.orders = 0
    s.forced = 0
    s.words = 0
    s.agreed = 0
    s.over = 0
    s.draw = 0
    s.found = 0
    s.overflow = 0
    seat_all(s)


def step(s: State, c: Crowd, last_day: int) -> int:
    """Play the phase that comes next to its end: how many things were sent in it, or HOLE. After ``last_day`` the director declares a draw."""
    if s.phase == WORDS:
        sent = last_words(s, c)
        s.phase = DAY
        return sent
    muster(c, s.alive, s.seats)
    if s.phase == NIGHT:
        open_night(s)
        sent = night(s, c)
        return sent if close_night(s) == 1 else HOLE
    if s.phase == RUNOFF:
        open_runoff(s)
    elif s.day == last_day:
        declare_draw(s)
        return 0
    else:
        open_day(s)
    sent = day(s, c)
    if not s.over:
        close_day(s)
    return sent


def play_game(s: State, c: Crowd, j: MutableSequence[int], keep: int, last_day: int) -> int:
    """Play a game that has been dealt; how many things were sent in it, or FULL, HOLE, OVERRUN."""
    total = 0
    while s.phase != OVER:
        phase = s.phase
        sent = step(s, c, last_day)
        if sent < 0:
            return sent
        total += sent
        if s.overflow:
            return OVERRUN
        if keep and phase != WORDS and not write(j, s, phase, s.day):
            return FULL
    return total


def play_games(
    s: State,
    c: Crowd,
    cards: Sequence[int],
    seeds: Sequence[int],
    j: MutableSequence[int],
    ends: MutableSequence[int],
    winners: MutableSequence[int],
    days: MutableSequence[int],
    acts: MutableSequence[int],
    reflections: int,
    keep: int,
    last_day: int,
    already: int,
) -> int:
    """Play seed after seed until the journal is full; how many games were played whole.

    By game: where it ends in the journal (``already``: entries of earlier journals), winners, days, things sent.
    """
    for i in range(len(seeds)):
        begun = j[0]
        seed(c, seeds[i])
        deal(s, c, cards, reflections)
        sent = play_game(s, c, j, keep, last_day)
        acts[i] = sent
        if sent < 0:
            j[0] = begun
            return i
        ends[i] = already + j[0] - START
        days[i] = s.day
        won = DRAW if s.draw else 0
        for camp in range(CAMPS):
            if s.won[camp]:
                won |= 1 << camp
        winners[i] = won
    return len(seeds)
