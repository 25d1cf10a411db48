"""Games on the board for tests: opened, joined, dealt and played through ``receive``, by a clock that the test moves.

    game = dealt(clock, "xia", phases.NIGHT)          # at the opening of night 1, nobody out
    rat, = game.seats(codes.RAT)[:1]                  # whoever was dealt what
    game.say(rat, f"咬 {game.name(3)}")               # a private message; post, vote, votes, send likewise
    game.until(phases.DAY)                            # the director executes deadlines until the next day opens
    game.client(rat).get(game.url("seat/"))           # as that seat; also visitor, director, staff of conftest

Knows no page. Whoever needs a game to be somewhere *lawfully* plays it there; nothing is written past ``receive``.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from bansha.board.games import create as creating
from bansha.board.games.direct import look_round
from bansha.board.games.models import Directorship, FormerHolder, Game, Heartbeat, Seat
from bansha.board.games.receive import Received, receive
from bansha.board.games.tables import table_of
from bansha.board.people.models import User
from bansha.rules import phases
from bansha.rules.notices import Notice
from bansha.table.inputs import Input, Message, Post, Substitute
from bansha.table.table import Table

NAMES = (
    "水饺", "包子", "花卷", "馒头", "烧卖", "汤圆", "粽子", "油条", "豆浆", "煎饼",
    "米线", "凉皮", "锅贴", "春卷", "麻团", "年糕", "月饼", "元宵", "馄饨", "拉面",
)  # fmt: skip
START = {
    "xia": datetime(2026, 11, 30, 12, 0, tzinfo=UTC),
    "piper": datetime(2026, 11, 30, 4, 30, tzinfo=UTC),
}  # a Monday, Shanghai's opening hours
SEED, SALT = "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"
PASSWORD = "correct horse battery"


class Clock:
    """What ``timezone.now`` says in a test."""

    def __init__(self) -> None:
        self.now = START["piper"] - timedelta(days=1)

    def __call__(self) -> datetime:
        return self.now

    def tick(self, seconds: float = 1) -> datetime:
        """A little later."""
        self.now += timedelta(seconds=seconds)
        return self.now


def user(name: str, **fields: Any) -> User:
    """The account of that name, made if there is none."""
    found = User.objects.filter(username=name).first()
    return found or User.objects.create_user(name, password=PASSWORD, **fields)


def client(who: User | None, **options: Any) -> Client:
    """A client of somebody, or of a visitor."""
    made = Client(**options)
    if who is not None:
        made.force_login(who)
    return made


def there(clock: Clock) -> None:
    """Whatever the clock has leapt over, directors were there all the time."""
    Heartbeat.objects.update_or_create(name="test", defaults={"at": clock.now})


@contextmanager
def chance(seed: str, salt: str) -> Iterator[None]:
    """A game created inside has this seed and salt."""
    drawn = iter((seed, salt))

    class Fixed:
        token_hex = staticmethod(lambda _n: next(drawn))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(creating, "secrets", Fixed())
        yield


class BoardGame:
    """A game on the board and the clock of its site. Whatever is sent comes a second after what came before."""

    def __init__(self, clock: Clock, pk: str, users: list[User], organiser: User) -> None:
        self.clock, self.pk, self.users, self.organiser = clock, pk, users, organiser

    # ---- what it is ------------------------------------------------------------------------------------------------------------------

    @property
    def row(self) -> Game:
        """The game's row as it is now."""
        return Game.objects.get(pk=self.pk)

    @property
    def table(self) -> Table:
        """The table as it is now."""
        with transaction.atomic():
            return table_of(self.row)

    def name(self, seat: int) -> str:
        """The seat's nickname."""
        return self.table.names[seat]

    def seats(self, *identities: int) -> list[int]:
        """The seats that hold one of these identities now (``codes`` of the rule set)."""
        state = self.table.state
        return [seat for seat in range(state.seats) if state.identity[seat] in identities]

    @property
    def alive(self) -> list[int]:
        """The living."""
        state = self.table.state
        return [seat for seat in range(state.seats) if state.alive >> seat & 1]

    @property
    def dead(self) -> list[int]:
        """Whoever is out."""
        return sorted(set(range(self.table.state.seats)) - set(self.alive))

    def url(self, rest: str = "") -> str:
        """An address of the game."""
        return f"/g/{self.pk}/{rest}"

    # ---- who looks ---------------------------------------------------------------------------------------------------------------------

    def client(self, seat: int, **options: Any) -> Client:
        """A client of whoever holds the seat."""
        return client(self.users[seat], **options)

    def director(self, **options: Any) -> Client:
        """A client of the organiser, who directs."""
        return client(self.organiser, **options)

    # ---- what happens ------------------------------------------------------------------------------------------------------------------

    def send(self, what: Input | Callable[[Table], Input], who: User | None = None) -> Received:
        """Give an input to the game, now and a second later."""
        self.clock.tick()
        return receive(self.pk, what, user=who.pk if who else None)

    def post(self, seat: int, text: str = "说话", thread: str = "", quote: int = 0) -> Received:
        """A post, by default in the open discussion."""
        return self.send(Post(thread or self.table.talks[-1], seat, text, quote), self.users[seat])

    def vote(self, seat: int, target: int, quote: int = 0) -> Received:
        """A vote in the law's own form; a change with ``quote``."""
        label, table = "改" if quote else "投", self.table
        name = table.names[target] if target >= 0 else "无"
        return self.post(seat, f"{label}票对象：{name}\n{label}票理由：见讨论帖", table.voting, quote)

    def votes(self, target: int, *seats: int) -> None:
        """Several vote for one."""
        for seat in seats:
            self.vote(seat, target)

    def say(self, seat: int, text: str) -> list[Notice]:
        """A private message to the director."""
        return self.send(Message(seat, text), self.users[seat]).said

    def next(self) -> None:
        """Let time pass to the next thing that is due; the automatic director executes it."""
        due = self.table.due
        assert due is not None, "nothing is due"
        self.clock.now = max(self.clock.now, due.astimezone(UTC))
        there(self.clock)
        look_round("test")

    def until(self, phase: int, day: int = 0) -> "BoardGame":
        """Let time pass until the next phase of that kind (and of that day) opens."""
        here = (self.table.phase, self.row.day)
        self.next()
        while (table := self.table).phase != phase or (table.phase, table.state.day) == here or (day and table.state.day != day):
            assert not table.over, "the game is over"
            self.next()
        return self

    def finish(self) -> "BoardGame":
        """The director declares a draw: the shortest way to an ended game."""
        from bansha.table.inputs import DeclareDraw

        self.send(DeclareDraw("到此为止"), self.organiser)
        return self

    def substitute(self, seat: int, name: str) -> User:
        """Somebody else takes the seat; back comes the former holder."""
        former, other = self.users[seat], user(f"{name}-{self.pk}")
        with transaction.atomic():
            self.send(Substitute(seat, name), self.organiser)
            Seat.objects.filter(game=self.pk, number=seat).update(user=other, name=name)
            FormerHolder.objects.create(game_id=self.pk, user=former, number=seat)
        self.users[seat] = other
        return former


