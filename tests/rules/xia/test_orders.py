"""Sending orders: X-R1, X-R2, X-R3, X-R4, X-R28, X-R35, X-R40. Expectations are read off xia.md; a refusal is named by its clause's reason."""

import pytest

from bansha.rules import refusals as r
from bansha.rules.phases import DAY, NIGHT, NOBODY, OVER, RUNOFF, WORDS
from bansha.rules.xia import codes as c
from bansha.rules.xia.course import open_night
from bansha.rules.xia.orders import floor_refusal, forgo, name_floor, order_refusal, withdraw
from bansha.rules.xia.state import State
from tests.rules.xia.play import (
    AZURE1,
    AZURE2,
    AZURE3,
    BLACK1,
    BLACK2,
    CRIMSON,
    DRAGON,
    ILLUSIONIST,
    LONG,
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
    try_order,
)

NIGHTLY = (c.KILL, c.BLOCK, c.HEAL, c.VERIFY, c.ABSORB, c.ILLUSION_1, c.ILLUSION_2)
LEARNABLE = (c.KILL, c.BLOCK, c.HEAL, c.VERIFY)


def refused(s: State, seat: int, power: int, target: int = MAN1, second: int = NOBODY, by: int = NOBODY) -> int:
    return order_refusal(s, seat, power, target, MAN2 if power == c.ILLUSION_1 and second == NOBODY else second, by)


# ---- who may send what (1, X-R35) ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "own"),
    [
        (BLACK1, {c.KILL}),
        (SHADOW, {c.BLOCK}),
        (ILLUSIONIST, {c.ILLUSION_1, c.ILLUSION_2}),
        (WHITE, {c.HEAL}),
        (CRIMSON, {c.VERIFY}),
        (RADIANT, {c.ABSORB}),
        (DRAGON, set()),
        (MAN2, set()),
        (AZURE1, set()),
        (AZURE2, {c.KILL}),
        (AZURE3, {c.VERIFY}),
    ],
)
def test_1_everybody_has_the_power_of_the_role_or_group_and_no_other(seat: int, own: set[int]) -> None:
    s = game(azure={AZURE2: c.AZURE_INDEPENDENT, AZURE3: c.AZURE_CRIMSON})
    for power in (0, *NIGHTLY, c.ILLUSION_3):
        assert refused(s, seat, power) == (r.LAWFUL if power in own else r.NO_SUCH_POWER), power


@pytest.mark.parametrize(
    ("identity", "own"),
    [
        (c.AZURE_BLACK, c.KILL),
        (c.AZURE_SHADOW, c.BLOCK),
        (c.AZURE_WHITE, c.HEAL),
        (c.AZURE_CRIMSON, c.VERIFY),
        (c.AZURE_INDEPENDENT, c.KILL),
    ],
)
def test_1_10_a_converted_azure_has_the_power_of_its_group(identity: int, own: int) -> None:
    s = game(azure={AZURE1: identity})
    assert [power for power in NIGHTLY if refused(s, AZURE1, power) == r.LAWFUL] == [own]


@pytest.mark.parametrize("learnt", LEARNABLE)
def test_1_7_silver_may_use_what_was_learnt_last_night_and_is_told_of_the_rest(learnt: int) -> None:
    s = game(learnt=[learnt])
    assert [refused(s, SILVER, power) for power in LEARNABLE] == [r.LAWFUL if power == learnt else r.NOT_LEARNT for power in LEARNABLE]
    for power in (0, c.ABSORB, c.ILLUSION_1, c.ILLUSION_2):
        assert refused(s, SILVER, power) == r.NO_SUCH_POWER


