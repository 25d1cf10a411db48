"""Sending orders: what may be sent, and what stands at the deadline (X-R1, X-R2, X-R35, X-R40). Every seat is its own party. Kernel."""

from bansha.rules.bits import has
from bansha.rules.homes import home
from bansha.rules.phases import DECIDER, NIGHT
from bansha.rules.piper.bite import bite_refusal
from bansha.rules.piper.camps import rats_at_large
from bansha.rules.piper.codes import BITE, DECEIVE, POWER_OF, PROTECT
from bansha.rules.piper.deceive import deceive_refusal
from bansha.rules.piper.protect import protect_refusal
from bansha.rules.piper.state import State
from bansha.rules.refusals import CANNOT_FORGO, LAWFUL, NO_SUCH_POWER, NOT_OPEN, SENDER_OUT, TARGET_OUT


@home("1", "1.2.3", "1.2.4", "X-R2", "X-R3", "X-R40", "P-R6")
def order_refusal(s: State, seat: int, power: int, target: int) -> int:
    """Why a night order is refused, 0 if it is lawful. It rests only on what the sender knows: leading may fail, but is accepted (P-R6)."""
    if not has(s.alive, seat):
        return SENDER_OUT
    if power == 0 or POWER_OF[s.identity[seat]] != power:
        return NO_SUCH_POWER
    if s.phase != NIGHT:
        return NOT_OPEN
    if not has(s.alive, target):
        return TARGET_OUT
    if power == BITE:
        return bite_refusal(s, seat, target)
    if power == DECEIVE:
        return deceive_refusal(s, seat, target)
    if power == PROTECT:
        return protect_refusal(s, seat, target)
    return LAWFUL


@home("X-R1", "X-R40", "P-R1", "P-R11")
def forgo_refusal(s: State, seat: int) -> int:
    """Why 放弃 is refused, 0 if it is accepted: a bite and the deciding vote cannot be forgone, anything else by everybody alive."""
    if s.phase == DECIDER and seat == s.last_bitten:
        return CANNOT_FORGO
    if not has(s.alive, seat):
        return SENDER_OUT
    if s.phase == NIGHT and has(rats_at_large(s), seat):
        return CANNOT_FORGO
    return LAWFUL


@home("X-R1")
def withdraw(s: State, seat: int) -> int:
    """Take back what stands for the seat; 1 if something stood."""
    kept = 0
    for i in range(s.orders):
        if s.sender[i] != seat:
            if kept != i:
                s.sender[kept] = s.sender[i]
                s.power[kept] = s.power[i]
                s.target[kept] = s.target[i]
                s.drawn[kept] = s.drawn[i]
            kept += 1
    gone = s.orders - kept
    s.orders = kept
    return gone


@home("X-R1")
def forgo(s: State, seat: int) -> int:
    """A lawful 放弃: nothing of the seat's stands any more; outside the night nothing can. 1 if something stood."""
    if s.phase != NIGHT:
        return 0
    return withdraw(s, seat)


@home("X-R1", "X-R35")
def send(s: State, seat: int, power: int, target: int) -> None:
    """Let a lawful order stand, in place of what stood for the seat, with its own time."""
    withdraw(s, seat)
    i = s.orders
    s.sender[i] = seat
    s.power[i] = power
    s.target[i] = target
    s.drawn[i] = 0
    s.orders = i + 1
