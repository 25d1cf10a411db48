"""Logs: replaying one, long ones, one more entry, one more post in a long vote thread. The game is a plausible one of 20 players in which few go out.

What an entry costs must not grow with the game. Growth is measured on entries of the same mixture at both lengths.
"""

import json
import random
from datetime import datetime, timedelta
from functools import cache

from bench.harness import Comparison, Sample, timed

NAMES = (
    "水饺", "包子", "花卷", "馒头", "烧卖", "汤圆", "粽子", "油条", "豆浆", "煎饼",
    "米线", "凉皮", "锅贴", "春卷", "麻团", "年糕", "月饼", "元宵", "馄饨", "拉面",
)  # fmt: skip
TALK = (
    "我觉得{}昨天的发言前后对不上，先说信赤侠，后来又改口，大家往前翻翻。",
    "同意楼上。{}一直没有说清楚为什么改票，理由写得也太短了。",
    "今天先听听{}怎么说，别急着跟票，上次就是这样投错的。",
    "整理一下：前天的票我看了三遍，{}和我投的是同一个人，可是理由完全不同，这一点很奇怪。",
)
START = datetime(2026, 11, 30, 20, 0)


class Game:
    """A table that is fed entries of a plausible mixture: of ten, eight are talk, one a vote post, one a vote post that quotes."""

    def __init__(self) -> None:
        from bansha.rules.phases import DAY
        from bansha.table.header import open_header
        from bansha.table.inputs import Begin
        from bansha.table.table import Table

        self.day = DAY
        self.dice = random.Random(7)
        self.table = Table(open_header("xia", reminder=0))
        self.at = START
        identities = list(self.table.law.seating(self.table.options))
        self.table.receive(Begin(list(NAMES), identities, None, "bench", START.isoformat()), START)
        self.pass_time(timedelta())

    def pass_time(self, by: timedelta) -> None:
        """Let time go by; while no day is open, to the next one."""
        from bansha.table.inputs import Tick

        self.at += by
        self.table.receive(Tick(), self.at)
        while self.table.phase != self.day:
            due = self.table.due
            assert due is not None, "the game of the benchmark is over too soon"
            self.at = due.replace(tzinfo=None)
            self.table.receive(Tick(), self.at)

    def entry(self, thread: str = "") -> None:
        """One more entry of the mixture, or of one in which every post goes to the vote thread and every third is a vote post."""
        from bansha.table.inputs import Post

        self.at += timedelta(seconds=1)
        turn = len(self.table.log)
        seat = self.dice.randrange(20)
        while not (self.table.state.alive >> seat) & 1:
            seat = self.dice.randrange(20)
        name = self.dice.choice(NAMES)
        talk = TALK[turn % 4].format(name)
        votes = self.table.voting
        if turn % 3 if thread else turn % 10 < 8:
            post = Post(votes if thread else votes.replace("votes", "talk"), seat, talk)
        elif turn % 2:
            post = Post(votes, seat, f"投票对象：{name}\n投票理由：{talk}")
        else:
            post = Post(votes, seat, f"改票对象：{name}\n改票理由：{talk}", self.dice.randint(1, self.table.threads[votes].floors))
        self.table.receive(post, self.at)

    def entries(self, n: int, thread: str = "") -> None:
        """So many more."""
        for _ in range(n):
            self.entry(thread)

    def grow(self, entries: int, days: int = 6) -> "Game":
        """Go on until the log has so many entries, spread over some days."""
        per_day = max(1, entries // days)
        while len(self.table.log) < entries:
            for _ in range(min(per_day, entries - len(self.table.log))):
                self.entry()
            if len(self.table.log) < entries:
                self.pass_time(timedelta(hours=26))
        return self


@cache
def lines(entries: int) -> tuple[bytes, ...]:
    """The log of a game of so many entries, as a file holds it."""
    from bansha.table.replaying import log_lines, replay

    log = tuple(line.encode() for line in log_lines(Game().grow(entries).table))
    assert replay(log)[1] == [], "the replay says something else than the game"
    return log


class Replay:
    """Replaying a log; a unit is the log."""

    def __init__(self, entries: int, times: int) -> None:
        self.lines, self.times = lines(entries), times

    def __call__(self) -> Sample:
        """Replay it some times."""
        from bansha.table.replaying import replay

        return timed(lambda: [replay(self.lines) for _ in range(self.times)], self.times)


class Parse(Replay):
    """Only parsing its JSON lines."""

    def __call__(self) -> Sample:
        """Parse it some times."""
        return timed(lambda: [[json.loads(line) for line in self.lines] for _ in range(self.times)], self.times)


class OneMore:
    """One more entry on a game of so many; a unit is an entry. Measured on a few, which make the game hardly longer."""

    FEW = 60

    def __init__(self, entries: int) -> None:
        self.entries = entries
        self.game = Game().grow(entries, days=2)

    def again(self) -> None:
        """A short game would double in length: begin it anew."""
        if len(self.game.table.log) > max(self.entries + 10 * self.FEW, 2 * self.entries):
            self.__init__(self.entries)  # type: ignore[misc]

    def __call__(self) -> Sample:
        """Measure on a few entries."""
        self.again()
        return timed(lambda: self.game.entries(self.FEW), self.FEW)


class VotePost(OneMore):
    """One more post in a vote thread of so many floors; a unit is a post."""

    def __init__(self, floors: int) -> None:
        self.entries = floors
        self.game = Game()
        while self.game.table.threads[self.game.table.voting].floors < floors:
            self.game.entry("votes")

    def again(self) -> None:
        """As above, by floors."""
        if self.game.table.threads[self.game.table.voting].floors > max(self.entries + 3 * self.FEW, 2 * self.entries):
            self.__init__(self.entries)  # type: ignore[misc]

    def __call__(self) -> Sample:
        """Measure on a few posts."""
        self.again()
        return timed(lambda: self.game.entries(self.FEW, "votes"), self.FEW)


def comparisons() -> list[Comparison]:
    """Replay against parsing by the standard library, 20,000 entries against 2,000, one more entry or vote post in a long game against a short one."""
    return [
        Comparison("replay of 2,000 entries / json.loads of its lines", "", "dearer", 2.0, Replay(2_000, 5), Parse(2_000, 20), 7),
        Comparison("replay of 20,000 entries / of 2,000", "", "dearer", 13, Replay(20_000, 1), Replay(2_000, 5)),
        Comparison("one more entry at 2,000 / at 20", "", "dearer", 1.3, OneMore(2_000), OneMore(20), 31),
        Comparison("one more post in a vote thread at floor 2,000 / at 20", "", "dearer", 1.3, VotePost(2_000), VotePost(20), 31),
    ]
