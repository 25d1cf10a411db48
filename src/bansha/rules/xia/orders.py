"""Sending orders: what may be sent, and what stands at the deadline (X-R1, X-R2, X-R35, X-R40). Kernel."""

from bansha.rules.bits import has
from bansha.rules.homes import home
from bansha.rules.phases import DAY, NIGHT, NOBODY, RUNOFF
from bansha.rules.refusals import LAWFUL, NO_SUCH_POWER, NOT_A_MEMBER, NOT_LEARNT, NOT_OPEN, SENDER_OUT, TARGET_OUT, TOO_MANY_TARGETS
from bansha.rules.xia.absorb import absorb_refusal
from bansha.rules.xia.block import block_refusal
from bansha.rules.xia.codes import (
    ABSORB,
    BLOCK,
    HEAL,
    ILLUSION_1,
    ILLUSION_2,
    KILL,
    P_ILLUSIONIST,
    P_SILVER,
    POWER_OF,
    VERIFY,
)
from bansha.rules.xia.groups import members, party_at
from bansha.rules.xia.heal import heal_refusal
from bansha.rules.xia.illusions import illusion_refusal, third_illusion_refusal
from bansha.rules.xia.kill import kill_refusal
from bansha.rules.xia.state import State


@home("1.7", "X-R35")
def power_refusal(s: State, party: int, power: int) -> int:
    """Whether the party has the power at all tonight."""
    if party < 0:
        return NO_SUCH_POWER
    if party == P_SILVER and (power == KILL or power == BLOCK or power == HEAL or power == VERIFY):
        return LAWFUL if has(s.learnt, power) else NOT_LEARNT
    if party == P_ILLUSIONIST and (power == ILLUSION_1 or power == ILLUSION_2):
        return LAWFUL
    if power != 0 and POWER_OF[party] == power:
        return LAWFUL
    return NO_SUCH_POWER


@home("X-R2", "X-R3", "X-R40", "1.8")
def order_refusal(s: State, seat: int, power: int, target: int, second: int, member: int) -> int:
    """Why a night order is refused, 0 if it is lawful. It rests only on what the sender knows.

    ``second`` is the other target of 幻觉一, ``member`` who answers if it is turned (由 Y); −1 where there is none.
    """
    if not has(s.alive, seat):
        return SENDER_OUT
    party = party_at(s, seat)
    refusal = power_refusal(s, party, power)
    if refusal == NO_SUCH_POWER:
        return refusal
    if s.phase != NIGHT:
        return NOT_OPEN
    if refusal:
        return refusal
    if second != NOBODY and power != ILLUSION_1:
        return TOO_MANY_TARGETS
    if not has(s.alive, target) or (power == ILLUSION_1 and not has(s.alive, second)):
        return TARGET_OUT
    if member >= 0 and not has(members(s, party), member):
        return NOT_A_MEMBER
    if power == KILL:
        return kill_refusal(s, party, target)
    if power == BLOCK:
        return block_refusal(s, party, target)
    if power == HEAL:
        return heal_refusal(s, party, target)
    if power == ABSORB:
        return absorb_refusal(s, party, target)
    if power == ILLUSION_1 or power == ILLUSION_2:
        return illusion_refusal(s, power, seat, target, second)
    return LAWFUL


@home("1.3", "X-R40")
def floor_refusal(s: State, seat: int, floor: int, left: int) -> int:
    """Why 幻觉三 is refused; it is accepted only while a day or runoff is open. ``left``: seconds to the end in force."""
    if not has(s.alive, seat):
        return SENDER_OUT
    if party_at(s, seat) != P_ILLUSIONIST:
        return NO_SUCH_POWER
    if s.phase != DAY and s.phase != RUNOFF:
        return NOT_OPEN
    return third_illusion_refusal(s, floor, left)


@home("X-R1")
def withdraw(s: State, party: int) -> int:
    """Take back what stands for the party; 1 if something stood."""
    kept = 0
    for i in range(s.orders):
        if s.party[i] != party:
            if kept != i:
                s.party[kept] = s.party[i]
                s.power[kept] = s.power[i]
                s.target[kept] = s.target[i]
                s.second[kept] = s.second[i]
                s.sender[kept] = s.sender[i]
                s.answers[kept] = s.answers[i]
            kept += 1
    gone = s.orders - kept
    s.orders = kept
    return gone


@home("X-R1", "1.3")
def forgo(s: State, seat: int) -> int:
    """放弃: nothing of the seat's party stands any more, in a day or runoff no floor of 幻觉三. 1 if something stood."""
    party = party_at(s, seat)
    if s.phase == NIGHT:
        return withdraw(s, party)
    if party == P_ILLUSIONIST and s.strike:
        s.strike = 0
        return 1
    return 0


@home("1.3")
def name_floor(s: State, floor: int) -> None:
    """Let 幻觉三 stand from this floor on, in place of an earlier one."""
    s.strike = floor


@home("X-R1", "X-R35", "1.8")
def send(s: State, seat: int, power: int, target: int, second: int, member: int) -> None:
    """Let a lawful order stand, in place of what stood for the party, with its own time and sender."""
    party = party_at(s, seat)
    withdraw(s, party)
    i = s.orders
    s.party[i] = party
    s.power[i] = power
    s.target[i] = target
    s.second[i] = second
    s.sender[i] = seat
    s.answers[i] = seat if member < 0 else member
    s.orders = i + 1
