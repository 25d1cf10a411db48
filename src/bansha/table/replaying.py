"""Replaying a log: the same inputs must give the same notices, byte for byte.

``replay`` checks every line against its seal and what the director said then against what he says now.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from bansha.rules.errors import BanshaError, Malformed
from bansha.rules.notices import Notice
from bansha.table import log
from bansha.table.deal import commitment, shuffled
from bansha.table.header import Header, from_data
from bansha.table.inputs import Begin, Correct, Deal, DeclareDraw, Input, Tick
from bansha.table.inputs import from_data as input_from_data
from bansha.table.table import Table


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


def read_header(line: str) -> tuple[Header, int]:
    """The header out of the first line, and its check. Raises Malformed."""
    data, check = log.opened(line, log.START, 1)
    return from_data({key: value for key, value in data.items() if key != "check"}), check


def replay(lines: Iterable[str]) -> tuple[Table, list[Differs]]:
    """A table out of its log, and where what it says differs from what the log says. Raises Malformed naming the line.

    A last line that was cut off while it was written is the caller's business: every line given here must be whole.
    """
    rows = iter(lines)
    first = next(rows, None)
    if first is None:
        raise Malformed("empty", "记录是空的", "the log is empty")
    header, check = read_header(first.rstrip("\n"))
    table = Table(header)
    differing: list[Differs] = []
    number = 1
    for row in rows:
        number += 1
        data, check = log.opened(row.rstrip("\n"), check, number)
        try:
            if data["n"] != number - 1:
                raise ValueError(f"it is numbered {data['n']!r}")
            what, stamp = data["in"], data["at"]
            said = again(table, input_from_data(what), datetime.fromisoformat(stamp), what, stamp)
            out = data["out"]
        except (BanshaError, KeyError, TypeError, ValueError) as error:
            raise Malformed(
                "replay", f"第 {number} 行重放不了：{getattr(error, 'zh', error)}", f"line {number} cannot be replayed: {error}"
            ) from None
        if out != [list(notice) for notice in said]:
            differing += differences(number, out, [list(now) for now in said])
    return table, differing


def again(table: Table, what: Input, at: datetime, data: list[Any], stamp: str) -> list[Notice]:
    """One entry of a log. Raises Malformed, Unlawful or ValueError if ``Table.receive`` could not have written it."""
    table.checked(what)
    if at.utcoffset() is None or (table.now is not None and at < table.now):
        raise ValueError(f"{stamp} is without an offset or before the entry that precedes it")
    due = table.due
    if (due is not None and due <= at) != isinstance(what, Tick) and not isinstance(what, DeclareDraw | Correct):
        raise ValueError("what was due then was not done, or nothing was due")
    return table.take(what, at, data, stamp)


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
