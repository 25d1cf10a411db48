"""1.8 弹射 reflect: the dragon turns the first powers round, in order of sending. Kernel."""

from bansha.rules.bits import has
from bansha.rules.findings import note
from bansha.rules.homes import home
from bansha.rules.xia.codes import ABSORB, F_TURNED, TURNED
from bansha.rules.xia.state import State


@home("1.8")
def aims_at_dragon(s: State, i: int) -> int:
    """1 if the order is a power at the dragon; absorption is never reflected."""
    if s.dragon < 0 or s.power[i] == ABSORB:
        return 0
    return 1 if s.target[i] == s.dragon or s.second[i] == s.dragon else 0


@home("1.8", "X-R16", "X-R17", "X-R19")
def turns(s: State, i: int, void: int) -> int:
    """1 if order i is among the powers at the dragon that the reflections left still reach.

    Void powers (``void``: bitset of parties) use up none; a block takes its place in the order of sending and counts as one.
    """
    if not aims_at_dragon(s, i):
        return 0
    before = 0
    for j in range(i):
        if aims_at_dragon(s, j) and not has(void, s.party[j]):
            before += 1
    return 1 if before < s.reflections else 0


@home("1.8")
def reflections(s: State) -> None:
    """Say which orders were turned and who answers: the member named in the order, else its sender."""
    for i in range(s.orders):
        if s.fate[i] == TURNED:
            note(s, F_TURNED, s.answers[i], i, 10800, -1)
