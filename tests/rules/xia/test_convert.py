"""1.10 conversion and independence, X-R20, X-R21. Expectations are read off xia.md; rows are ``(whom, order, clause, detail)``."""

from itertools import permutations

import pytest

from bansha.rules.phases import DAY
from bansha.rules.xia import codes as c
from bansha.rules.xia.convert import claims, rival
from bansha.rules.xia.course import become_independent_late, open_night
from bansha.rules.xia.groups import become, members, party_at
from bansha.rules.xia.options import Options, new_state
from tests.rules.xia.play import (
    AZURE1,
    AZURE2,
    AZURE3,
    AZURES,
    BLACK1,
    BLACK2,
    CRIMSON,
    MAN1,
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
    try_order,
)

CONVERTERS = {BLACK1: c.AZURE_BLACK, SHADOW: c.AZURE_SHADOW, WHITE: c.AZURE_WHITE, CRIMSON: c.AZURE_CRIMSON}


@pytest.mark.parametrize(("seat", "identity"), CONVERTERS.items())
def test_1_10_each_of_the_four_converts_alone_and_has_no_other_effect(seat: int, identity: int) -> None:
    s = game()
    found = night(s, (seat, AZURE1))
    assert rows(found, c.F_CONVERTED) == [(AZURE1, 0, 11000, identity)]
    assert {f.what for f in found} <= {c.F_CONVERTED, c.F_BANNED}
    assert s.identity[AZURE1] == identity
    assert s.fate[0] == c.SPENT_ON_CONVERTING
    assert members_of(s.holders[identity]) == {AZURE1}
    assert members_of(s.holders[c.AZURE_NEUTRAL]) == {*AZURES} - {AZURE1}
    assert outs(found) == []
    assert s.phase == DAY


STRENGTH = {BLACK1: 2, WHITE: 2, CRIMSON: 1, SHADOW: 1}


@pytest.mark.parametrize(("one", "two"), list(permutations(CONVERTERS, 2)))
def test_1_10_the_strongest_alone_converts_and_equals_cancel(one: int, two: int) -> None:
    s = game()
    found = night(s, (one, AZURE1), (two, AZURE1))
    if STRENGTH[one] == STRENGTH[two]:
        assert rows(found, c.F_CONVERTED) == []
        assert rows(found, c.F_CLAIM_LOST) == [(AZURE1, 0, 11000, 1), (AZURE1, 1, 11000, 0)]
        assert s.identity[AZURE1] == c.AZURE_NEUTRAL
    else:
        winner = 0 if STRENGTH[one] > STRENGTH[two] else 1
        assert rows(found, c.F_CONVERTED) == [(AZURE1, winner, 11000, CONVERTERS[(one, two)[winner]])]
        assert rows(found, c.F_CLAIM_LOST) == [(AZURE1, 1 - winner, 11000, winner)]


def test_1_10_when_the_strongest_cancel_the_weaker_do_not_profit() -> None:
    s = game()
    found = night(s, (CRIMSON, AZURE1), (BLACK1, AZURE1), (WHITE, AZURE1))
    assert rows(found, c.F_CONVERTED) == []
    assert rows(found, c.F_CLAIM_LOST) == [(AZURE1, 0, 11000, 1), (AZURE1, 1, 11000, 2), (AZURE1, 2, 11000, 1)]
    assert rows(found, c.F_VERIFIED) == [(AZURE1, 0, 10500, c.AZURE_NEUTRAL)]
    assert rows(found, c.F_HEALED) == [(AZURE1, 1, 10400, 2)]


def test_1_10_every_other_power_keeps_its_effect() -> None:
    found = night(game(), (BLACK1, AZURE1), (CRIMSON, AZURE1), (SHADOW, AZURE1))
    assert rows(found, c.F_CONVERTED) == [(AZURE1, 0, 11000, c.AZURE_BLACK)]
    assert rows(found, c.F_VERIFIED) == [(AZURE1, 1, 10500, c.AZURE_NEUTRAL)]
    assert rows(found, c.F_BLOCKED) == [(AZURE1, 2, 10200, -1)]


def test_1_10_different_azures_are_converted_side_by_side() -> None:
    s = game()
    found = night(s, (BLACK1, AZURE1), (CRIMSON, AZURE2), (SHADOW, AZURE3))
    assert rows(found, c.F_CONVERTED) == [
        (AZURE1, 0, 11000, c.AZURE_BLACK),
        (AZURE2, 1, 11000, c.AZURE_CRIMSON),
        (AZURE3, 2, 11000, c.AZURE_SHADOW),
    ]


def test_1_10_nobody_is_converted_twice_and_only_neutrals_are() -> None:
    for identity in (c.AZURE_BLACK, c.AZURE_SHADOW, c.AZURE_CRIMSON, c.AZURE_INDEPENDENT):
        found = night(game(azure={AZURE1: identity}), (WHITE, AZURE1), (SHADOW, MAN1))
        assert rows(found, c.F_CONVERTED) == []
        assert rows(found, c.F_HEAL) == [(AZURE1, 0, 10400, -1)]


@pytest.mark.parametrize("power", [c.KILL, c.BLOCK, c.HEAL, c.VERIFY])
def test_1_7_silver_never_converts_and_disturbs_no_conversion(power: int) -> None:
    s = game(learnt=[power])
    assert rows(night(s, order(SILVER, AZURE1, power=power)), c.F_CONVERTED, c.F_CLAIM_LOST) == []
    s = game(learnt=[power])
    found = night(s, order(SILVER, AZURE1, power=power), (CRIMSON, AZURE1))
    assert rows(found, c.F_CONVERTED) == [(AZURE1, 1, 11000, c.AZURE_CRIMSON)]


