"""How random players talk of a draw, in any rule set. Kernel text."""

from bansha.lab.crowd import Crowd, anybody
from bansha.lab.dice import below
from bansha.rules.draws import Drawing, agree, retract


def talk_of_a_draw(s: Drawing, c: Crowd) -> int:
    """Somebody agrees and may repent; rarely everybody agrees, one after the other. How many things were sent."""
    if below(c, 8) == 0:
        for k in range(c.size):
            if agree(s, c.seat[k]):
                break
        return c.size
    seat = anybody(c)
    if agree(s, seat) or below(c, 2):
        return 1
    retract(s, seat)
    return 2
