"""1.1.1 bite with P-R1 to P-R4. Expectations are read off piper.md; the numbers 3, 2, 1 are its thresholds."""

import pytest

from bansha.rules.bits import has
from bansha.rules.piper import codes
from bansha.rules.piper.bite import bite_targets, draw_bite, immune, needs_drawing
from bansha.rules.piper.night import close_night
from bansha.rules.piper.orders import order_refusal
from bansha.rules.refusals import LAWFUL, LED_AWAY, SELF
from bansha.rules.states import clone, fields
from tests.rules.piper.play import CHILD1, CHILD2, LAME, LIAR, PIPER, PROTECTOR, RAT1, RAT2, RAT3, game, night, outs, rows, seats, try_order


@pytest.mark.parametrize(("seat", "threshold"), [(LIAR, 3), (PROTECTOR, 3), (CHILD1, 2), (LAME, 1)])
def test_1_1_1_out_at_the_mark_that_reaches_the_threshold_and_not_before(seat: int, threshold: int) -> None:
    s = game(marks={seat: threshold - 1})
    assert outs(night(s, (RAT1, seat))) == [seat]
    if threshold > 1:
        s = game(marks={seat: threshold - 2})
        assert outs(night(s, (RAT1, seat))) == []


def test_p_r3_several_bites_in_one_night_all_count_and_each_says_how_many_marks_there_are() -> None:
    found = night(game(), (RAT2, CHILD1), (RAT1, CHILD1), (RAT3, CHILD1))
    assert rows(found, codes.F_MARKED) == [(CHILD1, 10101, 1), (CHILD1, 10101, 2), (CHILD1, 10101, 3)]
    assert outs(found) == [CHILD1]


@pytest.mark.parametrize(("target", "why"), [(RAT2, codes.B_RAT), (RAT3, codes.B_RAT), (PIPER, codes.B_PIPER)])
def test_p_r2_a_bite_on_a_rat_led_or_not_or_the_piper_fails_and_says_why(target: int, why: int) -> None:
    s = game(led=[RAT3])
    found = night(s, (RAT1, target), (RAT2, LIAR))
    assert rows(found, codes.F_BITE_FAILED) == [(target, -1002, why)]
    assert s.marks[target] == 0


def test_1_1_1_nobody_bites_itself_but_another_rat_may_be_named() -> None:
    s = game()
    assert order_refusal(s, RAT1, codes.BITE, RAT1) == SELF
    assert order_refusal(s, RAT1, codes.BITE, RAT2) == LAWFUL


def test_1_3_1_a_led_rat_knows_that_it_is_led_so_its_bite_is_refused() -> None:
    s = game(led=[RAT1])
    assert order_refusal(s, RAT1, codes.BITE, CHILD1) == LED_AWAY
    assert needs_drawing(s) == seats([RAT2, RAT3])


def test_p_r4_a_rat_led_tonight_has_bitten_tonight_and_bites_no_more_tomorrow() -> None:
    s = game()
    found = night(s, (PIPER, RAT1), (RAT1, LAME))
    assert outs(found) == [LAME]
    assert rows(found, codes.F_BIT_AND_LED) == [(RAT1, -1004, -1)]
    night(s)
    assert [s.sender[i] for i in range(s.orders)] == [RAT2, RAT3]


def test_p_r1_only_rats_at_large_without_a_standing_bite_are_drawn_for() -> None:
    s = game(led=[RAT1])
    try_order(s, RAT2, CHILD1)
    assert needs_drawing(s) == seats([RAT3])
    assert needs_drawing(game(gone=[RAT3], led=[RAT1])) == seats([RAT2])


def test_p_r1_any_living_player_but_itself_may_be_drawn() -> None:
    s = game(gone=[CHILD1], led=[RAT2])
    assert bite_targets(s, RAT3) == s.alive & ~seats([RAT3])
    assert has(bite_targets(s, RAT3), RAT2)
    assert has(bite_targets(s, RAT3), PIPER)


def test_p_r1_a_night_with_a_bite_still_to_be_drawn_is_not_closed_and_changes_nothing() -> None:
    s = game()
    try_order(s, RAT1, LAME)
    before = clone(s)
    assert close_night(s) == 0
    assert all(getattr(s, name) == getattr(before, name) for name, _ in fields(type(s)))


def test_p_r1_a_drawn_bite_comes_after_all_sent_ones_and_is_marked_as_drawn() -> None:
    s = game(marks={CHILD1: 1, CHILD2: 1})
    try_order(s, RAT3, CHILD1)
    draw_bite(s, RAT1, CHILD2)
    draw_bite(s, RAT2, CHILD1)
    assert close_night(s) == 1
    assert [(s.sender[i], s.drawn[i]) for i in range(s.orders)] == [(RAT3, 0), (RAT1, 1), (RAT2, 1)]
    assert s.last_bitten == CHILD1


def test_p_r1_a_bite_sent_the_night_after_a_drawn_one_is_not_marked_as_drawn() -> None:
    s = game()
    night(s)
    night(s, (RAT1, CHILD1), (RAT2, CHILD1), (RAT3, LIAR))
    assert [s.drawn[i] for i in range(s.orders)] == [0, 0, 0]


def test_p_r2_rats_led_or_not_and_the_piper_are_immune() -> None:
    s = game(led=[RAT1])
    assert [immune(s, seat) for seat in (RAT1, RAT2, PIPER, LIAR, CHILD1, LAME)] == [1, 1, 1, 0, 0, 0]
