"""1.4 救 heal. Kernel."""

from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.refusals import HEAL_REPEATED, LAWFUL
from bansha.rules.xia.codes import F_HEAL, HEAL
from bansha.rules.xia.kill import works
from bansha.rules.xia.state import State


@home("1.4", "X-R15")
def heal_refusal(s: State, party: int, target: int) -> int:
    """Self is allowed; the same target on two nights running is not."""
    if s.banned_power[party] == HEAL and s.banned_target[party] == target:
        return HEAL_REPEATED
    return LAWFUL


@home("1.4")
def heals(s: State) -> None:
    """Say where heals came to rest, whether or not anybody was killed there. No feedback."""
    for i in range(s.orders):
        if s.power[i] == HEAL and works(s, i):
            note(s, F_HEAL, s.lands[i], i, 10400, -1)
