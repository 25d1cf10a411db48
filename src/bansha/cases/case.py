"""A case as data: what a file says, checked against the format before anything is played."""

from collections.abc import Iterable
from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple, NoReturn

from bansha.cases.loading import Lined, LinedList, Source, case_error
from bansha.rules import phases
from bansha.rules.errors import BanshaError
from bansha.rules.face import RULE_SETS, Face, face
from bansha.table.header import FIRST_YEAR, LAST_YEAR
from bansha.table.signing import MOST_DAYS

STANDARD = {
    "xia": "黑1 黑侠 黑2 黑侠 黑3 黑侠 暗 暗侠 幻 幻侠 白 白侠 赤 赤侠 光 光侠 银 银侠 龙 龙侠 士1 侠士 士2 侠士 士3 侠士 士4 侠士 士5 侠士 "
    "青1 青侠 青2 青侠 青3 青侠 青4 青侠 青5 青侠",
    "piper": "鼠1 老鼠 鼠2 老鼠 鼠3 老鼠 说 说谎者 护 保护者 童1 普通小孩 童2 普通小孩 童3 普通小孩 童4 普通小孩 童5 普通小孩 跛 跛腿小孩 笛 吹笛人",
}
PHASES = {"day": phases.DAY, "runoff": phases.RUNOFF, "decider": phases.DECIDER, "night": phases.NIGHT, "words": phases.WORDS}
ORDER = {number: place for place, number in enumerate(PHASES.values())}
PHASE_NAMES = {number: name for name, number in PHASES.items()}
STATE_KEYS = {"xia": ("gone", "azure", "reflections", "spent", "learnt"), "piper": ("gone", "marks", "led")}
CASE_KEYS = ("case", "rules", "clauses", "start", "seats", "seed", "script")
SENDING = ("orders", "votes", "changes", "posts", "director")
EXPECTED = (
    "out", "told", "converted", "learnt", "refused", "void", "counts", "forced", "saved", "public", "marks", "next", "winners", "draw", "scores",
)  # fmt: skip


KINDS: dict[type, tuple[str, str]] = {
    str: ("文字", "text"),
    int: ("整数", "a whole number"),
    list: ("列表", "a list"),
    dict: ("一组键", "a mapping"),
}


class Sent(NamedTuple):
    """One thing sent: ``key`` is the list it stands in, ``by`` the name (empty for the director), ``at`` a time of the zone or None."""

    key: str
    by: str
    text: str
    at: datetime | None
    quote: int
    line: int


class Scripted(NamedTuple):
    """One phase of the script."""

    phase: int
    number: int
    sent: list[Sent]
    expect: dict[str, Any]
    line: int
    lines: dict[str, int]

    @property
    def title(self) -> str:
        """``night 4``."""
        return f"{PHASE_NAMES[self.phase]} {self.number}"


class Case(NamedTuple):
    """A whole case. ``seats`` maps names to identities, ``position`` is the initial state with names."""

    file: str
    line: int
    title: str
    rules: str
    clauses: list[str]
    seats: dict[str, int]
    start: datetime | None
    seed: str
    position: dict[str, Any]
    script: list[Scripted]


