"""The tally of a day or runoff (3.3, 1.3, X-R7, X-R8, X-R29): THE order of the clauses. Kernel.

幻觉三 strikes floors → forced votes follow the leader → count → who goes out → immunity → victory.
"""

from bansha.rules.bits import count, has, lowest
from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.phases import ABSTAIN, NIGHT, NOBODY, OVER, RUNOFF
from bansha.rules.xia.codes import (
    F_COUNT,
    F_FOLLOWED,
    F_FORCED_VOTE,
    F_NOBODY,
    F_OUT,
    F_RUNOFF,
    F_SAVED,
    F_SPENT,
    F_STRUCK,
    ILLUSION_3,
    N_BELOW,
    N_IMMUNE,
    N_LEVEL_BELOW,
    N_LEVEL_MANY,
    N_LEVEL_RUNOFF,
    N_NO_VOTES,
)
from bansha.rules.xia.state import State
from bansha.rules.xia.victory import judge
from bansha.rules.xia.votes import standing_vote


@home("1.3")
def strikes(s: State) -> None:
    """Say which floors 幻觉三 strikes; it is spent when the thread closes."""
    if s.strike == 0:
        return
    note(s, F_SPENT, s.illusionist, -1, 10300, ILLUSION_3)
    for seat in range(s.seats):
        if s.vote[seat] != NOBODY and s.vote_floor[seat] >= s.strike:
            note(s, F_STRUCK, seat, -1, 10300, s.vote_floor[seat])
        if s.change[seat] != NOBODY and s.change_floor[seat] >= s.strike:
            note(s, F_STRUCK, seat, -1, 10300, s.change_floor[seat])


@home("1.3", "X-R7")
def forced_vote(s: State, seat: int) -> int:
    """What a forced seat's vote counts for: the leader's, an abstention if the leader has none; and whether that changed anything."""
    own = standing_vote(s, seat)
    target = ABSTAIN
    if seat == s.leader:
        target = own
    elif has(s.alive, s.leader):
        followed = standing_vote(s, s.leader)
        if followed != NOBODY:
            target = followed
    if target == own or (target < 0 and own < 0):
        note(s, F_FOLLOWED, seat, -1, 10300, target)
    else:
        note(s, F_FORCED_VOTE, seat, -1, 10300, target)
    return target


@home("3.3", "1.3", "X-R7")
def totals(s: State) -> None:
    """Count what the votes of the living come to, and say which of them the illusion changed against the voter's own posts."""
    for seat in range(s.seats):
        s.total[seat] = 0
    named = 0
    voters = s.alive
    while voters:
        seat = lowest(voters)
        voters &= voters - 1
        target = forced_vote(s, seat) if (s.forced >> seat) & 1 else standing_vote(s, seat)
        if target >= 0:
            s.total[target] += 1
            named |= 1 << target
    while named:
        seat = lowest(named)
        named &= named - 1
        note(s, F_COUNT, seat, -1, 30300, s.total[seat])


@home("3.3")
def at_least_threshold(s: State, votes: int) -> int:
    """1 if the votes are at least the threshold (40 %) of the living."""
    return 1 if s.threshold_den * votes >= s.threshold_num * count(s.alive) else 0


@home("3.3", "X-R29")
def outcome(s: State) -> int:
    """Who goes out by the votes, NOBODY otherwise; finds a runoff, or why nobody does."""
    most = 0
    for seat in range(s.seats):
        most = max(most, s.total[seat])
    if most == 0:
        note(s, F_NOBODY, NOBODY, -1, -29 if s.phase == RUNOFF else 30300, N_NO_VOTES)
        return NOBODY
    top = 0
    for seat in range(s.seats):
        if s.total[seat] == most:
            top |= 1 << seat
    if s.phase == RUNOFF:
        if count(top) > 1:
            note(s, F_NOBODY, NOBODY, -1, 30300, N_LEVEL_RUNOFF)
            return NOBODY
        return lowest(top)
    if not at_least_threshold(s, most):
        note(s, F_NOBODY, NOBODY, -1, 30300, N_BELOW if count(top) == 1 else N_LEVEL_BELOW)
        return NOBODY
    if count(top) == 1:
        return lowest(top)
    if count(top) == 2:
        first = lowest(top)
        note(s, F_RUNOFF, first, -1, 30300, lowest(top & ~(1 << first)))
        return NOBODY
    note(s, F_NOBODY, NOBODY, -1, 30300, N_LEVEL_MANY)
    return NOBODY


@home("1.3", "X-R6", "X-R8")
def spare(s: State, out: int) -> int:
    """Immunity works when somebody would go out, and is published then; the one who goes out after it."""
    if out == NOBODY or out != s.immune:
        return out
    note(s, F_SAVED, out, -1, -8, -1)
    note(s, F_NOBODY, NOBODY, -1, -8, N_IMMUNE)
    return NOBODY


@home("3.3", "X-R6", "X-R29", "2.1")
def close_day(s: State) -> None:
    """Tally a day or a runoff, and say what comes next: runoff, night or the end."""
    s.found = 0
    strikes(s)
    totals(s)
    out = spare(s, outcome(s))
    if out != NOBODY:
        note(s, F_OUT, out, -1, 30300, s.identity[out])
    fold(s)
    judge(s)
    if s.over:
        s.phase = OVER
    elif s.pair:
        s.phase = RUNOFF
    else:
        s.phase = NIGHT
        s.forced = 0
        s.immune = NOBODY
        s.leader = NOBODY


@home("1.3", "X-R6")
def fold(s: State) -> None:
    """Let the findings of a tally change the state."""
    s.pair = 0
    for k in range(s.found):
        what = s.f_what[k]
        if what == F_OUT:
            s.alive &= ~(1 << s.f_whom[k])
        elif what == F_RUNOFF:
            s.pair = (1 << s.f_whom[k]) | (1 << s.f_detail[k])
        elif what == F_SPENT:
            s.spent |= 1 << s.f_detail[k]
    s.strike = 0
