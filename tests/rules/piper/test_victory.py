"""2.1 victory, 2.2 scores, P-R14, P-R15, X-R44. Expectations are read off piper.md."""

import pytest

from bansha.rules.draws import agree, retract
from bansha.rules.phases import OVER
from bansha.rules.piper import codes
from bansha.rules.piper.draws import declare_draw
from bansha.rules.piper.options import Options
from bansha.rules.piper.scores import half_points
from bansha.rules.piper.state import State
from bansha.rules.piper.victory import judge
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
    game,
    night,
    seats,
)

CHILDREN = [CHILD1, CHILD2, CHILD3, CHILD4, CHILD5]
K, G, N = codes.KILLERS, codes.GOOD, codes.NEUTRALS


def judged(alive: list[int], led: list[int] | None = None) -> tuple[int, int]:
    """``(camp, condition)`` that wins with these living; camp −1 if the game goes on, −2 for a draw."""
    s = game(led=led or [])
    s.alive = seats(alive)
    s.found = 0
    judge(s)
    assert s.found <= 1
    if s.draw:
        assert (s.over, s.f_what[0], s.f_whom[0], s.f_order[0], s.f_detail[0]) == (1, codes.F_DRAW, -1, -1, -1)
        return -2, -s.f_clause[0]
    if not s.over:
        return -1, 0
    assert (s.over, s.f_what[0], s.f_order[0], s.f_clause[0]) == (1, codes.F_WINS, -1, 20100)
    assert sum(1 for won in s.won if won) == 1
    return s.f_whom[0], s.f_detail[0]


@pytest.mark.parametrize(
    ("alive", "led", "expected"),
    [
        # killers 1: every child out, led ones too
        ([RAT1, LIAR, PROTECTOR, LAME, PIPER], [], (K, 1)),
        ([RAT1, LIAR, PROTECTOR, LAME, PIPER, CHILD1], [CHILD1], (-1, 0)),
        # killers 2: as many as the good, led ones not counted
        ([RAT1, RAT2, RAT3, LIAR, CHILD1, CHILD2], [], (K, 2)),
        ([RAT1, RAT2, LIAR, CHILD1, CHILD2], [], (-1, 0)),
        ([RAT1, RAT2, RAT3, LIAR, CHILD1, CHILD2, CHILD3, CHILD4, LAME, PIPER], [RAT1, CHILD1, CHILD2], (-1, 0)),
        ([RAT1, RAT2, LIAR, CHILD1, CHILD2, PIPER], [CHILD1], (K, 2)),
        # killers 3: four alive, a rat at large among them
        ([RAT1, LIAR, CHILD1, CHILD2], [], (K, 3)),
        ([RAT1, LIAR, CHILD1, CHILD2, PIPER], [], (-1, 0)),
        # P-R14: none against none is no victory of the killers
        ([RAT1, PIPER], [RAT1], (N, 1)),
        # good: every rat out, somebody good alive
        ([LIAR, CHILD1, PIPER], [], (G, 1)),
        ([LIAR, CHILD1, PIPER], [CHILD1], (G, 1)),
        ([LIAR, CHILD1, CHILD2, LAME, RAT1], [RAT1], (-1, 0)),
        ([PIPER], [], (N, 1)),
        # neutrals: half of the living
        ([LIAR, CHILD1, RAT1, PIPER], [RAT1], (N, 1)),
        ([LIAR, CHILD1, CHILD2, RAT1, PIPER], [RAT1], (-1, 0)),
        # precedence
        ([RAT1, RAT2, CHILD1, CHILD2, PIPER], [RAT2, CHILD1], (K, 2)),
        ([LIAR, PIPER], [], (G, 1)),
        # P-R15
        ([], [], (-2, 1015)),
    ],
)
def test_2_1_who_wins(alive: list[int], led: list[int], expected: tuple[int, int]) -> None:
    assert judged(alive, led) == expected


def scores(s: State) -> list[int]:
    assert all(half_points(s, seat) % 2 == 0 for seat in range(s.seats))
    return [half_points(s, seat) // 2 for seat in range(s.seats)]


@pytest.mark.parametrize(
    ("camp", "expected"),
    [
        (K, [0, 40, 40, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        (G, [0, 0, 0, 30, 30, 0, 20, 20, 20, 20, 25, 0]),
        (N, [30, 0, 0, 0, 0, 20, 0, 0, 0, 0, 0, 50]),
    ],
)
def test_2_2_the_winning_camp_scores_alive_or_out(camp: int, expected: list[int]) -> None:
    s = game(led=[RAT1, CHILD1], gone=[RAT2, LIAR, LAME])
    s.won[camp] = 1
    assert scores(s) == expected


def test_p_r7_a_child_out_and_led_scores_with_the_neutrals() -> None:
    s = game(gone=[RAT3, LIAR, PROTECTOR, CHILD4, CHILD5], led=[RAT1, CHILD2], marks={CHILD1: 1})
    night(s, (RAT2, CHILD1), (PIPER, CHILD1))
    s.won[codes.NEUTRALS] = 1
    assert scores(s)[CHILD1] == 20


def test_2_1_a_game_that_is_over_waits_for_no_last_words() -> None:
    s = game(gone=[RAT2, RAT3, *CHILDREN[1:]], marks={})
    s.words = seats([CHILD2])  # whatever was left of an earlier right
    night(s, (RAT1, CHILD1))
    assert s.phase == OVER
    assert s.words == 0
    assert s.won[K] == 1


def test_x_r44_all_the_living_agree_and_nobody_scores() -> None:
    s = game(gone=[RAT2])
    agree(s, RAT2)
    for seat in [seat for seat in range(s.seats) if seat not in (RAT2, LIAR)]:
        assert agree(s, seat) == 0
    assert retract(s, PIPER) == 1
    assert retract(s, PIPER) == 0
    assert agree(s, LIAR) == 0
    assert agree(s, PIPER) == 1
    assert (s.over, s.draw, s.phase, s.f_clause[0]) == (1, 1, OVER, -44)
    assert scores(s) == [0] * 12


def test_x_r44_agreement_is_complete_when_the_one_who_has_not_agreed_goes_out_but_victory_is_judged_first() -> None:
    s = game()
    s.agreed = s.alive & ~seats([LAME])
    night(s, (RAT1, LAME))
    assert (s.draw, s.over, s.f_clause[s.found - 1]) == (1, 1, -44)
    s = game(gone=[RAT2, RAT3, *CHILDREN[1:]])
    s.agreed = s.alive & ~seats([CHILD1])
    night(s, (RAT1, CHILD1))
    assert (s.draw, s.won[K]) == (0, 1)


def test_p_r15_the_score_of_a_draw_is_an_option() -> None:
    s = game(options=Options(draw_score=7), led=[RAT1])
    declare_draw(s)
    assert scores(s) == [7] * 12


def test_p_r15_the_director_declares_a_draw() -> None:
    s = game()
    declare_draw(s)
    assert (s.over, s.draw, s.phase, s.f_clause[0]) == (1, 1, OVER, -1015)


def test_2_1_adults_and_lame_child_alone_do_not_save_the_children() -> None:
    assert judged([RAT1, RAT2, LIAR, PROTECTOR, LAME, PIPER]) == (K, 1)
    assert judged([LIAR, PROTECTOR, LAME, PIPER, RAT3, CHILD5, CHILD4]) == (-1, 0)
