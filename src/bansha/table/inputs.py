"""Everything that can happen to a game, as data. A log line holds one of these as ``[kind, field, …]``.

Seats are numbers, times ISO strings with an offset, threads ids (``threads``). Here is decided whether an input is well formed: every
field of its kind (``checked``). Whether it makes sense, and is lawful, is not.
"""

from collections.abc import Callable
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
    """Take up a game dealt elsewhere, or in the middle: identities by seat, a position (docs/cases.md, seats as numbers) or none."""

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


# What a field may hold, by its annotation; texts by the name of the field.
LONGEST = {"text": 20_000, "reason": 1_000, "name": 100, "seed": 200, "salt": 200}
LONG_ENOUGH = 100
MOST_INT = 1 << 53
MOST_ITEMS, DEEPEST = 2_000, 5
Check = Callable[[Any, int], bool]


def is_text(value: Any, longest: int) -> bool:
    """Text that a log can keep: no lone surrogates, no NUL."""
    if type(value) is not str or len(value) > longest or "\0" in value:
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_int(value: Any, _longest: int = 0) -> bool:
    """A whole number, no truth value, that every reader of JSON keeps exactly."""
    return type(value) is int and -MOST_INT < value < MOST_INT


def is_json(value: Any, longest: int, deep: int = 0) -> bool:
    """Data that comes back from JSON as it went in, but for keys, which become text. Cyclic data is too deep."""
    if value is None or type(value) is bool:
        return True
    if isinstance(value, dict):
        keys = all(is_int(key) or is_text(key, LONG_ENOUGH) for key in value) and len({str(key) for key in value}) == len(value)
        return keys and len(value) <= MOST_ITEMS and deep < DEEPEST and all(is_json(item, longest, deep + 1) for item in value.values())
    if isinstance(value, list):
        return len(value) <= MOST_ITEMS and deep < DEEPEST and all(is_json(item, longest, deep + 1) for item in value)
    return is_int(value) or is_text(value, longest)


def is_list(of: Check) -> Check:
    """A list of such values."""
    return lambda value, longest: type(value) is list and len(value) <= MOST_ITEMS and all(of(item, longest) for item in value)


BY_TYPE: dict[Any, Check] = {
    str: is_text,
    int: is_int,
    list[str]: is_list(is_text),
    list[int]: is_list(is_int),
    list[Any]: lambda value, _longest: type(value) is list and is_json(value, LONGEST["text"]),
    dict[str, Any] | None: lambda value, longest: value is None or (type(value) is dict and is_json(value, longest)),
}
FIELDS: dict[type, tuple[tuple[str, Check, int], ...]] = {
    kind: tuple((name, BY_TYPE[of], LONGEST.get(name, LONG_ENOUGH)) for name, of in kind.__annotations__.items()) for kind in KINDS.values()
}
NESTED = (Begin, Correct)  # kinds whose fields somebody may still hold and change, and whose keys become text


def checked(what: Any) -> None:
    """Raises Malformed unless ``what`` is an input with every field of its kind."""
    fields = FIELDS.get(type(what))
    if fields is None:
        raise malformed(what)
    for value, (name, holds, longest) in zip(what, fields, strict=True):
        if not holds(value, longest):
            raise Malformed(
                "field",
                f"{KIND_OF[type(what)]} 的 {name} 不对：{shown(value)}",
                f"{name} of {KIND_OF[type(what)]} is of the wrong kind, too long or cannot be kept: {shown(value)}",
            )


def shown(value: Any) -> str:
    """A value for an error, cut short and in characters that can be printed."""
    text = ascii(value) if isinstance(value, str | int | float | bool) or value is None else type(value).__name__
    return text if len(text) <= LONG_ENOUGH else f"{text[:LONG_ENOUGH]}…"


def malformed(data: Any) -> Malformed:
    """The error for what is no input."""
    return Malformed(
        "input", f"不认识的输入：{shown(data)}", f"not an input: {shown(data)}; it is one of {', '.join(KINDS)} with its fields"
    )


def detached(value: Any) -> Any:
    """A copy as JSON would hold it, so that the log does not change when its sender's lists do."""
    if isinstance(value, dict):
        return {str(key): detached(item) for key, item in value.items()}
    return [detached(item) for item in value] if isinstance(value, list | tuple) else value


def to_data(what: Input) -> list[Any]:
    """``[kind, field, …]``, JSON-ready and nobody else's."""
    data = [KIND_OF[type(what)], *what]
    return [detached(field) for field in data] if isinstance(what, NESTED) else data


def from_data(data: Any) -> Input:
    """The inverse. Raises Malformed for an unknown kind or another number of fields; the fields themselves are not looked at."""
    kind = KINDS.get(data[0]) if type(data) is list and data and type(data[0]) is str else None
    if kind is None:
        raise malformed(data)
    try:
        return kind(*data[1:])
    except TypeError:
        raise malformed(data) from None
