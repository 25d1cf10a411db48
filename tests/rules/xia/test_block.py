"""1.2 block, X-R10, X-R11, X-R17, X-R23 and the flight of blocks. Expectations are read off xia.md; rows are ``(whom, order, clause, detail)``."""

import pytest

from bansha.rules.phases import NIGHT
from bansha.rules.states import clone, fields
from bansha.rules.xia import codes as c
from bansha.rules.xia.block import block_works_on, voided, voided_by
from bansha.rules.xia.flight import caught_in_the_loop, comes_true, fly, fly_blocks, guess, possible
from bansha.rules.xia.night import close_night
from bansha.rules.xia.orders import send
from bansha.rules.xia.state import State
from tests.rules.xia.play import (
    AZURE1,
    AZURE2,
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
    night,
    order,
    outs,
    rows,
    try_order,
)

DARK = (BLACK1, SHADOW, ILLUSIONIST)
LIGHT = (WHITE, CRIMSON, RADIANT, SILVER, DRAGON, MAN1)
BLOCKS = (c.F_BLOCKED, c.F_BLOCK_IDLE, c.F_LOOP, c.F_VOID)


def silver_blocks(target: int) -> tuple[int, ...]:
    return order(SILVER, target, power=c.BLOCK)


# ---- whom a block works on ---------------------------------------------------------------------------------------------------------------------


def test_1_2_no_effect_on_the_blockers_own_camp_and_silvers_none_on_the_light_camp() -> None:
    s = game(azure={15: c.AZURE_BLACK, 16: c.AZURE_SHADOW, 17: c.AZURE_WHITE, 18: c.AZURE_CRIMSON, 19: c.AZURE_INDEPENDENT})
    dark, light = {*DARK, 15, 16}, {*LIGHT, 17, 18}
    assert {seat: block_works_on(s, c.P_SHADOW, seat) for seat in dark | light | {19}} == {
        **dict.fromkeys(dark, 0),
        **dict.fromkeys(light, 1),
        19: 1,
    }
    assert {seat: block_works_on(s, c.P_SILVER, seat) for seat in dark | light | {19}} == {
        **dict.fromkeys(dark, 1),
        **dict.fromkeys(light, 0),
        19: 1,
    }


def test_1_2_the_power_of_the_blocked_is_void() -> None:
    s = game()
    found = night(s, (WHITE, MAN1), (SHADOW, WHITE), (BLACK1, MAN1))
    assert rows(found, *BLOCKS) == [(WHITE, 1, 10200, -1), (WHITE, 0, 10200, 1)]
    assert outs(found) == [MAN1]


def test_1_2_blocking_one_member_blocks_the_group() -> None:
    s = game(azure={AZURE1: c.AZURE_WHITE})
    found = night(s, (SHADOW, AZURE1), (BLACK1, MAN1), (WHITE, MAN1))
    assert rows(found, *BLOCKS) == [(AZURE1, 0, 10200, -1), (WHITE, 2, 10200, 0)]
    assert outs(found) == [MAN1]


@pytest.mark.parametrize("target", [BLACK1, ILLUSIONIST, SHADOW, AZURE1, AZURE2])
def test_1_2_a_block_on_the_own_camp_does_nothing(target: int) -> None:
    s = game(azure={AZURE1: c.AZURE_BLACK, AZURE2: c.AZURE_SHADOW})
    found = night(s, (SHADOW, target), (BLACK1, MAN1), illusion2(MAN2))
    assert rows(found, *BLOCKS) == [(target, 0, 10200, -1)]
    assert [f.what for f in found if f.order == 0] == [c.F_BANNED, c.F_BLOCK_IDLE]
    assert outs(found) == [MAN1]
    assert s.immune == MAN2


@pytest.mark.parametrize("target", [WHITE, CRIMSON, RADIANT, SILVER])
def test_1_7_silvers_block_on_the_light_camp_does_nothing(target: int) -> None:
    s = game(learnt=[c.BLOCK])
    found = night(s, silver_blocks(target), (WHITE, MAN1), (BLACK1, MAN1), (RADIANT, WHITE))
    idle = [(target, 0, 10700, -1)] if target != WHITE else [(RADIANT, 0, 10700, -1)]
    assert rows(found, *BLOCKS) == idle
    assert outs(found) == []


