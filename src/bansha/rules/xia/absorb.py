"""1.6 接收 absorb: what others do to one person is done to the radiant instead. Kernel."""

from bansha.rules.bits import has
from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.refusals import ABSORB_REPEATED, LAWFUL, SELF
from bansha.rules.xia.codes import ABSORB, F_ABSORBED, ILLUSION_1, P_RADIANT, TURNED
from bansha.rules.xia.groups import members
from bansha.rules.xia.state import State


@home("1.6")
def absorb_refusal(s: State, party: int, target: int) -> int:
    """Not oneself, and not the same target on two nights running."""
    if has(members(s, party), target):
        return SELF
    if s.banned_power[party] == ABSORB and s.banned_target[party] == target:
        return ABSORB_REPEATED
    return LAWFUL


@home("1.6")
def absorbed_seat(s: State, void: int) -> int:
    """Whom the radiant absorbs tonight, −1 if nobody or if the parties ``void`` include the radiant."""
    if has(void, P_RADIANT):
        return -1
    for i in range(s.orders):
        if s.power[i] == ABSORB:
            return s.target[i]
    return -1


@home("X-R9")
def by_others(s: State, i: int, seat: int) -> int:
    """1 unless the seat itself, or a group it belongs to, sent order i."""
    return 0 if has(members(s, s.party[i]), seat) else 1


@home("1.6", "X-R9", "X-R18")
def after_absorption(s: State, i: int, seat: int, absorbed: int) -> int:
    """Where order i, on its way to ``seat``, comes to rest when ``absorbed`` is absorbed. A turned power is the dragon's deed (X-R18)."""
    if seat == absorbed and absorbed >= 0 and (s.fate[i] == TURNED or by_others(s, i, seat)):
        return s.radiant
    return seat


@home("1.6")
def absorptions(s: State) -> None:
    """Say which orders the radiant took on himself. One that is void or spent on converting, or a turned block, leaves its way nowhere."""
    for i in range(s.orders):
        turned = s.fate[i] == TURNED
        aimed = s.answers[i] if turned else s.target[i]
        if s.lands[i] != aimed:
            note(s, F_ABSORBED, s.radiant, i, -18 if turned else 10600, aimed)
        if s.power[i] == ILLUSION_1:
            other = other_target(s, i) if turned else s.second[i]
            if s.lands_second[i] != other:
                note(s, F_ABSORBED, s.radiant, i, 10600, other)


@home("1.8")
def other_target(s: State, i: int) -> int:
    """Of a turned 幻觉一: the target that is not the dragon."""
    return s.second[i] if s.target[i] == s.dragon else s.target[i]
