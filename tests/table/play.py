"""Games for the tests of the table: known seats, short verbs, and a fingerprint that shows any change whatever.

Seats are those of the law's seat table (clause 1), in its order: xia 0–2 黑侠, 3 暗侠, 4 幻侠, 5 白侠, 6 赤侠, 7 光侠, 8 银侠, 9 龙侠, 10–14 侠士, 15–19 青侠;
piper 0–2 老鼠, 3 说谎者, 4 保护者, 5–9 普通小孩, 10 跛腿小孩, 11 吹笛人. Day 1 opens on Monday 2026-11-30 at the rule set's opening hour.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from bansha.rules import calendar, phases
from bansha.rules.notices import EVERYBODY, Notice, to_seat
from bansha.table.deal import commitment
from bansha.table.header import open_header
from bansha.table.inputs import Begin, Deal, Input, Message, Post, SignUp, Tick
from bansha.table.replaying import log_lines
from bansha.table.table import Table
from bansha.table.threads import Thread

NAMES = (
    "水饺", "包子", "花卷", "馒头", "烧卖", "汤圆", "粽子", "油条", "豆浆", "煎饼",
    "米线", "凉皮", "锅贴", "春卷", "麻团", "年糕", "月饼", "元宵", "馄饨", "拉面",
)  # fmt: skip
B1, B2, B3, SHADOW, ILLUSIONIST, WHITE, CRIMSON, RADIANT, SILVER, DRAGON = range(10)
C1, C2, C3, C4, C5, A1, A2, A3, A4, A5 = range(10, 20)
R1, R2, R3, LIAR, PROTECTOR, K1, K2, K3, K4, K5, LAME, PIPER = range(12)
OPENING = {"xia": "2026-11-30T20:00", "piper": "2026-11-30T12:30"}
SEED, SALT = "种子", "盐"


def fingerprint(table: Table) -> str:
    """Everything a table holds, log included: equal fingerprints are equal tables."""
    return "\n".join([repr(frozen(vars(table))), *log_lines(table)])


def frozen(value: Any) -> Any:
    """A value with the insides of whatever has slots."""
    if isinstance(value, dict):
        return [(key, frozen(item)) for key, item in value.items()]
    if isinstance(value, list):
        return [frozen(item) for item in value]
    if hasattr(type(value), "__slots__") and not isinstance(value, tuple | str | int | datetime | timedelta):
        return [(name, frozen(getattr(value, name))) for name in type(value).__slots__ if hasattr(value, name)]
    return "…" if type(value).__name__ in ("NameBook", "XiaFace", "PiperFace", "Clock") else repr(value)


class Game:
    """A table and its clock. Whatever is sent comes a second after what came before, unless ``at`` says when."""

    def __init__(self, table: Table, at: datetime) -> None:
        self.table = table
        self.time = table.clock.taken(at)

    def at(self, time: str) -> "Game":
        """Go on from this wall-clock time of the zone; nothing happens yet."""
        self.time = self.table.clock.read(time)
        return self

    def send(self, what: Input, at: str = "") -> list[Notice]:
        """Send an input."""
        self.time = self.table.clock.read(at) if at else self.time + timedelta(seconds=1)
        return self.table.receive(what, self.time)

    def say(self, seat: int, text: str, at: str = "") -> list[Notice]:
        """A private message."""
        return self.send(Message(seat, text), at)

    def post(self, seat: int, text: str = "说话", thread: str = "", quote: int = 0, at: str = "") -> list[Notice]:
        """A post, by default in the open discussion."""
        return self.send(Post(thread or self.table.talks[-1], seat, text, quote), at)

    def vote(self, seat: int, target: int, at: str = "", quote: int = 0) -> list[Notice]:
        """A vote in the law's own form; a change with ``quote``."""
        label = "改" if quote else "投"
        name = self.table.names[target] if target >= 0 else "无"
        return self.post(seat, f"{label}票对象：{name}\n{label}票理由：见讨论帖", self.table.voting, quote, at)

    def votes(self, target: int, *seats: int) -> None:
        """Several vote for one."""
        for seat in seats:
            self.vote(seat, target)

    def next(self) -> list[Notice]:
        """Let time pass to the next thing that is due."""
        assert self.table.due is not None, "nothing is due"
        self.time = self.table.due
        return self.table.receive(Tick(), self.time)

    def until(self, phase: int) -> list[Notice]:
        """Let time pass until the next phase of that kind opens; what was said in the last step."""
        here = (self.table.phase, self.table.state.day)
        said = self.next()
        while self.table.phase != phase or (self.table.phase, self.table.state.day) == here:
            assert not self.table.over, "the game is over"
            said = self.next()
        return said

    def name(self, seat: int) -> str:
        """The seat's name."""
        return self.table.names[seat]


def begun(rules: str, position: dict[str, Any] | None = None, start: str = "", opened: bool = True, **header: Any) -> Game:
    """A game on the law's seats, dealt elsewhere; day 1 is open unless ``opened`` is False."""
    table = Table(open_header(rules, **header))
    start = start or OPENING[rules]
    first = table.clock.read(start)
    if position is not None:
        slot = calendar.scheduled(table.calendar, table.clock.scheduled(first), position["phase"], position["day"])
        first = table.clock.happens(slot.opened)
    identities = list(table.law.seating(table.options))
    game = Game(table, first if opened else first - timedelta(hours=1))
    table.receive(Begin(list(NAMES[: len(identities)]), identities, position, SEED, start), game.time)
    return game


def night(rules: str, number: int = 1, **header: Any) -> Game:
    """A game in its n-th night, nobody out."""
    return begun(rules, {"day": number, "phase": phases.NIGHT}, **header)


def dealt(rules: str, **header: Any) -> Game:
    """A game from its sign-up on, dealt here; day 1 is not yet open."""
    table = Table(open_header(rules, commitment=commitment(SEED, SALT), **header))
    game = Game(table, table.clock.read("2026-11-29T20:00"))
    for name in NAMES[: table.header.seats]:
        game.send(SignUp(name))
    game.send(Deal(SEED, SALT, OPENING[rules]))
    return game


def of(said: Iterable[Notice], *kinds: str) -> list[Notice]:
    """The notices of some kinds."""
    return [notice for notice in said if notice.what in kinds]


def to(said: Iterable[Notice], seat: int) -> list[list[Any]]:
    """What a seat itself was told, as ``[kind, *values]``."""
    return [[notice.what, *notice.args] for notice in said if notice.to == to_seat(seat)]


def everything(table: Table) -> list[Notice]:
    """All that was said, in order."""
    return [notice for entry in table.log for notice in entry.said]


def publicly(said: Iterable[Notice]) -> list[Notice]:
    """What was said to all."""
    return [notice for notice in said if notice.to == EVERYBODY]


def floors(thread: Thread) -> int:
    """How many posts there are, counted."""
    return len(thread.authors)