def test_1_7_silvers_block_works_on_dark_and_independents() -> None:
    s = game(number=4, learnt=[c.BLOCK])
    assert outs(night(s, silver_blocks(BLACK2), (BLACK1, MAN1), (AZURE1, MAN2))) == [MAN2]
    s = game(number=4, learnt=[c.BLOCK])
    found = night(s, silver_blocks(AZURE2), (BLACK1, MAN1), (AZURE1, MAN2))
    assert rows(found, *BLOCKS) == [(AZURE2, 0, 10200, -1), (AZURE1, 2, 10200, 0)]
    assert outs(found) == [MAN1]


def test_1_2_a_block_on_who_has_no_power_lands_and_voids_nothing() -> None:
    s = game(reflections=0)
    found = night(s, (SHADOW, DRAGON), (BLACK1, MAN1))
    assert rows(found, *BLOCKS) == [(DRAGON, 0, 10200, -1)]
    assert outs(found) == [MAN1]
    assert voided(s, -1) == voided_by(s, 0) == 0
    assert rows(night(game(), (SHADOW, MAN1), (WHITE, MAN2)), *BLOCKS) == [(MAN1, 0, 10200, -1)]


def test_1_10_a_block_on_one_converted_this_night_does_not_touch_the_group() -> None:
    s = game()
    found = night(s, (SHADOW, AZURE1), (WHITE, AZURE1), (BLACK1, MAN1))
    assert rows(found, c.F_CONVERTED) == [(AZURE1, 1, 11000, c.AZURE_WHITE)]
    assert rows(found, *BLOCKS) == [(AZURE1, 0, 10200, -1)]


def test_1_10_a_block_spent_on_converting_is_not_told_as_one() -> None:
    found = night(game(), (SHADOW, AZURE1))
    assert rows(found, *BLOCKS) == []
    assert rows(found, c.F_CONVERTED) == [(AZURE1, 0, 11000, c.AZURE_SHADOW)]


# ---- blocks meeting absorption (1.6, X-R10, X-R11) ---------------------------------------------------------------------------------------------------


def test_1_6_a_block_on_the_absorbed_blocks_the_radiant_and_ends_the_absorption_for_all_else() -> None:
    s = game()
    found = night(s, (RADIANT, WHITE), (SHADOW, WHITE), (BLACK1, WHITE), (WHITE, MAN1))
    assert rows(found, *BLOCKS) == [(RADIANT, 1, 10200, -1), (RADIANT, 0, 10200, 1)]
    assert rows(found, c.F_ABSORBED) == [(RADIANT, 1, 10600, WHITE)]
    assert rows(found, c.F_HEAL) == [(MAN1, 3, 10400, -1)]  # the target itself is not blocked
    assert outs(found) == [WHITE]


def test_x_r10_a_block_on_an_absorbed_dark_player_lands_on_the_radiant_and_works() -> None:
    found = night(game(), (RADIANT, BLACK2), (SHADOW, BLACK2), (BLACK1, MAN1))
    assert rows(found, *BLOCKS) == [(RADIANT, 1, 10200, -1), (RADIANT, 0, 10200, 1)]
    assert outs(found) == [MAN1]


def test_x_r10_silvers_block_that_lands_on_the_radiant_does_nothing() -> None:
    found = night(game(number=4, learnt=[c.BLOCK]), (RADIANT, BLACK1), silver_blocks(BLACK1), (AZURE1, BLACK1), (BLACK2, MAN1))
    assert rows(found, *BLOCKS) == [(RADIANT, 1, 10700, -1)]
    assert rows(found, c.F_ABSORBED) == [(RADIANT, 1, 10600, BLACK1), (RADIANT, 2, 10600, BLACK1)]
    assert outs(found) == [RADIANT, MAN1]


