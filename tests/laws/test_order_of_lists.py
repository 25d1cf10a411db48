"""X-R22: the order of a list changes nothing, only the order of sending does, and only where the law says so.

群侠: the turn of a power at 龙侠 (1.8). 斑衣吹笛人: whose mark came last (P-R10). Nothing else.
"""

from collections import Counter
from typing import Any

from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from bansha.lab.gaps import XIA_SEATS, xia_state
from bansha.rules.ballots import FLAWLESS, LABEL_VOTE
from bansha.rules.face import face
from bansha.rules.findings import findings
from bansha.rules.phases import NOBODY
from bansha.rules.piper import codes as piper
from bansha.rules.piper import orders as piper_orders
from bansha.rules.piper.bite import bite_targets, draw_bite, needs_drawing
from bansha.rules.piper.course import open_night as open_piper_night
from bansha.rules.piper.course import start_late
from bansha.rules.piper.night import close_night as close_piper_night
from bansha.rules.states import clone
from bansha.rules.xia import codes as xia
from bansha.rules.xia.course import open_day, open_night
from bansha.rules.xia.night import close_night
from bansha.rules.xia.orders import order_refusal, send
from bansha.rules.xia.position import learn
from bansha.rules.xia.tally import close_day
from bansha.rules.xia.votes import cast

some = settings(max_examples=200, derandomize=True, deadline=None, phases=(Phase.generate, Phase.shrink))
SEATS = len(XIA_SEATS)
seat = st.integers(0, SEATS - 1)

Sent = tuple[int, int, int, int, int]  # sender, power, target, second, answering member
PARTIES = (
    (xia.BLACK, xia.KILL), (xia.SHADOW, xia.BLOCK), (xia.WHITE, xia.HEAL), (xia.CRIMSON, xia.VERIFY), (xia.RADIANT, xia.ABSORB),
    (xia.ILLUSIONIST, xia.ILLUSION_1), (xia.SILVER, 0),
)  # fmt: skip


@st.composite
def xia_nights(draw: st.DrawFn) -> tuple[Any, list[Sent]]:
    """A position at nightfall and lawful orders, one a party at most; targets crowd on a few seats."""
    last = draw(st.sampled_from([xia.AZURE_NEUTRAL, xia.AZURE_INDEPENDENT]))
    identities = (*XIA_SEATS[:-1], last)
    s = xia_state(identities)
    s.day = draw(st.sampled_from([2, 3])) if last == xia.AZURE_NEUTRAL else 5
    s.reflections = draw(st.integers(0, 3))
    lesson = draw(st.sampled_from([xia.BLOCK, xia.BLOCK, xia.HEAL, xia.VERIFY, xia.KILL]))
    learn(s, lesson)
    open_night(s)
    crowd = draw(st.lists(seat, min_size=1, max_size=3))
    target = st.sampled_from(crowd) | seat
    orders: list[Sent] = []
    for identity, power in (*PARTIES, *(((xia.AZURE_INDEPENDENT, xia.KILL),) if last == xia.AZURE_INDEPENDENT else ())):
        if draw(st.integers(0, 4)) == 0:
            continue
        sender = identities.index(identity)
        power = power or lesson
        if power == xia.ILLUSION_1:
            power = draw(st.sampled_from([xia.ILLUSION_1, xia.ILLUSION_2]))
        order = (sender, power, draw(target), draw(target) if power == xia.ILLUSION_1 else NOBODY, NOBODY)
        if order_refusal(s, *order) == 0:
            orders.append(order)
    return s, orders


def xia_dawn(s: Any, orders: list[Sent]) -> tuple[list[Any], Counter[Any]]:
    """The state after the dawn without the orders themselves, and the findings with orders by party."""
    trial = clone(s)
    for order in orders:
        send(trial, *order)
    assert close_night(trial) == 1
    party = trial.party[: trial.orders]

    def named(row: Any) -> tuple[int, ...]:
        """Which of several equals it names as the reason is no outcome."""
        detail = 0 if row.what in (xia.F_CLAIM_LOST, xia.F_HEALED) else party[row.detail] if row.what == xia.F_VOID else row.detail
        return (row.what, row.whom, party[row.order] if row.order >= 0 else -1, row.clause, detail)

    rows = [named(row) for row in findings(trial)]
    held = [
        getattr(trial, name)
        for name in type(trial).__slots__
        if not name.startswith("f_")
        and name not in ("party", "power", "target", "second", "sender", "answers", "fate", "lands", "lands_second", "found")
    ]
    return held, Counter(rows)


def at_dragon(s: Any, order: Sent) -> bool:
    return order[1] != xia.ABSORB and bool(s.dragon in order[2:4])


