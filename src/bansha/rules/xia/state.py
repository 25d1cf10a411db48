"""The state of a game of 群侠, declared once for both ways of running it, and the options it is dealt under."""

from typing import ClassVar

from bansha.rules.findings import CAPACITY
from bansha.rules.states import SEATS
from bansha.rules.xia.codes import CAMPS, IDENTITIES, PARTIES


class State:
    """Plain ints and lists of ints; no behaviour. Seats are numbers, sets of seats bitsets."""

    LENGTHS: ClassVar[dict[str, int]] = {
        "identity": SEATS, "holders": IDENTITIES, "banned_power": PARTIES, "banned_target": PARTIES,
        "party": PARTIES, "power": PARTIES, "target": PARTIES, "second": PARTIES, "sender": PARTIES, "answers": PARTIES,
        "fate": PARTIES, "lands": PARTIES, "lands_second": PARTIES,
        "vote": SEATS, "vote_floor": SEATS, "change": SEATS, "change_floor": SEATS, "total": SEATS, "score": IDENTITIES,
        "won": CAMPS,
        "f_what": CAPACITY, "f_whom": CAPACITY, "f_order": CAPACITY, "f_clause": CAPACITY, "f_detail": CAPACITY,
    }  # fmt: skip

    # Options of the game (the law's numbers).
    threshold_num: int  # out with threshold_num/threshold_den of the living
    threshold_den: int
    independence_night: int  # after this night neutrals become independent
    commoners_out: int  # 侠士 that must be out for the independents' (b)
    change_cutoff: int  # seconds before the end
    illusion3_cutoff: int
    score: list[int]  # by identity
    draw_score: int

    # The table.
    seats: int
    phase: int
    day: int
    alive: int
    identity: list[int]  # by seat
    holders: list[int]  # by identity: who holds it, out or not
    radiant: int
    silver: int
    dragon: int
    illusionist: int

    # Powers left.
    reflections: int
    spent: int  # bit per illusion
    learnt: int  # bit per power that silver may use this coming night
    banned_power: list[int]  # by party: last night's order, if its repetition is banned
    banned_target: list[int]

    # The night's standing orders, in order of sending.
    orders: int
    party: list[int]
    power: list[int]
    target: list[int]
    second: list[int]  # the other one of 幻觉一
    sender: list[int]
    answers: list[int]  # the member who answers if the order is turned
    fate: list[int]
    lands: list[int]
    lands_second: list[int]

    # Illusions on the day.
    forced: int
    leader: int
    immune: int
    strike: int  # floor named by 幻觉三, 0 if none stands

    # The vote thread.
    pair: int  # the two of a runoff
    vote: list[int]  # by seat: first valid vote
    vote_floor: list[int]
    change: list[int]
    change_floor: list[int]
    posted: int  # who has a vote post, void or not
    void_change: int  # whose last change was void, and may be put right
    total: list[int]  # by seat, of the last tally

    # Last words, draw, end.
    words: int  # who may still speak
    agreed: int
    over: int
    draw: int
    won: list[int]  # by camp: 0, or 1 (a), 2 (b), 3 both

    # Findings of the last adjudication.
    found: int
    overflow: int
    f_what: list[int]
    f_whom: list[int]
    f_order: list[int]
    f_clause: list[int]
    f_detail: list[int]

    __slots__ = tuple(name for name in __annotations__ if name != "LENGTHS")