# ---- who, when, whom (X-R2, X-R3, X-R40) ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", [DAY, RUNOFF, WORDS, OVER])
def test_x_r40_night_powers_are_accepted_only_while_the_night_is_open(phase: int) -> None:
    s = game(learnt=[c.HEAL])
    s.phase = phase
    for seat, power in ((BLACK1, c.KILL), (RADIANT, c.ABSORB), (ILLUSIONIST, c.ILLUSION_2), (SILVER, c.HEAL), (SILVER, c.KILL)):
        assert refused(s, seat, power) == r.NOT_OPEN
    assert refused(s, MAN1, c.KILL) == r.NO_SUCH_POWER


def test_x_r2_neither_the_dead_send_nor_are_they_named() -> None:
    s = game(gone=[BLACK1, MAN1])
    assert refused(s, BLACK1, c.KILL, MAN2) == r.SENDER_OUT
    assert refused(s, BLACK2, c.KILL, MAN1) == r.TARGET_OUT
    assert refused(s, BLACK2, c.KILL, NOBODY) == r.TARGET_OUT
    assert refused(s, ILLUSIONIST, c.ILLUSION_1, MAN2, MAN1) == r.TARGET_OUT
    assert refused(s, ILLUSIONIST, c.ILLUSION_1, MAN1, MAN2) == r.TARGET_OUT
    assert refused(s, ILLUSIONIST, c.ILLUSION_2, MAN1) == r.TARGET_OUT


def test_1_8_the_answering_member_must_be_a_living_one() -> None:
    s = game(gone=[BLACK2], azure={AZURE1: c.AZURE_BLACK})
    assert refused(s, BLACK1, c.KILL, by=AZURE1) == r.LAWFUL
    assert refused(s, BLACK1, c.KILL, by=BLACK1) == r.LAWFUL
    assert refused(s, AZURE1, c.KILL, by=BLACK1) == r.LAWFUL
    for by in (BLACK2, WHITE, MAN2):
        assert refused(s, BLACK1, c.KILL, by=by) == r.NOT_A_MEMBER


def test_1_8_the_first_seat_may_answer_too() -> None:
    assert refused(game(gone=[BLACK1]), BLACK2, c.KILL, by=BLACK1) == r.NOT_A_MEMBER
    s = game()
    assert try_order(s, order(BLACK2, MAN1, by=BLACK1)) == 0
    assert (s.sender[0], s.answers[0]) == (BLACK2, BLACK1)


def test_x_r4_no_member_of_the_acting_group_may_be_killed_by_it() -> None:
    s = game(azure={AZURE1: c.AZURE_BLACK, AZURE2: c.AZURE_INDEPENDENT, AZURE3: c.AZURE_INDEPENDENT}, learnt=[c.KILL])
    for target in (BLACK1, BLACK2, AZURE1):
        assert refused(s, BLACK1, c.KILL, target) == r.OWN_GROUP
        assert refused(s, AZURE1, c.KILL, target) == r.OWN_GROUP
    assert refused(s, AZURE2, c.KILL, AZURE3) == r.OWN_GROUP
    assert refused(s, SILVER, c.KILL, SILVER) == r.OWN_GROUP  # X-R15
    assert refused(s, BLACK1, c.KILL, SHADOW) == r.LAWFUL  # X-R3
    assert refused(s, SILVER, c.KILL, BLACK1) == r.LAWFUL


def test_x_r3_what_no_clause_forbids_is_allowed() -> None:
    s = game(learnt=LEARNABLE)
    for seat, power in ((CRIMSON, c.VERIFY), (SHADOW, c.BLOCK), (WHITE, c.HEAL), (SILVER, c.VERIFY), (SILVER, c.HEAL), (SILVER, c.BLOCK)):
        assert refused(s, seat, power, seat) == r.LAWFUL
    assert refused(s, SHADOW, c.BLOCK, BLACK1) == r.LAWFUL


def test_1_6_the_radiant_does_not_absorb_himself() -> None:
    assert refused(game(), RADIANT, c.ABSORB, RADIANT) == r.SELF


