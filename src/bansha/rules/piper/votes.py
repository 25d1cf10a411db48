"""3.3 casting: what becomes of a post in the vote thread. Strict form, one vote, one change, each used up also when void. Kernel.

A post arrives as reading left it: its label, its target, its flaw (``ballots``), and whether it quotes the author's own vote post.
"""

from bansha.rules.ballots import (
    CHANGE,
    CHANGE_LATE,
    CHANGE_SPENT,
    CHANGE_UNQUOTED,
    LABEL_CHANGE,
    LABEL_FREE,
    LABEL_NONE,
    LATE,
    NOT_IN_FORM,
    NOTHING_TO_CHANGE,
    TALK,
    VOTE,
    VOTER_OUT,
)
from bansha.rules.bits import has
from bansha.rules.homes import home
from bansha.rules.phases import ABSTAIN, NOBODY
from bansha.rules.piper.state import State


def open_thread(s: State) -> None:
    """No votes yet."""
    for seat in range(s.seats):
        s.vote[seat] = NOBODY
        s.vote_floor[seat] = 0
        s.change[seat] = NOBODY
        s.change_floor[seat] = 0
    s.posted = 0
    s.change_used = 0


@home("3.3", "P-R8", "P-R9", "P-R16", "P-R17", "X-R28")
def cast(s: State, seat: int, label: int, target: int, flaw: int, quotes_own: int, floor: int, left: int) -> int:
    """Take a post and say what it counts as (``ballots``). ``left``: seconds to the end in force, 0 or less is late.

    Free words are a void vote of one who has not voted, and talk of one who has (P-R16). 改票 before any vote uses nothing (P-R17).
    """
    if label == LABEL_NONE:
        return TALK
    if not has(s.alive, seat):
        return VOTER_OUT
    has_voted = has(s.posted, seat)
    if has_voted and label == LABEL_FREE:
        return TALK
    if left <= 0:
        return LATE
    if has_voted:
        return cast_change(s, seat, label, target, flaw, quotes_own, floor, left)
    if label == LABEL_CHANGE:
        return NOTHING_TO_CHANGE
    return cast_first(s, seat, label, target, flaw, floor)


@home("3.3", "P-R8", "P-R16")
def cast_first(s: State, seat: int, label: int, target: int, flaw: int, floor: int) -> int:
    """The first vote; a void one is an abstention and has used the vote."""
    s.posted |= 1 << seat
    s.vote_floor[seat] = floor
    if flaw or label == LABEL_FREE:
        s.vote[seat] = ABSTAIN
        return flaw if flaw else NOT_IN_FORM
    s.vote[seat] = target
    return VOTE


@home("3.3", "P-R8", "P-R16", "P-R17", "X-R28")
def cast_change(s: State, seat: int, label: int, target: int, flaw: int, quotes_own: int, floor: int, left: int) -> int:
    """One change, also of a void first vote: labelled 改票, quoting one's own vote post, never in the last hour.

    A void one has used it and leaves the first vote, except that one refused as too late may be sent again if the end is moved (X-R37).
    """
    if has(s.change_used, seat):
        return CHANGE_SPENT
    if left <= s.change_cutoff:
        return CHANGE_LATE
    s.change_used |= 1 << seat
    if label != LABEL_CHANGE:
        return NOT_IN_FORM
    if not quotes_own:
        return CHANGE_UNQUOTED
    if flaw:
        return flaw
    s.change[seat] = target
    s.change_floor[seat] = floor
    return CHANGE


@home("3.3")
def overrule(s: State, seat: int, target: int) -> None:
    """The director corrects how the standing vote was read; NOBODY strikes it out, as if the seat had posted no vote. Its floor stays."""
    if target == NOBODY:
        s.vote[seat] = NOBODY
        s.change[seat] = NOBODY
        s.posted &= ~(1 << seat)
        s.change_used &= ~(1 << seat)
        return
    s.posted |= 1 << seat
    if s.change[seat] != NOBODY:
        s.change[seat] = target
    else:
        s.vote[seat] = target


@home("3.3", "P-R8")
def standing_vote(s: State, seat: int) -> int:
    """What the seat's vote counts for: a seat, ABSTAIN (also for a void first vote), or NOBODY if there is none."""
    if s.change[seat] != NOBODY:
        return s.change[seat]
    return s.vote[seat]
