"""Correcting a past input: replay with the correction; the difference of the two runs is what has to be told to whom."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from bansha.rules.errors import BanshaError, Malformed, Unlawful
from bansha.rules.notices import DIRECTOR, EVERYBODY, Notice
from bansha.table.course import tick
from bansha.table.inputs import Correct, Tick
from bansha.table.inputs import from_data as input_from_data
from bansha.table.table import HANDLERS, Table

UNCORRECTABLE = ("deal", "begin", "sign_up", "leave", "correct")


class Change(NamedTuple):
    """At log entry ``entry`` somebody was told ``then`` and should have been told ``now``; None where nothing."""

    entry: int
    then: Notice | None
    now: Notice | None

    @property
    def to(self) -> str:
        """Whom it concerns."""
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
        """What seats and rooms were told, or not told, wrongly."""
        return [change for change in self.changes if change.to not in (EVERYBODY, DIRECTOR)]


def impact(table: Table, entry: int, replacement: list[Any]) -> Difference:
    """What correcting log entry ``entry`` to the input ``replacement`` would change. Raises Malformed or Unlawful; changes nothing."""
    if type(entry) is not int or not 1 <= entry <= len(table.log):
        raise Malformed("entry", f"没有第 {entry} 条记录", f"no entry {entry!r}; the log has {len(table.log)}")
    if table.log[entry - 1].input[0] in UNCORRECTABLE or replacement[:1] in [[kind] for kind in UNCORRECTABLE]:
        raise Unlawful(
            "entry", "报名、发牌和更正本身不能更正", "sign-up, the deal and corrections themselves cannot be corrected, nor put in"
        )
    table.checked(input_from_data(replacement))
    _, before = rerun(table, table.amended)
    right, after = rerun(table, {**table.amended, entry: replacement})
    changes: list[Change] = []
    for number, (then, now) in enumerate(zip(before, after, strict=True), 1):
        changes += changed(number, then, now)
    return Difference(changes, right)


def rerun(table: Table, amended: dict[int, list[Any]]) -> tuple[Table, list[list[Notice]]]:
    """The log of a table played anew with some inputs amended, and what is said at each entry."""
    right = Table(table.header)
    said = []
    for entry in table.log:
        said.append(run(right, datetime.fromisoformat(entry.at), amended.get(entry.n, entry.input)))
        right.log.append(entry)
        right.now = datetime.fromisoformat(entry.at)
    right.amended = amended
    return right, said


def run(table: Table, at: datetime, data: list[Any]) -> list[Notice]:
    """One input of the corrected past. What is due is done first; what has become unlawful is answered with nothing."""
    said: list[Notice] = []
    while table.due is not None and table.due <= at:
        said += tick(table, Tick(), at)
    what = input_from_data(data)
    if isinstance(what, Tick | Correct):
        return said
    try:
        return said + HANDLERS[type(what)](table, what, at)
    except BanshaError:
        return said


def changed(entry: int, then: list[Notice], now: list[Notice]) -> list[Change]:
    """Per addressee and kind, what was said only then or only now, paired in order."""
    gone = [notice for notice in then if notice not in now]
    new = [notice for notice in now if notice not in then]
    changes = []
    for notice in gone:
        other = next((n for n in new if n.to == notice.to and n.what == notice.what), None)
        if other is not None:
            new.remove(other)
        changes.append(Change(entry, notice, other))
    return changes + [Change(entry, None, notice) for notice in new]


def correct(table: Table, what: Correct, _at: datetime) -> list[Notice]:
    """Adopt the corrected past and tell everybody what was untrue."""
    difference = impact(table, what.entry, what.replacement)
    said = [
        Notice(change.to, "rectified", [list(change.then) if change.then else None, list(change.now) if change.now else None])
        for change in difference.changes
        if change.to != DIRECTOR
    ]
    said.append(Notice(DIRECTOR, "corrected", [what.entry, what.replacement, len(difference.changes)]))
    adopt(table, difference.table)
    return said


def adopt(table: Table, right: Table) -> None:
    """Let the table be as the corrected one, its log apart."""
    for name, value in vars(right).items():
        if name not in ("log", "header", "now"):
            setattr(table, name, value)
