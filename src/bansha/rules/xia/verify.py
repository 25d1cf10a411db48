"""1.5 验 verify. Kernel."""

from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.xia.codes import ABSORBED, F_DRAGON_READS, F_VERIFIED, F_VERIFY_FAILED, LANDS, TURNED, VERIFY, VOID
from bansha.rules.xia.state import State


@home("1.5", "1.2", "1.8", "X-R15", "X-R21")
def verifications(s: State) -> None:
    """What verifications read, as it stood at nightfall; void or turned ones fail; one spent on converting says nothing here (X-R21)."""
    for i in range(s.orders):
        if s.power[i] != VERIFY:
            continue
        fate = s.fate[i]
        if fate == LANDS or fate == ABSORBED:
            note(s, F_VERIFIED, s.target[i], i, 10500, s.identity[s.lands[i]])
        elif fate == VOID:
            note(s, F_VERIFY_FAILED, s.target[i], i, 10200, -1)
        elif fate == TURNED:
            note(s, F_VERIFY_FAILED, s.target[i], i, 10800, -1)
            note(s, F_DRAGON_READS, s.answers[i], i, 10800, s.identity[s.lands[i]])