@some
@given(night=xia_nights(), data=st.data())
def test_xia_only_the_turns_at_the_dragon_hang_on_the_order_of_sending(night: tuple[Any, list[Sent]], data: st.DataObject) -> None:
    s, orders = night
    shuffled = data.draw(st.permutations(orders))
    turns = iter([order for order in orders if at_dragon(s, order)])
    shuffled = [next(turns) if at_dragon(s, order) else order for order in shuffled]
    assert xia_dawn(s, shuffled) == xia_dawn(s, orders)


def test_xia_the_order_of_sending_does_decide_at_the_dragon() -> None:
    """1.8: with one reflection left it turns the power that was sent first."""
    s = xia_state(XIA_SEATS)
    s.day, s.reflections = 2, 1
    open_night(s)
    kill = (XIA_SEATS.index(xia.BLACK), xia.KILL, s.dragon, NOBODY, NOBODY)
    verify = (XIA_SEATS.index(xia.CRIMSON), xia.VERIFY, s.dragon, NOBODY, NOBODY)
    assert xia_dawn(s, [kill, verify]) != xia_dawn(s, [verify, kill])


@some
@given(night=xia_nights(), data=st.data())
def test_xia_what_was_replaced_or_withdrawn_is_as_if_never_sent(night: tuple[Any, list[Sent]], data: st.DataObject) -> None:
    """X-R1, X-R35: only the standing order counts, with its own time."""
    s, orders = night
    assume(orders)
    early = data.draw(st.permutations(orders))
    busy = clone(s)
    for sender, power, target, second, answers in early:
        other = data.draw(seat)
        if order_refusal(busy, sender, power, other, second, answers) == 0:
            send(busy, sender, power, other, second, answers)
        assert order_refusal(busy, sender, power, target, second, answers) == 0
    assert xia_dawn(busy, orders) == xia_dawn(s, orders)


@some
@given(votes=st.lists(st.tuples(seat, seat), unique_by=lambda vote: vote[0]), data=st.data())
def test_xia_votes_count_the_same_in_any_order(votes: list[tuple[int, int]], data: st.DataObject) -> None:
    results = []
    for some_order in (votes, data.draw(st.permutations(votes))):
        s = xia_state(XIA_SEATS)
        open_day(s)
        for floor, (voter, target) in enumerate(some_order, 2):
            cast(s, voter, LABEL_VOTE, target, FLAWLESS, 0, floor, 9999)
        close_day(s)
        results.append((findings(s), s.alive, s.phase, s.pair))
    assert results[0] == results[1]


# ---- 斑衣吹笛人 ------------------------------------------------------------------------------------------------------------------------


@st.composite
def piper_nights(draw: st.DrawFn) -> tuple[Any, list[tuple[int, int, int]]]:
    law = face("piper")
    options = law.options({})
    s = law.new(law.seating(options), options)
    rats = st.integers(0, 7).map(lambda bits: bits if bits != 7 else 0)
    gone = draw(rats)
    start_late(s, gone, draw(st.sampled_from([0, 0, 1, 1 << 5])) & ~gone)
    assume(s.holders[piper.RAT] & s.alive & ~s.led)
    for child in range(s.seats):
        s.marks[child] = draw(st.integers(0, 1))
    open_piper_night(s)
    anybody = st.integers(0, s.seats - 1)
    crowd = st.sampled_from(draw(st.lists(anybody, min_size=1, max_size=3))) | anybody
    orders = []
    for sender in range(s.seats):
        power = piper.POWER_OF[s.identity[sender]]
        target = draw(crowd)
        if power and draw(st.integers(0, 4)) and piper_orders.order_refusal(s, sender, power, target) == 0:
            orders.append((sender, power, target))
    return s, orders


def piper_dawn(s: Any, orders: list[tuple[int, int, int]]) -> tuple[list[Any], Counter[Any]]:
    trial = clone(s)
    for order in orders:
        piper_orders.send(trial, *order)
    for rat in range(trial.seats):
        if (needs_drawing(trial) >> rat) & 1:
            draw_bite(trial, rat, next(k for k in range(trial.seats) if (bite_targets(trial, rat) >> k) & 1))
    assert close_piper_night(trial) == 1
    rows = [
        (row.what, row.whom, trial.sender[row.order] if row.order >= 0 else -1, row.clause, 0 if row.what == piper.F_MARKED else row.detail)
        for row in findings(trial)
        if row.what != piper.F_LAST_OUT
    ]
    held = [
        getattr(trial, name)
        for name in type(trial).__slots__
        if not name.startswith("f_") and name not in ("sender", "power", "target", "drawn", "lands", "last_bitten")
    ]
    return held, Counter(rows)


@some
@given(night=piper_nights(), data=st.data())
def test_piper_nothing_but_the_last_mark_hangs_on_the_order_of_sending(
    night: tuple[Any, list[tuple[int, int, int]]], data: st.DataObject
) -> None:
    s, orders = night
    assert piper_dawn(s, data.draw(st.permutations(orders))) == piper_dawn(s, orders)
