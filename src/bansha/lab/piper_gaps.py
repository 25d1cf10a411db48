"""The search for nights of 斑衣吹笛人 whose outcome is not one, whatever the order of sending. Kernel text.

Every target of two rats, the liar, the protector and the piper, each of the latter three also with nothing sent, in every order of
sending. All orderings of one combination must find the same; the order of sending may only say whose marks came last (P-R10), which is
worked out a second time here.
"""

from bansha.lab.orderings import Search, next_swap, rewind
from bansha.rules.bits import has
from bansha.rules.phases import NIGHT, NOBODY
from bansha.rules.piper.camps import rats_at_large
from bansha.rules.piper.codes import (
    BITE,
    DECEIVE,
    F_LAST_OUT,
    F_MARKED,
    F_OUT,
    F_PLAGUE_BITE,
    LEAD,
    LIAR,
    PIPER,
    PROTECT,
    PROTECTOR,
)
from bansha.rules.piper.course import open_night
from bansha.rules.piper.night import find
from bansha.rules.piper.orders import order_refusal, send
from bansha.rules.piper.state import State
from bansha.rules.refusals import LAWFUL

PRIME = 2147483647


def search_nights(s: State, x: Search) -> int:
    """Search a board at nightfall; how many nights were tried."""
    s.phase = NIGHT
    one = NOBODY
    two = NOBODY
    liar = NOBODY
    protector = NOBODY
    piper = NOBODY
    for seat in range(s.seats):
        if has(rats_at_large(s), seat):
            two = one
            one = seat
        elif s.identity[seat] == LIAR:
            liar = seat
        elif s.identity[seat] == PROTECTOR:
            protector = seat
        elif s.identity[seat] == PIPER:
            piper = seat
    for first in range(s.seats):
        for second in range(-1, s.seats):
            if (second < 0) != (two < 0):
                continue
            for deceived in range(-1, s.seats):
                for guarded in range(-1, s.seats):
                    for wanted in range(-1, s.seats):
                        open_night(s)
                        if (
                            sent(s, one, BITE, first)
                            and sent(s, two, BITE, second)
                            and sent(s, liar, DECEIVE, deceived)
                            and sent(s, protector, PROTECT, guarded)
                            and sent(s, piper, LEAD, wanted)
                        ):
                            every_ordering(s, x)
    return x.nights


def sent(s: State, seat: int, power: int, target: int) -> int:
    """Send it, if it is lawful; 1 if so, or if there is nothing to send."""
    if target < 0:
        return 1
    if order_refusal(s, seat, power, target) != LAWFUL:
        return 0
    send(s, seat, power, target)
    return 1


def every_ordering(s: State, x: Search) -> None:
    """Adjudicate the standing orders in every order of sending; all must find the same."""
    rewind(x, s.orders)
    expected = -1
    swap = 0
    while swap >= 0:
        answers = find(s)
        found = outcome(s)
        x.nights += 1
        if expected < 0:
            expected = found
        if answers != 1 or found != expected or last_found(s) != last_by_sending(s):
            keep_hole(s, x, 2 if answers == 1 else 0)
        swap = next_swap(x, s.orders)
        if swap >= 0:
            swap_orders(s, swap >> 4, swap & 15)


def outcome(s: State) -> int:
    """A number that two adjudications share if they find the same of the same orders, in whatever order."""
    total = 0
    for k in range(s.found):
        what = s.f_what[k]
        if what == F_LAST_OUT:
            continue
        order = s.f_order[k]
        row = what
        row = row * 64 + s.f_whom[k] + 1
        row = row * 512 + (s.sender[order] * 8 + s.power[order] + 1 if order >= 0 else 0)
        if what != F_MARKED:  # of two bites on one person one makes the first mark, whichever it is
            row = row * 64 + s.f_detail[k] + 1
        row %= PRIME
        total += row * row % PRIME * row % PRIME
    return total


def last_found(s: State) -> int:
    """Who may cast a deciding vote by the findings, NOBODY if none of tonight's."""
    for k in range(s.found):
        if s.f_what[k] == F_LAST_OUT:
            return s.f_whom[k]
    return NOBODY


def last_by_sending(s: State) -> int:
    """P-R10 once more: of those who go out, the one on whom the bite that was sent last lands."""
    last = NOBODY
    latest = -1
    for k in range(s.found):
        what = s.f_what[k]
        if what in (F_MARKED, F_PLAGUE_BITE) and s.f_order[k] > latest:
            for other in range(s.found):
                if s.f_what[other] == F_OUT and s.f_whom[other] == s.f_whom[k]:
                    latest = s.f_order[k]
                    last = s.f_whom[k]
    return last


def swap_orders(s: State, i: int, k: int) -> None:
    """Orders ``i`` and ``k`` were sent in each other's place."""
    for row in (s.sender, s.power, s.target, s.drawn):
        held = row[i]
        row[i] = row[k]
        row[k] = held


def keep_hole(s: State, x: Search, answers: int) -> None:
    """Count a night without exactly one outcome, and keep the orders of the first one with the fewest."""
    x.holes += 1
    if x.holes > 1 and s.orders >= x.rows:
        return
    x.answers = answers
    x.rows = s.orders
    for i in range(s.orders):
        x.hole[6 * i] = s.sender[i]
        x.hole[6 * i + 1] = s.power[i]
        x.hole[6 * i + 2] = s.target[i]
        x.hole[6 * i + 3] = NOBODY
        x.hole[6 * i + 4] = s.sender[i]
        x.hole[6 * i + 5] = s.sender[i]
