"""X-R38 the right to last words, the same in every rule set. Kernel."""

from typing import Protocol

from bansha.rules.bits import has
from bansha.rules.homes import home


class Speaking(Protocol):
    """The part of a state that last words need: the set of seats that may still speak."""

    words: int


@home("X-R38")
def speak(s: Speaking, seat: int) -> int:
    """Use up a right to last words; 1 if the seat had it."""
    if not has(s.words, seat):
        return 0
    s.words &= ~(1 << seat)
    return 1
