"""P-R15 the director's declaration of a draw; agreeing to one is the same in every rule set (``rules.draws``). Kernel."""

from bansha.rules.draws import draw_now
from bansha.rules.homes import home
from bansha.rules.piper.state import State


@home("P-R15")
def declare_draw(s: State) -> None:
    """The director declares a draw."""
    draw_now(s, -1015)
