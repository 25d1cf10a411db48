"""1.3 illusions of the night, X-R5, X-R6, X-R8. Expectations are read off xia.md; rows are ``(whom, order, clause, detail)``."""

from bansha.rules.phases import NOBODY
from bansha.rules.xia import codes as c
from tests.rules.xia.play import (
    BLACK1,
    DRAGON,
    ILLUSIONIST,
    MAN1,
    MAN2,
    RADIANT,
    SILVER,
    WHITE,
    game,
    illusion1,
    illusion2,
    lines,
    members_of,
    night,
    order,
    outs,
    rows,
)


def test_1_3_the_first_illusion_the_two_follow_the_illusionist_on_the_next_day() -> None:
    s = game()
    found = night(s, illusion1(MAN1, MAN2))
    assert lines(found) == [
        (c.F_SPENT, ILLUSIONIST, 0, 10300, c.ILLUSION_1),
        (c.F_FORCED, MAN1, 0, 10300, ILLUSIONIST),
        (c.F_FORCED, MAN2, 0, 10300, ILLUSIONIST),
    ]
    assert (members_of(s.forced), s.leader, s.immune, s.spent) == ({MAN1, MAN2}, ILLUSIONIST, NOBODY, 1 << c.ILLUSION_1)


def test_1_3_the_second_illusion_one_cannot_be_voted_out_on_the_next_day() -> None:
    s = game()
    found = night(s, illusion2(MAN1))
    assert lines(found) == [(c.F_SPENT, ILLUSIONIST, 0, 10300, c.ILLUSION_2), (c.F_IMMUNE, MAN1, 0, 10300, -1)]
    assert (s.forced, s.leader, s.immune, s.spent) == (0, NOBODY, MAN1, 1 << c.ILLUSION_2)


def test_x_r5_a_blocked_illusion_is_spent_and_does_nothing() -> None:
    for sent, power in ((illusion1(MAN1, MAN2), c.ILLUSION_1), (illusion2(MAN1), c.ILLUSION_2)):
        s = game(learnt=[c.BLOCK])
        found = night(s, sent, order(SILVER, ILLUSIONIST, power=c.BLOCK), (WHITE, MAN1), (BLACK1, MAN1))
        assert rows(found, c.F_SPENT) == [(ILLUSIONIST, 0, -5, power)]
        assert rows(found, c.F_FORCED, c.F_IMMUNE) == []
        assert (s.forced, s.leader, s.immune, s.spent) == (0, NOBODY, NOBODY, 1 << power)
        assert outs(found) == []


def test_x_r8_illusions_hold_though_the_illusionist_goes_out_that_night() -> None:
    s = game()
    night(s, illusion1(MAN1, MAN2), (BLACK1, ILLUSIONIST))
    assert (members_of(s.forced), s.leader) == ({MAN1, MAN2}, ILLUSIONIST)


def test_x_r6_they_last_one_day() -> None:
    s = game(spent=[c.ILLUSION_1])
    s.forced, s.leader, s.immune = 0b110, ILLUSIONIST, MAN1
    night(s, (BLACK1, MAN2))
    assert (s.forced, s.leader, s.immune) == (0, NOBODY, NOBODY)
    assert s.spent == 1 << c.ILLUSION_1


def test_1_3_an_illusion_beside_other_orders_at_the_dragon_and_the_radiant() -> None:
    """All orders after the illusion are looked at too."""
    s = game(reflections=0)
    found = night(s, illusion2(DRAGON), (RADIANT, DRAGON), (BLACK1, DRAGON), (WHITE, MAN1))
    assert rows(found, c.F_IMMUNE) == [(RADIANT, 0, 10300, -1)]
    assert outs(found) == [RADIANT]
