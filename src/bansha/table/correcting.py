"""Correcting a past input: replay with the correction; the difference of the two runs is what has to be told to whom."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from bansha.rules.errors import BanshaError, Malformed, Unlawful
from bansha.rules.notices import DIRECTOR, EVERYBODY, Notice
from bansha.table.course import tick
from bansha.table.inputs import Correct, Tick
from bansha.table.inputs import from_data as input_from_data
from bansha.table.table import Table

UNCORRECTABLE = ("deal", "begin", "sign_up", "leave", "correct", "corrected")
CORRECTED = "corrected"  # stands in the corrected inputs where the log has the correction itself


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
    if type(entry) is not int or not 1 <= entry <= len(table.inputs):
        raise Malformed("entry", f"没有第 {entry} 条记录", f"no entry {entry!r}; the log has {len(table.inputs)}")
    if table.inputs[entry - 1][1][0] in UNCORRECTABLE:
        raise Unlawful("entry", "报名、发牌和更正本身不能更正", "sign-up, the deal and corrections themselves cannot be corrected")
    what = input_from_data(replacement)
    if replacement[0] in UNCORRECTABLE:
        raise Unlawful("entry", "不能更正成报名、发牌或更正", "an entry cannot be corrected into a sign-up, a deal or a correction")
    table.checked(what)
    inputs = list(table.inputs)
    inputs[entry - 1] = (inputs[entry - 1][0], replacement)
    right = Table(table.header)
    right_said = [run(right, stamp, data) for stamp, data in inputs]
    before = Table(table.header)
    before_said = [run(before, stamp, data) for stamp, data in table.inputs]
    changes: list[Change] = []
    for number, (then, now) in enumerate(zip(before_said, right_said, strict=True), 1):
        changes += changed(number, then, now)
    right.log = list(table.log)
    return Difference(changes, right)


def run(table: Table, stamp: str, data: list[Any]) -> list[Notice]:
    """One input of the corrected past. What is unlawful now is answered with nothing, and the clock goes on."""
    at = datetime.fromisoformat(stamp)
    if data[0] == CORRECTED:
        table.inputs.append((stamp, data))
        return []
    said: list[Notice] = []
    if data[0] == "tick" and (table.due is None or table.due > at):
        table.inputs.append((stamp, data))
        return []
    while data[0] != "tick" and table.due is not None and table.due <= at:
        said += tick(table, Tick(), at)
    try:
        return said + table.enter(input_from_data(data), at)
    except BanshaError:
        table.inputs.append((stamp, data))
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


def correct(table: Table, what: Correct, at: datetime) -> list[Notice]:
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
