"""The course of a game in time: phases open and close when they are due, at their own time however late the tick (3.1, 3.2)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bansha.rules import calendar, phases
from bansha.rules.homes import home
from bansha.rules.notices import DIRECTOR, EVERYBODY, Notice, to_seat
from bansha.table.stays import Stay
from bansha.table.threads import room_thread, talk_thread, vote_thread

if TYPE_CHECKING:
    from bansha.table.inputs import Tick
    from bansha.table.table import Table


def tick(table: Table, _what: Tick, _at: datetime) -> list[Notice]:
    """The next thing that is due, at its time; one to an entry, so that nobody is shown what came before his time."""
    due = table.due
    if due is None:
        return []
    if table.closes is None:
        return open_first(table, due)
    if due == table.closes:
        return close(table, due)
    table.reminds = None
    table.reminded = True
    return remind(table)


def open_first(table: Table, when: datetime) -> list[Notice]:
    """Day 1."""
    table.start = None
    return enter(table, calendar.first_day(table.calendar, table.clock.scheduled(when)))


def enter(table: Table, slot: calendar.Slot) -> list[Notice]:
    """Open a phase in its slot and say so, with its end."""
    table.law.open(table.state, slot.phase)
    table.slot = slot
    table.reminded = False
    set_end(table, slot)
    day = table.state.day
    said = [Notice(EVERYBODY, "phase", [slot.phase, day, closes_text(table), candidates(table)])]
    table.voting = vote_thread(slot.phase, day)
    for thread in (talk_thread(slot.phase, day), table.voting):
        if thread and slot.phase in (phases.DAY, phases.RUNOFF, phases.WORDS) and thread not in table.threads:
            table.open_thread(thread, thread == table.voting)
            said.append(Notice(EVERYBODY, "thread", [thread, 1]))
    table.early = False
    table.talks = (talk_thread(slot.phase, day),) if slot.phase in (phases.DAY, phases.RUNOFF, phases.WORDS) else ()
    return said


def set_end(table: Table, slot: calendar.Slot) -> None:
    """Take over the end of a slot, and when to remind before it: once in a phase, and not in one as short as the reminder."""
    table.closes = table.clock.happens(slot.closes)
    reminds = table.closes - timedelta(minutes=table.header.reminder)
    wanted = table.header.reminder and slot.phase != phases.INTERVAL and not table.reminded
    table.reminds = table.clock.local(reminds) if wanted and reminds > table.clock.happens(slot.opened) else None


def closes_text(table: Table) -> str:
    """The end in force as an ISO time with offset, ``""`` when nothing is open."""
    return table.closes.isoformat() if table.closes else ""


def candidates(table: Table) -> list[int]:
    """The two of a runoff or deciding vote, ascending."""
    pair = table.state.pair if table.state.phase in (phases.RUNOFF, phases.DECIDER) else 0
    return [seat for seat in range(pair.bit_length()) if (pair >> seat) & 1]


def remind(table: Table) -> list[Notice]:
    """Remind those who still have something to do; each is told only of itself."""
    s = table.state
    said = []
    for seat in range(s.seats):
        if s.phase in (phases.DAY, phases.RUNOFF):
            waiting = (s.alive >> seat) & 1 and s.vote[seat] == phases.NOBODY
        elif s.phase == phases.WORDS:
            waiting = (s.words >> seat) & 1
        else:
            waiting = table.law.may_order(s, seat) and table.law.standing(s, seat) is None
        if waiting:
            said.append(Notice(to_seat(seat), "reminder", [s.phase, s.day, closes_text(table)]))
    return said


def close(table: Table, when: datetime) -> list[Notice]:
    """Close the open phase at ``when``, announce what came of it, and open what follows."""
    slot = table.slot
    assert slot is not None
    s = table.state
    phase = s.phase
    said = table.law.close(s, table.draw)
    if phase in (phases.DAY, phases.RUNOFF, phases.NIGHT, phases.DECIDER):
        record = table.law.explain(s, phase)
        table.keep(record)
        said.append(Notice(DIRECTOR, "findings", [record.phase, record.day, record.orders, record.findings]))
    table.voting = ""
    table.talks = ()
    move_rooms(table)
    return said + go_on(table, slot, when)


@home("X-R31", "X-R38", "P-R13")
def go_on(table: Table, slot: calendar.Slot, when: datetime) -> list[Notice]:
    """Open what follows ``slot``. A day for which no last words are waited opens at once and keeps its end."""
    if table.state.over:
        return finish(table)
    following = table.state.phase
    opened = table.clock.scheduled(when)
    if slot.phase == phases.NIGHT and following == phases.DAY:
        slot = calendar.not_held(table.calendar, slot, phases.WORDS)
    return enter(table, calendar.next_slot(table.calendar, slot, following, opened))


@home("X-R38")
def words_spoken(table: Table, when: datetime) -> list[Notice]:
    """Nobody is left to wait for: the day opens at once, if the rule set opens days early."""
    slot = table.slot
    if slot is None or table.state.words or not table.calendar.early:
        return []
    return close(table, when)


def finish(table: Table) -> list[Notice]:
    """The end: who has won, every identity and score, and the seed and salt for whoever wants to check the deal."""
    table.slot = None
    table.paused = False
    table.voting = ""
    table.talks = ()
    table.closes = None
    table.reminds = None
    table.start = None
    table.state.phase = phases.OVER
    winners, clause, scores = table.law.ending(table.state)
    return [Notice(EVERYBODY, "over", [winners, clause, scores, table.seed, table.salt])]


@home("X-R39")
def move_rooms(table: Table) -> None:
    """Let the living members of groups into their rooms, and those who went out out of them. The notices about it are the law's."""
    before, table.members = table.members, table.law.rooms(table.state)
    let_in_and_out(table, before)


@home("X-R39")
def let_in_and_out(table: Table, before: list[int]) -> None:
    """Note who came into a room or left it, with this entry, against the memberships ``before``."""
    entry = len(table.log) + 1
    for room, living in enumerate(table.members):
        was = before[room] if room < len(before) else 0
        if living == was:
            continue
        name = room_thread(room)
        if name not in table.threads:
            table.open_thread(name, votes=False)
        floors = table.threads[name].floors
        for stay in table.stays:
            if stay.room == room and not stay.last_entry and not (living >> stay.seat) & 1:
                stay.last_floor, stay.last_entry = floors, entry
        table.stays += [Stay(room, seat, floors + 1, entry) for seat in range(table.state.seats) if (living & ~was) >> seat & 1]
