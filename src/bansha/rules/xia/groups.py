"""1 Groups: who belongs together, and who has one power a night between them. Kernel."""

from bansha.rules.homes import home
from bansha.rules.xia.codes import CONVERTED_TO, NO_PARTY, ORIGINAL, PARTY_OF
from bansha.rules.xia.state import State


@home("1", "X-R39")
def members(s: State, party: int) -> int:
    """The living members of a party: original holders and those converted to it, from the dawn of conversion to the exit."""
    return (s.holders[ORIGINAL[party]] | s.holders[CONVERTED_TO[party]]) & s.alive


@home("1")
def party_at(s: State, seat: int) -> int:
    """The party whose power the seat shares, NO_PARTY if it has none."""
    if seat < 0:
        return NO_PARTY
    return PARTY_OF[s.identity[seat]]


def become(s: State, seat: int, identity: int) -> None:
    """Change what a seat is (1.10)."""
    s.holders[s.identity[seat]] &= ~(1 << seat)
    s.identity[seat] = identity
    s.holders[identity] |= 1 << seat