@pytest.mark.parametrize("silver_first", [False, True])
def test_x_r11_of_two_blocks_at_the_absorbed_the_shadows_is_absorbed_whichever_was_sent_first(silver_first: bool) -> None:
    blocks = [(SHADOW, BLACK1), silver_blocks(BLACK1)]
    found = night(game(learnt=[c.BLOCK]), *(blocks[::-1] if silver_first else blocks), (RADIANT, BLACK1), (BLACK2, MAN1))
    shadows, silvers = (1, 0) if silver_first else (0, 1)
    assert sorted(rows(found, *BLOCKS)) == sorted(
        [(RADIANT, shadows, 10200, -1), (RADIANT, 2, 10200, shadows), (BLACK1, silvers, 10200, -1), (BLACK2, 3, 10200, silvers)]
    )
    assert outs(found) == []


def test_x_r11_a_target_in_the_shadows_own_group() -> None:
    s = game(azure={AZURE1: c.AZURE_SHADOW}, learnt=[c.BLOCK])
    found = night(s, (SHADOW, AZURE1), silver_blocks(AZURE1), (RADIANT, AZURE1), (BLACK1, MAN1))
    assert rows(found, *BLOCKS) == [(AZURE1, 0, 10200, -1), (RADIANT, 1, 10700, -1)]
    assert outs(found) == [MAN1]


# ---- blocks at the dragon (X-R16, X-R17, X-R19) -------------------------------------------------------------------------------------------------


def test_x_r17_a_block_turned_round_does_nothing_and_counts() -> None:
    s = game(azure={AZURE1: c.AZURE_SHADOW})
    found = night(s, order(SHADOW, DRAGON, by=AZURE1), (WHITE, MAN1))
    assert rows(found, *BLOCKS) == [(AZURE1, 0, -17, -1)]
    assert rows(found, c.F_TURNED) == [(AZURE1, 0, 10800, -1)]
    assert s.reflections == 2


def test_x_r17_a_turned_block_is_never_absorbed() -> None:
    s = game(learnt=[c.BLOCK])
    found = night(s, (SHADOW, DRAGON), (RADIANT, SHADOW), silver_blocks(DRAGON))
    assert rows(found, c.F_ABSORBED) == []
    assert rows(found, *BLOCKS) == [(SHADOW, 0, -17, -1), (SILVER, 2, -17, -1)]
    assert s.reflections == 1


def test_x_r19_a_void_power_at_the_dragon_uses_up_none_of_the_three() -> None:
    s = game(reflections=1)
    found = night(s, (WHITE, DRAGON), (SHADOW, WHITE), (BLACK1, DRAGON))
    assert rows(found, c.F_TURNED) == [(BLACK1, 2, 10800, -1)]
    assert outs(found) == [BLACK1]
    assert s.reflections == 0


def test_x_r19_a_block_made_void_by_silver_leaves_its_reflection_to_the_next() -> None:
    s = game(reflections=1, learnt=[c.BLOCK])
    found = night(s, (SHADOW, DRAGON), silver_blocks(SHADOW), (BLACK1, DRAGON))
    assert rows(found, *BLOCKS) == [(SHADOW, 1, 10200, -1), (SHADOW, 0, 10200, 1)]
    assert rows(found, c.F_TURNED) == [(BLACK1, 2, 10800, -1)]


def test_x_r11_only_blocks_that_were_not_turned_come_to_the_absorbed_dragon() -> None:
    s = game(reflections=1, learnt=[c.BLOCK])
    found = night(s, (SHADOW, DRAGON), silver_blocks(DRAGON), (RADIANT, DRAGON), (BLACK1, DRAGON))
    assert rows(found, *BLOCKS) == [(SHADOW, 0, -17, -1), (RADIANT, 1, 10700, -1)]
    assert outs(found) == [RADIANT]
    s = game(reflections=1, learnt=[c.BLOCK])
    found = night(s, silver_blocks(DRAGON), (SHADOW, DRAGON), (RADIANT, DRAGON), (BLACK1, DRAGON))
    assert rows(found, *BLOCKS) == [(SILVER, 0, -17, -1), (RADIANT, 1, 10200, -1), (RADIANT, 2, 10200, 1)]
    assert outs(found) == [DRAGON]


