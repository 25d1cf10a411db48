"""1 The camps: who counts for whom. Whoever is led is neutral. Kernel."""

from bansha.rules.bits import has
from bansha.rules.homes import home
from bansha.rules.piper.codes import CAMP_OF, CHILD, LAME_CHILD, NEUTRALS, PIPER, RAT
from bansha.rules.piper.state import State


@home("1", "1.2.3")
def camp_of(s: State, seat: int) -> int:
    """The seat's camp now, or when it went out: a led rat or child is neutral."""
    if has(s.led, seat):
        return NEUTRALS
    return CAMP_OF[s.identity[seat]]


@home("1.1.1")
def rats_at_large(s: State) -> int:
    """The living rats that are not led: they bite, and they alone are the living killers."""
    return s.holders[RAT] & s.alive & ~s.led


@home("1")
def living_neutrals(s: State) -> int:
    """The living piper, led rats and led children."""
    return (s.holders[PIPER] | s.led) & s.alive


@home("1")
def living_good(s: State) -> int:
    """The living adults, lame child and children that are not led."""
    return s.alive & ~s.holders[RAT] & ~living_neutrals(s)


def is_child(s: State, seat: int) -> int:
    """1 for a child or the lame child, led or not."""
    return 1 if s.identity[seat] in (CHILD, LAME_CHILD) else 0
