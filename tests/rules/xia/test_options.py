"""1 seats, 2.2 scores: every number of the law is an option. The defaults are xia.md's."""

import pytest

from bansha.rules.phases import NOBODY
from bansha.rules.xia import codes as c
from bansha.rules.xia.options import Options, new_state, problems, seating
from tests.rules.xia.play import game, night, rows


def test_1_the_standard_table_has_twenty_seats() -> None:
    assert problems(Options()) == []
    assert [seating(Options()).count(identity) for identity in range(10)] == [3, 1, 1, 1, 1, 1, 1, 1, 5, 5]
    assert list(seating(Options())) == sorted(seating(Options()))
    assert len(seating(Options())) == 20


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (Options(illusionist=2), "illusionist: at most one"),
        (Options(radiant=2), "radiant: at most one"),
        (Options(silver=2), "silver: at most one"),
        (Options(dragon=2), "dragon: at most one"),
        (Options(black=-1), "black: at least 0"),
        (Options(reflections=-1), "reflections: at least 0"),
        (Options(draw_score=-1), "draw_score: at least 0"),
        (Options(commoner=48), "seats: 5 to 62, not 63"),
        (
            Options(black=1, shadow=1, illusionist=0, white=1, crimson=1, radiant=0, silver=0, dragon=0, commoner=0, azure=0),
            "seats: 5 to 62, not 4",
        ),
        (Options(threshold_percent=0), "threshold_percent: 1 to 100, not 0"),
        (Options(threshold_percent=101), "threshold_percent: 1 to 100, not 101"),
    ],
)
def test_options_that_make_no_game_are_named(options: Options, problem: str) -> None:
    assert [wrong.en for wrong in problems(options)] == [problem]


def test_every_problem_is_named() -> None:
    assert [wrong.en for wrong in problems(Options(silver=2, dragon=3, azure=-1, score_black=-2))] == [
        "silver: at most one",
        "dragon: at most one",
        "azure: at least 0",
        "score_black: at least 0",
    ]
    assert [wrong.zh for wrong in problems(Options(commoner=60, threshold_percent=0))] == [
        "seats 要在 5 至 62 之间，不能是 75",
        "threshold_percent 要在 1 至 100 之间，不能是 0",
    ]


@pytest.mark.parametrize(
    "options",
    [
        Options(black=1, shadow=1, illusionist=0, white=1, crimson=1, radiant=0, silver=0, dragon=0, commoner=1, azure=0),
        Options(commoner=47),
        Options(threshold_percent=1),
        Options(threshold_percent=100),
        Options(shadow=0, white=0, crimson=0, reflections=0, change_cutoff_minutes=0, draw_score=0),
    ],
)
def test_options_at_their_bounds_make_a_game(options: Options) -> None:
    assert problems(options) == []


def test_sixty_two_seats_fit() -> None:
    options = Options(commoner=47)
    s = new_state(seating(options), options)
    assert (s.seats, s.alive) == (62, (1 << 62) - 1)


def test_every_number_of_the_law_reaches_the_state() -> None:
    o = Options(*range(1, 1 + len(Options._fields)))
    s = new_state((c.BLACK, c.COMMONER), o)
    assert (s.threshold_num, s.threshold_den) == (o.threshold_percent, 100)
    assert (s.reflections, s.independence_night, s.commoners_out) == (o.reflections, o.independence_after_night, o.commoners_out)
    assert (s.change_cutoff, s.illusion3_cutoff) == (60 * o.change_cutoff_minutes, 60 * o.illusion3_cutoff_minutes)
    assert s.draw_score == o.draw_score
    assert s.score == [
        o.score_black, o.score_shadow, o.score_illusionist, o.score_white, o.score_crimson, o.score_radiant, o.score_silver, o.score_dragon,
        o.score_commoner, 0, o.score_black, o.score_shadow, o.score_white, o.score_crimson, o.score_independent,
    ]  # fmt: skip


def test_the_defaults_are_the_law() -> None:
    o = Options()
    assert (o.reflections, o.threshold_percent, o.independence_after_night, o.commoners_out, o.typos) == (3, 40, 3, 2, 1)
    assert (o.change_cutoff_minutes, o.illusion3_cutoff_minutes) == (60, 15)
    assert (o.score_black, o.score_shadow, o.score_illusionist) == (40, 35, 30)
    assert (o.score_white, o.score_crimson, o.score_radiant, o.score_silver, o.score_dragon, o.score_commoner) == (35, 35, 30, 30, 30, 20)
    assert (o.score_independent, o.draw_score) == (40, 10)


def test_1_what_follows_from_the_seats_at_the_start() -> None:
    s = new_state((c.DRAGON, c.SILVER, c.AZURE_NEUTRAL, c.RADIANT, c.ILLUSIONIST, c.BLACK, c.BLACK), Options())
    assert (s.dragon, s.silver, s.radiant, s.illusionist) == (0, 1, 3, 4)
    assert (s.leader, s.immune, s.day, s.seats, s.alive) == (NOBODY, NOBODY, 0, 7, 0b1111111)
    assert s.holders[c.BLACK] == 0b1100000
    assert s.holders[c.AZURE_NEUTRAL] == 0b100
    assert (s.banned_power, s.banned_target) == ([0] * c.PARTIES, [NOBODY] * c.PARTIES)
    s = new_state((c.BLACK, c.WHITE), Options())
    assert (s.dragon, s.silver, s.radiant, s.illusionist) == (NOBODY, NOBODY, NOBODY, NOBODY)


def test_1_10_the_night_of_independence_is_an_option() -> None:
    s = game(number=1, options=Options(independence_after_night=1))
    assert len(rows(night(s), c.F_INDEPENDENT)) == 5
