"""The tally of a day or runoff (3.3): THE order of the clauses. Kernel.

count → who goes out, or a runoff, or the deciding vote → plague → victory.
"""

from bansha.rules.bits import count, has, lowest
from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.phases import DECIDER, NIGHT, NOBODY, OVER, RUNOFF
from bansha.rules.piper.codes import (
    F_COUNT,
    F_DECIDER,
    F_NOBODY,
    F_OUT,
    F_PLAGUE,
    F_RUNOFF,
    N_BELOW,
    N_LEVEL_BELOW,
    N_LEVEL_MANY,
    N_LEVEL_RUNOFF,
    N_NO_VOTES,
)
from bansha.rules.piper.plague import outbreak
from bansha.rules.piper.state import State
from bansha.rules.piper.victory import judge
from bansha.rules.piper.votes import standing_vote


@home("3.3")
def totals(s: State) -> None:
    """Count the votes of the living."""
    for seat in range(s.seats):
        s.total[seat] = 0
    for seat in range(s.seats):
        if has(s.alive, seat):
            target = standing_vote(s, seat)
            if target >= 0:
                s.total[target] += 1
    for seat in range(s.seats):
        if s.total[seat]:
            note(s, F_COUNT, seat, -1, 30300, s.total[seat])


@home("3.3")
def more_than_threshold(s: State, votes: int) -> int:
    """1 if the votes are MORE than the threshold (40 %) of the living."""
    return 1 if s.threshold_den * votes > s.threshold_num * count(s.alive) else 0


@home("3.3", "P-R9", "P-R10")
def outcome(s: State) -> int:
    """Who goes out by the votes, NOBODY otherwise; finds a runoff, a deciding vote, or why nobody goes out."""
    clause = -1009 if s.phase == RUNOFF else 30300
    most = 0
    for seat in range(s.seats):
        most = max(most, s.total[seat])
    if most == 0:
        note(s, F_NOBODY, NOBODY, -1, clause, N_NO_VOTES)
        return NOBODY
    top = 0
    for seat in range(s.seats):
        if s.total[seat] == most:
            top |= 1 << seat
    if not more_than_threshold(s, most):
        note(s, F_NOBODY, NOBODY, -1, clause, N_BELOW if count(top) == 1 else N_LEVEL_BELOW)
        return NOBODY
    first = lowest(top)
    if count(top) == 1:
        return first
    if s.phase == RUNOFF:
        if s.last_bitten == NOBODY:
            note(s, F_NOBODY, NOBODY, -1, 30300, N_LEVEL_RUNOFF)
        else:
            note(s, F_DECIDER, s.last_bitten, -1, -1010, -1)
        return NOBODY
    if count(top) == 2:
        note(s, F_RUNOFF, first, -1, 30300, lowest(top & ~(1 << first)))
        return NOBODY
    note(s, F_NOBODY, NOBODY, -1, 30300, N_LEVEL_MANY)
    return NOBODY


@home("3.3", "1", "P-R18", "P-R19")
def vote_out(s: State, seat: int) -> None:
    """The seat goes out by votes, with the role; that may bring on the plague."""
    note(s, F_OUT, seat, -1, 30300, s.identity[seat])
    outbreak(s, 1 << seat, 0)


@home("3.3", "2.1", "P-R9", "P-R10")
def close_day(s: State) -> None:
    """Tally a day or a runoff, and say what comes next: runoff, deciding vote, night or the end."""
    s.found = 0
    totals(s)
    out = outcome(s)
    if out != NOBODY:
        vote_out(s, out)
    else:
        outbreak(s, 0, 0)
    was_runoff = s.phase == RUNOFF
    fold(s)
    judge(s)
    if s.over:
        s.phase = OVER
    elif s.pair:
        s.phase = DECIDER if was_runoff else RUNOFF
    else:
        s.phase = NIGHT


@home("3.3", "1.3.1", "P-R18", "P-R19")
def fold(s: State) -> None:
    """Let the findings of a tally or a deciding vote change the state."""
    pair = 0
    for k in range(s.found):
        what = s.f_what[k]
        if what == F_OUT:
            s.alive &= ~(1 << s.f_whom[k])
            s.voted_out |= 1 << s.f_whom[k]
        elif what == F_RUNOFF:
            pair = (1 << s.f_whom[k]) | (1 << s.f_detail[k])
        elif what == F_DECIDER:
            pair = s.pair
        elif what == F_PLAGUE:
            s.plague_announced = 1
    s.pair = pair
