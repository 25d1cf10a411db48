"""X-R44 agreeing to a draw, and the director's declaration (P-R15). Kernel."""

from bansha.rules.bits import has
from bansha.rules.homes import home
from bansha.rules.phases import OVER
from bansha.rules.piper.state import State
from bansha.rules.piper.victory import end_in_a_draw


@home("X-R44", "P-R15")
def agree(s: State, seat: int) -> int:
    """A living player agrees; 1 if with that all the living have and the game is a draw."""
    s.agreed |= 1 << seat
    if (s.agreed & s.alive) != s.alive:
        return 0
    s.found = 0
    end_in_a_draw(s, -44)
    s.phase = OVER
    return 1


@home("X-R44")
def retract(s: State, seat: int) -> int:
    """Take the agreement back; 1 if there was one."""
    had = has(s.agreed, seat)
    s.agreed &= ~(1 << seat)
    return had


@home("P-R15")
def declare_draw(s: State) -> None:
    """The director declares a draw."""
    s.found = 0
    end_in_a_draw(s, -1015)
    s.phase = OVER
