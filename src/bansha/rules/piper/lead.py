"""1.3.1 领走 lead: first a rat, then children. Kernel."""

from bansha.rules.bits import has
from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.piper.codes import (
    BITE,
    CHILD,
    F_BIT_AND_LED,
    F_LEAD_FAILED,
    F_LED,
    F_OUT_AND_LED,
    L_ADULT,
    L_DECEIVED,
    L_LAME,
    L_LED,
    L_NO_CHILDREN_YET,
    L_NO_MORE_RATS,
    L_SELF,
    LAME_CHILD,
    LEAD,
    PIPER,
    RAT,
)
from bansha.rules.piper.deceive import deceived
from bansha.rules.piper.state import State
from bansha.rules.piper.tipoff import tip_off


@home("1.3.1", "P-R6", "P-R18")
def children_open(s: State) -> int:
    """1 once a rat was led, or voted out (a deciding vote is one): then only children can be led. Judged at nightfall."""
    return 1 if s.holders[RAT] & (s.led | s.voted_out) else 0


@home("1.3.1", "1.2.1", "P-R6")
def lead_failure(s: State, i: int) -> int:
    """Why leading order i fails (L_…), −1 if it succeeds. Protection does not hinder it."""
    target = s.target[i]
    identity = s.identity[target]
    if identity == LAME_CHILD:
        return L_LAME
    if identity == PIPER:
        return L_SELF
    if identity not in (RAT, CHILD):
        return L_ADULT
    if has(s.led, target):
        return L_LED
    if identity == RAT:
        return L_NO_MORE_RATS if children_open(s) else -1
    if not children_open(s):
        return L_NO_CHILDREN_YET
    return L_DECEIVED if deceived(s, s.sender[i]) else -1


@home("1.3.1", "P-R4", "P-R6", "P-R7")
def leads(s: State, out: int) -> int:
    """Who is led tonight, from dawn on; ``out``: who goes out at the same dawn, and is led all the same (P-R7)."""
    led = 0
    for i in range(s.orders):
        if s.power[i] != LEAD:
            continue
        target = s.target[i]
        failure = lead_failure(s, i)
        if failure >= 0:
            clause = 10301
            if failure == L_DECEIVED:
                clause = 10201
            elif failure in (L_LED, L_SELF):
                clause = -1006
            note(s, F_LEAD_FAILED, target, i, clause, failure)
            continue
        led |= 1 << target
        note(s, F_LED, target, i, 10301, -1)
        tip_off(s, target, i)
        if has(out, target):
            note(s, F_OUT_AND_LED, target, i, -1007, -1)
        for j in range(s.orders):
            if s.power[j] == BITE and s.sender[j] == target:
                note(s, F_BIT_AND_LED, target, j, -1004, -1)
    return led
