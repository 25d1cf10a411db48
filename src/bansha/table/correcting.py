"""Correcting a past input: replay with the correction; the difference of the two runs is what has to be told to whom.

The past that is replayed is another one in what it *meant*, never in what was *written*: a post keeps its thread and floor though its
author may turn out to have had no right to it, quotes and struck floors mean the posts they meant, and who sat in a room sat there.
What a room was told, its members of then were told: they are told what was wrong with it, each by itself, and nobody else is.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from bansha.rules.errors import BanshaError, Malformed, Unlawful
from bansha.rules.notices import DIRECTOR, EVERYBODY, Notice, to_seat
from bansha.table.course import candidates, closes_text, let_in_and_out, tick
from bansha.table.inputs import Correct, Tick
from bansha.table.inputs import from_data as input_from_data
from bansha.table.table import HANDLERS, Table

UNCORRECTABLE = ("deal", "begin", "sign_up", "leave", "correct")
PASSING = ("reminder",)  # kinds that tell nothing true or untrue about the game
# The kinds of which several are said, and how many of their values tell them apart.
TOLD_APART = {"ledger": 2, "phase": 2, "tally": 2, "thread": 1, "dawn": 1, "decided": 1, "spoken": 1, "waived": 1, "room": 1}
ANSWERS = ("accepted", "refused", "not_understood")  # one message has one of these


class Change(NamedTuple):
    """At log entry ``entry`` somebody was told ``then`` and should have been told ``now``; None where nothing."""

    entry: int
    then: Notice | None
    now: Notice | None

    @property
    def to(self) -> str:
        """Whom it concerns: the public, a seat or the director; of a room, each member by itself."""
        notice = self.then or self.now
        assert notice is not None
        return notice.to


class Difference(NamedTuple):
    """What a correction changes, and the table as it would be."""

    changes: list[Change]
    table: Table

    @property
    def public(self) -> list[Change]:
        """Public announcements that were wrong or missing."""
        return [change for change in self.changes if change.to == EVERYBODY]

    @property
    def untrue(self) -> list[Change]:
        """What seats were told, or not told, wrongly."""
        return [change for change in self.changes if change.to not in (EVERYBODY, DIRECTOR)]


class Told(NamedTuple):
    """A notice to one addressee, with the log entry at which it was said."""

    entry: int
    notice: Notice


def impact(table: Table, entry: int, replacement: list[Any]) -> Difference:
    """What correcting log entry ``entry`` to the input ``replacement`` would change. Raises Malformed or Unlawful; changes nothing."""
    if type(entry) is not int or not 1 <= entry <= len(table.log):
        raise Malformed("entry", f"没有第 {entry} 条记录", f"no entry {entry!r}; the log has {len(table.log)}")
    what = input_from_data(replacement)
    if table.log[entry - 1].input[0] in UNCORRECTABLE or replacement[0] in UNCORRECTABLE:
        raise Unlawful(
            "entry", "报名、发牌和更正本身不能更正", "sign-up, the deal and corrections themselves cannot be corrected, nor put in"
        )
    table.checked(what)
    _, before = rerun(table, table.amended)
    right, after = rerun(table, {**table.amended, entry: replacement}, entry)
    return Difference(changes(before, after), right)


# ---- the past anew ----------------------------------------------------------------------------------------------------------------------


def rerun(table: Table, amended: dict[int, list[Any]], newest: int = 0) -> tuple[Table, list[Told]]:
    """The log of a table played anew with some inputs amended, and all that is said to whom.

    Raises whatever forbids the newest amendment; what has become unlawful by it is done by nobody and said to nobody.
    """
    right = Table(table.header)
    told: list[Told] = []
    for entry in table.log:
        at = datetime.fromisoformat(entry.at)
        while right.due is not None and right.due <= at:
            told += addressed(right, entry.n, tick(right, Tick(), at))
        data = amended.get(entry.n, entry.input)
        what = input_from_data(data)
        here = None
        if not isinstance(what, Tick | Correct):
            try:
                said = HANDLERS[type(what)](right, what, at)
                here = written(data, said)
                told += addressed(right, entry.n, said)
            except BanshaError:
                if entry.n == newest:
                    raise
        keep_floors(right, written(entry.input, entry.said), here)
        right.log.append(entry)
        right.now = at
    right.amended = amended
    return right, told


def addressed(table: Table, entry: int, said: list[Notice]) -> list[Told]:
    """Notices one by one with their addressees; a room's to each of its members."""
    told = []
    for notice in said:
        if notice.to[0] == "r":
            living = table.members[int(notice.to[1:])]
            told += [Told(entry, notice._replace(to=to_seat(seat))) for seat in range(living.bit_length()) if (living >> seat) & 1]
        else:
            told.append(Told(entry, notice))
    return told


