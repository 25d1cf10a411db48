"""Playing a case through the front door: what its players typed goes to a table, and what the table said is gathered by phase."""

from datetime import datetime, timedelta
from typing import NamedTuple

from bansha.cases.case import Case, Scripted, Sent
from bansha.cases.loading import case_error
from bansha.rules import ballots, calendar, phases
from bansha.rules.errors import BanshaError, Malformed, Unlawful
from bansha.rules.notices import Notice
from bansha.table.header import open_header
from bansha.table.inputs import Adjust, Begin, DeclareDraw, Input, Message, OpenEarly, Post, Substitute, Tick
from bansha.table.table import Kept, Table
from bansha.table.threads import DIRECTOR, talk_thread, vote_thread

MINUTE = timedelta(minutes=1)


class Played(NamedTuple):
    """What came of one scripted phase. ``held`` is False if it never opened."""

    scripted: Scripted
    held: bool
    said: list[Notice]  # from its opening to its close
    late: list[Notice]  # in answer to what was sent after its close
    refused: list[int]  # orders, counted from 0
    marks: dict[str, int]
    records: list[Kept]


def start_of(case: Case, cal: calendar.Calendar) -> datetime:
    """When day 1 opens: as said, or on Monday 2026-11-30."""
    return case.start or datetime(2026, 11, 30) + timedelta(minutes=cal.opens)


def begin(case: Case) -> Table:
    """A table with the case's position, its first phase open. Raises Malformed with file and line."""
    try:
        table = Table(open_header(case.rules, reminder=0))
        first = case.script[0]
        names = list(case.seats)
        seat = {name: number for number, name in enumerate(names)}
        position: dict[str, object] = {"day": first.number, "phase": first.phase}
        for key, value in case.position.items():
            if key in ("gone", "led"):
                position[key] = [seat[str(name)] for name in value]
            elif key in ("azure", "marks"):
                position[key] = {seat[str(name)]: what for name, what in value.items()}
            else:
                position[key] = value
        start = start_of(case, table.calendar)
        opened = calendar.scheduled(table.calendar, start, first.phase, first.number).opened
        what = Begin(names, list(case.seats.values()), position, case.seed, table.clock.instant(start).isoformat())
        table.receive(what, table.clock.instant(opened))
    except BanshaError as error:
        raise case_error(case.file, case.line, error.zh, error.en) from None
    return table


def play(case: Case) -> tuple[Table, list[Played]]:
    """Play the script. Raises Malformed with file and line for what the format forbids."""
    table = begin(case)
    opened_at = 0  # log entries before the current phase
    played = []
    for scripted in case.script:
        while not is_open(table, scripted) and not table.over and not passed(table, scripted):
            opened_at = len(table.log)
            advance(table)
        if not is_open(table, scripted):
            played.append(Played(scripted, False, [], [], [], {}, []))
            continue
        if scripted is not case.script[0]:
            opened_at = len(table.log) - 1
        played.append(play_phase(case, table, scripted, opened_at))
        opened_at = len(table.log)
    return table, played


def is_open(table: Table, scripted: Scripted) -> bool:
    """Whether the table is in that phase."""
    return not table.over and (table.state.phase, table.state.day) == (scripted.phase, scripted.number)


def passed(table: Table, scripted: Scripted) -> bool:
    """Whether that phase can no longer come."""
    return bool(table.state.day > scripted.number)


def advance(table: Table) -> list[Notice]:
    """Let time pass to the next thing that is due."""
    due = table.due
    return table.receive(Tick(), due) if due else []


def play_phase(case: Case, table: Table, scripted: Scripted, opened_at: int) -> Played:
    """Send what the phase's players send and let it end."""
    assert table.slot is not None
    first = len(table.records)
    before = len(table.log)
    at = table.clock.instant(table.slot.opened)
    refused: list[int] = []
    orders = 0
    late: list[Notice] = []
    closed_at = 0  # log entries when the phase had closed
    for sent in scripted.sent:
        if sent.at is None:
            at += MINUTE
        else:
            written = table.clock.instant(sent.at)
            if written < at:
                raise case_error(case.file, sent.line, "时间倒流", "times run backwards")
            at = written
        what = to_input(table, list(case.seats), scripted, sent)
        said: list[Notice] = []
        unlawful = False
        try:
            said = table.receive(what, at)
        except Unlawful as error:
            if sent.key == "director":
                raise case_error(case.file, sent.line, error.zh, error.en) from None
            unlawful = True
        except Malformed as error:
            raise case_error(case.file, sent.line, error.zh, error.en) from None
        if sent.key == "orders":
            if unlawful or any(notice.what in ("refused", "not_understood") for notice in said):
                refused.append(orders)
            orders += 1
        if not closed_at and not is_open(table, scripted):
            closed_at = len(table.log)
        elif closed_at:
            late += said
    while is_open(table, scripted):
        advance(table)
    closed_at = closed_at or len(table.log)
    if table.state.phase == phases.INTERVAL:
        advance(table)
        closed_at = len(table.log)
    said = since_opening([notice for entry in table.log[min(opened_at, before) : closed_at] for notice in entry.said], scripted)
    marks = dict(zip(case.seats, getattr(table.state, "marks", [0] * len(case.seats)), strict=False))
    return Played(scripted, True, said, late, refused, marks, table.records[first:])


def since_opening(said: list[Notice], scripted: Scripted) -> list[Notice]:
    """What was said from the opening of the phase on; the entry that opened it also closed the one before."""
    for place, notice in enumerate(said):
        if notice.what == "phase" and notice.args[:2] == [scripted.phase, scripted.number]:
            return said[place:]
    return said


def to_input(table: Table, seats: list[str], scripted: Scripted, sent: Sent) -> Input:
    """One thing sent, as the input it is."""
    if sent.key == "director":
        if sent.text.startswith("延长"):
            return Adjust(sent.text.split()[1])
        if sent.text.startswith("替补"):
            return Substitute(seats.index(sent.by), sent.text.split(maxsplit=1)[1])
        return OpenEarly() if sent.text == "提前开帖" else DeclareDraw()
    seat = seats.index(sent.by)
    if sent.key == "orders":
        return Message(seat, sent.text)
    thread = vote_thread(scripted.phase, scripted.number) or talk_thread(scripted.phase, scripted.number)
    if sent.key == "votes":
        return Post(thread, seat, f"投票对象：{sent.text}\n投票理由：见讨论帖")
    if sent.key == "changes":
        return Post(thread, seat, f"改票对象：{sent.text}\n改票理由：见讨论帖", own_vote(table, thread, seat))
    return Post(thread, seat, sent.text, sent.quote)


def own_vote(table: Table, thread: str, seat: int) -> int:
    """The floor of the seat's last vote post in the thread, 0 if there is none."""
    posts = table.threads[thread]
    for floor in range(posts.floors, 0, -1):
        if posts.authors[floor - 1] == seat != DIRECTOR and posts.rulings[floor - 1] != ballots.TALK:
            return floor
    return 0