# ---- the loop and the holes (X-R23) ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("member", [SHADOW, AZURE1])
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_x_r23_the_one_loop(member: int, turn: int) -> None:
    orders = [(RADIANT, member), silver_blocks(member), (SHADOW, RADIANT)]
    s = game(azure={AZURE1: c.AZURE_SHADOW}, learnt=[c.BLOCK])
    orders = orders[turn:] + orders[:turn]
    found = night(s, *orders, (BLACK1, MAN1))
    i, j, k = (orders.index(sent) for sent in ((RADIANT, member), silver_blocks(member), (SHADOW, RADIANT)))
    assert sorted(rows(found, *BLOCKS)) == sorted([(member, j, -23, -1), (RADIANT, k, 10200, -1), (RADIANT, i, 10200, k)])
    assert s.fate[j] == c.VOID
    assert outs(found) == [MAN1]


def test_x_r23_near_the_loop_nothing_is_a_loop() -> None:
    def caught(*orders: tuple[int, ...]) -> list[int]:
        s = game(azure={AZURE1: c.AZURE_SHADOW}, learnt=[c.BLOCK])
        for sent in orders:
            assert try_order(s, sent) == 0
        return [caught_in_the_loop(s, i) for i in range(s.orders)]

    assert caught((RADIANT, SHADOW), silver_blocks(SHADOW), (SHADOW, RADIANT)) == [0, 1, 0]
    assert caught((RADIANT, AZURE1), silver_blocks(SHADOW), (SHADOW, RADIANT)) == [0, 0, 0]
    assert caught((RADIANT, BLACK1), silver_blocks(BLACK1), (SHADOW, RADIANT)) == [0, 0, 0]
    assert caught((RADIANT, SHADOW), silver_blocks(SHADOW), (SHADOW, MAN1)) == [0, 0, 0]
    assert caught((RADIANT, SHADOW), silver_blocks(SHADOW)) == [0, 0]
    assert caught(silver_blocks(SHADOW), (SHADOW, RADIANT)) == [0, 0]


def test_x_r23_a_night_with_two_answers_changes_nothing_and_says_so() -> None:
    """Unlawful on purpose: silver and the shadow block each other, which X-R23 shows cannot be. Two answers: either is void."""
    s = game(learnt=[c.BLOCK])
    send(s, SHADOW, c.BLOCK, SILVER, -1, -1)
    send(s, SILVER, c.BLOCK, SHADOW, -1, -1)
    before = clone(s)
    assert close_night(s) == 2
    untouched = {name for name, _ in fields(State)} - {"fate", "lands", "lands_second", "found"}
    assert all(getattr(s, name) == getattr(before, name) for name in untouched)
    assert (s.phase, s.found) == (NIGHT, 0)


def test_x_r22_a_night_without_blocks_has_one_answer() -> None:
    s = game()
    assert fly_blocks(s) == fly(s) == 1
    try_order(s, (BLACK1, MAN1))
    assert fly(s) == 1


def test_1_2_what_a_block_can_come_to_whatever_the_other_does() -> None:
    s = game()
    for sent in ((RADIANT, MAN1), (SHADOW, MAN1)):
        try_order(s, sent)
    fates = (c.LANDS, c.VOID, c.TURNED, c.ABSORBED)
    assert [possible(s, 1, -1, fate) for fate in fates] == [1, 0, 0, 1]
    assert [possible(s, 1, 0, fate) for fate in fates] == [1, 1, 0, 1]
    s.target[1] = DRAGON
    assert [possible(s, 1, 2, fate) for fate in fates] == [1, 1, 1, 0]
    guess(s, 1, c.TURNED)
    assert (s.fate[1], s.lands[1], comes_true(s, 1, -1)) == (c.TURNED, SHADOW, 1)
    guess(s, 1, c.LANDS)
    assert (s.fate[1], s.lands[1], comes_true(s, 1, -1)) == (c.LANDS, DRAGON, 0)


def test_x_r19_a_blocked_illusionist_and_a_blocked_radiant_are_told_by_which_block() -> None:
    s = game(learnt=[c.BLOCK])
    found = night(s, illusion1(MAN1, MAN2), silver_blocks(ILLUSIONIST), (RADIANT, MAN1), (SHADOW, RADIANT))
    assert rows(found, c.F_VOID) == [(ILLUSIONIST, 0, 10200, 1), (RADIANT, 2, 10200, 3)]
    assert rows(found, c.F_SPENT) == [(ILLUSIONIST, 0, -5, c.ILLUSION_1)]
