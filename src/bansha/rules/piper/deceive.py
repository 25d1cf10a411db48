"""1.2.1 欺骗 deceive. Kernel."""

from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.piper.codes import DECEIVE, F_DECEIVED, PIPER
from bansha.rules.piper.state import State
from bansha.rules.refusals import DECEIVE_REPEATED, LAWFUL


@home("1.2.1")
def deceive_refusal(s: State, seat: int, target: int) -> int:
    """Anyone may be named, the liar included (X-R3), but not the same target on two nights running."""
    if s.banned_target[seat] == target:
        return DECEIVE_REPEATED
    return LAWFUL


@home("1.2.1")
def deceived(s: State, seat: int) -> int:
    """1 if the seat is deceived tonight."""
    for i in range(s.orders):
        if s.power[i] == DECEIVE and s.target[i] == seat:
            return 1
    return 0


@home("1.2.1")
def deceptions(s: State) -> None:
    """Say that the piper is deceived; on others it has no effect. No feedback."""
    for i in range(s.orders):
        if s.power[i] == DECEIVE and s.identity[s.target[i]] == PIPER:
            note(s, F_DECEIVED, s.target[i], i, 10201, -1)
