"""X-R44 agreeing to a draw, and how a game ends in one; the same in every rule set. Kernel."""

from typing import Protocol

from bansha.rules.bits import has
from bansha.rules.findings import Noting, note
from bansha.rules.homes import home
from bansha.rules.phases import OVER

F_DRAW = 41  # the finding that a game is a draw; its clause is the ruling that makes it one


class Drawing(Noting, Protocol):
    """The part of a state that draws need; ``alive`` and ``agreed`` are sets of seats."""

    alive: int
    agreed: int
    over: int
    draw: int
    phase: int


@home("X-R44")
def agree(s: Drawing, seat: int) -> int:
    """A living player agrees; 1 if with that all the living have and the game is a draw."""
    s.agreed |= 1 << seat
    if (s.agreed & s.alive) != s.alive:
        return 0
    draw_now(s, -44)
    return 1


@home("X-R44")
def retract(s: Drawing, seat: int) -> int:
    """Take the agreement back; 1 if there was one."""
    had = has(s.agreed, seat)
    s.agreed &= ~(1 << seat)
    return had


@home("X-R44", "X-R33", "P-R15")
def draw_now(s: Drawing, clause: int) -> None:
    """End the game in a draw between two adjudications: by agreement, or by the director's declaration."""
    s.found = 0
    end_in_a_draw(s, clause)
    s.phase = OVER


@home("X-R44", "X-R33", "P-R15")
def end_in_a_draw(s: Drawing, clause: int) -> None:
    """The game is a draw: nobody left, the director's declaration, or agreement of all the living."""
    s.over = 1
    s.draw = 1
    note(s, F_DRAW, -1, -1, clause, -1)
