"""2.1 victory, judged once at each tally and once at each dawn on the state after all changes; one winner. Draws. Kernel."""

from bansha.rules.bits import count
from bansha.rules.draws import end_in_a_draw
from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.piper.camps import living_good, living_neutrals, rats_at_large
from bansha.rules.piper.codes import CHILD, F_WINS, GOOD, KILLERS, NEUTRALS, RAT
from bansha.rules.piper.state import State


@home("2.1", "P-R14")
def killers_win(s: State) -> int:
    """0, or the first condition that holds: every child is out (1), killers ≥ good (2), few are alive (3); each needs a rat at large."""
    rats = rats_at_large(s)
    if not rats:
        return 0
    if not s.holders[CHILD] & s.alive:
        return 1
    if count(rats) >= count(living_good(s)):
        return 2
    if count(s.alive) <= s.few_alive:
        return 3
    return 0


@home("2.1")
def good_wins(s: State) -> int:
    """1 if every rat is out, led ones too, and somebody good lives."""
    return 1 if not s.holders[RAT] & s.alive and living_good(s) else 0


@home("2.1", "P-R15")
def neutrals_win(s: State) -> int:
    """1 if at least half of the living are neutral; where nobody lives nobody wins."""
    neutrals = living_neutrals(s)
    return 1 if neutrals and 2 * count(neutrals) >= count(s.alive) else 0


@home("2.1")
def winner(s: State) -> int:
    """The camp that has won, −1 if none: killers before good before neutrals. Says why in ``won``."""
    s.won[KILLERS] = killers_win(s)
    if s.won[KILLERS]:
        return KILLERS
    s.won[GOOD] = good_wins(s)
    if s.won[GOOD]:
        return GOOD
    s.won[NEUTRALS] = neutrals_win(s)
    if s.won[NEUTRALS]:
        return NEUTRALS
    return -1


@home("2.1", "P-R15", "X-R44")
def judge(s: State) -> None:
    """Say who has won; else whether nobody is left, or all the living have agreed to a draw."""
    camp = winner(s)
    if camp >= 0:
        s.over = 1
        note(s, F_WINS, camp, -1, 20100, s.won[camp])
    elif s.alive == 0:
        end_in_a_draw(s, -1015)
    elif (s.agreed & s.alive) == s.alive:
        end_in_a_draw(s, -44)
