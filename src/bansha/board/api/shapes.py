"""What goes over the wire. Seats are numbers from 0 in the order of the seat table; −2 is 无 (abstain), −1 nobody. Times are ISO with offset."""

from datetime import datetime
from typing import Any

from ninja import Field, Schema


class GameOut(Schema):
    """A game as everybody sees it."""

    id: str
    title: str
    rules: str = Field(description="xia or piper")
    status: str = Field(description="sign_up, running or finished")
    phase: str = Field(description="sign_up, day, runoff, decider, night, words, interval or over")
    day: int
    start: datetime = Field(description="when day 1 opens")
    closes: datetime | None = Field(description="when the open phase ends")
    paused: bool
    ended: datetime | None
    seats: int
    taken: int
    needs_word: bool = Field(description="sign-up needs the organiser's word")


class SeatOut(Schema):
    """A seat as everybody sees it."""

    number: int
    name: str
    out: str = Field(description="the identity that was published when the player went out; empty while in the game")


class WholeGameOut(GameOut):
    """With its seats and the terms it is played under."""

    players: list[SeatOut]
    options: dict[str, Any]
    calendar: dict[str, Any]
    commitment: str = Field(description="SHA-256 of what the deal is drawn from, published before it")
    own_seat: int | None = Field(description="the caller's, if he plays")


class ThreadOut(Schema):
    """A thread the caller may read; floors up to ``last``, 0 for a director who has not looked into a room."""

    key: str
    title: str
    last: int
    open: bool


class RulingOut(Schema):
    """How the director read a vote post."""

    voter: int
    target: int
    counts: bool
    text: str
    clause: str


class PostOut(Schema):
    """A post; ``seat`` is null for the director's."""

    floor: int
    seat: int | None
    name: str
    text: str
    html: str
    quote: int = Field(description="the quoted floor, 0 for none")
    at: datetime
    ruling: RulingOut | None


class PostIn(Schema):
    """A new post. A vote is a post in the vote thread in the law's form; a change quotes the post that counts."""

    text: str
    quote: int = 0


class BallotOut(Schema):
    """A line of the ledger."""

    thread: str
    floor: int
    at: datetime
    ruling: RulingOut


class NoticeOut(Schema):
    """Something the director said to the caller or to everybody; ``place`` counts what was said to that addressee."""

    place: int
    at: datetime
    what: str
    args: list[Any]
    text: str


class RoomNoticeOut(Schema):
    """Something the director said to a room while the caller was in it."""

    room: int
    at: datetime
    what: str
    args: list[Any]
    text: str


class MessageIn(Schema):
    """A private message to the director, in free words: an order, a proxy, a correction …"""

    text: str


class AnswerOut(Schema):
    """What the director answered; the same whatever an order's hidden fate."""

    what: str
    args: list[Any]
    text: str


class SignUpIn(Schema):
    """``word``: the organiser's, where one is needed. ``meant``: take the name although it is unwise."""

    name: str
    word: str = ""
    meant: bool = False


class OwnSeatOut(Schema):
    """The caller's seat."""

    number: int
    name: str
    out: str
    wants_substitute: bool


class MeOut(Schema):
    """The caller's account."""

    name: str
    language: str
    zone: str
    games: list[str]
