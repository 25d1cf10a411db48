"""The state of a game of 斑衣吹笛人, declared once for both ways of running it, and the options it is dealt under."""

from typing import ClassVar

from bansha.rules.findings import CAPACITY
from bansha.rules.piper.codes import CAMPS, IDENTITIES
from bansha.rules.states import SEATS


class State:
    """Plain ints and lists of ints; no behaviour. Seats are numbers, sets of seats bitsets.

    Every seat is a party of its own, so there are at most ``SEATS`` standing orders.
    """

    LENGTHS: ClassVar[dict[str, int]] = {
        "marks_needed": IDENTITIES, "score": IDENTITIES, "led_score": IDENTITIES,
        "identity": SEATS, "holders": IDENTITIES, "marks": SEATS, "banned_target": SEATS,
        "sender": SEATS, "power": SEATS, "target": SEATS, "drawn": SEATS, "lands": SEATS,
        "vote": SEATS, "vote_floor": SEATS, "change": SEATS, "change_floor": SEATS, "total": SEATS,
        "won": CAMPS,
        "f_what": CAPACITY, "f_whom": CAPACITY, "f_order": CAPACITY, "f_clause": CAPACITY, "f_detail": CAPACITY,
    }  # fmt: skip

    # Options of the game (the law's numbers).
    threshold_num: int  # out with MORE than threshold_num/threshold_den of the living
    threshold_den: int
    change_cutoff: int  # seconds before the end
    few_alive: int  # so many living are few enough for the killers' third condition
    marks_needed: list[int]  # by identity: out at so many marks, 0 never
    score: list[int]  # by identity, not led
    led_score: list[int]  # by identity, led
    draw_score: int

    # The table.
    seats: int
    phase: int
    day: int
    alive: int
    identity: list[int]  # by seat
    holders: list[int]  # by identity: who holds it, out or not
    led: int  # from the dawn on, out or not
    marks: list[int]  # by seat
    voted_out: int  # by votes, the deciding one included
    last_bitten: int  # most recently put out by rats, NOBODY if none was
    plague_announced: int
    banned_target: list[int]  # by seat: whom it named last night, if its power may not be repeated

    # The night's standing orders, in order of sending, drawn bites last.
    orders: int
    sender: list[int]
    power: list[int]
    target: list[int]
    drawn: list[int]  # 1 if the director drew the target
    lands: list[int]  # where a bite lands

    # The vote thread.
    pair: int  # the two of a runoff or deciding vote
    vote: list[int]  # by seat: first vote, ABSTAIN if it was void
    vote_floor: list[int]
    change: list[int]
    change_floor: list[int]
    posted: int  # who has used the vote, void or not
    change_used: int  # who has used the change, void or not
    total: list[int]  # by seat, of the last tally
    decision: int  # the deciding vote that stands, NOBODY if none was sent

    # Last words, draw, end.
    words: int  # who may still speak
    agreed: int
    over: int
    draw: int
    won: list[int]  # by camp: 0, or which condition holds

    # Findings of the last adjudication.
    found: int
    overflow: int
    f_what: list[int]
    f_whom: list[int]
    f_order: list[int]
    f_clause: list[int]
    f_detail: list[int]

    __slots__ = tuple(name for name in __annotations__ if name != "LENGTHS")