# ---- bans on repeating (1.2, 1.4, 1.6, X-R2, X-R19) ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "other", "power", "reason"),
    [
        (SHADOW, AZURE1, c.BLOCK, r.BLOCK_REPEATED),
        (WHITE, AZURE2, c.HEAL, r.HEAL_REPEATED),
        (RADIANT, RADIANT, c.ABSORB, r.ABSORB_REPEATED),
    ],
)
def test_1_2_1_4_1_6_the_same_target_on_two_nights_running_is_refused_whoever_of_the_group_sends(
    seat: int, other: int, power: int, reason: int
) -> None:
    s = game(azure={AZURE1: c.AZURE_SHADOW, AZURE2: c.AZURE_WHITE})
    night(s, (seat, MAN1))
    open_night(s)
    assert refused(s, seat, power, MAN1) == refused(s, other, power, MAN1) == reason
    assert refused(s, seat, power, MAN2) == r.LAWFUL
    night(s, (seat, MAN2))
    open_night(s)
    assert refused(s, seat, power, MAN1) == r.LAWFUL
    assert refused(s, seat, power, MAN2) == reason
    night(s)
    open_night(s)
    assert refused(s, seat, power, MAN2) == r.LAWFUL


def test_1_1_1_5_kills_and_verifications_may_be_repeated() -> None:
    s = game()
    night(s, (WHITE, MAN1), (BLACK1, MAN1), (CRIMSON, MAN1))
    open_night(s)
    assert refused(s, BLACK1, c.KILL, MAN1) == refused(s, CRIMSON, c.VERIFY, MAN1) == r.LAWFUL


def test_x_r2_the_bans_of_one_group_bind_no_other() -> None:
    s = game(learnt=[c.HEAL])
    s.banned_power[c.P_WHITE], s.banned_target[c.P_WHITE] = c.HEAL, MAN1
    assert refused(s, WHITE, c.HEAL, MAN1) == r.HEAL_REPEATED
    assert refused(s, SILVER, c.HEAL, MAN1) == r.LAWFUL


@pytest.mark.parametrize(("power", "reason"), [(c.BLOCK, r.BLOCK_REPEATED), (c.HEAL, r.HEAL_REPEATED)])
def test_x_r15_the_bans_bind_silver_power_by_power(power: int, reason: int) -> None:
    """Unreachable in lawful play, but the law says so: silver's ban on repeating."""
    s = game(learnt=[c.BLOCK, c.HEAL, c.KILL])
    s.banned_power[c.P_SILVER], s.banned_target[c.P_SILVER] = power, MAN1
    assert {refused(s, SILVER, each, MAN1) for each in (c.BLOCK, c.HEAL, c.KILL)} == {reason, r.LAWFUL}
    assert refused(s, SILVER, power, MAN1) == reason
    assert refused(s, SILVER, power, MAN2) == r.LAWFUL


def test_x_r19_a_replaced_or_withdrawn_order_bans_nothing() -> None:
    s = game()
    for sent in ((WHITE, MAN1), (WHITE, MAN2), (SHADOW, MAN1)):
        assert try_order(s, sent) == 0
    forgo(s, SHADOW)
    night(s)
    open_night(s)
    assert refused(s, WHITE, c.HEAL, MAN1) == r.LAWFUL
    assert refused(s, WHITE, c.HEAL, MAN2) == r.HEAL_REPEATED
    assert refused(s, SHADOW, c.BLOCK, MAN1) == r.LAWFUL


# ---- illusions (1.3) -------------------------------------------------------------------------------------------------------------------------


