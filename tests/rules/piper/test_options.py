"""1 seats, 2.2 scores: every number of the law is an option. The defaults are piper.md's."""

import pytest

from bansha.rules.piper import codes
from bansha.rules.piper.options import Options, new_state, problems, seating
from tests.rules.piper.play import CHILD1, LAME, LIAR, RAT1, game, night, outs


def test_1_the_standard_table_has_twelve_seats() -> None:
    assert problems(Options()) == []
    assert [seating(Options()).count(identity) for identity in range(codes.IDENTITIES)] == [3, 1, 1, 5, 1, 1]


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (Options(protector=2), "protector"),
        (Options(piper=2), "piper"),
        (Options(rat=0), "rat"),
        (Options(child=0), "child"),
        (Options(marks_lame=0), "marks_lame"),
        (Options(liar=-1), "liar"),
        (Options(child=57), "seats"),
        (Options(rat=1, child=1, lame_child=0, piper=0), "seats"),
        (Options(threshold_percent=0), "threshold_percent"),
        (Options(threshold_percent=101), "threshold_percent"),
    ],
)
def test_options_that_make_no_game_are_named(options: Options, word: str) -> None:
    wrong = problems(options)
    assert len(wrong) == 1
    assert wrong[0].en.startswith(f"{word}: ")
    assert wrong[0].zh.startswith(f"{word} ")


def test_62_seats_fit() -> None:
    options = Options(rat=20, liar=4, child=30, lame_child=6)
    assert problems(options) == []
    s = new_state(seating(options), options)
    assert s.alive == (1 << 62) - 1


def test_1_1_1_the_marks_are_options() -> None:
    options = Options(marks_adult=1, marks_child=1, marks_lame=2)
    for seat, out in ((LIAR, True), (CHILD1, True), (LAME, False)):
        assert outs(night(game(options=options), (RAT1, seat))) == ([seat] if out else [])


@pytest.mark.parametrize(
    "options",
    [
        Options(rat=1, liar=0, protector=0, child=4, lame_child=0, piper=0),
        Options(threshold_percent=1),
        Options(threshold_percent=100),
        Options(marks_adult=1, marks_child=1, marks_lame=1),
        Options(liar=0, lame_child=0, score_rat=0, few_alive=0, change_cutoff_minutes=0),
    ],
)
def test_options_at_their_bounds_make_a_game(options: Options) -> None:
    assert problems(options) == []


def test_seats_out_of_bounds_are_told_with_the_number() -> None:
    assert [wrong.en for wrong in problems(Options(child=60))] == ["seats: 5 to 62, not 67"]
    assert [wrong.zh for wrong in problems(Options(rat=0, liar=-1))] == ["rat 至少为 1", "liar 至少为 0"]
    assert [wrong.en for wrong in problems(Options(threshold_percent=0))] == ["threshold_percent: 1 to 100, not 0"]


def test_every_number_of_the_law_reaches_the_state() -> None:
    o = Options(*range(1, 1 + len(Options._fields)))
    s = new_state((codes.RAT, codes.CHILD), o)
    assert (s.threshold_num, s.threshold_den, s.few_alive) == (o.threshold_percent, 100, o.few_alive)
    assert (s.change_cutoff, s.draw_score) == (60 * o.change_cutoff_minutes, o.draw_score)
    assert s.marks_needed == [0, o.marks_adult, o.marks_adult, o.marks_child, o.marks_lame, 0]
    assert s.score == [o.score_rat, o.score_adult, o.score_adult, o.score_child, o.score_lame, o.score_piper]
    assert s.led_score == [o.score_led_rat, 0, 0, o.score_led_child, 0, 0]
    assert (s.last_bitten, s.decision, s.alive, s.banned_target[:2]) == (-1, -1, 0b11, [-1, -1])


def test_the_defaults_are_the_law() -> None:
    o = Options()
    assert (o.threshold_percent, o.few_alive, o.change_cutoff_minutes, o.marks_adult, o.marks_child, o.marks_lame) == (40, 4, 60, 3, 2, 1)
    assert o.draw_score == 0
