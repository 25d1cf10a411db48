"""Sending orders: X-R1, X-R2, X-R35, X-R40, and what cannot be forgone (P-R1, P-R11). Expectations are read off piper.md and xia.md."""

import pytest

from bansha.rules.phases import DAY, DECIDER, INTERVAL, NIGHT, RUNOFF, WORDS
from bansha.rules.piper import codes
from bansha.rules.piper.bite import draw_bite, needs_drawing
from bansha.rules.piper.course import open_night
from bansha.rules.piper.orders import forgo, forgo_refusal, order_refusal, withdraw
from bansha.rules.piper.state import State
from bansha.rules.refusals import CANNOT_FORGO, LAWFUL, NO_SUCH_POWER, NOT_OPEN, SENDER_OUT, TARGET_OUT
from tests.rules.piper.play import CHILD1, CHILD2, LAME, LIAR, PIPER, PROTECTOR, RAT1, RAT2, RAT3, game, night, seats, try_order

OWN = {RAT1: codes.BITE, LIAR: codes.DECEIVE, PROTECTOR: codes.PROTECT, PIPER: codes.LEAD}


@pytest.mark.parametrize("seat", [RAT1, LIAR, PROTECTOR, CHILD1, LAME, PIPER])
@pytest.mark.parametrize("power", [0, codes.BITE, codes.DECEIVE, codes.PROTECT, codes.LEAD])
def test_1_everybody_has_the_power_of_the_role_and_no_other(seat: int, power: int) -> None:
    assert order_refusal(game(), seat, power, CHILD2) == (LAWFUL if power and OWN.get(seat) == power else NO_SUCH_POWER)


@pytest.mark.parametrize("phase", [DAY, RUNOFF, DECIDER, WORDS, INTERVAL])
def test_x_r40_orders_are_accepted_only_while_the_night_is_open(phase: int) -> None:
    s = game()
    s.phase = phase
    for seat, power in OWN.items():
        assert order_refusal(s, seat, power, CHILD1) == NOT_OPEN


@pytest.mark.parametrize("phase", [DAY, RUNOFF, WORDS, INTERVAL])
def test_x_r1_to_forgo_is_accepted_at_any_time_and_touches_nothing_by_day(phase: int) -> None:
    s = game()
    night(s, (RAT1, CHILD1))
    stood = s.orders
    s.phase = phase
    assert [forgo_refusal(s, seat) for seat in OWN] == [LAWFUL] * len(OWN)
    assert [forgo(s, seat) for seat in OWN] == [0] * len(OWN)
    assert s.orders == stood


def test_x_r2_neither_the_dead_send_nor_are_they_named() -> None:
    s = game(gone=[RAT1, CHILD1])
    assert order_refusal(s, RAT1, codes.BITE, CHILD2) == SENDER_OUT
    assert order_refusal(s, RAT2, codes.BITE, CHILD1) == TARGET_OUT
    assert order_refusal(s, RAT2, codes.BITE, -1) == TARGET_OUT
    assert forgo_refusal(s, CHILD1) == SENDER_OUT


def test_x_r3_what_no_clause_forbids_is_allowed() -> None:
    s = game()
    for seat in (LIAR, PROTECTOR, PIPER):
        assert try_order(s, seat, seat) == LAWFUL


def standing(s: State) -> list[tuple[int, int]]:
    assert all(s.power[i] == codes.POWER_OF[s.identity[s.sender[i]]] for i in range(s.orders))
    return [(s.sender[i], s.target[i]) for i in range(s.orders)]


def test_x_r35_a_later_order_replaces_the_earlier_and_takes_its_own_place() -> None:
    s = game()
    for seat, target in ((RAT1, CHILD1), (LIAR, PIPER), (RAT2, CHILD1), (RAT1, CHILD2)):
        try_order(s, seat, target)
    assert standing(s) == [(LIAR, PIPER), (RAT2, CHILD1), (RAT1, CHILD2)]


def test_x_r1_forgoing_withdraws_only_ones_own() -> None:
    s = game()
    for seat, target in ((PROTECTOR, CHILD1), (LIAR, PIPER), (PIPER, RAT1)):
        try_order(s, seat, target)
    assert forgo(s, LIAR) == 1
    assert forgo(s, LIAR) == 0
    assert standing(s) == [(PROTECTOR, CHILD1), (PIPER, RAT1)]


def test_p_r1_withdrawing_an_order_leaves_a_drawn_bite_drawn() -> None:
    s = game()
    try_order(s, LIAR, PIPER)
    draw_bite(s, RAT1, CHILD1)
    withdraw(s, LIAR)
    assert standing(s) == [(RAT1, CHILD1)]
    assert s.drawn[0] == 1


def test_x_r1_forgoing_is_accepted_from_everybody_alive_but_a_rat_at_large() -> None:
    s = game(led=[RAT1])
    assert [seat for seat in range(s.seats) if forgo_refusal(s, seat) != LAWFUL] == [RAT2, RAT3]
    assert forgo_refusal(s, RAT2) == CANNOT_FORGO


def test_p_r11_the_deciding_vote_cannot_be_forgone() -> None:
    s = game()
    night(s, (RAT1, LAME))
    s.phase = DECIDER
    assert forgo_refusal(s, LAME) == CANNOT_FORGO
    assert forgo_refusal(s, CHILD1) == LAWFUL


def test_x_r22_orders_stand_until_the_next_night_opens() -> None:
    s = game()
    night(s, (RAT1, CHILD1))
    assert s.orders == 3
    open_night(s)
    assert s.orders == 0
    assert needs_drawing(s) == seats([RAT1, RAT2, RAT3])
    assert s.phase == NIGHT
