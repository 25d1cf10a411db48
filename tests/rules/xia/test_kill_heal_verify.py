"""1.1 kill, 1.4 heal, 1.5 verify. Expectations are read off xia.md; rows are ``(whom, order, clause, detail)``."""

from bansha.rules.last_words import speak
from bansha.rules.phases import DAY, OVER, WORDS
from bansha.rules.xia import codes as c
from bansha.rules.xia.heal import heals
from bansha.rules.xia.kill import healing_order, works
from tests.rules.xia.play import (
    AZURE1,
    BLACK1,
    BLACK2,
    CRIMSON,
    DRAGON,
    ILLUSIONIST,
    MAN1,
    MAN2,
    RADIANT,
    SHADOW,
    SILVER,
    WHITE,
    game,
    members_of,
    night,
    order,
    outs,
    rows,
    seats,
)


def test_1_1_the_target_of_a_kill_goes_out_at_dawn_with_the_identity() -> None:
    s = game()
    found = night(s, (BLACK2, RADIANT))
    assert rows(found, c.F_KILLED) == [(RADIANT, 0, 10100, -1)]
    assert rows(found, c.F_OUT) == [(RADIANT, -1, 10000, c.RADIANT)]
    assert RADIANT not in members_of(s.alive)
    assert s.phase == WORDS
    assert members_of(s.words) == {RADIANT}


def test_1_1_a_kill_may_be_forgone_and_then_the_day_follows_at_once() -> None:
    s = game()
    assert outs(night(s)) == []
    assert (s.phase, s.words, s.over) == (DAY, 0, 0)


def test_1_1_two_kills_of_one_person_put_out_once() -> None:
    found = night(game(number=4), (BLACK1, MAN1), (AZURE1, MAN1))
    assert rows(found, c.F_KILLED) == [(MAN1, 0, 10100, -1), (MAN1, 1, 10100, -1)]
    assert outs(found) == [MAN1]


def test_1_exits_are_told_in_seat_order_with_the_identity() -> None:
    found = night(game(number=4), (AZURE1, MAN1), (BLACK1, SHADOW))
    assert rows(found, c.F_OUT) == [(SHADOW, -1, 10000, c.SHADOW), (MAN1, -1, 10000, c.COMMONER)]


def test_1_4_a_healed_target_is_not_killed_by_however_many() -> None:
    s = game(number=4)
    found = night(s, (BLACK1, MAN1), (AZURE1, MAN1), (WHITE, MAN1))
    assert rows(found, c.F_HEALED) == [(MAN1, 0, 10400, 2), (MAN1, 1, 10400, 2)]
    assert rows(found, c.F_HEAL) == [(MAN1, 2, 10400, -1)]
    assert rows(found, c.F_KILLED, c.F_OUT) == []
    assert s.phase == DAY


def test_1_4_the_first_of_several_heals_is_named() -> None:
    s = game(learnt=[c.HEAL])
    found = night(s, order(SILVER, MAN1, power=c.HEAL), (WHITE, MAN1), (BLACK1, MAN1))
    assert rows(found, c.F_HEALED) == [(MAN1, 2, 10400, 0)]
    assert rows(found, c.F_HEAL) == [(MAN1, 0, 10400, -1), (MAN1, 1, 10400, -1)]


def test_1_4_a_heal_saves_nobody_else_and_self_is_allowed() -> None:
    assert outs(night(game(), (WHITE, MAN2), (BLACK1, MAN1))) == [MAN1]
    assert outs(night(game(), (WHITE, WHITE), (BLACK1, WHITE))) == []


def test_1_4_only_a_heal_that_works_is_a_heal() -> None:
    s = game()
    found = night(s, (SHADOW, WHITE), (WHITE, MAN1), (BLACK1, MAN1))
    assert rows(found, c.F_HEAL) == []
    assert outs(found) == [MAN1]
    assert (works(s, 0), works(s, 1), works(s, 2)) == (1, 0, 1)
    assert healing_order(s, MAN1) == -1
    s.found = 0
    heals(s)
    assert s.found == 0


def test_1_5_a_verification_reads_the_identity() -> None:
    found = night(game(), (CRIMSON, ILLUSIONIST))
    assert rows(found, c.F_VERIFIED) == [(ILLUSIONIST, 0, 10500, c.ILLUSIONIST)]
    assert rows(found, c.F_VERIFY_FAILED, c.F_DRAGON_READS) == []


def test_1_5_as_it_stood_at_nightfall() -> None:
    found = night(game(), (CRIMSON, AZURE1), (BLACK1, AZURE1))
    assert rows(found, c.F_VERIFIED) == [(AZURE1, 0, 10500, c.AZURE_NEUTRAL)]
    found = night(game(azure={AZURE1: c.AZURE_SHADOW}), (CRIMSON, AZURE1))
    assert rows(found, c.F_VERIFIED) == [(AZURE1, 0, 10500, c.AZURE_SHADOW)]


def test_1_5_one_who_is_killed_that_night_is_read_all_the_same_and_so_is_oneself() -> None:
    assert rows(night(game(), (CRIMSON, MAN1), (BLACK1, MAN1)), c.F_VERIFIED) == [(MAN1, 0, 10500, c.COMMONER)]
    assert rows(night(game(), (CRIMSON, CRIMSON), (BLACK1, CRIMSON)), c.F_VERIFIED) == [(CRIMSON, 0, 10500, c.CRIMSON)]


def test_1_2_a_void_verification_fails_and_one_turned_is_read_by_the_dragon() -> None:
    assert rows(night(game(), (CRIMSON, MAN1), (SHADOW, CRIMSON)), c.F_VERIFY_FAILED, c.F_VERIFIED) == [(MAN1, 0, 10200, -1)]
    found = night(game(), (CRIMSON, DRAGON))
    assert rows(found, c.F_VERIFY_FAILED, c.F_VERIFIED) == [(DRAGON, 0, 10800, -1)]
    assert rows(found, c.F_DRAGON_READS) == [(CRIMSON, 0, 10800, c.CRIMSON)]


def test_x_r38_last_words_are_spoken_once() -> None:
    s = game()
    night(s, (BLACK1, MAN2))
    assert speak(s, MAN1) == 0
    assert members_of(s.words) == {MAN2}
    assert speak(s, MAN2) == 1
    assert s.words == 0
    assert speak(s, MAN2) == 0


def test_x_r38_of_several_each_has_his_own() -> None:
    s = game(number=4)
    night(s, (AZURE1, BLACK1), (BLACK1, MAN1))
    assert speak(s, MAN1) == 1
    assert members_of(s.words) == {BLACK1}
    assert speak(s, BLACK1) == 1


def test_x_r38_a_game_that_is_over_waits_for_no_last_words() -> None:
    light = (WHITE, CRIMSON, RADIANT, SILVER, DRAGON)
    s = game(gone=(*light, 10, 11, 12, 13))
    s.words = seats([MAN1])  # whatever was left of an earlier right
    found = night(s, (BLACK1, 14))
    assert (s.words, s.phase, s.over) == (0, OVER, 1)
    assert rows(found, c.F_WINS) == [(c.DARK, -1, 20100, 3)]


def test_x_r38_a_right_to_last_words_ends_with_the_next_night() -> None:
    s = game()
    s.words = seats([MAN1])
    night(s)
    assert s.words == 0
