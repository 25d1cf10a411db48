"""Everything that can happen to a game, as data. A log line holds one of these as ``[kind, field, …]``.

Seats are numbers, times ISO strings with an offset, threads ids (``threads``). Whether an input makes sense is not decided here.
"""

from typing import Any, NamedTuple

from bansha.rules.errors import Malformed


class SignUp(NamedTuple):
    """Somebody takes a seat under a nickname."""

    name: str


class Leave(NamedTuple):
    """Somebody gives the seat back before the deal."""

    name: str


class Deal(NamedTuple):
    """Deal the roles by the committed seed and salt; day 1 opens at ``start``."""

    seed: str
    salt: str
    start: str


class Begin(NamedTuple):
    """Take up a game dealt elsewhere, or in the middle: identities by seat, a position (FORMAT.md, seats as numbers) or none."""

    names: list[str]
    identities: list[int]
    position: dict[str, Any] | None
    seed: str
    start: str


class Post(NamedTuple):
    """A post in a thread; ``quote`` is the floor of the quoted post in the same thread, 0 for none."""

    thread: str
    seat: int
    text: str
    quote: int = 0


class Message(NamedTuple):
    """A private message to the director."""

    seat: int
    text: str


class Tick(NamedTuple):
    """It is now so late."""


class Adjust(NamedTuple):
    """The director gives the open phase another end (X-R37)."""

    closes: str
    reason: str = ""


class Pause(NamedTuple):
    """The director stops the clock: nothing is due, and players send nothing, until it goes on (X-R37)."""

    reason: str = ""


class Resume(NamedTuple):
    """The director lets the clock go on; the open phase ends at ``closes`` (X-R37)."""

    closes: str
    reason: str = ""


class OpenEarly(NamedTuple):
    """The director opens the discussion while last words go on (X-R38)."""


class CorrectVote(NamedTuple):
    """The director corrects how a seat's vote was read; −2 is 无, −1 no vote."""

    seat: int
    target: int
    reason: str


class ProxyPost(NamedTuple):
    """The director posts a proxy vote that was asked for elsewhere (X-R42)."""

    seat: int
    target: int


class Substitute(NamedTuple):
    """Somebody else takes the seat with all that is its own (X-R45)."""

    seat: int
    name: str


class DeclareDraw(NamedTuple):
    """The director declares a draw (X-R33, P-R15)."""

    reason: str = ""


class Correct(NamedTuple):
    """Entry ``entry`` of the log should have been ``[kind, field, …]``."""

    entry: int
    replacement: list[Any]


Input = (
    SignUp
    | Leave
    | Deal
    | Begin
    | Post
    | Message
    | Tick
    | Adjust
    | Pause
    | Resume
    | OpenEarly
    | CorrectVote
    | ProxyPost
    | Substitute
    | DeclareDraw
    | Correct
)

KINDS: dict[str, type[Input]] = {
    "sign_up": SignUp,
    "leave": Leave,
    "deal": Deal,
    "begin": Begin,
    "post": Post,
    "message": Message,
    "tick": Tick,
    "adjust": Adjust,
    "pause": Pause,
    "resume": Resume,
    "open_early": OpenEarly,
    "correct_vote": CorrectVote,
    "proxy": ProxyPost,
    "substitute": Substitute,
    "declare_draw": DeclareDraw,
    "correct": Correct,
}
KIND_OF = {kind: name for name, kind in KINDS.items()}


def to_data(what: Input) -> list[Any]:
    """``[kind, field, …]``, JSON-ready."""
    return [KIND_OF[type(what)], *what]


def from_data(data: list[Any]) -> Input:
    """The inverse. Raises Malformed."""
    try:
        kind, *fields = data
        return KINDS[kind](*fields)
    except (KeyError, TypeError, ValueError):
        raise Malformed(
            "input", f"不认识的输入：{data!r}", f"not an input: {data!r}; it is one of {', '.join(KINDS)} with its fields"
        ) from None
