"""2.1 victory, 2.2 scores, X-R32 to X-R34, X-R44. Expectations are read off xia.md."""

import pytest

from bansha.rules.draws import agree, retract
from bansha.rules.findings import findings
from bansha.rules.phases import NIGHT, OVER
from bansha.rules.xia import codes as c
from bansha.rules.xia.draws import declare_draw
from bansha.rules.xia.options import Options, new_state
from bansha.rules.xia.scores import half_points
from bansha.rules.xia.state import State
from bansha.rules.xia.victory import judge
from tests.rules.xia.play import AZURE1, BLACK1, MAN1, MAN2, SHADOW, WHITE, game, lines, members_of, night, rows, seats

L, D, I = c.LIGHT, c.DARK, c.INDEPENDENTS  # noqa: E741 the camps


def judged(living: list[int], out: list[int]) -> State:
    """The state after judging a table with these identities living and those out."""
    s = new_state((*living, *out), Options())
    s.alive = (1 << len(living)) - 1
    judge(s)
    return s


def won(living: list[int], out: list[int] | None = None) -> dict[int, int]:
    """Camp → 1 for (a), 2 for (b), 3 for both."""
    s = judged(living, out or [])
    camps = {camp: s.won[camp] for camp in range(c.CAMPS) if s.won[camp]}
    assert {f.whom: f.detail for f in findings(s) if f.what == c.F_WINS} == camps
    assert all((f.order, f.clause) == (-1, 20100) for f in findings(s) if f.what == c.F_WINS)
    assert s.over == (1 if camps or s.draw else 0)
    return camps


# ---- light ---------------------------------------------------------------------------------------------------------------------------------

EVERY_LIGHT = (c.WHITE, c.CRIMSON, c.RADIANT, c.SILVER, c.DRAGON, c.COMMONER, c.AZURE_WHITE, c.AZURE_CRIMSON)


@pytest.mark.parametrize("last", EVERY_LIGHT)
def test_2_1_light_wins_with_anybody_of_it_alive_once_no_killer_and_no_independent_is(last: int) -> None:
    assert won([last]) == {L: 3}
    assert won([last, c.AZURE_NEUTRAL]) == {L: 3}  # X-R32


@pytest.mark.parametrize("last", [c.SHADOW, c.ILLUSIONIST, c.AZURE_SHADOW])
def test_2_1_light_a_leaves_the_helpers_of_the_dark_alive(last: int) -> None:
    assert won([c.WHITE, c.DRAGON, last]) == {L: 1}
    assert won([c.WHITE, c.DRAGON, last, c.AZURE_INDEPENDENT]) == {}


def test_2_1_light_b_with_independents_alive() -> None:
    assert won([c.WHITE, c.DRAGON, c.AZURE_INDEPENDENT]) == {L: 2}


@pytest.mark.parametrize("killer", [c.BLACK, c.AZURE_BLACK])
def test_2_1_light_does_not_win_while_a_killer_lives(killer: int) -> None:
    assert won([c.WHITE, c.DRAGON, killer]) == {}


# ---- dark -----------------------------------------------------------------------------------------------------------------------------------

EVERY_DARK = (c.BLACK, c.SHADOW, c.ILLUSIONIST, c.AZURE_BLACK, c.AZURE_SHADOW)


@pytest.mark.parametrize("last", EVERY_DARK)
def test_2_1_dark_wins_with_anybody_of_it_alive(last: int) -> None:
    assert won([last]) == {D: 3}
    assert won([last, c.AZURE_NEUTRAL]) == {D: 3}


@pytest.mark.parametrize("passive", [c.RADIANT, c.SILVER, c.DRAGON, c.COMMONER])
def test_2_1_dark_a_leaves_the_rest_of_light_alive(passive: int) -> None:
    assert won([c.BLACK, passive]) == {D: 1}
    assert won([c.BLACK, passive, c.AZURE_INDEPENDENT]) == {}


@pytest.mark.parametrize("healer", [c.WHITE, c.CRIMSON, c.AZURE_WHITE, c.AZURE_CRIMSON])
def test_2_1_dark_b_leaves_healers_and_verifiers_alive(healer: int) -> None:
    assert won([c.BLACK, healer]) == {D: 2}
    assert won([c.BLACK, healer, c.AZURE_INDEPENDENT]) == {D: 2}
    assert won([c.BLACK, healer, c.COMMONER]) == {}


# ---- independents ---------------------------------------------------------------------------------------------------------------------------


def test_2_1_independents_alone_win_but_b_asks_for_two_commoners_out() -> None:
    assert won([c.AZURE_INDEPENDENT]) == {I: 1}
    assert won([c.AZURE_INDEPENDENT], [c.COMMONER]) == {I: 1}
    assert won([c.AZURE_INDEPENDENT], [c.COMMONER, c.COMMONER]) == {I: 3}
    assert won([c.AZURE_INDEPENDENT], [c.COMMONER, c.COMMONER, c.COMMONER]) == {I: 3}