class _Reader:
    """Checks one source key by key."""

    def __init__(self, source: Source) -> None:
        self.file = source.file
        self.data = source.data

    def fail(self, line: int, zh: str, en: str) -> NoReturn:
        raise case_error(self.file, line, zh, en)

    def known(self, mapping: Lined, allowed: Iterable[str]) -> None:
        for key in mapping:
            if key not in allowed:
                allowed = list(allowed)
                self.fail(
                    mapping.lines[key],
                    f"不认识的键「{key}」；可用：{'、'.join(allowed)}",
                    f"unknown key {key!r}; known: {', '.join(allowed)}",
                )

    def typed(self, mapping: Lined, key: str, kind: type, default: Any) -> Any:
        value = mapping.get(key, default)
        if value is not default and (not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)):
            zh, en = KINDS[kind]
            self.fail(
                mapping.lines[key], f"「{key}」要是{zh}，不能是 {value}", f"{key!r} has a value of the wrong kind: {value!r}; it is {en}"
            )
        return value

    def time(self, value: Any, line: int) -> datetime:
        """A wall-clock time of the game's zone."""
        try:
            time = datetime.fromisoformat(value)
            if time.tzinfo is not None or not FIRST_YEAR <= time.year <= LAST_YEAR:
                raise ValueError
            return time
        except (TypeError, ValueError):
            self.fail(line, f"不是时间：{value}；应写成 2026-12-01T21:00:00", f"not a time: {value!r}; one looks like 2026-12-01T21:00:00")

    def read(self) -> Case:
        data = self.data
        rules = self.typed(data, "rules", str, "")
        if rules not in RULE_SETS:
            self.fail(data.lines.get("rules", data.line), "rules 是 xia 或 piper", "rules is xia or piper")
        self.known(data, (*CASE_KEYS, *STATE_KEYS[rules]))
        title = self.typed(data, "case", str, "")
        if not title or "script" not in data:
            self.fail(data.line, "案例要有 case 和 script", "a case needs case and script")
        law = face(rules)
        seats = self.seats(law, rules)
        clauses = list(self.typed(data, "clauses", list, []))
        if not all(isinstance(clause, str) for clause in clauses):
            self.fail(data.lines["clauses"], "条款要写成文字（1.10 不是 1.1）", "clauses are strings: 1.10 is not 1.1")
        start = self.time(data["start"], data.lines["start"]) if "start" in data else None
        script = self.script(seats)
        position = self.position(rules, seats)
        return Case(self.file, data.line, title, rules, clauses, seats, start, str(data.get("seed", "0")), position, script)

    def seats(self, law: Face, rules: str) -> dict[str, int]:
        words = STANDARD[rules].split()
        written: dict[str, Any] = dict(zip(words[::2], words[1::2], strict=True))
        line = self.data.line
        if "seats" in self.data:
            written = self.typed(self.data, "seats", dict, {})
            line = self.data.lines["seats"]
        try:
            return {name: law.identity(str(role)) for name, role in written.items()}
        except BanshaError as error:
            self.fail(line, error.zh, error.en)

    def names(self, value: Any, seats: dict[str, int], line: int) -> Any:
        for name in value:
            if str(name) not in seats:
                self.fail(line, f"没有叫「{name}」的座位", f"nobody is called {name!r}")
        return value

    def position(self, rules: str, seats: dict[str, int]) -> dict[str, Any]:
        position = {}
        for key in STATE_KEYS[rules]:
            if key not in self.data:
                continue
            value, line = self.data[key], self.data.lines[key]
            kind = int if key == "reflections" else dict if key in ("azure", "marks") else list
            self.typed(self.data, key, kind, None)
            if key in ("gone", "led", "azure", "marks"):
                self.names(value, seats, line)
            if key == "azure":
                self.azures(value, seats, line)
            position[key] = value
        return position

    def azures(self, names: Iterable[str], seats: dict[str, int], line: int) -> None:
        for name in names:
            if seats[name] != face("xia").identity("青侠"):
                self.fail(line, f"「{name}」不是青侠", f"{name!r} is no azure")

    def script(self, seats: dict[str, int]) -> list[Scripted]:
        rows = self.data["script"]
        if not isinstance(rows, LinedList) or not rows:
            self.fail(self.data.lines["script"], "script 是一列阶段", "script is a list of phases")
        script = [self.phase(row, seats) for row in rows]
        for earlier, later in pairwise(script):
            if (later.number, ORDER[later.phase]) <= (earlier.number, ORDER[earlier.phase]):
                self.fail(
                    later.line,
                    f"{later.title} 不在 {earlier.title} 之后；阶段要按先后写",
                    f"{later.title} does not come after {earlier.title}; phases stand in their order",
                )
        return script

    def phase(self, row: Any, seats: dict[str, int]) -> Scripted:
        if not isinstance(row, Lined):
            self.fail(self.data.lines["script"], "阶段是一组键", "a phase is a mapping")
        self.known(row, (*PHASES, *SENDING, "expect"))
        named = [key for key in row if key in PHASES]
        if len(named) != 1:
            self.fail(
                row.line,
                "一个阶段要有且只有一个 day、runoff、decider、night、words",
                "a phase has exactly one of day, runoff, decider, night, words",
            )
        if named[0] == "decider" and self.data.get("rules") == "xia":
            self.fail(row.lines["decider"], "群侠没有决定票", "there is no deciding vote in xia")
        number = self.typed(row, named[0], int, 0)
        if not 1 <= number <= MOST_DAYS:
            self.fail(row.lines[named[0]], f"阶段的序号是 1 至 {MOST_DAYS}", f"phases are numbered 1 to {MOST_DAYS}, not {number}")
        sent = [item for key in row if key in SENDING for item in self.sent(row, key, seats)]
        expect = self.typed(row, "expect", dict, Lined())
        if expect:
            self.known(expect, EXPECTED)
            self.named_in(expect, seats)
        return Scripted(PHASES[named[0]], number, sent, dict(expect), row.line, getattr(expect, "lines", {}))

    def named_in(self, expect: Lined, seats: dict[str, int]) -> None:
        for key in ("out", "told", "converted", "counts", "forced", "marks", "scores"):
            if key in expect:
                self.names(self.typed(expect, key, dict, {}), seats, expect.lines[key])
        for key, kind in (("learnt", str), ("refused", int), ("void", int), ("public", str), ("winners", str)):
            if not all(type(item) is kind for item in self.typed(expect, key, list, [])):
                zh, en = ("整数", "whole numbers") if kind is int else ("文字", "texts")
                self.fail(
                    expect.lines[key],
                    f"「{key}」要是{zh}的列表，不能是 {expect[key]}",
                    f"{key!r} has a value of the wrong kind: {expect[key]!r}; it is a list of {en}",
                )
        for results in expect.get("told", {}).values():
            if not isinstance(results, list) or not all(isinstance(result, str) for result in results):
                self.fail(expect.lines["told"], f"「told」每人一列结果：{results}", f"'told' has a list of results for each: {results!r}")
        if expect.get("saved") is not None:
            self.names([expect["saved"]], seats, expect.lines["saved"])
        if "next" in expect:
            following = self.typed(expect, "next", dict, {})
            self.known(following, ("phase", "until"))
            if following.get("phase", "day") not in PHASES:
                self.fail(
                    expect.lines["next"],
                    f"next.phase 不是阶段：{following['phase']}；可用：{'、'.join(PHASES)}",
                    f"next.phase is not a phase: {following['phase']!r}",
                )
            if "until" in following:
                self.time(following["until"], expect.lines["next"])

    def sent(self, row: Lined, key: str, seats: dict[str, int]) -> list[Sent]:
        items = row[key]
        if not isinstance(items, LinedList):
            self.fail(row.lines[key], f"「{key}」是一个列表", f"{key!r} is a list")
        return [self.item(key, item, seats, row.lines[key]) for item in items]

    def item(self, key: str, item: Any, seats: dict[str, int], line: int) -> Sent:
        if key == "director":
            return self.act(item, seats, line)
        if not isinstance(item, Lined):
            self.fail(line, f"「{key}」里的每一项是一组键", f"every item of {key!r} is a mapping")
        line = item.line
        at = self.time(item["at"], line) if "at" in item else None
        if key == "posts":
            self.known(item, ("by", "text", "at", "quote"))
            if "by" not in item or not isinstance(item.get("text"), str):
                self.fail(line, "帖子要有 by 和 text", "a post has by and text")
            self.names([item["by"]], seats, line)
            return Sent(key, str(item["by"]), item["text"], at, self.typed(item, "quote", int, 0), line)
        who = [name for name in item if name != "at"]
        if len(who) != 1:
            self.fail(line, "这一项要有一个名字", "this item names exactly one person")
        self.names(who, seats, line)
        if not isinstance(item[who[0]], str | int):
            self.fail(line, f"{who[0]} 发的不是文字", f"what {who[0]} sends is not text: {item[who[0]]!r}")
        return Sent(key, who[0], str(item[who[0]]), at, 0, line)

    def act(self, item: Any, seats: dict[str, int], line: int) -> Sent:
        at = None
        if isinstance(item, Lined):
            line = item.line
            at = self.time(item["at"], line) if "at" in item else None
            if "延长" in item:
                self.known(item, ("延长", "at"))
                return Sent("director", "", "延长 " + self.time(item["延长"], line).isoformat(), at, 0, line)
            if "替补" in item:
                self.known(item, ("替补", "at"))
                change = item["替补"]
                if not isinstance(change, Lined) or len(change) != 1:
                    self.fail(line, "替补写作 {替补: {座位: 新名字}}", "a substitution is written {替补: {SEAT: NEW NAME}}")
                ((seat, name),) = self.names(change, seats, line).items()
                return Sent("director", seat, f"替补 {name}", at, 0, line)
            acts = [key for key in item if key != "at"]
            item = acts[0] if len(acts) == 1 else ""
        if item not in ("提前开帖", "平局"):
            self.fail(
                line,
                "导演的动作是 {延长: 时间}、{替补: {座位: 新名字}}、提前开帖、平局",
                "a director's act is {延长: TIME}, {替补: {SEAT: NAME}}, 提前开帖 or 平局",
            )
        return Sent("director", "", item, at, 0, line)


def read_case(source: Source) -> Case:
    """Check a source and make a case of it. Raises Malformed with file and line."""
    return _Reader(source).read()
