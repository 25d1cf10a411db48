"""3.3 the tally, the runoff and the deciding vote: P-R9, P-R10, P-R11, P-R18. 5·votes > 2·living is piper.md's own arithmetic."""

import pytest

from bansha.rules.bits import count
from bansha.rules.last_words import speak
from bansha.rules.phases import ABSTAIN, DECIDER, INTERVAL, NIGHT, NOBODY, OVER, RUNOFF, WORDS
from bansha.rules.piper import codes
from bansha.rules.piper.course import open_decider, open_interval
from bansha.rules.piper.decider import close_decider, decide, decider_refusal, decision_needs_drawing
from bansha.rules.piper.options import Options
from bansha.rules.piper.state import State
from bansha.rules.piper.tally import more_than_threshold
from bansha.rules.refusals import LAWFUL, NO_ABSTENTION, NOT_A_CANDIDATE, NOT_OPEN, NOT_THE_DECIDER
from bansha.rules.states import clone, fields
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
    seats,
)


@pytest.mark.parametrize("living", range(1, 13))
def test_3_3_more_than_forty_per_cent(living: int) -> None:
    s = game()
    s.alive = (1 << living) - 1
    for votes in range(living + 1):
        assert more_than_threshold(s, votes) == (5 * votes > 2 * living)


def test_3_3_the_single_highest_above_the_threshold_goes_out_without_last_words() -> None:
    s = game()
    found = day(s, *((seat, LIAR) for seat in range(5)), (LAME, RAT1))
    assert rows(found, codes.F_COUNT) == [(RAT1, 30300, 1), (LIAR, 30300, 5)]
    assert rows(found, codes.F_OUT) == [(LIAR, 30300, codes.LIAR)]
    assert s.phase == NIGHT
    assert speak(s, LIAR) == 0


@pytest.mark.parametrize(
    ("votes", "why"),
    [
        ([], codes.N_NO_VOTES),
        ([(seat, ABSTAIN) for seat in range(12)], codes.N_NO_VOTES),
        ([(seat, LIAR) for seat in range(4)], codes.N_BELOW),
        ([(seat, LIAR if seat < 4 else RAT1) for seat in range(8)], codes.N_LEVEL_BELOW),
    ],
)
def test_3_3_why_nobody_goes_out(votes: list[tuple[int, int]], why: int) -> None:
    s = game()
    assert rows(day(s, *votes), codes.F_NOBODY) == [(NOBODY, 30300, why)]
    assert s.phase == NIGHT


def test_3_3_three_level_at_the_top_of_a_variant_with_a_low_threshold_make_no_runoff() -> None:
    s = game(options=Options(threshold_percent=30))
    found = day(s, *((seat, seat % 3) for seat in range(12)))
    assert rows(found, codes.F_NOBODY) == [(NOBODY, 30300, codes.N_LEVEL_MANY)]


def test_3_3_two_level_above_the_threshold_make_a_runoff_between_the_two() -> None:
    s = game()
    assert rows(level(s, RAT1, LIAR, 5), codes.F_RUNOFF) == [(RAT1, 30300, LIAR)]
    assert s.phase == RUNOFF
    assert s.pair == seats([RAT1, LIAR])


def test_p_r9_the_threshold_holds_in_the_runoff() -> None:
    s = game()
    level(s, RAT1, LIAR, 5)
    found = day(s, *((seat, RAT1) for seat in range(4)), (4, LIAR), runoff=True)
    assert rows(found, codes.F_NOBODY) == [(NOBODY, -1009, codes.N_BELOW)]
    assert s.phase == NIGHT
    assert s.pair == 0


def test_p_r9_the_higher_of_the_two_goes_out_and_the_runoff_is_of_the_same_day() -> None:
    s = game()
    level(s, RAT1, LIAR, 5)
    number = s.day
    assert outs(day(s, *((seat, RAT1) for seat in range(5)), runoff=True)) == [RAT1]
    assert s.day == number


def level_twice(s: State) -> State:
    level(s, RAT1, LIAR, 5)
    level(s, RAT1, LIAR, 5, runoff=True)
    return s


def test_3_3_level_again_and_nobody_put_out_by_rats_then_nobody_goes_out() -> None:
    s = game(gone=[CHILD1])
    level(s, RAT1, LIAR, 5)
    found = level(s, RAT1, LIAR, 5, runoff=True)
    assert rows(found, codes.F_NOBODY) == [(NOBODY, 30300, codes.N_LEVEL_RUNOFF)]
    assert s.phase == NIGHT


def test_p_r9_level_again_below_the_threshold_asks_nobody() -> None:
    s = game()
    night(s, (RAT1, LAME))
    level(s, RAT1, LIAR, 5)
    found = level(s, RAT1, LIAR, 4, runoff=True)
    assert rows(found, codes.F_NOBODY) == [(NOBODY, -1009, codes.N_LEVEL_BELOW)]
    assert s.phase == NIGHT


def test_2_1_victory_is_judged_at_the_tally_and_ends_the_game() -> None:
    s = game(gone=[RAT2, RAT3])
    day(s, *((seat, RAT1) for seat in (LIAR, PROTECTOR, CHILD1, CHILD2, CHILD3)))
    assert (s.over, s.phase, s.won[codes.GOOD]) == (1, OVER, 1)


def test_2_1_victory_is_judged_at_the_deciding_vote() -> None:
    s = game(gone=[RAT3, CHILD1, CHILD2, CHILD4, CHILD5])
    night(s, (RAT1, LAME), (RAT2, LIAR))
    level(s, CHILD3, PROTECTOR, 3)
    level(s, CHILD3, PROTECTOR, 3, runoff=True)
    decision(s, LAME, CHILD3)
    assert (s.over, s.phase, s.won[codes.KILLERS]) == (1, OVER, 1)


