"""1.2.2 保护 protect: bites on a protected child land on the protector. Kernel."""

from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.piper.camps import is_child
from bansha.rules.piper.codes import BITE, F_PROTECT_IDLE, F_TRANSFERRED, PROTECT
from bansha.rules.piper.state import State
from bansha.rules.refusals import LAWFUL, PROTECT_REPEATED


@home("1.2.2")
def protect_refusal(s: State, seat: int, target: int) -> int:
    """Anyone may be named, the protector included (X-R3), but not the same target on two nights running."""
    if s.banned_target[seat] == target:
        return PROTECT_REPEATED
    return LAWFUL


@home("1.2.2")
def landing(s: State, i: int) -> int:
    """Where bite i lands: on the protector if its target is a protected child or lame child, led or not."""
    seat = s.target[i]
    if is_child(s, seat):
        for j in range(s.orders):
            if s.power[j] == PROTECT and s.target[j] == seat:
                return s.sender[j]
    return seat


@home("1.2.2")
def protections(s: State) -> None:
    """Say which bites landed on the protector instead, and that whoever is no child was protected in vain."""
    for i in range(s.orders):
        if s.power[i] == BITE and landing(s, i) != s.target[i]:
            note(s, F_TRANSFERRED, landing(s, i), i, 10202, s.target[i])
        elif s.power[i] == PROTECT and not is_child(s, s.target[i]):
            note(s, F_PROTECT_IDLE, s.target[i], i, 10202, -1)
