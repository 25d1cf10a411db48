"""Replaying a log: the same inputs must give the same notices, byte for byte.

``replay`` checks every line against its seal and what the director said then against what he says now.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from bansha.rules.errors import BanshaError, Malformed
from bansha.table import log
from bansha.table.deal import commitment, shuffled
from bansha.table.header import Header, from_data
from bansha.table.inputs import Begin, Deal, Tick
from bansha.table.inputs import from_data as input_from_data
from bansha.table.table import WAYS_OUT, Table


class Differs(NamedTuple):
    """Where a replay departs from the log: the line, and what was said then and is said now (None where nothing was)."""

    line: int
    then: list[Any] | None
    now: list[Any] | None


def log_lines(table: Table) -> Iterator[str]:
    """The log of a table as JSON lines, header first."""
    line, check = log.sealed(table.header.to_data(), log.START)
    yield line
    for entry in table.log:
        line, check = log.entry_line(entry, check)
        yield line


def read_header(line: bytes) -> tuple[Header, int]:
    """The header out of the first line, and its check. Raises Malformed."""
    data, check = log.opened(line, log.START, 1)
    return from_data({key: value for key, value in data.items() if key != "check"}), check


def replay(lines: Iterable[str | bytes]) -> tuple[Table, list[Differs]]:
    """A table out of its log, and where what it says differs from what the log says. Raises Malformed naming the line.

    A line is text or its bytes in UTF-8; bytes, which is how files hold it, need no encoding for the check.

    A last line that was cut off while it was written is the caller's business: every line given here must be whole.
    """
    rows = (line if isinstance(line, bytes) else line.encode("utf-8", "surrogateescape") for line in lines)
    first = next(rows, None)
    if first is None:
        raise Malformed("empty", "记录是空的", "the log is empty")
    header, check = read_header(first.rstrip(b"\n"))
    table = Table(header)
    differing: list[Differs] = []
    number, last = 1, ""
    due, due_text = table.due, ""
    for row in rows:
        number += 1
        data, check = log.opened(row.rstrip(b"\n"), check, number)
        try:
            raw, stamp, out = data["in"], data["at"], data["out"]
            what = input_from_data(raw)
            table.checked(what)
            at = datetime.fromisoformat(stamp)
            if data["n"] != number - 1 or at.tzinfo is None or (last and before(stamp, last)):
                raise ValueError("its number or its time does not follow on the entry before it")
            next_due = table.due
            if next_due is not due:
                due, due_text = next_due, next_due.isoformat() if next_due else ""
            if (due is None or before(stamp, due_text)) == (type(what) is Tick) and type(what) not in WAYS_OUT:
                raise ValueError("what was due then was not done, or nothing was due")
            said = table.take(what, at, raw, stamp)
        except (BanshaError, KeyError, TypeError, ValueError) as error:
            raise Malformed(
                "replay", f"第 {number} 行重放不了：{getattr(error, 'zh', error)}", f"line {number} cannot be replayed: {error}"
            ) from None
        last = stamp
        if (out or said) and out != [list(notice) for notice in said]:
            if type(out) is not list or not all(type(notice) is list for notice in out):
                zh, en = f"第 {number} 行重放不了：out 不是通知", f"line {number} cannot be replayed: its out is no list of notices"
                raise Malformed("replay", zh, en)
            differing += differences(number, out, [list(now) for now in said])
    return table, differing


def before(one: str, other: str) -> bool:
    """Whether one ISO time is before another. Those of one offset and precision compare as text, which is far quicker."""
    if len(one) == len(other) and one[-6:] == other[-6:]:
        return one < other
    return datetime.fromisoformat(one) < datetime.fromisoformat(other)


def differences(line: int, then: list[list[Any]], now: list[list[Any]]) -> list[Differs]:
    """Notice by notice."""
    longest = max(len(then), len(now))
    pairs = ((then[i] if i < len(then) else None, now[i] if i < len(now) else None) for i in range(longest))
    return [Differs(line, old, new) for old, new in pairs if old != new]


def deal_problem(table: Table) -> str:
    """Why the deal of a game is not what was committed to; ``""`` if it is. ``not-dealt`` if it was dealt elsewhere or not yet."""
    deal = next((input_from_data(entry.input) for entry in table.log if entry.input[0] in ("deal", "begin")), None)
    if deal is None or isinstance(deal, Begin):
        return "not-dealt"
    assert isinstance(deal, Deal)
    if commitment(deal.seed, deal.salt) != table.header.commitment:
        return "commitment"
    seating = table.law.seating(table.options)
    cards = [notice.args[0] for entry in table.log if entry.input[0] == "deal" for notice in entry.said if notice.what == "role"]
    return "" if cards == shuffled(deal.seed, deal.salt, "deal", seating) else "cards"
