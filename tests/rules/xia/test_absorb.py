"""1.6 absorb, X-R9, X-R18. Expectations are read off xia.md; rows are ``(whom, order, clause, detail)``."""

from bansha.rules.xia import codes as c
from bansha.rules.xia.absorb import absorbed_seat, after_absorption, by_others, other_target
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
    illusion1,
    illusion2,
    members_of,
    night,
    order,
    outs,
    rows,
    try_order,
)


def test_1_6_a_kill_kills_the_radiant_instead_and_nothing_else_is_felt() -> None:
    s = game()
    found = night(s, (BLACK1, MAN1), (RADIANT, MAN1))
    assert rows(found, c.F_ABSORBED) == [(RADIANT, 0, 10600, MAN1)]
    assert outs(found) == [RADIANT]
    assert s.fate[0] == c.ABSORBED


def test_1_6_nothing_of_the_absorption_itself_and_of_other_targets_is_absorbed() -> None:
    found = night(game(), (RADIANT, MAN1), (BLACK1, MAN2), (CRIMSON, BLACK1))
    assert rows(found, c.F_ABSORBED) == []
    assert outs(found) == [MAN2]


def test_1_6_a_verification_reads_the_radiant_and_a_heal_heals_him() -> None:
    found = night(game(number=4), (CRIMSON, MAN1), (WHITE, MAN1), (RADIANT, MAN1), (BLACK1, MAN1), (AZURE1, RADIANT))
    assert rows(found, c.F_VERIFIED) == [(MAN1, 0, 10500, c.RADIANT)]
    assert rows(found, c.F_HEALED) == [(RADIANT, 3, 10400, 1), (RADIANT, 4, 10400, 1)]
    assert rows(found, c.F_ABSORBED) == [(RADIANT, i, 10600, MAN1) for i in (0, 1, 3)]
    assert outs(found) == []


def test_1_6_a_conversion_does_not_happen() -> None:
    s = game()
    found = night(s, (WHITE, AZURE1), (RADIANT, AZURE1))
    assert rows(found, c.F_CONVERTED, c.F_CLAIM_LOST) == []
    assert rows(found, c.F_HEAL) == [(RADIANT, 0, 10400, -1)]
    assert s.identity[AZURE1] == c.AZURE_NEUTRAL


def test_1_6_an_illusion_falls_on_the_radiant() -> None:
    s = game()
    found = night(s, illusion2(MAN1), (RADIANT, MAN1))
    assert rows(found, c.F_IMMUNE) == [(RADIANT, 0, 10300, -1)]
    assert s.immune == RADIANT


def test_1_6_of_the_first_illusion_each_target_goes_its_own_way() -> None:
    for first, second in ((MAN1, MAN2), (MAN2, MAN1)):
        s = game()
        found = night(s, illusion1(first, second), (RADIANT, MAN1))
        assert rows(found, c.F_ABSORBED) == [(RADIANT, 0, 10600, MAN1)]
        assert members_of(s.forced) == {MAN2, RADIANT}
        assert s.leader == ILLUSIONIST
        assert s.fate[0] == (c.ABSORBED if first == MAN1 else c.LANDS)


def test_1_6_radiant_and_whom_he_absorbs_are_forced_once() -> None:
    s = game()
    found = night(s, illusion1(RADIANT, MAN1), (RADIANT, MAN1))
    assert rows(found, c.F_FORCED) == [(RADIANT, 0, 10300, ILLUSIONIST)]
    assert members_of(s.forced) == {RADIANT}


def test_x_r9_what_ones_own_group_does_is_not_by_others() -> None:
    s = game(azure={AZURE1: c.AZURE_WHITE})
    found = night(s, (WHITE, AZURE1), (RADIANT, AZURE1), (BLACK1, AZURE1))
    assert rows(found, c.F_HEAL) == [(AZURE1, 0, 10400, -1)]
    assert outs(found) == [RADIANT]
    found = night(game(), (CRIMSON, CRIMSON), (RADIANT, CRIMSON))
    assert rows(found, c.F_VERIFIED) == [(CRIMSON, 0, 10500, c.CRIMSON)]


def test_x_r9_one_converted_this_night_is_no_member_yet() -> None:
    """1.10: until dawn he is no member, so the group's deed is by others and absorbed; then nothing converts."""
    found = night(game(), (BLACK1, AZURE1), (RADIANT, AZURE1))
    assert outs(found) == [RADIANT]
    assert rows(found, c.F_CONVERTED) == []


def test_1_8_the_dragon_is_absorbed_only_once_reflections_are_used_up() -> None:
    s = game(reflections=1)
    found = night(s, (WHITE, DRAGON), (BLACK1, DRAGON), (RADIANT, DRAGON))
    assert rows(found, c.F_TURNED) == [(WHITE, 0, 10800, -1)]
    assert rows(found, c.F_ABSORBED) == [(RADIANT, 1, 10600, DRAGON)]
    assert outs(found) == [RADIANT]


