"""1.2.1 deceive and 1.2.2 protect, and what they do not touch. Expectations are read off piper.md."""

import pytest

from bansha.rules.piper import codes
from bansha.rules.piper.course import open_night
from bansha.rules.piper.orders import order_refusal
from bansha.rules.refusals import DECEIVE_REPEATED, LAWFUL, PROTECT_REPEATED
from tests.rules.piper.play import CHILD1, CHILD2, LAME, LIAR, PIPER, PROTECTOR, RAT1, RAT2, RAT3, game, night, outs, rows, try_order


def test_1_2_1_a_deceived_piper_cannot_lead_a_child() -> None:
    s = game(led=[RAT1])
    found = night(s, (PIPER, CHILD1), (LIAR, PIPER))
    assert rows(found, codes.F_DECEIVED) == [(PIPER, 10201, -1)]
    assert rows(found, codes.F_LEAD_FAILED) == [(CHILD1, 10201, codes.L_DECEIVED)]


def test_1_2_1_a_deceived_piper_can_lead_a_rat() -> None:
    s = game()
    assert rows(night(s, (LIAR, PIPER), (PIPER, RAT1)), codes.F_LED) == [(RAT1, 10301, -1)]


def test_1_2_1_deceiving_somebody_else_finds_nothing() -> None:
    found = night(game(led=[RAT1]), (LIAR, CHILD1), (PIPER, CHILD1))
    assert rows(found, codes.F_DECEIVED) == []
    assert rows(found, codes.F_LED) == [(CHILD1, 10301, -1)]


def test_x_r22_a_liar_bitten_out_tonight_has_deceived_tonight() -> None:
    found = night(game(led=[RAT1], marks={LIAR: 2}), (RAT2, LIAR), (PIPER, CHILD1), (LIAR, PIPER))
    assert outs(found) == [LIAR]
    assert rows(found, codes.F_LED) == []


@pytest.mark.parametrize(
    ("seat", "power", "refusal"), [(LIAR, codes.DECEIVE, DECEIVE_REPEATED), (PROTECTOR, codes.PROTECT, PROTECT_REPEATED)]
)
def test_1_2_not_the_same_target_two_nights_running_but_again_after_a_pause(seat: int, power: int, refusal: int) -> None:
    s = game()
    night(s, (seat, CHILD1), (seat, CHILD2))  # the replaced one never counts
    open_night(s)
    assert order_refusal(s, seat, power, CHILD2) == refusal
    assert order_refusal(s, seat, power, CHILD1) == LAWFUL
    night(s)
    open_night(s)
    assert order_refusal(s, seat, power, CHILD2) == LAWFUL


@pytest.mark.parametrize("target", [CHILD1, LAME])
def test_1_2_2_bites_on_a_protected_child_land_on_the_protector(target: int) -> None:
    s = game()
    found = night(s, (RAT1, target), (RAT2, target), (PROTECTOR, target))
    assert rows(found, codes.F_TRANSFERRED) == [(PROTECTOR, 10202, target)] * 2
    assert rows(found, codes.F_MARKED) == [(PROTECTOR, 10101, 1), (PROTECTOR, 10101, 2)]
    assert outs(found) == []
    assert s.marks[target] == 0


def test_1_2_2_own_and_transferred_bites_add_up() -> None:
    assert outs(night(game(), (PROTECTOR, CHILD1), (RAT1, PROTECTOR), (RAT2, CHILD1), (RAT3, CHILD1))) == [PROTECTOR]


def test_1_2_2_a_led_child_is_protected_too() -> None:
    s = game(led=[RAT1, CHILD1])
    night(s, (PROTECTOR, CHILD1), (RAT2, CHILD1))
    assert s.marks[PROTECTOR] == 1


@pytest.mark.parametrize("target", [LIAR, PROTECTOR, RAT2, PIPER])
def test_1_2_2_whoever_is_no_child_is_protected_in_vain(target: int) -> None:
    s = game()
    found = night(s, (PROTECTOR, target), (RAT1, target))
    assert rows(found, codes.F_PROTECT_IDLE) == [(target, 10202, -1)]
    assert rows(found, codes.F_TRANSFERRED) == []
    assert s.marks[PROTECTOR] == (1 if target == PROTECTOR else 0)


def test_1_2_2_protection_does_not_hinder_leading() -> None:
    found = night(game(led=[RAT1]), (PROTECTOR, CHILD1), (PIPER, CHILD1))
    assert rows(found, codes.F_LED) == [(CHILD1, 10301, -1)]


def test_1_2_2_a_refused_protection_leaves_the_one_that_stood() -> None:
    s = game(gone=[CHILD2])
    assert try_order(s, PROTECTOR, CHILD1) == LAWFUL
    assert try_order(s, PROTECTOR, CHILD2) != LAWFUL
    night(s, (RAT1, CHILD1))
    assert s.marks[PROTECTOR] == 1