def dealt(
    clock: Clock, rules: str = "piper", phase: int = phases.SIGNUP, day: int = 1, *, seed: str = SEED, salt: str = SALT,
    prefix: str = "u", title: str = "", seats: int = 0, **options: Any,
) -> BoardGame:  # fmt: skip
    """A game whose seats were taken and dealt, at the opening of a phase; nobody does anything on the way.

    ``seed`` decides who is what; ``prefix`` names the accounts, so that two games can be played by different people; ``seats`` stops
    sign-up there. What else ``create`` takes is passed on: ``cal``, ``options``, ``graveyard`` …
    """
    organiser = user(f"org-{prefix}")
    clock.now = max(clock.now, START[rules] - timedelta(days=1))
    start = START[rules]
    while start <= clock.now:
        start += timedelta(days=7)
    with chance(seed, salt):
        made = creating.create(organiser.pk, title or f"测试局 {rules}", rules, start, **options)
    players = []
    for i, name in enumerate(NAMES[: seats or made.header["seats"]]):
        players.append(user(f"{prefix}{i}"))
        clock.tick()
        creating.join(made, players[-1].pk, name)
    game = BoardGame(clock, made.pk, players, organiser)
    return game if phase == phases.SIGNUP else game.until(phase, day)


def directs(game: BoardGame, who: User) -> User:
    """Make somebody a co-director."""
    Directorship.objects.create(game_id=game.pk, user=who)
    return who


def nights_fail(monkeypatch: pytest.MonkeyPatch, it: BoardGame, fault: Exception) -> None:
    """From now on no night of the game's rule set can be closed; every other phase can."""
    law = type(it.table.law)
    close = law.close

    def fails(self: Any, s: Any, draw: Any) -> Any:
        if s.phase == phases.NIGHT:
            raise fault
        return close(self, s, draw)

    monkeypatch.setattr(law, "close", fails)
