"""Sign-up, and how a game begins: dealt here by the committed chance, or taken up from elsewhere."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, NoReturn

from bansha.rules import calendar, phases
from bansha.rules.errors import Malformed, Unlawful
from bansha.rules.notices import EVERYBODY, Notice
from bansha.rules.states import clone
from bansha.table.course import enter, move_rooms
from bansha.table.deal import commitment, shuffled
from bansha.table.threads import talk_thread

if TYPE_CHECKING:
    from bansha.table.inputs import Begin, Deal, Leave, SignUp
    from bansha.table.table import Table

MOST_DAYS = 366
MOST_LEFT = 1_000  # reflections or marks
_SEATS = ("座位号的列表", "a list of seats")
_WORDS = ("词的列表", "a list of words")
# What stands under a key of a position, in both languages.
POSITION_VALUES = {
    "day": (f"1 至 {MOST_DAYS} 的整数", f"a whole number (1 to {MOST_DAYS})"),
    "gone": _SEATS,
    "led": _SEATS,
    "spent": _WORDS,
    "learnt": _WORDS,
    "azure": ("座位号到状态的对照", "a mapping of seats to states"),
    "marks": (f"座位号到牙印数（0 至 {MOST_LEFT}）的对照", f"a mapping of seats to numbers of marks (0 to {MOST_LEFT})"),
    "reflections": (f"0 至 {MOST_LEFT} 的整数", f"a whole number (0 to {MOST_LEFT})"),
}


def open_for_sign_up(table: Table) -> None:
    """Raises Unlawful if the roles have been dealt."""
    if table.state is not None:
        raise Unlawful("dealt", "身份已经发出，不能再报名或退出", "the roles have been dealt; sign-up is over")


def opening(table: Table) -> list[Notice]:
    """The first public notice, with the commitment to the deal."""
    if table.log:
        return []
    return [Notice(EVERYBODY, "opened", [table.header.rules, table.header.commitment, table.header.seats])]


def check_name(table: Table, name: str) -> None:
    """Raises Unlawful with the reason if the name cannot be told from others or means something to the director."""
    from bansha.reading.nicknames import check_nickname

    for problem in check_nickname(name, [*table.names, *table.former]):
        if problem.severity == "refuse":
            raise Unlawful(problem.code, problem.zh, problem.en)


def sign_up(table: Table, what: SignUp, _at: datetime) -> list[Notice]:
    """Take the next seat."""
    open_for_sign_up(table)
    if len(table.names) >= table.header.seats:
        raise Unlawful("full", f"{table.header.seats} 个座位已满", f"all {table.header.seats} seats are taken")
    check_name(table, what.name)
    said = opening(table)
    table.names.append(what.name)
    table.rename()
    return [*said, Notice(EVERYBODY, "signed_up", [len(table.names) - 1, what.name])]


def leave(table: Table, what: Leave, _at: datetime) -> list[Notice]:
    """Give a seat back; later seats move up."""
    open_for_sign_up(table)
    if what.name not in table.names:
        raise Unlawful("not_signed_up", f"「{what.name}」没有报名", f"{what.name} has not signed up")
    table.names.remove(what.name)
    table.rename()
    return [Notice(EVERYBODY, "left", [what.name])]


def deal(table: Table, what: Deal, at: datetime) -> list[Notice]:
    """Deal the roles by the committed chance and say when day 1 opens."""
    open_for_sign_up(table)
    start = table.clock.read(what.start)
    if start < at:
        raise Unlawful("past", "第一天的开始时间已过", "the time at which day 1 opens has gone by")
    if len(table.names) != table.header.seats:
        raise Unlawful(
            "seats",
            f"需要 {table.header.seats} 人，现有 {len(table.names)} 人",
            f"{table.header.seats} players are needed; {len(table.names)} have signed up",
        )
    if table.header.commitment != commitment(what.seed, what.salt):
        raise Unlawful("commitment", "种子和盐与公布的承诺不符", "seed and salt do not fit the published commitment")
    identities = tuple(shuffled(what.seed, what.salt, "deal", table.law.seating(table.options)))
    return begin_with(table, table.law.new(identities, table.options), what.seed, what.salt, start)


def begin_with(table: Table, state: Any, seed: str, salt: str, start: datetime) -> list[Notice]:
    """Hand out the role cards; the first phase opens at ``start``."""
    table.state = state
    table.seed, table.salt = seed, salt
    table.start = start
    move_rooms(table)
    return [Notice(EVERYBODY, "dealt", [list(table.names), start.isoformat()]), *table.law.roles(table.state)]


def begin(table: Table, what: Begin, _at: datetime) -> list[Notice]:
    """Take up a game dealt elsewhere, from its start or from a position; a position's first phase opens at once, on its schedule."""
    open_for_sign_up(table)
    start = table.clock.read(what.start)
    if len(what.names) != len(what.identities) or len(set(what.names)) != len(what.names) or not all(what.names):
        raise Malformed("names", "每个座位要有一个不同的名字和一个身份", "every seat needs a name of its own and an identity")
    identities = tuple(what.identities)
    table.law.check_seats(identities)
    position = read_position({"day": 1, "phase": phases.DAY} if what.position is None else what.position, len(identities))
    state = table.law.new(identities, table.options)
    dealt = clone(state)
    table.law.set_up(state, position)
    slot = calendar.scheduled(table.calendar, table.clock.scheduled(start), position["phase"], position["day"])
    said = opening(table)
    table.names = list(what.names)
    table.rename()
    if what.position is None:
        return said + begin_with(table, dealt, what.seed, "", start)
    said += begin_with(table, dealt, what.seed, "", start)
    table.state = state
    move_rooms(table)
    table.start = None
    for earlier in range(1, position["day"]):
        table.open_thread(talk_thread(phases.DAY, earlier), votes=False)
    return said + enter(table, slot)