def test_x_r18_a_turned_power_is_the_dragons_deed_and_absorbed_for_whom_it_turns_on() -> None:
    found = night(game(), (BLACK1, DRAGON), (RADIANT, BLACK1))
    assert rows(found, c.F_ABSORBED) == [(RADIANT, 0, -18, BLACK1)]
    assert outs(found) == [RADIANT]
    found = night(game(), (CRIMSON, DRAGON), (RADIANT, CRIMSON))
    assert rows(found, c.F_DRAGON_READS) == [(CRIMSON, 0, 10800, c.RADIANT)]
    found = night(game(), (WHITE, DRAGON), (RADIANT, WHITE), (BLACK1, RADIANT))
    assert rows(found, c.F_HEALED) == [(RADIANT, 2, 10400, 0)]
    s = game()
    found = night(s, illusion2(DRAGON), (RADIANT, ILLUSIONIST))
    assert rows(found, c.F_IMMUNE) == [(RADIANT, 0, 10800, -1)]
    assert s.immune == RADIANT


def test_x_r18_of_a_turned_first_illusion_either_may_be_absorbed() -> None:
    for first, second in ((MAN1, DRAGON), (DRAGON, MAN1)):
        s = game()
        found = night(s, illusion1(first, second), (RADIANT, ILLUSIONIST))
        assert rows(found, c.F_ABSORBED) == [(RADIANT, 0, -18, ILLUSIONIST)]
        assert members_of(s.forced) == {RADIANT, MAN1}
        s = game()
        found = night(s, illusion1(first, second), (RADIANT, MAN1))
        assert rows(found, c.F_ABSORBED) == [(RADIANT, 0, 10600, MAN1)]
        assert members_of(s.forced) == {ILLUSIONIST, RADIANT}
        assert s.leader == DRAGON


def test_1_6_what_is_void_or_spent_is_not_absorbed() -> None:
    s = game(learnt=[c.BLOCK])
    found = night(s, order(SILVER, BLACK1, power=c.BLOCK), (BLACK2, MAN1), (RADIANT, MAN1), (CRIMSON, AZURE1), (WHITE, MAN1))
    assert rows(found, c.F_ABSORBED) == [(RADIANT, 4, 10600, MAN1)]
    assert outs(found) == []


def test_1_6_the_steps_by_themselves() -> None:
    s = game()
    assert absorbed_seat(s, 0) == -1
    for sent in ((BLACK1, MAN1), (RADIANT, MAN1), illusion1(DRAGON, MAN2)):
        try_order(s, sent)
    assert absorbed_seat(s, 0) == MAN1
    assert absorbed_seat(s, 1 << c.P_RADIANT) == -1
    assert absorbed_seat(s, 1 << c.P_BLACK) == MAN1
    assert [by_others(s, 0, seat) for seat in (BLACK1, BLACK2, SHADOW, MAN1)] == [0, 0, 1, 1]
    assert after_absorption(s, 0, MAN1, MAN1) == RADIANT
    assert after_absorption(s, 0, MAN1, -1) == after_absorption(s, 0, MAN1, MAN2) == MAN1
    assert after_absorption(s, 0, BLACK1, BLACK1) == BLACK1
    assert after_absorption(s, 0, -1, -1) == -1
    assert after_absorption(s, 0, 0, 0) == 0
    s.fate[0] = c.TURNED
    assert after_absorption(s, 0, BLACK1, BLACK1) == RADIANT
    assert other_target(s, 2) == MAN2
    s.target[2], s.second[2] = MAN2, DRAGON
    assert other_target(s, 2) == MAN2


def test_1_6_the_first_seat_may_be_absorbed() -> None:
    found = night(game(number=4), (AZURE1, BLACK1), (RADIANT, BLACK1))
    assert outs(found) == [RADIANT]


def test_1_6_nothing_of_an_earlier_night_is_left_in_the_places_of_the_orders() -> None:
    """The same place in the order of sending, night after night: turned, then void, then lost on nobody."""
    s = game(learnt=[c.BLOCK])
    night(s, (WHITE, DRAGON), illusion2(MAN1))
    s.learnt = 1 << c.BLOCK
    found = night(s, (RADIANT, DRAGON), illusion1(MAN1, MAN2), order(SILVER, ILLUSIONIST, power=c.BLOCK))
    assert rows(found, c.F_TURNED, c.F_ABSORBED, c.F_FORCED) == []
    assert s.reflections == 2
    s.phase = 0
    s.learnt = 1 << c.BLOCK
    s.spent = s.banned_power[c.P_SILVER] = 0
    found = night(s, (CRIMSON, MAN1), illusion1(MAN2, BLACK1), order(SILVER, ILLUSIONIST, power=c.BLOCK), (RADIANT, MAN2))
    assert rows(found, c.F_ABSORBED) == []
