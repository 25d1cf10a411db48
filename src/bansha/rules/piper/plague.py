"""1.1.1 鼠疫 the plague: one rat is left at large. Kernel."""

from bansha.rules.bits import count, lowest
from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.phases import NOBODY
from bansha.rules.piper.camps import rats_at_large
from bansha.rules.piper.codes import F_PLAGUE
from bansha.rules.piper.state import State


@home("1.1.1", "P-R19")
def plague(s: State) -> int:
    """1 while exactly one living rat is not led: its bite puts out at once. At night it is judged as at nightfall."""
    return 1 if count(rats_at_large(s)) == 1 else 0


@home("1.1.1", "P-R19")
def outbreak(s: State, out: int, led: int) -> None:
    """Announce the plague, once, if these exits and leads leave exactly one rat at large; its end is not announced."""
    left = rats_at_large(s) & ~out & ~led
    if not s.plague_announced and count(left) == 1:
        note(s, F_PLAGUE, NOBODY, -1, 10101, lowest(left))
