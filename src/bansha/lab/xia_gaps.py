"""The search for nights of 群侠 without exactly one answer (X-R23). Kernel text.

What may meet: the block of the shadow group, silver's learnt block, absorption, and whatever else is aimed at the dragon and uses up
reflections. Every target of the three is tried; where a block is aimed at the dragon, every choice of up to four others at the dragon in
every order of sending with 0 to 3 reflections left. (Four suffice: a night's blocks void at most one of them, and three use up all
reflections.) Whether an order may be sent at all is asked of the law.
"""

from bansha.lab.orderings import Search, next_swap, rewind
from bansha.rules.bits import count
from bansha.rules.phases import NIGHT, NOBODY
from bansha.rules.refusals import LAWFUL
from bansha.rules.xia.codes import ABSORB, BLOCK, P_SHADOW
from bansha.rules.xia.course import open_night
from bansha.rules.xia.flight import fly
from bansha.rules.xia.groups import members
from bansha.rules.xia.orders import order_refusal, send
from bansha.rules.xia.state import State

REFLECTIONS = 3


def search_nights(s: State, x: Search, most: int) -> int:
    """Search a board (``s`` at nightfall, ``x.others`` the orders that may join in, at most ``most`` at once); how many nights were tried."""
    s.phase = NIGHT
    shadow = NOBODY
    for seat in range(s.seats):
        if shadow < 0 and (members(s, P_SHADOW) >> seat) & 1:
            shadow = seat
    for left in range(REFLECTIONS + 1):
        s.reflections = left
        for blocked in range(-1, s.seats):
            if not sendable(s, shadow, BLOCK, blocked):
                continue
            for by_silver in range(-1, s.seats):
                if not sendable(s, s.silver, BLOCK, by_silver):
                    continue
                for absorbed in range(-1, s.seats):
                    if sendable(s, s.radiant, ABSORB, absorbed):
                        joined(s, x, most, shadow, blocked, by_silver, absorbed)
    return x.nights


def sendable(s: State, seat: int, power: int, target: int) -> int:
    """1 if the order is lawful or none at all (``target`` −1)."""
    if target < 0:
        return 1
    return 1 if order_refusal(s, seat, power, target, NOBODY, NOBODY) == LAWFUL else 0


def joined(s: State, x: Search, most: int, shadow: int, blocked: int, by_silver: int, absorbed: int) -> None:
    """The three orders alone and with every choice of others; every order of sending where a block waits for its turn at the dragon."""
    at_dragon = blocked == s.dragon or by_silver == s.dragon
    for chosen in range(1 << x.others):
        if count(chosen) > most or (chosen and not at_dragon and chosen != (1 << min(most, x.others)) - 1):
            continue
        open_night(s)
        if blocked >= 0:
            send(s, shadow, BLOCK, blocked, NOBODY, NOBODY)
        if by_silver >= 0:
            send(s, s.silver, BLOCK, by_silver, NOBODY, NOBODY)
        if absorbed >= 0:
            send(s, s.radiant, ABSORB, absorbed, NOBODY, NOBODY)
        three = s.orders
        for k in range(x.others):
            if (chosen >> k) & 1 and order_refusal(s, x.sender[k], x.power[k], x.target[k], x.second[k], NOBODY) == LAWFUL:
                send(s, x.sender[k], x.power[k], x.target[k], x.second[k], NOBODY)
        every_ordering(s, x, s.orders if at_dragon else three)


def every_ordering(s: State, x: Search, n: int) -> None:
    """Try the first ``n`` orders in every order of sending."""
    rewind(x, n)
    swap = 0
    while swap >= 0:
        answers = fly(s)
        x.nights += 1
        if answers != 1:
            keep_hole(s, x, answers)
        swap = next_swap(x, n)
        if swap >= 0:
            swap_orders(s, swap >> 4, swap & 15)


def swap_orders(s: State, i: int, k: int) -> None:
    """Orders ``i`` and ``k`` were sent in each other's place."""
    for row in (s.party, s.power, s.target, s.second, s.sender, s.answers):
        held = row[i]
        row[i] = row[k]
        row[k] = held


def keep_hole(s: State, x: Search, answers: int) -> None:
    """Count a night without exactly one answer, and keep the orders of the first one with the fewest."""
    x.holes += 1
    if x.holes > 1 and s.orders >= x.rows:
        return
    x.answers = answers
    x.rows = s.orders
    x.reflections = s.reflections
    for i in range(s.orders):
        x.hole[6 * i] = s.sender[i]
        x.hole[6 * i + 1] = s.power[i]
        x.hole[6 * i + 2] = s.target[i]
        x.hole[6 * i + 3] = s.second[i]
        x.hole[6 * i + 4] = s.answers[i]
        x.hole[6 * i + 5] = s.party[i]
