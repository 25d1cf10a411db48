"""What the small questions of piper's kernel are answered with: 1 for yes, 0 for no, a reason, nobody. Their use is tested by clause."""

from bansha.rules.findings import findings
from bansha.rules.piper import codes as c
from bansha.rules.piper.camps import is_child
from bansha.rules.piper.deceive import deceived
from bansha.rules.piper.lead import lead_failure
from bansha.rules.piper.night import find
from bansha.rules.piper.options import Options
from bansha.rules.piper.state import State
from bansha.rules.piper.victory import winner
from tests.rules.piper.play import CHILD1, LAME, LIAR, PIPER, PROTECTOR, RAT1, RAT2, RAT3, day, game, level, night, try_order


def test_1_who_is_a_child() -> None:
    assert [is_child(game(), seat) for seat in (CHILD1, LAME, LIAR, RAT1, PIPER)] == [1, 1, 0, 0, 0]


def test_1_2_1_who_is_deceived_tonight() -> None:
    s = game()
    try_order(s, LIAR, PIPER)
    try_order(s, PROTECTOR, CHILD1)
    assert [deceived(s, seat) for seat in (PIPER, CHILD1, LIAR)] == [1, 0, 0]


def test_1_3_1_a_lead_that_succeeds_has_no_reason_to_fail() -> None:
    s = game()
    try_order(s, PIPER, RAT1)
    assert lead_failure(s, 0) == -1
    s.target[0] = CHILD1
    assert lead_failure(s, 0) == c.L_NO_CHILDREN_YET
    s = game(gone=[RAT3])
    try_order(s, PIPER, CHILD1)
    assert lead_failure(s, 0) == -1
    s.target[0] = RAT1
    assert lead_failure(s, 0) == c.L_NO_MORE_RATS


def test_p_r1_a_night_is_found_or_waits_for_a_bite() -> None:
    s = game(gone=[RAT2, RAT3])
    assert find(s) == 0
    try_order(s, RAT1, LIAR)
    assert find(s) == 1


def test_p_r19_the_plague_has_been_announced_once() -> None:
    s = game()
    s.alive &= ~(1 << RAT3)
    night(s, (PIPER, RAT2))
    assert s.plague_announced == 1


def test_3_3_what_a_tally_finds_is_of_no_order() -> None:
    def finds(s: State, what: int, why: int) -> None:
        assert [(f.what, f.whom, f.order, f.detail) for f in findings(s) if f.what != c.F_COUNT] == [(what, -1, -1, why)]

    s = game()
    day(s)
    finds(s, c.F_NOBODY, c.N_NO_VOTES)
    s = game()
    day(s, (RAT1, LIAR))
    finds(s, c.F_NOBODY, c.N_BELOW)
    s = game()
    day(s, (RAT1, LIAR), (RAT2, PIPER))
    finds(s, c.F_NOBODY, c.N_LEVEL_BELOW)
    s = game(options=Options(threshold_percent=10))
    level(s, LIAR, RAT1, 2)
    assert [f.order for f in findings(s)] == [-1] * 3
    s = game(options=Options(threshold_percent=10))
    day(s, *((seat, LIAR + seat // 2) for seat in range(6)))
    finds(s, c.F_NOBODY, c.N_LEVEL_MANY)
    s = game()
    level(s, LIAR, RAT1, 5)
    level(s, LIAR, RAT1, 5, runoff=True)
    finds(s, c.F_NOBODY, c.N_LEVEL_RUNOFF)
    s = game()
    night(s, (RAT1, LAME))
    level(s, LIAR, RAT1, 5)
    level(s, LIAR, RAT1, 5, runoff=True)
    assert [tuple(f)[1:] for f in findings(s) if f.what == c.F_DECIDER] == [(LAME, -1, -1010, -1)]


def test_2_1_nobody_has_won_at_the_start() -> None:
    assert winner(game()) == -1


def test_p_r19_the_plague_that_comes_with_an_exit_by_votes_has_been_announced_once() -> None:
    s = game(gone=[RAT3])
    day(s, *((seat, RAT2) for seat in (RAT1, RAT2, LIAR, PROTECTOR, CHILD1)))
    assert s.plague_announced == 1
