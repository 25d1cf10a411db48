"""1.3 幻觉 illusions of the night, and the third one's floor. Kernel."""

from bansha.rules.bits import has
from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.refusals import ILLUSION_SPENT, LAWFUL, NO_FLOOR, SAME_TARGET_TWICE, SELF, TOO_LATE
from bansha.rules.xia.codes import F_FORCED, F_IMMUNE, F_SPENT, ILLUSION_1, ILLUSION_2, ILLUSION_3, TURNED, VOID
from bansha.rules.xia.state import State


@home("1.3")
def illusion_refusal(s: State, power: int, seat: int, target: int, second: int) -> int:
    """Each once in the game; others than oneself, two different ones for 幻觉一."""
    if has(s.spent, power):
        return ILLUSION_SPENT
    if target == seat or second == seat:
        return SELF
    if power == ILLUSION_1 and target == second:
        return SAME_TARGET_TWICE
    return LAWFUL


@home("1.3", "X-R28")
def third_illusion_refusal(s: State, floor: int, left: int) -> int:
    """A floor, written or not, named more than fifteen minutes before the end (``left``: seconds to the end in force)."""
    if has(s.spent, ILLUSION_3):
        return ILLUSION_SPENT
    if floor < 1:
        return NO_FLOOR
    if left <= s.illusion3_cutoff:
        return TOO_LATE
    return LAWFUL


@home("1.3", "1.6", "1.8", "X-R5", "X-R18")
def illusions(s: State) -> None:
    """Who votes as whom and who is immune on the next day. A void illusion is spent all the same."""
    for i in range(s.orders):
        power = s.power[i]
        if power != ILLUSION_1 and power != ILLUSION_2:
            continue
        note(s, F_SPENT, s.sender[i], i, -5 if s.fate[i] == VOID else 10300, power)
        turned = s.fate[i] == TURNED
        clause = 10800 if turned else 10300
        leader = s.dragon if turned else s.sender[i]
        if s.fate[i] != VOID and power == ILLUSION_2:
            note(s, F_IMMUNE, s.lands[i], i, clause, -1)
        if s.fate[i] != VOID and power == ILLUSION_1:
            note(s, F_FORCED, s.lands[i], i, clause, leader)
            if s.lands_second[i] != s.lands[i]:
                note(s, F_FORCED, s.lands_second[i], i, clause, leader)
