"""X-R33 the director's declaration of a draw; agreeing to one is the same in every rule set (``rules.draws``). Kernel."""

from bansha.rules.draws import draw_now
from bansha.rules.homes import home
from bansha.rules.xia.state import State


@home("X-R33")
def declare_draw(s: State) -> None:
    """The director declares a draw in special circumstances."""
    draw_now(s, -33)
