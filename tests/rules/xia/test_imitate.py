"""1.7 imitate, X-R12 to X-R15, X-R41. Expectations are read off xia.md; rows are ``(whom, order, clause, detail)``."""

import pytest

from bansha.rules.xia import codes as c
from bansha.rules.xia.imitate import teaches
from tests.rules.xia.play import (
    AZURE1,
    BLACK1,
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
    illusion1,
    illusion2,
    night,
    order,
    outs,
    rows,
    try_order,
)


@pytest.mark.parametrize(("seat", "power"), [(WHITE, c.HEAL), (CRIMSON, c.VERIFY), (SHADOW, c.BLOCK)])
def test_1_7_silver_learns_what_lands_on_him(seat: int, power: int) -> None:
    s = game()
    found = night(s, (seat, SILVER))
    assert rows(found, c.F_LEARNT) == [(SILVER, 0, 10700, power)]
    assert s.learnt == 1 << power


def test_1_7_killed_by_the_blacks_but_not_out_he_learns_to_kill() -> None:
    s = game()
    found = night(s, (BLACK1, SILVER), (WHITE, SILVER))
    assert rows(found, c.F_LEARNT) == [(SILVER, 0, 10700, c.KILL), (SILVER, 1, 10700, c.HEAL)]
    assert s.learnt == (1 << c.KILL) | (1 << c.HEAL)


def test_x_r14_one_who_goes_out_learns_nothing() -> None:
    s = game()
    found = night(s, (BLACK1, SILVER), (CRIMSON, SILVER))
    assert rows(found, c.F_NOT_LEARNT) == [(SILVER, 0, 10700, c.KILL), (SILVER, 1, 10700, c.VERIFY)]
    assert rows(found, c.F_LEARNT) == []
    assert s.learnt == 0


def test_x_r13_the_independents_kill_teaches_and_a_power_is_learnt_once() -> None:
    s = game(number=4)
    found = night(s, (AZURE1, SILVER), (WHITE, SILVER), (BLACK1, SILVER))
    assert rows(found, c.F_LEARNT) == [(SILVER, 0, 10700, c.KILL), (SILVER, 1, 10700, c.HEAL)]


def test_x_r14_a_blocked_silver_still_learns_the_block_included() -> None:
    s = game(learnt=[c.KILL])
    found = night(s, (SHADOW, SILVER), order(SILVER, MAN1, power=c.KILL), (CRIMSON, SILVER))
    assert rows(found, c.F_LEARNT) == [(SILVER, 0, 10700, c.BLOCK), (SILVER, 2, 10700, c.VERIFY)]
    assert outs(found) == []


def test_x_r41_what_the_radiant_absorbed_and_what_is_void_teaches_not() -> None:
    s = game()
    night(s, (RADIANT, SILVER), (CRIMSON, SILVER))
    assert s.learnt == 0
    s = game()
    night(s, (SHADOW, CRIMSON), (CRIMSON, SILVER))
    assert s.learnt == 0


def test_x_r41_silvers_own_teach_not_nor_what_the_dragon_turned() -> None:
    s = game(learnt=[c.HEAL])
    night(s, order(SILVER, SILVER, power=c.HEAL))
    assert s.learnt == 0
    s = game(learnt=[c.KILL])
    found = night(s, order(SILVER, DRAGON, power=c.KILL), (WHITE, SILVER))
    assert rows(found, c.F_LEARNT) == [(SILVER, 1, 10700, c.HEAL)]


def test_x_r41_illusions_and_absorption_teach_not() -> None:
    for sent in (illusion1(SILVER, MAN1), illusion1(MAN1, SILVER), illusion2(SILVER), (RADIANT, SILVER)):
        s = game()
        assert rows(night(s, sent), c.F_LEARNT, c.F_NOT_LEARNT) == []


def test_x_r41_powers_at_others_teach_not() -> None:
    s = game()
    night(s, (WHITE, MAN1), (CRIMSON, MAN2), (SHADOW, DRAGON))
    assert s.learnt == 0


def test_1_7_what_was_learnt_lasts_one_night_whether_or_not_it_is_used() -> None:
    s = game(learnt=[c.HEAL, c.VERIFY])
    night(s)
    assert s.learnt == 0


def test_x_r15_a_blocked_silver_who_tried_to_verify_fails() -> None:
    found = night(game(learnt=[c.VERIFY]), order(SILVER, MAN1, power=c.VERIFY), (SHADOW, SILVER))
    assert rows(found, c.F_VERIFY_FAILED) == [(MAN1, 0, 10200, -1)]


@pytest.mark.parametrize("power", [c.KILL, c.BLOCK, c.HEAL, c.VERIFY, c.ABSORB])
def test_x_r41_whose_power_teaches(power: int) -> None:
    """Party by party, also those that cannot have the power."""
    s = game()
    try_order(s, (WHITE, SILVER))
    s.power[0], s.fate[0], s.lands[0] = power, c.LANDS, SILVER
    teachers = []
    for party in range(c.PARTIES):
        s.party[0] = party
        if teaches(s, 0):
            assert teaches(s, 0) == 1
            teachers.append(party)
    assert (
        teachers
        == {
            c.KILL: [c.P_BLACK, c.P_INDEPENDENT],
            c.BLOCK: [c.P_SHADOW],
            c.HEAL: [c.P_WHITE],
            c.VERIFY: [c.P_CRIMSON],
            c.ABSORB: [],
        }[power]
    )


def test_1_7_a_table_without_silver_teaches_nobody_and_one_on_the_first_seat_learns() -> None:
    s = game()
    try_order(s, (WHITE, MAN1))
    s.fate[0], s.lands[0] = c.LANDS, MAN1
    assert teaches(s, 0) == 0
    s.silver = -1
    s.lands[0] = -1
    assert teaches(s, 0) == 0
    s.silver = s.lands[0] = 0
    assert teaches(s, 0) == 1
    assert s.illusionist == ILLUSIONIST