@pytest.mark.parametrize("killer", [c.BLACK, c.AZURE_BLACK])
def test_2_1_independents_b_with_killers_and_healers_alive(killer: int) -> None:
    men = [c.COMMONER, c.COMMONER]
    assert won([c.AZURE_INDEPENDENT, killer, c.WHITE, c.COMMONER], men) == {I: 2}
    assert won([c.AZURE_INDEPENDENT, killer, c.WHITE, c.COMMONER], men[1:]) == {}


@pytest.mark.parametrize("other", [c.SHADOW, c.ILLUSIONIST, c.AZURE_SHADOW, c.RADIANT, c.SILVER, c.DRAGON])
def test_2_1_independents_b_with_none_of_these_alive(other: int) -> None:
    assert won([c.AZURE_INDEPENDENT, c.BLACK, c.WHITE, c.COMMONER, other], [c.COMMONER, c.COMMONER]) == {}


@pytest.mark.parametrize("other", [c.BLACK, c.AZURE_BLACK, c.WHITE, c.CRIMSON, c.AZURE_WHITE, c.AZURE_CRIMSON])
def test_2_1_independents_a_with_no_killer_healer_or_verifier_alive(other: int) -> None:
    assert won([c.AZURE_INDEPENDENT, c.SHADOW, c.DRAGON]) == {I: 1}
    assert I not in won([c.AZURE_INDEPENDENT, c.SHADOW, c.DRAGON, other])


def test_2_1_the_number_of_commoners_is_an_option() -> None:
    s = new_state((c.AZURE_INDEPENDENT, c.BLACK, c.WHITE, c.COMMONER, c.COMMONER), Options(commoners_out=1))
    s.alive = 0b01111
    judge(s)
    assert s.won[I] == 2


# ---- together -----------------------------------------------------------------------------------------------------------------------------------


def test_2_1_two_camps_may_win_together() -> None:
    assert won([c.SHADOW, c.DRAGON]) == {L: 1, D: 1}
    assert won([c.BLACK, c.AZURE_INDEPENDENT, c.WHITE], [c.COMMONER, c.COMMONER]) == {D: 2, I: 2}
    assert won([c.DRAGON, c.AZURE_INDEPENDENT]) == {L: 2, I: 1}
    assert won([c.SHADOW, c.AZURE_INDEPENDENT]) == {D: 2, I: 1}


def test_2_1_the_winners_are_told_in_the_order_of_the_table() -> None:
    assert lines(findings(judged([c.SHADOW, c.DRAGON], []))) == [(c.F_WINS, L, -1, 20100, 1), (c.F_WINS, D, -1, 20100, 1)]


def test_2_1_the_game_goes_on() -> None:
    assert won([c.BLACK, c.WHITE, c.DRAGON]) == {}
    assert won(list(range(9))) == {}
    s = judged([c.BLACK, c.WHITE, c.DRAGON], [])
    assert (s.over, s.draw, s.found) == (0, 0, 0)


def test_2_1_the_neutrals_are_no_camp_that_wins() -> None:
    s = new_state((c.BLACK, c.WHITE, c.DRAGON), Options())
    s.won[c.NEUTRALS] = 3
    judge(s)
    assert (s.over, s.found) == (0, 0)


def test_2_1_judged_once_on_the_state_after_everything_a_dawn_has_changed() -> None:
    """The last black goes out and an azure converts to black at the same dawn: the killers live on."""
    s = game(gone=[1, 2], learnt=[c.KILL])
    found = night(s, (BLACK1, AZURE1), (8, c.KILL, BLACK1, -1, -1))
    assert rows(found, c.F_WINS) == []
    assert s.over == 0
    s = game(gone=[1, 2], learnt=[c.KILL])
    found = night(s, (8, c.KILL, BLACK1, -1, -1))
    assert rows(found, c.F_WINS) == [(L, -1, 20100, 1)]
    assert (s.over, s.phase) == (1, OVER)


# ---- draws (X-R33, X-R44) ---------------------------------------------------------------------------------------------------------------------------


def test_x_r33_nobody_left_alive_is_a_draw() -> None:
    s = judged([], [c.BLACK, c.WHITE])
    assert (s.over, s.draw) == (1, 1)
    assert lines(findings(s)) == [(c.F_DRAW, -1, -1, -33, -1)]


def test_x_r33_only_neutrals_left_is_nobodys_victory() -> None:
    s = judged([c.AZURE_NEUTRAL], [c.BLACK, c.WHITE])
    assert (s.over, s.draw) == (0, 0)


def test_x_r44_each_of_the_living_may_agree_and_with_the_last_the_game_is_a_draw() -> None:
    s = game(gone=[MAN2])
    s.found = 3
    for seat in members_of(s.alive) - {BLACK1}:
        assert agree(s, seat) == 0
    assert (s.over, s.draw, s.phase, s.found) == (0, 0, NIGHT, 3)
    assert retract(s, MAN1) == 1
    assert retract(s, MAN1) == 0
    assert agree(s, BLACK1) == 0
    assert agree(s, MAN1) == 1
    assert (s.over, s.draw, s.phase) == (1, 1, OVER)
    assert lines(findings(s)) == [(c.F_DRAW, -1, -1, -44, -1)]


