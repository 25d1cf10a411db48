"""3.3 casting: what becomes of a post in the vote thread, of a proxy and of a correction. Kernel.

A post arrives as reading left it: its label, its target, its flaw (``ballots``), and whether it quotes a vote post of its own author.
"""

from bansha.rules.ballots import (
    CHANGE,
    CHANGE_LATE,
    CHANGE_SPENT,
    CHANGE_UNQUOTED,
    CORRECTION,
    LABEL_CHANGE,
    LABEL_NONE,
    LATE,
    NOTHING_TO_CHANGE,
    NOTHING_TO_CORRECT,
    TALK,
    VOTE,
    VOTER_OUT,
)
from bansha.rules.bits import has
from bansha.rules.homes import home
from bansha.rules.phases import NOBODY
from bansha.rules.xia.state import State


def open_thread(s: State) -> None:
    """No votes yet, no floor struck."""
    for seat in range(s.seats):
        s.vote[seat] = NOBODY
        s.vote_floor[seat] = 0
        s.change[seat] = NOBODY
        s.change_floor[seat] = 0
    s.posted = 0
    s.void_change = 0
    s.strike = 0


@home("3.3", "X-R27", "X-R28", "X-R43")
def cast(s: State, seat: int, label: int, target: int, flaw: int, quotes_own: int, floor: int, left: int) -> int:
    """Take a post and say what it counts as (``ballots``). ``left``: seconds to the end in force, 0 or less is late."""
    if label == LABEL_NONE:
        return TALK
    if not has(s.alive, seat):
        return VOTER_OUT
    if left <= 0:
        return LATE
    if s.vote[seat] != NOBODY:
        return cast_change(s, seat, target, flaw, quotes_own, floor, left)
    had_posted = has(s.posted, seat)
    s.posted |= 1 << seat
    if label == LABEL_CHANGE and not had_posted:
        s.posted &= ~(1 << seat)
        return NOTHING_TO_CHANGE
    if flaw:
        return flaw
    s.vote[seat] = target
    s.vote_floor[seat] = floor
    return VOTE


@home("3.3", "X-R27", "X-R28", "X-R43")
def cast_change(s: State, seat: int, target: int, flaw: int, quotes_own: int, floor: int, left: int) -> int:
    """One change, quoting one's own vote post, never in the last hour; a void one is not used up (X-R27)."""
    ruling = change_refusal(s, seat, left)
    if not ruling and not quotes_own:
        ruling = CHANGE_UNQUOTED
    if not ruling:
        ruling = flaw
    if ruling:
        if s.change[seat] == NOBODY:
            s.void_change |= 1 << seat
        return ruling
    return change(s, seat, target, floor)


@home("3.3", "X-R28")
def change_refusal(s: State, seat: int, left: int) -> int:
    """Why the seat may not change its vote now, 0 if it may."""
    if s.change[seat] != NOBODY:
        return CHANGE_SPENT
    if left <= s.change_cutoff:
        return CHANGE_LATE
    return 0


def change(s: State, seat: int, target: int, floor: int) -> int:
    """Let the change stand."""
    s.change[seat] = target
    s.change_floor[seat] = floor
    s.void_change &= ~(1 << seat)
    return CHANGE


@home("3.3", "X-R28", "X-R42")
def proxy_refusal(s: State, seat: int, left: int) -> int:
    """Why the director may not post a proxy vote for the seat now, 0 if he may. For one who has voted it is a change."""
    if not has(s.alive, seat):
        return VOTER_OUT
    if left <= 0:
        return LATE
    return change_refusal(s, seat, left) if s.vote[seat] != NOBODY else 0


@home("X-R42")
def cast_proxy(s: State, seat: int, target: int, floor: int) -> int:
    """The director's post of a lawful proxy vote is the voter's own vote post."""
    if s.vote[seat] != NOBODY:
        return change(s, seat, target, floor)
    s.posted |= 1 << seat
    s.vote[seat] = target
    s.vote_floor[seat] = floor
    return VOTE


@home("X-R27", "X-R42")
def correction_refusal(s: State, seat: int, left: int) -> int:
    """Why a void vote may not be put right now: until the deadline for a first vote, until the last hour for a change."""
    if not has(s.alive, seat):
        return VOTER_OUT
    if left <= 0:
        return LATE
    if s.vote[seat] == NOBODY:
        return 0 if has(s.posted, seat) else NOTHING_TO_CORRECT
    if not has(s.void_change, seat):
        return NOTHING_TO_CORRECT
    return change_refusal(s, seat, left)


@home("X-R27", "X-R42")
def cast_correction(s: State, seat: int, target: int, floor: int) -> int:
    """The director's post of a lawful correction; that of a first vote is no change."""
    if s.vote[seat] != NOBODY:
        return change(s, seat, target, floor)
    s.vote[seat] = target
    s.vote_floor[seat] = floor
    return CORRECTION


@home("3.3")
def overrule(s: State, seat: int, target: int) -> None:
    """The director corrects how the standing vote was read; NOBODY strikes it out. Its floor stays."""
    if target == NOBODY:
        s.vote[seat] = NOBODY
        s.change[seat] = NOBODY
    elif s.change[seat] != NOBODY:
        s.change[seat] = target
    else:
        s.vote[seat] = target


@home("1.3", "X-R7")
def standing_vote(s: State, seat: int) -> int:
    """The seat's own vote after changes and struck floors: a seat, ABSTAIN, or NOBODY if there is none."""
    if s.change[seat] != NOBODY and (s.strike == 0 or s.change_floor[seat] < s.strike):
        return s.change[seat]
    if s.strike and s.vote_floor[seat] >= s.strike:
        return NOBODY
    return s.vote[seat]
