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
    assert wrong[0].startswith(f"{word}: ")


def test_62_seats_fit() -> None:
    options = Options(rat=20, liar=4, child=30, lame_child=6)
    assert problems(options) == []
    s = new_state(seating(options), options)
    assert s.alive == (1 << 62) - 1


def test_1_1_1_the_marks_are_options() -> None:
    options = Options(marks_adult=1, marks_child=1, marks_lame=2)
    for seat, out in ((LIAR, True), (CHILD1, True), (LAME, False)):
        assert outs(night(game(options=options), (RAT1, seat))) == ([seat] if out else [])
