"""1.10 吸收 convert: kill, heal, verification and block take in a neutral azure instead; independence. Kernel."""

from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.xia.codes import (
    AZURE_INDEPENDENT,
    AZURE_NEUTRAL,
    CONVERTED_TO,
    CONVERTING_PARTY,
    F_CLAIM_LOST,
    F_CONVERTED,
    F_INDEPENDENT,
    LANDS,
    SPENT_ON_CONVERTING,
    STRENGTH,
)
from bansha.rules.xia.state import State


@home("1.10", "1.7")
def claims(s: State, i: int) -> int:
    """1 if order i lands on a neutral azure with a power that converts: the group's own, not silver's, not the independents'."""
    if s.fate[i] != LANDS or s.power[i] == 0 or CONVERTING_PARTY[s.power[i]] != s.party[i]:
        return 0
    return 1 if s.identity[s.lands[i]] == AZURE_NEUTRAL else 0


@home("1.10")
def rival(s: State, i: int) -> int:
    """The order that keeps claim i from converting, as strong or stronger on the same azure; −1 if claim i is the strongest alone."""
    for j in range(s.orders):
        if j != i and claims(s, j) and s.lands[j] == s.lands[i] and STRENGTH[s.power[j]] >= STRENGTH[s.power[i]]:
            return j
    return -1


@home("1.10", "X-R19")
def conversions(s: State) -> None:
    """The strongest claim alone converts and is spent on it; a weaker one does not profit when the strongest cancel."""
    if not s.holders[AZURE_NEUTRAL] & s.alive:
        return
    spent = 0
    for i in range(s.orders):
        if claims(s, i):
            stronger = rival(s, i)
            if stronger < 0:
                spent |= 1 << i
                note(s, F_CONVERTED, s.lands[i], i, 11000, CONVERTED_TO[s.party[i]])
            else:
                note(s, F_CLAIM_LOST, s.lands[i], i, 11000, stronger)
    for i in range(s.orders):
        if (spent >> i) & 1:
            s.fate[i] = SPENT_ON_CONVERTING


@home("1.10", "X-R20")
def independence(s: State, out: int, converted: int) -> None:
    """At the dawn after the night of independence every neutral that lives on unconverted becomes independent."""
    if s.day != s.independence_night:
        return
    seats = s.holders[AZURE_NEUTRAL] & s.alive & ~out & ~converted
    for seat in range(s.seats):
        if (seats >> seat) & 1:
            note(s, F_INDEPENDENT, seat, -1, 11000, AZURE_INDEPENDENT)