def written(data: list[Any], said: list[Notice]) -> tuple[str, int] | None:
    """The thread that an accepted input wrote to, and as whom: a post itself, a proxy or correction through the director's."""
    if data[0] == "post":
        return data[1], data[2]
    if data[0] in ("message", "proxy"):
        return next(((notice.args[0], notice.args[2]) for notice in said if notice.what == "ledger"), None)
    return None


def keep_floors(table: Table, really: tuple[str, int] | None, here: tuple[str, int] | None) -> None:
    """Let the threads grow by what was really written at an entry, and by nothing else."""
    if really and here and here[0] == really[0]:
        return
    if here:
        table.threads[here[0]].take_back()
    if really:
        name, author = really
        if name in table.threads:
            table.threads[name].add(author)
        else:
            table.unopened.setdefault(name, []).append(author)


# ---- what was wrong ---------------------------------------------------------------------------------------------------------------------


def changes(before: list[Told], after: list[Told]) -> list[Change]:
    """Per addressee, what was said only then or only now. What was said earlier or later than it should is true all the same."""
    gone = list(only(before, after))
    new = defaultdict(list)
    for told in only(after, before):
        new[about(told.notice)].append(told)
    paired = []
    for told in gone:
        same = new[about(told.notice)]
        elsewhere = same[0] if same and told.notice.what in TOLD_APART else None
        other = next((now for now in same if now.entry == told.entry), elsewhere)
        if other is not None:
            same.remove(other)
        paired.append(Change(told.entry, told.notice, other.notice if other else None))
    paired += [Change(told.entry, None, told.notice) for rest in new.values() for told in rest]
    return sorted(paired, key=lambda change: change.entry)


def only(some: list[Told], others: list[Told]) -> Iterator[Told]:
    """What was said in one course and not in the other, as often as it was."""
    there = Counter(repr(told.notice) for told in others)
    for told in some:
        text = repr(told.notice)
        if told.notice.what in PASSING:
            continue
        if there[text]:
            there[text] -= 1
        else:
            yield told


def about(notice: Notice) -> tuple[str, str, str]:
    """What two notices must have in common for one to be right where the other was wrong."""
    kind = ANSWERS[0] if notice.what in ANSWERS else notice.what
    return notice.to, kind, repr(notice.args[: TOLD_APART.get(notice.what, 0)])


# ---- the correction ---------------------------------------------------------------------------------------------------------------------


def correct(table: Table, what: Correct, _at: datetime) -> list[Notice]:
    """Adopt the corrected past and tell everybody what was untrue, and where the game stands now if that is elsewhere."""
    difference = impact(table, what.entry, what.replacement)
    right = difference.table
    said = [
        Notice(change.to, "rectified", [list(change.then) if change.then else None, list(change.now) if change.now else None])
        for change in difference.changes
        if change.to != DIRECTOR and not (right.over and change.now and change.now.what == "over")
    ]
    said.append(Notice(DIRECTOR, "corrected", [what.entry, what.replacement, len(difference.changes)]))
    said += [change.now for change in difference.changes if right.over and change.now and change.now.what == "over"]
    stood = standing(table)
    adopt(table, right)
    if not table.over and standing(table) != stood:
        said.append(Notice(EVERYBODY, "phase", standing(table)))
    return said


def standing(table: Table) -> list[Any]:
    """Where the game stands, as the notice of a phase says it; nothing before day 1 and after the end."""
    return [table.slot.phase, table.state.day, closes_text(table), candidates(table)] if table.slot else []


KEPT = ("log", "header", "now", "stays", "members")  # what was, was


def adopt(table: Table, right: Table) -> None:
    """Let the table be as the corrected one, but for its log, and who sat where until now."""
    for name, value in vars(right).items():
        if name not in KEPT:
            setattr(table, name, value)
    before, table.members = table.members, right.members
    let_in_and_out(table, before)