def test_x_r44_taking_back_touches_only_ones_own() -> None:
    s = game()
    agree(s, BLACK1)
    agree(s, MAN1)
    assert members_of(s.agreed) == {BLACK1, MAN1}
    assert retract(s, BLACK1) == 1
    assert members_of(s.agreed) == {MAN1}
    assert retract(s, MAN2) == 0


def test_x_r44_complete_because_somebody_went_out_but_victory_is_judged_first() -> None:
    s = game()
    s.agreed = s.alive & ~seats([MAN1])
    found = night(s, (BLACK1, MAN1))
    assert rows(found, c.F_DRAW) == [(-1, -1, -44, -1)]
    assert (s.draw, s.over, s.words, s.phase) == (1, 1, 0, OVER)
    s = game(gone=[1, 2], learnt=[c.KILL])
    s.agreed = s.alive & ~seats([BLACK1])
    night(s, (8, c.KILL, BLACK1, -1, -1))
    assert (s.draw, s.won[L]) == (0, 1)


def test_x_r44_the_agreement_of_one_who_is_out_neither_helps_nor_hinders() -> None:
    s = judged([c.BLACK, c.WHITE, c.DRAGON], [c.COMMONER])
    s.agreed = 0b1111
    judge(s)
    assert (s.draw, s.f_clause[0]) == (1, -44)


def test_x_r33_the_director_declares_a_draw() -> None:
    s = game()
    s.found = 5
    declare_draw(s)
    assert (s.over, s.draw, s.phase) == (1, 1, OVER)
    assert lines(findings(s)) == [(c.F_DRAW, -1, -1, -33, -1)]


# ---- scores (2.2) ----------------------------------------------------------------------------------------------------------------------------------

# The table of 2.2 in whole points, by identity.
POINTS = {
    c.BLACK: 40, c.SHADOW: 35, c.ILLUSIONIST: 30, c.WHITE: 35, c.CRIMSON: 35, c.RADIANT: 30, c.SILVER: 30, c.DRAGON: 30, c.COMMONER: 20,
    c.AZURE_NEUTRAL: 0, c.AZURE_BLACK: 40, c.AZURE_SHADOW: 35, c.AZURE_WHITE: 35, c.AZURE_CRIMSON: 35, c.AZURE_INDEPENDENT: 40,
}  # fmt: skip
CAMP = {
    L: {c.WHITE, c.CRIMSON, c.RADIANT, c.SILVER, c.DRAGON, c.COMMONER, c.AZURE_WHITE, c.AZURE_CRIMSON},
    D: {c.BLACK, c.SHADOW, c.ILLUSIONIST, c.AZURE_BLACK, c.AZURE_SHADOW},
    I: {c.AZURE_INDEPENDENT},
}


def everybody(**fields: int) -> State:
    s = new_state(tuple(range(c.IDENTITIES)), Options(**fields))
    s.over = 1
    return s


@pytest.mark.parametrize("camps", [{L}, {D}, {I}, {L, D}, {L, I}, {D, I}])
@pytest.mark.parametrize("condition", [1, 2, 3])
def test_2_2_the_winners_score_by_identity_half_of_it_together_alive_or_out_alike(camps: set[int], condition: int) -> None:
    s = everybody()
    for camp in camps:
        s.won[camp] = condition
    for alive in (s.alive, 0):
        s.alive = alive
        for identity in range(c.IDENTITIES):
            wins = any(identity in CAMP[camp] for camp in camps)
            assert half_points(s, identity) == (POINTS[identity] * (1 if len(camps) == 2 else 2) if wins else 0), identity


def test_2_2_in_a_draw_ten_for_everybody_the_neutral_too() -> None:
    s = everybody()
    s.draw = 1
    assert {half_points(s, seat) for seat in range(c.IDENTITIES)} == {20}
    s = everybody(draw_score=7)
    s.draw = 1
    assert {half_points(s, seat) for seat in range(c.IDENTITIES)} == {14}


def test_x_r34_a_neutral_scores_nothing_whatever_is_written_in_its_place() -> None:
    s = everybody()
    s.won[:] = [3, 0, 0, 3]
    s.score[c.AZURE_NEUTRAL] = 9
    assert half_points(s, c.AZURE_NEUTRAL) == 0
    assert half_points(s, c.WHITE) == 70


def test_2_2_a_game_from_the_front() -> None:
    s = game(gone=[1, 2], azure={AZURE1: c.AZURE_SHADOW}, learnt=[c.KILL])
    night(s, (8, c.KILL, BLACK1, -1, -1))
    assert [half_points(s, seat) for seat in (BLACK1, SHADOW, WHITE, MAN1, AZURE1, 16)] == [0, 0, 70, 40, 0, 0]