def test_1_3_an_illusion_falls_on_others_and_the_first_on_two() -> None:
    s = game()
    assert refused(s, ILLUSIONIST, c.ILLUSION_1, ILLUSIONIST, MAN1) == r.SELF
    assert refused(s, ILLUSIONIST, c.ILLUSION_1, MAN1, ILLUSIONIST) == r.SELF
    assert refused(s, ILLUSIONIST, c.ILLUSION_2, ILLUSIONIST) == r.SELF
    assert refused(s, ILLUSIONIST, c.ILLUSION_1, MAN1, MAN1) == r.SAME_TARGET_TWICE
    assert refused(s, ILLUSIONIST, c.ILLUSION_2, MAN1) == r.LAWFUL
    assert refused(s, ILLUSIONIST, c.ILLUSION_1, MAN1, MAN2) == r.LAWFUL


@pytest.mark.parametrize("power", [power for power in NIGHTLY if power != c.ILLUSION_1])
def test_1_3_only_the_first_illusion_falls_on_two(power: int) -> None:
    s = game()
    s.learnt = 1 << power if power in LEARNABLE else 0
    senders = [seat for seat in range(s.seats) if not refused(s, seat, power)]
    assert senders
    for seat in senders:
        assert refused(s, seat, power, second=MAN2) == r.TOO_MANY_TARGETS


def test_1_3_each_illusion_once_in_the_game() -> None:
    s = game(spent=[c.ILLUSION_1])
    assert refused(s, ILLUSIONIST, c.ILLUSION_1) == r.ILLUSION_SPENT
    assert refused(s, ILLUSIONIST, c.ILLUSION_2) == r.LAWFUL
    night(s, illusion2(MAN1))
    open_night(s)
    assert refused(s, ILLUSIONIST, c.ILLUSION_2) == r.ILLUSION_SPENT
    s.phase = DAY
    assert floor_refusal(s, ILLUSIONIST, 5, LONG) == r.LAWFUL
    s.spent |= 1 << c.ILLUSION_3
    assert floor_refusal(s, ILLUSIONIST, 5, LONG) == r.ILLUSION_SPENT


@pytest.mark.parametrize("phase", [DAY, RUNOFF])
def test_x_r28_the_third_illusion_is_sent_more_than_fifteen_minutes_before_the_end(phase: int) -> None:
    s = game()
    s.phase = phase
    assert floor_refusal(s, ILLUSIONIST, 1, 15 * 60 + 1) == r.LAWFUL
    assert floor_refusal(s, ILLUSIONIST, 1, 15 * 60) == r.TOO_LATE
    assert floor_refusal(s, ILLUSIONIST, 10**6, LONG) == r.LAWFUL  # not yet written
    assert floor_refusal(s, ILLUSIONIST, 0, LONG) == r.NO_FLOOR
    assert floor_refusal(s, ILLUSIONIST, -1, LONG) == r.NO_FLOOR


@pytest.mark.parametrize("phase", [NIGHT, WORDS, OVER])
def test_x_r40_the_third_illusion_is_refused_at_any_other_time_and_from_anybody_else(phase: int) -> None:
    s = game(gone=[MAN2])
    s.phase = phase
    assert floor_refusal(s, ILLUSIONIST, 5, LONG) == r.NOT_OPEN
    assert floor_refusal(s, MAN1, 5, LONG) == r.NO_SUCH_POWER
    assert floor_refusal(s, MAN2, 5, LONG) == r.SENDER_OUT
    gone = game(gone=[ILLUSIONIST])
    gone.phase = DAY
    assert floor_refusal(gone, ILLUSIONIST, 5, LONG) == r.SENDER_OUT


# ---- what stands (X-R1, X-R35) -----------------------------------------------------------------------------------------------------------------


def standing(s: State) -> list[tuple[int, ...]]:
    return [(s.party[i], s.power[i], s.sender[i], s.target[i], s.second[i], s.answers[i]) for i in range(s.orders)]


