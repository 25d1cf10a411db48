"""What the director says: notices, each to the public, a seat, a room or the director.

A notice carries seats and codes as ints, never names or sentences; the table's texts make words of it. A page for a seat is built from
what is addressed to it. The kinds that may go to the public are a closed set (``PUBLIC``), and none of them has a place for a cause of
death, a mark, a led player or whose votes are followed.
"""

from typing import Any, NamedTuple


class Notice(NamedTuple):
    """``to`` is ``"public"``, ``"director"``, ``"s3"`` (seat 3) or ``"r0"`` (room 0); ``args`` is JSON-ready, as said beside the kind."""

    to: str
    what: str
    args: list[Any]


EVERYBODY = "public"
DIRECTOR = "director"


def to_seat(seat: int) -> str:
    """The address of a seat."""
    return f"s{seat}"


def to_room(room: int) -> str:
    """The address of a room."""
    return f"r{room}"


PUBLIC = {
    "opened": "rules, commitment, seats",  # the first notice of a game
    "signed_up": "seat, name",
    "left": "name",
    "dealt": "names, start",
    "phase": "phase, day, closes, candidates",
    "thread": "thread, floor of the director's post",
    "ledger": "thread, floor, voter, ruling, target, [how, typed, meant], by",
    "tally": "phase, day, counts, forced, struck floor, saved, out, identity, the two of a runoff",
    "decided": "day, decider, target, identity, drawn",
    "dawn": "day, [[seat, identity]], [public signs]",
    "sign": "sign",
    "spoken": "seat",
    "waived": "seat",
    "adjusted": "phase, day, closes, reason",
    "early": "day",
    "vote_corrected": "voter, target, reason",
    "substituted": "seat, name, former name",
    "draw_declared": "reason",
    "over": "winners, draw clause, [[seat, identity, half points]], seed, salt",
    "rectified": "what was announced wrongly, what is right",
}