def test_x_r19_a_void_power_converts_nobody() -> None:
    s = game()
    found = night(s, (SHADOW, WHITE), (WHITE, AZURE1), (CRIMSON, AZURE1))
    assert rows(found, c.F_CONVERTED) == [(AZURE1, 2, 11000, c.AZURE_CRIMSON)]
    assert rows(found, c.F_CLAIM_LOST) == []


def test_x_r20_a_conversion_takes_place_even_if_the_converter_goes_out() -> None:
    found = night(game(), (WHITE, AZURE1), (BLACK1, WHITE))
    assert rows(found, c.F_CONVERTED) == [(AZURE1, 0, 11000, c.AZURE_WHITE)]
    assert outs(found) == [WHITE]


def test_x_r20_one_that_converts_and_is_killed_by_another_power_goes_out_as_converted() -> None:
    s = game(learnt=[c.KILL])
    found = night(s, order(SILVER, AZURE1, power=c.KILL), (CRIMSON, AZURE1))
    assert rows(found, c.F_OUT) == [(AZURE1, -1, 10000, c.AZURE_CRIMSON)]
    assert s.identity[AZURE1] == c.AZURE_CRIMSON


def test_1_10_after_night_three_every_living_neutral_becomes_independent() -> None:
    s = game(gone=[AZURE3], azure={AZURE2: c.AZURE_BLACK}, number=3, learnt=[c.KILL])
    found = night(s, (CRIMSON, AZURE1), order(SILVER, 18, power=c.KILL))
    assert rows(found, c.F_INDEPENDENT) == [(19, -1, 11000, c.AZURE_INDEPENDENT)]
    assert rows(found, c.F_OUT) == [(18, -1, 10000, c.AZURE_NEUTRAL)]  # X-R20: out as a neutral
    assert members_of(s.holders[c.AZURE_INDEPENDENT]) == {19}
    assert members_of(s.holders[c.AZURE_NEUTRAL]) == {AZURE3, 18}


def test_1_10_also_the_azure_on_the_first_seat() -> None:
    s = new_state((c.AZURE_NEUTRAL, c.BLACK, c.WHITE, c.COMMONER, c.COMMONER, c.DRAGON), Options())
    s.day = 3
    open_night(s)
    assert rows(night(s), c.F_INDEPENDENT) == [(0, -1, 11000, c.AZURE_INDEPENDENT)]


@pytest.mark.parametrize("number", [1, 2, 4])
def test_1_10_at_no_other_dawn(number: int) -> None:
    s = game(number=number, azure={AZURE1: c.AZURE_INDEPENDENT})
    become(s, AZURE2, c.AZURE_NEUTRAL)
    assert rows(night(s), c.F_INDEPENDENT) == []


def test_1_10_independents_know_each_other_in_seat_order() -> None:
    assert [whom for whom, *_ in rows(night(game(number=3)), c.F_INDEPENDENT)] == list(AZURES)


def test_1_10_the_independents_kill_puts_out_and_converts_nobody() -> None:
    s = game(number=4, azure={AZURE2: c.AZURE_BLACK})
    become(s, AZURE3, c.AZURE_NEUTRAL)  # not in lawful play: no neutral outlives night 3
    found = night(s, (AZURE1, AZURE3))
    assert rows(found, c.F_CONVERTED) == []
    assert outs(found) == [AZURE3]


def test_1_10_the_steps_by_themselves() -> None:
    s = game(learnt=[c.HEAL])
    for sent in ((WHITE, AZURE1), (CRIMSON, AZURE1), (BLACK1, AZURE2), order(SILVER, AZURE1, power=c.HEAL), (SHADOW, MAN1)):
        try_order(s, sent)
    for i in range(5):
        s.fate[i], s.lands[i] = c.LANDS, s.target[i]
    assert [claims(s, i) for i in range(5)] == [1, 1, 1, 0, 0]
    assert [rival(s, i) for i in range(3)] == [-1, 0, -1]
    for fate in (c.VOID, c.TURNED, c.ABSORBED, c.SPENT_ON_CONVERTING):
        s.fate[0] = fate
        assert claims(s, 0) == 0


# ---- groups (1, X-R39) ---------------------------------------------------------------------------------------------------------------------


def test_1_the_members_of_a_group_are_the_living_holders_and_converted() -> None:
    s = game(gone=[BLACK2], azure={AZURE1: c.AZURE_BLACK, AZURE2: c.AZURE_WHITE})
    assert members_of(members(s, c.P_BLACK)) == {BLACK1, 2, AZURE1}
    assert members_of(members(s, c.P_WHITE)) == {WHITE, AZURE2}
    assert members_of(members(s, c.P_ILLUSIONIST)) == {4}
    assert members(s, c.P_INDEPENDENT) == 0
    assert [party_at(s, seat) for seat in (-1, BLACK2, AZURE1, AZURE3, MAN1, SILVER)] == [-1, c.P_BLACK, c.P_BLACK, -1, -1, c.P_SILVER]


def test_1_10_in_a_game_taken_up_late_the_living_neutrals_are_independent_but_some() -> None:
    s = game(gone=[AZURE1], azure={AZURE2: c.AZURE_WHITE})
    become_independent_late(s, seats([AZURE3]))
    assert [s.identity[seat] for seat in AZURES] == [
        c.AZURE_NEUTRAL,
        c.AZURE_WHITE,
        c.AZURE_NEUTRAL,
        c.AZURE_INDEPENDENT,
        c.AZURE_INDEPENDENT,
    ]
    assert s.identity[WHITE] == c.WHITE
