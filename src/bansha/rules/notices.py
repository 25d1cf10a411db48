"""What the director says: notices, each to the public, a seat, a room or the director.

A notice carries seats and codes as ints, never names or sentences; the table's texts make words of it. A page for a seat is built from
what is addressed to it. The kinds that may go to the public are a closed set (``PUBLIC``), and none of them has a place for a cause of
death, a mark, a led player or whose votes are followed.
"""

from collections.abc import Callable
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


# The values that a public notice may hold. There is none for a power, an order, a mark, a group, a cause, a leader or whoever is led.
VALUES: dict[str, Callable[[Any], bool]] = {
    "rules": lambda v: isinstance(v, str),
    "hash": lambda v: isinstance(v, str),
    "name": lambda v: isinstance(v, str),
    "time": lambda v: isinstance(v, str),  # ISO with offset, "" for none
    "thread": lambda v: isinstance(v, str),
    "text": lambda v: isinstance(v, str),  # the director's own words
    "typed": lambda v: isinstance(v, str),  # what stands in the post anyway
    "sign": lambda v: isinstance(v, str),
    "seat": lambda v: type(v) is int and v >= 0,
    "nobody": lambda v: type(v) is int and v >= -1,  # a seat or −1
    "target": lambda v: type(v) is int and v >= -2,  # of a vote: a seat, −2 (无) or −1 (none)
    "identity": lambda v: type(v) is int and v >= -1,  # as published
    "camp": lambda v: type(v) is int and v >= 0,
    "phase": lambda v: type(v) is int and v >= 0,
    "day": lambda v: type(v) is int and v >= 0,
    "floor": lambda v: type(v) is int and v >= 0,
    "count": lambda v: type(v) is int and v >= 0,
    "ruling": lambda v: type(v) is int and v >= 0,
    "clause": lambda v: type(v) is int,
    "flag": lambda v: v in (0, 1),
    "notice": lambda v: v is None or (isinstance(v, list) and not problem(Notice(*v), nested=True)),
}

# The public kinds and what each holds, in order: a word of VALUES, ``[…]`` any number of it, ``(…)`` a row.
PUBLIC: dict[str, dict[str, Any]] = {
    "opened": {"rules": "rules", "commitment": "hash", "seats": "count"},  # the first notice of a game
    "signed_up": {"seat": "seat", "name": "name"},
    "left": {"name": "name"},
    "dealt": {"names": ["name"], "start": "time"},
    "phase": {"phase": "phase", "day": "day", "closes": "time", "candidates": ["seat"]},
    "thread": {"thread": "thread", "floor": "floor"},  # the floor of the director's post
    "ledger": {
        "thread": "thread",
        "floor": "floor",
        "voter": "seat",
        "ruling": "ruling",
        "target": "target",
        "how": ["typed"],  # a name read through a slip: how, typed, meant
        "by": "nobody",  # −1: posted by the director
        "stands": "floor",  # the voter's post that counts after this one, 0 if none does
        "until": "time",  # until when a void one may be put right, "" where it cannot
    },
    "tally": {
        "phase": "phase",
        "day": "day",
        "counts": [("seat", "count")],
        "forced": [("seat", "target")],  # votes that an illusion changed; not whose they follow
        "struck": "floor",
        "saved": "nobody",
        "out": "nobody",
        "identity": "identity",
        "level": ["seat"],
    },
    "decided": {"day": "day", "decider": "seat", "target": "seat", "identity": "identity", "drawn": "flag"},
    "dawn": {"day": "day", "out": [("seat", "identity")], "signs": ["sign"]},
    "sign": {"sign": "sign"},
    "spoken": {"seat": "seat"},
    "waived": {"seat": "seat"},
    "adjusted": {"phase": "phase", "day": "day", "closes": "time", "reason": "text"},
    "paused": {"phase": "phase", "day": "day", "reason": "text"},
    "resumed": {"phase": "phase", "day": "day", "closes": "time", "reason": "text"},
    "early": {"day": "day"},
    "vote_corrected": {"voter": "seat", "target": "target", "reason": "text"},
    "substituted": {"seat": "seat", "name": "name", "former": "name"},
    "draw_declared": {"reason": "text"},
    "over": {
        "winners": ["camp"],
        "draw": "clause",  # 0 unless a draw
        "scores": [("seat", "identity", "count")],  # in half points
        "seed": "text",
        "salt": "text",
    },
    "rectified": {"then": "notice", "now": "notice"},  # public ones
}


def problem(notice: Notice, nested: bool = False) -> str:
    """Why a notice may not be public; ``""`` if it is one of the closed set, with the values that its kind has."""
    if notice.to != EVERYBODY:
        return f"addressed to {notice.to}"
    shape = PUBLIC.get(notice.what)
    if shape is None or (nested and notice.what == "rectified"):
        return f"no public kind: {notice.what}"
    if len(notice.args) != len(shape):
        return f"{notice.what}: {len(notice.args)} values for {', '.join(shape)}"
    return next(
        (
            f"{notice.what}.{key}: {value!r}"
            for (key, kind), value in zip(shape.items(), notice.args, strict=True)
            if not holds(kind, value)
        ),
        "",
    )


def holds(kind: Any, value: Any) -> bool:
    """Whether a value is of a kind as ``PUBLIC`` writes it."""
    if isinstance(kind, str):
        return VALUES[kind](value)
    if not isinstance(value, list | tuple):
        return False
    if isinstance(kind, list):
        return all(holds(kind[0], item) for item in value)
    return len(value) == len(kind) and all(holds(k, v) for k, v in zip(kind, value, strict=True))
