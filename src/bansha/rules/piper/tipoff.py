"""1.2.4 通风报信 tip-off: the lame child learns which child was led. Kernel."""

from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.piper.codes import CHILD, F_TIPPED, LAME_CHILD
from bansha.rules.piper.state import State


@home("1.2.4", "X-R24")
def tip_off(s: State, child: int, i: int) -> None:
    """Tell the lame child, if it lived at nightfall, whom order i led, if that is a child; never by whom."""
    if s.identity[child] != CHILD:
        return
    told = s.holders[LAME_CHILD] & s.alive
    for seat in range(s.seats):
        if (told >> seat) & 1:
            note(s, F_TIPPED, seat, i, 10204, child)