def test_3_3_level_again_the_one_put_out_last_by_rats_decides_between_the_two() -> None:
    s = game()
    night(s, (RAT1, LAME))
    level(s, RAT1, LIAR, 5)
    found = level(s, RAT1, LIAR, 5, runoff=True)
    assert rows(found, codes.F_DECIDER) == [(LAME, -1010, -1)]
    assert s.phase == DECIDER
    assert s.pair == seats([RAT1, LIAR])
    found = decision(s, LAME, RAT1)
    assert rows(found, codes.F_DECIDED) == [(LAME, -1011, RAT1)]
    assert rows(found, codes.F_OUT) == [(RAT1, 30300, codes.RAT)]
    assert s.phase == NIGHT
    assert s.pair == 0
    assert s.voted_out == seats([RAT1])


@pytest.mark.parametrize(
    ("orders", "last"),
    [
        ([(RAT1, CHILD1), (RAT2, LAME)], LAME),
        ([(RAT2, LAME), (RAT1, CHILD1)], CHILD1),
        ([(RAT1, CHILD1), (RAT2, LAME), (RAT3, CHILD1)], CHILD1),  # its last mark, not the one that put it out
        ([(RAT1, CHILD1), (RAT2, LAME), (RAT3, CHILD2)], LAME),  # who only got a mark was not put out
        ([(PROTECTOR, CHILD2), (RAT1, LAME), (RAT2, CHILD2)], PROTECTOR),  # by a transferred bite
        ([(RAT1, LAME), (RAT2, LAME), (RAT1, CHILD1)], CHILD1),  # a replaced order has its own, later time
    ],
)
def test_p_r10_the_one_whose_last_mark_was_sent_last(orders: list[tuple[int, int]], last: int) -> None:
    s = game(marks={CHILD1: 1, PROTECTOR: 2})
    night(s, *orders)
    assert s.last_bitten == last


def test_p_r10_a_led_child_was_put_out_by_rats_too_and_a_later_night_replaces_an_earlier() -> None:
    s = game(led=[RAT1, CHILD1], marks={CHILD1: 1})
    night(s, (RAT2, LAME))
    night(s, (RAT2, CHILD1))
    assert s.last_bitten == CHILD1
    night(s)
    assert s.last_bitten == CHILD1
    day(s, *((seat, LIAR) for seat in range(7)))
    assert s.last_bitten == CHILD1


def decider_at_work() -> State:
    s = game()
    night(s, (RAT1, LAME))
    level_twice(s)
    open_decider(s)
    return s


def test_p_r11_only_the_decider_only_one_of_the_two_and_no_abstention() -> None:
    s = decider_at_work()
    assert decider_refusal(s, LAME, RAT1) == LAWFUL
    assert decider_refusal(s, LAME, ABSTAIN) == NO_ABSTENTION
    assert decider_refusal(s, LAME, RAT2) == NOT_A_CANDIDATE
    assert decider_refusal(s, LAME, NOBODY) == NOT_A_CANDIDATE
    assert decider_refusal(s, CHILD1, RAT1) == NOT_THE_DECIDER
    s.phase = NIGHT
    assert decider_refusal(s, LAME, RAT1) == NOT_OPEN


def test_p_r11_the_last_message_stands() -> None:
    s = decider_at_work()
    decide(s, RAT1)
    decide(s, LIAR)
    assert decision_needs_drawing(s) == 0
    assert close_decider(s, RAT1) == 1
    assert not s.alive & seats([LIAR])
    assert s.alive & seats([RAT1])


def test_p_r11_unsent_it_is_drawn_between_the_two() -> None:
    s = decider_at_work()
    assert decision_needs_drawing(s) == seats([RAT1, LIAR])
    before = clone(s)
    for nonsense in (NOBODY, RAT2):
        assert close_decider(s, nonsense) == 0
        assert all(getattr(s, name) == getattr(before, name) for name, _ in fields(type(s)))
    assert close_decider(s, LIAR) == 1
    assert s.f_what[0] == codes.F_DECISION_DRAWN
    assert not s.alive & seats([LIAR])


def test_p_r18_one_put_out_by_the_deciding_vote_has_no_last_words_and_the_last_bitten_stays() -> None:
    s = decider_at_work()
    decide(s, RAT1)
    close_decider(s, NOBODY)
    assert speak(s, RAT1) == 0
    assert s.last_bitten == LAME


def test_p_r13_words_follow_every_night_and_x_r38_each_has_one_post() -> None:
    s = game()
    night(s)
    assert s.phase == WORDS
    assert s.words == 0
    s = game()
    night(s, (RAT1, LAME))
    assert s.phase == WORDS
    assert [speak(s, LAME), speak(s, LAME), speak(s, LIAR)] == [1, 0, 0]
    s = game()
    night(s, (RAT1, LAME))
    open_interval(s)
    assert s.phase == INTERVAL
    assert speak(s, LAME) == 0


def test_3_3_votes_are_counted_once_and_only_for_the_two_in_the_runoff() -> None:
    s = game(gone=[CHILD2, CHILD3, CHILD4, PROTECTOR])
    level(s, RAT1, PIPER, 4)
    found = day(s, (RAT2, PIPER), (RAT3, PIPER), (RAT1, PIPER), (LIAR, PIPER), (CHILD1, RAT1), runoff=True)
    assert rows(found, codes.F_COUNT) == [(RAT1, 30300, 1), (PIPER, 30300, 4)]
    assert outs(found) == [PIPER]
    assert count(s.alive) == 7