def test_x_r1_the_last_message_of_the_group_stands_with_its_own_sender_place_and_answering_member() -> None:
    s = game()
    for sent in (order(BLACK1, MAN1, by=BLACK2), (SHADOW, MAN1), illusion1(MAN1, MAN2), (WHITE, MAN2), (BLACK2, MAN2)):
        assert try_order(s, sent) == 0
    assert standing(s) == [
        (c.P_SHADOW, c.BLOCK, SHADOW, MAN1, NOBODY, SHADOW),
        (c.P_ILLUSIONIST, c.ILLUSION_1, ILLUSIONIST, MAN1, MAN2, ILLUSIONIST),
        (c.P_WHITE, c.HEAL, WHITE, MAN2, NOBODY, WHITE),
        (c.P_BLACK, c.KILL, BLACK2, MAN2, NOBODY, BLACK2),
    ]
    assert try_order(s, order(SHADOW, MAN2)) == 0
    assert standing(s) == [
        (c.P_ILLUSIONIST, c.ILLUSION_1, ILLUSIONIST, MAN1, MAN2, ILLUSIONIST),
        (c.P_WHITE, c.HEAL, WHITE, MAN2, NOBODY, WHITE),
        (c.P_BLACK, c.KILL, BLACK2, MAN2, NOBODY, BLACK2),
        (c.P_SHADOW, c.BLOCK, SHADOW, MAN2, NOBODY, SHADOW),
    ]


def test_x_r35_a_later_illusion_or_learnt_power_replaces_the_earlier_and_only_what_stands_is_spent() -> None:
    s = game(learnt=[c.HEAL, c.VERIFY])
    for sent in (illusion1(MAN1, MAN2), order(SILVER, MAN1, power=c.HEAL), illusion2(MAN1), order(SILVER, MAN2, power=c.VERIFY)):
        assert try_order(s, sent) == 0
    assert [(s.power[i], s.second[i]) for i in range(s.orders)] == [(c.ILLUSION_2, NOBODY), (c.VERIFY, NOBODY)]
    night(s)
    assert s.spent == 1 << c.ILLUSION_2


def test_x_r1_forgoing_withdraws_the_groups_order_and_says_whether_one_stood() -> None:
    s = game()
    for sent in ((BLACK1, MAN1), (SHADOW, MAN1), (WHITE, MAN2), (RADIANT, MAN1)):
        assert try_order(s, sent) == 0
    assert forgo(s, SHADOW) == 1
    assert forgo(s, SHADOW) == 0
    assert [s.sender[i] for i in range(s.orders)] == [BLACK1, WHITE, RADIANT]
    assert [s.target[i] for i in range(s.orders)] == [MAN1, MAN2, MAN1]
    assert forgo(s, BLACK2) == 1
    assert forgo(s, MAN1) == forgo(s, AZURE1) == forgo(s, DRAGON) == 0
    assert [s.sender[i] for i in range(s.orders)] == [WHITE, RADIANT]
    assert withdraw(s, c.P_RADIANT) == 1
    assert s.orders == 1


@pytest.mark.parametrize("phase", [DAY, RUNOFF])
def test_1_3_the_third_illusion_is_replaced_and_withdrawn_by_day(phase: int) -> None:
    s = game()
    try_order(s, (BLACK1, MAN1))
    s.phase = phase
    assert forgo(s, ILLUSIONIST) == 0
    name_floor(s, 7)
    name_floor(s, 5)
    assert s.strike == 5
    assert forgo(s, BLACK1) == 0
    assert (s.strike, s.orders) == (5, 1)
    assert forgo(s, ILLUSIONIST) == 1
    assert s.strike == 0


def test_x_r40_by_night_forgoing_leaves_no_night_order_and_touches_no_floor() -> None:
    s = game()
    s.strike = 3
    try_order(s, illusion2(MAN1))
    assert forgo(s, ILLUSIONIST) == 1
    assert (s.strike, s.orders) == (3, 0)


def test_3_1_a_new_night_opens_with_nothing_sent() -> None:
    s = game()
    night(s, (BLACK1, MAN1), (WHITE, MAN2))
    assert s.orders == 2
    open_night(s)
    assert (s.orders, s.phase) == (0, NIGHT)
