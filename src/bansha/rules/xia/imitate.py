"""1.7 模仿 imitate: silver learns, passively, what lands on him. Kernel."""

from bansha.rules.bits import has
from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.xia.codes import (
    BLOCK,
    F_LEARNT,
    F_NOT_LEARNT,
    HEAL,
    KILL,
    LANDS,
    P_BLACK,
    P_CRIMSON,
    P_INDEPENDENT,
    P_SHADOW,
    P_SILVER,
    P_WHITE,
    VERIFY,
)
from bansha.rules.xia.state import State


@home("1.7", "X-R13", "X-R41")
def teaches(s: State, i: int) -> int:
    """1 if order i, where it lands on silver, teaches: a power of 白侠, 赤侠, 暗侠, 黑侠 or the independents, not absorbed, not turned."""
    if s.fate[i] != LANDS or s.lands[i] != s.silver or s.silver < 0:
        return 0
    party = s.party[i]
    power = s.power[i]
    if party == P_SILVER:
        return 0
    if power == KILL:
        return 1 if party == P_BLACK or party == P_INDEPENDENT else 0
    if power == HEAL:
        return 1 if party == P_WHITE else 0
    if power == VERIFY:
        return 1 if party == P_CRIMSON else 0
    if power == BLOCK:
        return 1 if party == P_SHADOW else 0
    return 0


@home("1.7", "X-R12", "X-R14")
def lessons(s: State, out: int) -> None:
    """What silver learns for the next night; a blocked silver learns all the same, one who goes out learns nothing."""
    learnt = 0
    for i in range(s.orders):
        if teaches(s, i) and not has(learnt, s.power[i]):
            learnt |= 1 << s.power[i]
            note(s, F_NOT_LEARNT if has(out, s.silver) else F_LEARNT, s.silver, i, 10700, s.power[i])
