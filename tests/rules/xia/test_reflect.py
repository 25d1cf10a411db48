"""1.8 reflect, X-R16, X-R18. Expectations are read off xia.md; rows are ``(whom, order, clause, detail)``."""

from bansha.rules.xia import codes as c
from bansha.rules.xia.options import Options
from bansha.rules.xia.reflect import aims_at_dragon, turns
from tests.rules.xia.play import (
    AZURE1,
    AZURE2,
    BLACK1,
    BLACK2,
    BLACK3,
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


def test_1_8_a_kill_kills_the_answering_member_the_named_one_or_else_the_sender() -> None:
    assert outs(night(game(), order(BLACK1, DRAGON, by=BLACK3))) == [BLACK3]
    assert outs(night(game(), (BLACK2, DRAGON))) == [BLACK2]
    assert outs(night(game(), order(BLACK2, DRAGON, by=BLACK1))) == [BLACK1]


def test_1_8_a_heal_saves_the_answering_member() -> None:
    s = game(azure={AZURE1: c.AZURE_WHITE})
    found = night(s, order(WHITE, DRAGON, by=AZURE1), (BLACK1, AZURE1))
    assert rows(found, c.F_TURNED) == [(AZURE1, 0, 10800, -1)]
    assert rows(found, c.F_HEAL) == [(AZURE1, 0, 10400, -1)]
    assert rows(found, c.F_HEALED) == [(AZURE1, 1, 10400, 0)]
    assert outs(found) == []
    assert s.reflections == 2


def test_x_r18_a_heal_saves_from_a_turned_kill() -> None:
    found = night(game(), (BLACK1, DRAGON), (WHITE, BLACK1))
    assert rows(found, c.F_HEALED) == [(BLACK1, 0, 10400, 1)]
    assert outs(found) == []


def test_1_8_a_verification_is_read_by_the_dragon_and_fails() -> None:
    s = game(azure={AZURE1: c.AZURE_CRIMSON})
    found = night(s, order(CRIMSON, DRAGON, by=AZURE1))
    assert rows(found, c.F_DRAGON_READS) == [(AZURE1, 0, 10800, c.AZURE_CRIMSON)]
    assert rows(found, c.F_VERIFY_FAILED) == [(DRAGON, 0, 10800, -1)]
    assert rows(found, c.F_VERIFIED) == []


def test_1_8_the_first_illusion_turned_the_dragon_leads() -> None:
    for first, second in ((DRAGON, MAN1), (MAN1, DRAGON)):
        s = game()
        found = night(s, illusion1(first, second))
        assert rows(found, c.F_FORCED) == [(ILLUSIONIST, 0, 10800, DRAGON), (MAN1, 0, 10800, DRAGON)]
        assert (members_of(s.forced), s.leader, s.reflections) == ({ILLUSIONIST, MAN1}, DRAGON, 2)


def test_1_8_the_second_illusion_turned_makes_the_illusionist_immune() -> None:
    s = game()
    found = night(s, illusion2(DRAGON))
    assert rows(found, c.F_IMMUNE) == [(ILLUSIONIST, 0, 10800, -1)]
    assert rows(found, c.F_SPENT) == [(ILLUSIONIST, 0, 10300, c.ILLUSION_2)]


def test_1_8_three_times_in_order_of_sending() -> None:
    s = game()
    found = night(s, (CRIMSON, DRAGON), (BLACK1, MAN1), (WHITE, DRAGON), illusion2(DRAGON), (BLACK2, DRAGON), (SHADOW, DRAGON))
    assert rows(found, c.F_TURNED) == [(CRIMSON, 0, 10800, -1), (WHITE, 1, 10800, -1), (ILLUSIONIST, 2, 10800, -1)]
    assert outs(found) == [DRAGON]
    assert s.reflections == 0


def test_1_8_once_used_up_they_stay_so() -> None:
    s = game(reflections=1)
    assert outs(night(s, (BLACK1, DRAGON))) == [BLACK1]
    assert s.reflections == 0
    assert outs(night(s, (BLACK2, DRAGON))) == [DRAGON]
    assert s.reflections == 0


def test_1_8_the_number_of_reflections_is_an_option() -> None:
    s = game(reflections=Options(reflections=0).reflections)
    assert outs(night(s, (BLACK1, DRAGON))) == [DRAGON]


def test_x_r16_the_independents_and_silvers_powers_are_turned_too() -> None:
    s = game(number=4, learnt=[c.KILL])
    found = night(s, order(SILVER, DRAGON, power=c.KILL), order(AZURE1, DRAGON, by=AZURE2))
    assert outs(found) == [SILVER, AZURE2]
    assert s.reflections == 1
    s = game(learnt=[c.VERIFY])
    found = night(s, order(SILVER, DRAGON, power=c.VERIFY))
    assert rows(found, c.F_DRAGON_READS) == [(SILVER, 0, 10800, c.SILVER)]


def test_1_8_absorption_is_not_reflected() -> None:
    s = game()
    found = night(s, (RADIANT, DRAGON), (BLACK1, DRAGON))
    assert rows(found, c.F_TURNED) == [(BLACK1, 1, 10800, -1)]
    assert rows(found, c.F_ABSORBED) == []
    assert s.reflections == 2


def test_1_8_a_turned_power_converts_nobody_and_the_bans_count_what_was_ordered() -> None:
    s = game()
    found = night(s, (WHITE, DRAGON), (RADIANT, DRAGON), (SHADOW, MAN2))
    assert rows(found, c.F_BANNED) == [(DRAGON, 0, -19, c.P_WHITE), (DRAGON, 1, -19, c.P_RADIANT), (MAN2, 2, -19, c.P_SHADOW)]
    assert rows(found, c.F_CONVERTED) == []


def test_1_8_a_dragon_who_is_out_turns_nothing_and_a_table_without_one_neither() -> None:
    s = game(gone=[DRAGON])
    assert outs(night(s, illusion1(MAN1, MAN2), (BLACK1, MAN1))) == [MAN1]
    s = game()
    s.dragon = -1
    for sent in (illusion2(MAN1), (BLACK1, MAN1)):
        try_order(s, sent)
    assert [aims_at_dragon(s, i) for i in range(2)] == [0, 0]


def test_1_8_the_steps_by_themselves() -> None:
    s = game(reflections=1)
    for sent in ((WHITE, DRAGON), (RADIANT, DRAGON), illusion1(MAN1, DRAGON), (BLACK1, DRAGON), (SHADOW, MAN1)):
        try_order(s, sent)
    assert [aims_at_dragon(s, i) for i in range(5)] == [1, 0, 1, 1, 0]
    assert [turns(s, i, 0) for i in range(5)] == [1, 0, 0, 0, 0]
    assert [turns(s, i, 1 << c.P_WHITE) for i in range(5)] == [1, 0, 1, 0, 0]
    s.reflections = 2
    assert [turns(s, i, 0) for i in range(5)] == [1, 0, 1, 0, 0]


def test_1_8_a_dragon_on_the_first_seat_turns_like_any_other() -> None:
    s = game()
    s.dragon = 0
    try_order(s, (WHITE, BLACK1))
    try_order(s, (SHADOW, MAN1))
    assert [aims_at_dragon(s, i) for i in range(2)] == [1, 0]
