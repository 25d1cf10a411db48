"""3.3 the deciding vote: the one put out last by rats chooses between the two. Kernel."""

from bansha.rules.bits import has
from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.phases import ABSTAIN, DECIDER, NIGHT, NOBODY, OVER
from bansha.rules.piper.codes import F_DECIDED, F_DECISION_DRAWN
from bansha.rules.piper.state import State
from bansha.rules.piper.tally import fold, vote_out
from bansha.rules.piper.victory import judge
from bansha.rules.refusals import LAWFUL, NO_ABSTENTION, NOT_A_CANDIDATE, NOT_OPEN, NOT_THE_DECIDER


@home("3.3", "P-R10", "P-R11", "X-R40")
def decider_refusal(s: State, seat: int, target: int) -> int:
    """Why 投 X is refused, 0 if it is lawful: only from the one put out last by rats, for one of the two, no abstention."""
    if s.phase != DECIDER:
        return NOT_OPEN
    if seat != s.last_bitten:
        return NOT_THE_DECIDER
    if target == ABSTAIN:
        return NO_ABSTENTION
    if not has(s.pair, target):
        return NOT_A_CANDIDATE
    return LAWFUL


@home("P-R11", "X-R1")
def decide(s: State, target: int) -> None:
    """Let a lawful deciding vote stand, in place of an earlier one."""
    s.decision = target


@home("P-R1", "P-R11")
def decision_needs_drawing(s: State) -> int:
    """The two, if none of them was voted for and the director has to draw one; the empty set otherwise."""
    return s.pair if s.decision == NOBODY else 0


@home("3.3", "2.1", "P-R1", "P-R11", "P-R18")
def close_decider(s: State, drawn: int) -> int:
    """Let the deciding vote put one of the two out; night or the end comes next. Returns 1.

    ``drawn``: whom the director drew if no vote was sent, otherwise ignored. Returns 0, and nothing is changed, if one is needed and
    is not of the two.
    """
    if s.decision == NOBODY and not has(s.pair, drawn):
        return 0
    s.found = 0
    if s.decision == NOBODY:
        out = drawn
        note(s, F_DECISION_DRAWN, s.last_bitten, -1, -1011, out)
    else:
        out = s.decision
        note(s, F_DECIDED, s.last_bitten, -1, -1011, out)
    vote_out(s, out)
    fold(s)
    s.decision = NOBODY
    judge(s)
    s.phase = OVER if s.over else NIGHT
    return 1