def taken_up(table: Table, what: Begin) -> tuple[Any, dict[str, Any]]:
    """The state in which a game begun elsewhere was taken up, and its position with seats as numbers: empty if it began with the deal."""
    state = table.law.new(tuple(what.identities), table.options)
    position = {} if what.position is None else read_position(what.position, len(what.identities))
    if position:
        table.law.set_up(state, position)
    return state, position


def read_position(position: dict[str, Any], seats: int) -> dict[str, Any]:
    """A position with its seats as numbers, which JSON has made text; raises Malformed. Which keys there are is the rule set's to say."""

    def fail(key: str) -> NoReturn:
        zh, en = POSITION_VALUES[key]
        raise Malformed(
            "position", f"{key} 要是{zh}，不能是 {position.get(key)}", f"{key} of a position is {en}, not {position.get(key)!r}"
        )

    def seat_of(value: Any, key: str) -> int:
        if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 2:
            value = int(value)
        if type(value) is not int or not 0 <= value < seats:
            fail(key)
        return value

    read = dict(position)
    if type(read.get("day")) is not int or not 1 <= read["day"] <= MOST_DAYS:
        fail("day")
    if read.get("phase") not in (phases.DAY, phases.NIGHT) or type(read["phase"]) is not int:
        raise Malformed("position", "只能从白天或夜晚开始", "a position begins with a day or a night")
    for key in ("gone", "led", "spent", "learnt"):
        if not isinstance(read.get(key, []), list):
            fail(key)
    for key in ("gone", "led"):
        if key in read:
            read[key] = [seat_of(value, key) for value in read[key]]
    for key in ("azure", "marks"):
        if not isinstance(read.get(key, {}), dict):
            fail(key)
        if key in read:
            read[key] = {seat_of(seat, key): value for seat, value in read[key].items()}
            if len(read[key]) != len(position[key]):
                fail(key)
    for key, left in (("reflections", [read.get("reflections", 0)]), ("marks", read.get("marks", {}).values())):
        if not all(type(number) is int and 0 <= number <= MOST_LEFT for number in left):
            fail(key)
    for key, words in (("spent", read.get("spent", [])), ("learnt", read.get("learnt", [])), ("azure", read.get("azure", {}).values())):
        if not all(isinstance(word, str) for word in words):
            fail(key)
    return read
