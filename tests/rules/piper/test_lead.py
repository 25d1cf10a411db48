"""1.3.1 lead, 1.2.4 tip-off, P-R6, P-R7, P-R18. Expectations are read off piper.md."""

import pytest

from bansha.rules.bits import has
from bansha.rules.piper import codes
from bansha.rules.piper.lead import children_open
from bansha.rules.refusals import LAWFUL
from tests.rules.piper.play import (
    CHILD1,
    CHILD2,
    CHILD3,
    CHILD4,
    CHILD5,
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
    outs,
    rows,
    try_order,
)

STAGES = {"rats": [], "children": [RAT1]}


@pytest.mark.parametrize(
    ("stage", "target", "clause", "why"),
    [
        ("rats", LIAR, 10301, codes.L_ADULT),
        ("rats", LAME, 10301, codes.L_LAME),
        ("rats", PIPER, -1006, codes.L_SELF),
        ("rats", CHILD1, 10301, codes.L_NO_CHILDREN_YET),
        ("children", PROTECTOR, 10301, codes.L_ADULT),
        ("children", LAME, 10301, codes.L_LAME),
        ("children", PIPER, -1006, codes.L_SELF),
        ("children", RAT2, 10301, codes.L_NO_MORE_RATS),
        ("children", RAT1, -1006, codes.L_LED),
    ],
)
def test_1_3_1_what_cannot_be_led_is_accepted_and_fails_for_its_own_reason(stage: str, target: int, clause: int, why: int) -> None:
    s = game(led=STAGES[stage])
    assert try_order(s, PIPER, target) == LAWFUL
    found = night(s)
    assert rows(found, codes.F_LEAD_FAILED) == [(target, clause, why)]
    assert rows(found, codes.F_LED) == []


def test_p_r6_a_child_led_already_cannot_be_led_again() -> None:
    assert rows(night(game(led=[RAT1, CHILD1]), (PIPER, CHILD1)), codes.F_LEAD_FAILED) == [(CHILD1, -1006, codes.L_LED)]


def test_1_3_1_once_a_rat_was_led_only_children_can_be() -> None:
    s = game()
    assert rows(night(s, (PIPER, RAT1)), codes.F_LED) == [(RAT1, 10301, -1)]
    assert children_open(s) == 1
    night(s, (PIPER, CHILD1))
    assert s.led == (1 << RAT1) | (1 << CHILD1)


def test_1_3_1_a_rat_voted_out_opens_the_children_and_another_exit_does_not() -> None:
    s = game()
    day(s, *((seat, LIAR) for seat in range(6)))
    assert children_open(s) == 0
    day(s, *((seat, RAT1) for seat in range(6)))
    assert children_open(s) == 1


def test_p_r18_a_rat_put_out_by_the_deciding_vote_opens_the_children() -> None:
    s = game()
    night(s, (RAT1, LAME))
    level(s, RAT1, LIAR, 5)
    level(s, RAT1, LIAR, 5, runoff=True)
    assert children_open(s) == 0
    decision(s, LAME, RAT1)
    assert children_open(s) == 1


def test_1_2_4_the_lame_child_is_told_who_was_led_never_of_rats() -> None:
    s = game()
    assert rows(night(s, (PIPER, RAT1)), codes.F_TIPPED) == []
    assert rows(night(s, (PIPER, CHILD3)), codes.F_TIPPED) == [(LAME, 10204, CHILD3)]


def test_1_2_4_the_lame_child_put_out_this_dawn_is_told_one_put_out_before_is_not() -> None:
    found = night(game(led=[RAT1]), (PIPER, CHILD1), (RAT2, LAME))
    assert outs(found) == [LAME]
    assert rows(found, codes.F_TIPPED) == [(LAME, 10204, CHILD1)]
    assert rows(night(game(led=[RAT1], gone=[LAME]), (PIPER, CHILD1)), codes.F_TIPPED) == []


def test_p_r7_a_child_bitten_out_the_night_it_is_led_is_out_and_led() -> None:
    s = game(led=[RAT1], marks={CHILD1: 1})
    found = night(s, (RAT2, CHILD1), (PIPER, CHILD1))
    assert rows(found, codes.F_OUT_AND_LED) == [(CHILD1, -1007, -1)]
    assert not has(s.alive, CHILD1)
    assert has(s.led, CHILD1)


def test_1_the_role_is_published_not_that_it_was_led() -> None:
    s = game(led=[RAT1, CHILD1], marks={CHILD1: 1})
    assert rows(night(s, (RAT2, CHILD1)), codes.F_OUT) == [(CHILD1, 10000, codes.CHILD)]
    found = day(s, *((seat, RAT1) for seat in (RAT2, RAT3, LIAR, PROTECTOR, CHILD2, CHILD4, CHILD5)))
    assert rows(found, codes.F_OUT) == [(RAT1, 30300, codes.RAT)]
