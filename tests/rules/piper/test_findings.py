"""Whole lists of findings, row by row: what an explanation or a notice can rely on. Each row is what piper.md says of that order."""

from bansha.rules.findings import Finding
from bansha.rules.piper import codes as c
from tests.rules.piper.play import (
    CHILD1,
    CHILD2,
    CHILD3,
    LAME,
    LIAR,
    PIPER,
    PROTECTOR,
    RAT1,
    RAT2,
    RAT3,
    day,
    decision,
    game,
    level,
    night,
)


def lines(found: list[Finding]) -> list[tuple[int, ...]]:
    return [tuple(f) for f in found]


def test_a_night_of_the_first_stage() -> None:
    s = game()
    found = night(s, (RAT3, LAME), (PROTECTOR, CHILD1), (LIAR, PIPER), (PIPER, RAT2), (RAT1, CHILD1), (RAT2, RAT1))
    assert lines(found) == [
        (c.F_BANNED, CHILD1, 1, 10202, PROTECTOR),
        (c.F_BANNED, PIPER, 2, 10201, LIAR),
        (c.F_DECEIVED, PIPER, 2, 10201, -1),
        (c.F_TRANSFERRED, PROTECTOR, 4, 10202, CHILD1),
        (c.F_MARKED, LAME, 0, 10101, 1),
        (c.F_MARKED, PROTECTOR, 4, 10101, 1),
        (c.F_BITE_FAILED, RAT1, 5, -1002, c.B_RAT),
        (c.F_LED, RAT2, 3, 10301, -1),
        (c.F_BIT_AND_LED, RAT2, 5, -1004, -1),
        (c.F_OUT, LAME, -1, 10000, c.LAME_CHILD),
        (c.F_LAST_OUT, LAME, 0, -1010, -1),
    ]


def test_a_night_that_ends_in_the_plague_and_a_night_of_it() -> None:
    s = game()
    s.alive &= ~(1 << RAT1)
    found = night(s, (PROTECTOR, LIAR), (RAT2, PIPER), (PIPER, RAT3), (RAT3, CHILD1))
    assert lines(found) == [
        (c.F_BANNED, LIAR, 0, 10202, PROTECTOR),
        (c.F_PROTECT_IDLE, LIAR, 0, 10202, -1),
        (c.F_BITE_FAILED, PIPER, 1, -1002, c.B_PIPER),
        (c.F_MARKED, CHILD1, 3, 10101, 1),
        (c.F_LED, RAT3, 2, 10301, -1),
        (c.F_BIT_AND_LED, RAT3, 3, -1004, -1),
        (c.F_PLAGUE, -1, -1, 10101, RAT2),
    ]
    found = night(s, (PIPER, CHILD2), (RAT2, CHILD2))
    assert lines(found) == [
        (c.F_PLAGUE_BITE, CHILD2, 1, 10101, -1),
        (c.F_LED, CHILD2, 0, 10301, -1),
        (c.F_TIPPED, LAME, 0, 10204, CHILD2),
        (c.F_OUT_AND_LED, CHILD2, 0, -1007, -1),
        (c.F_OUT, CHILD2, -1, 10000, c.CHILD),
        (c.F_LAST_OUT, CHILD2, 1, -1010, -1),
    ]


def test_a_day_a_runoff_and_a_deciding_vote_that_ends_the_game() -> None:
    s = game(gone=[CHILD3], led=[])
    s.alive &= ~(1 << RAT1)
    night(s, (RAT2, LAME))
    assert lines(level(s, RAT3, CHILD1, 4)) == [
        (c.F_COUNT, RAT3, -1, 30300, 4),
        (c.F_COUNT, CHILD1, -1, 30300, 4),
        (c.F_RUNOFF, RAT3, -1, 30300, CHILD1),
    ]
    assert lines(level(s, RAT3, CHILD1, 4, runoff=True))[2:] == [(c.F_DECIDER, LAME, -1, -1010, -1)]
    assert lines(decision(s, LAME, RAT3)) == [
        (c.F_DECIDED, LAME, -1, -1011, RAT3),
        (c.F_OUT, RAT3, -1, 30300, c.RAT),
        (c.F_PLAGUE, -1, -1, 10101, RAT2),
    ]
    assert s.voted_out == (1 << CHILD3) | (1 << RAT3)
    found = day(s, *((seat, RAT2) for seat in (LIAR, PROTECTOR, CHILD1, CHILD2)))
    assert lines(found) == [
        (c.F_COUNT, RAT2, -1, 30300, 4),
        (c.F_OUT, RAT2, -1, 30300, c.RAT),
        (c.F_WINS, c.GOOD, -1, 20100, 1),
    ]


def test_a_day_on_which_nobody_goes_out() -> None:
    for votes, why in (([], c.N_NO_VOTES), ([(LIAR, RAT2)], c.N_BELOW)):
        assert lines(day(game(), *votes))[-1] == (c.F_NOBODY, -1, -1, 30300, why)
