"""The flight of a night's orders: which are void, which are turned or absorbed, and where each comes to rest. Kernel.

Blocks are the only circular question: a block may void an absorption that would have caught another block. So every combination of
fates of the blocks is guessed and followed through; the guess that comes true is the answer. None or several: the law has a hole,
which ``fly`` reports by its result and nobody may paper over.
"""

from bansha.rules.bits import has
from bansha.rules.homes import home
from bansha.rules.phases import NOBODY
from bansha.rules.xia.absorb import absorbed_seat, after_absorption, other_target
from bansha.rules.xia.block import voided
from bansha.rules.xia.codes import ABSORB, ABSORBED, BLOCK, ILLUSION_1, LANDS, P_SHADOW, P_SILVER, SPENT_ON_CONVERTING, TURNED, VOID
from bansha.rules.xia.groups import members
from bansha.rules.xia.reflect import turns
from bansha.rules.xia.state import State


@home("X-R23")
def caught_in_the_loop(s: State, i: int) -> int:
    """1 if order i is silver's block in the one loop: the radiant absorbs the very member silver blocks, and that group blocks the radiant."""
    if s.party[i] != P_SILVER or not has(members(s, P_SHADOW), s.target[i]):
        return 0
    if absorbed_seat(s, 0) != s.target[i]:
        return 0
    for j in range(s.orders):
        if s.party[j] == P_SHADOW and s.power[j] == BLOCK and s.target[j] == s.radiant:
            return 1
    return 0


@home("1.2", "1.6", "1.8", "X-R10", "X-R11", "X-R17")
def fate_of_block(s: State, i: int) -> int:
    """What becomes of block i if the fates guessed for the blocks are true.

    The absorption that catches block i is not undone by block i itself, only by another one (1.6, X-R11).
    """
    others = voided(s, i)
    if has(others, s.party[i]) or caught_in_the_loop(s, i):
        return VOID
    if turns(s, i, voided(s, NOBODY)):
        return TURNED
    if after_absorption(s, i, s.target[i], absorbed_seat(s, others)) != s.target[i]:
        return ABSORBED
    return LANDS


def guess(s: State, i: int, fate: int) -> None:
    """Suppose that block i has this fate."""
    s.fate[i] = fate
    if fate == ABSORBED:
        s.lands[i] = s.radiant
    elif fate == TURNED:
        s.lands[i] = s.answers[i]
    else:
        s.lands[i] = s.target[i]


def comes_true(s: State, first: int, second: int) -> int:
    """1 if the fates guessed are those that follow from them."""
    if fate_of_block(s, first) != s.fate[first]:
        return 0
    if second != NOBODY and fate_of_block(s, second) != s.fate[second]:
        return 0
    return 1


@home("X-R23")
def fly_blocks(s: State) -> int:
    """Settle the fate of the blocks (two at most: the shadow group's and silver's). Returns the number of answers; lawful play has exactly 1."""
    first = NOBODY
    second = NOBODY
    for i in range(s.orders):
        if s.power[i] == BLOCK:
            if first == NOBODY:
                first = i
            else:
                second = i
    if first == NOBODY:
        return 1
    answers = 0
    answer_first = VOID
    answer_second = VOID
    for fate in range(SPENT_ON_CONVERTING):
        if not possible(s, first, second, fate):
            continue
        if second == NOBODY:
            guess(s, first, fate)
            if comes_true(s, first, second):
                answers += 1
                answer_first = fate
            continue
        for other in range(SPENT_ON_CONVERTING):
            if not possible(s, second, first, other):
                continue
            guess(s, first, fate)
            guess(s, second, other)
            if comes_true(s, first, second):
                answers += 1
                answer_first = fate
                answer_second = other
    guess(s, first, answer_first)
    if second != NOBODY:
        guess(s, second, answer_second)
    return answers


def possible(s: State, i: int, other: int, fate: int) -> int:
    """0 if block i cannot have this fate whatever the other block does; spares the search hopeless guesses."""
    if fate == VOID:
        return 1 if other != NOBODY else 0
    if fate == TURNED:
        return 1 if s.target[i] == s.dragon else 0
    if fate == ABSORBED:
        return 1 if absorbed_seat(s, 0) == s.target[i] else 0
    return 1


@home("1.6", "1.8", "X-R18", "X-R19")
def fly_others(s: State) -> None:
    """Settle every other order: void, turned (then it may be absorbed on its way to the answering member), absorbed, or landing."""
    void = voided(s, NOBODY)
    absorbed = absorbed_seat(s, void)
    for i in range(s.orders):
        if s.power[i] == BLOCK:
            continue
        s.lands[i] = s.target[i]
        s.lands_second[i] = s.second[i]
        if has(void, s.party[i]):
            s.fate[i] = VOID
        elif s.power[i] == ABSORB:
            s.fate[i] = LANDS
        elif turns(s, i, void):
            s.fate[i] = TURNED
            s.lands[i] = after_absorption(s, i, s.answers[i], absorbed)
            if s.power[i] == ILLUSION_1:
                s.lands_second[i] = after_absorption(s, i, other_target(s, i), absorbed)
        else:
            s.fate[i] = LANDS
            s.lands[i] = after_absorption(s, i, s.target[i], absorbed)
            if s.power[i] == ILLUSION_1:
                s.lands_second[i] = after_absorption(s, i, s.second[i], absorbed)
            if s.lands[i] != s.target[i]:
                s.fate[i] = ABSORBED


@home("X-R22", "X-R23")
def fly(s: State) -> int:
    """Settle the flight of all standing orders; the number of consistent answers for the blocks, 1 unless the law has a hole."""
    answers = fly_blocks(s)
    if answers == 1:
        fly_others(s)
    return answers
