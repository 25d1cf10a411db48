"""1.2 阻止 block. Kernel."""

from bansha.rules.bits import has
from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.phases import NOBODY
from bansha.rules.refusals import BLOCK_REPEATED, LAWFUL
from bansha.rules.xia.codes import (
    BLOCK,
    CAMP_OF,
    DARK,
    F_BLOCK_IDLE,
    F_BLOCKED,
    F_LOOP,
    F_VOID,
    LIGHT,
    P_SILVER,
    SPENT_ON_CONVERTING,
    TURNED,
    VOID,
)
from bansha.rules.xia.groups import party_at
from bansha.rules.xia.state import State


@home("1.2", "X-R15")
def block_refusal(s: State, party: int, target: int) -> int:
    """Anyone may be named, one's own camp included (X-R3), but not the same target on two nights running."""
    if s.banned_power[party] == BLOCK and s.banned_target[party] == target:
        return BLOCK_REPEATED
    return LAWFUL


@home("1.2", "1.7", "X-R10")
def block_works_on(s: State, party: int, seat: int) -> int:
    """1 if this party's block has an effect on the person it lands on: never on the dark camp, silver's never on the light camp."""
    camp = CAMP_OF[s.identity[seat]]
    if party == P_SILVER:
        return 0 if camp == LIGHT else 1
    return 0 if camp == DARK else 1


@home("1.2")
def voided_by(s: State, i: int) -> int:
    """The party (as a bit) whose power order i, a block in flight, makes void; blocking one member blocks the group."""
    fate = s.fate[i]
    if fate == VOID or fate == TURNED:
        return 0
    seat = s.lands[i]
    if not block_works_on(s, s.party[i], seat):
        return 0
    party = party_at(s, seat)
    return 0 if party < 0 else 1 << party


@home("1.2")
def voided(s: State, but: int) -> int:
    """All parties whose power the night's blocks make void, leaving order ``but`` out of account."""
    parties = 0
    for i in range(s.orders):
        if s.power[i] == BLOCK and i != but:
            parties |= voided_by(s, i)
    return parties


@home("1.2", "X-R17", "X-R23")
def blocks(s: State) -> None:
    """Say what every block did, and which orders are void by which block."""
    void = voided(s, NOBODY)
    for i in range(s.orders):
        if s.power[i] != BLOCK or s.fate[i] == SPENT_ON_CONVERTING:
            continue
        if s.fate[i] == VOID:
            if not has(void, s.party[i]):
                note(s, F_LOOP, s.target[i], i, -23, -1)
            continue
        seat = s.lands[i]
        if s.fate[i] == TURNED:
            note(s, F_BLOCK_IDLE, seat, i, -17, -1)
        elif not block_works_on(s, s.party[i], seat):
            note(s, F_BLOCK_IDLE, seat, i, 10700 if s.party[i] == P_SILVER else 10200, -1)
        else:
            note(s, F_BLOCKED, seat, i, 10200, -1)
            parties = voided_by(s, i)
            for j in range(s.orders):
                if has(parties, s.party[j]) and s.fate[j] == VOID:
                    note(s, F_VOID, s.sender[j], j, 10200, i)
