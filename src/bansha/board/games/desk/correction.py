"""Correcting a past input: the log to choose from, the impact before it is applied, and the correction itself (announced by the table)."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple

from bansha.board.games.desk.fields import setting_then
from bansha.board.games.words import Lang
from bansha.board.texts import text
from bansha.rules import phases
from bansha.rules.notices import DIRECTOR, EVERYBODY, Notice
from bansha.table.correcting import UNCORRECTABLE, Change, Difference, impact
from bansha.table.entries import Entry
from bansha.table.inputs import from_data as input_from_data
from bansha.table.table import Table
from bansha.telling import words as w
from bansha.telling.notices import tell
from bansha.telling.phrases import on_one_line

A_PAGE = 60
AT_A_GLANCE = 160  # characters of an input in the list


class Line(NamedTuple):
    """An entry of the log in short."""

    n: int
    at: str
    kind: str
    by: str
    text: str
    correctable: bool


class Told(NamedTuple):
    """What one addressee was told and should have been told."""

    entry: int
    to: str
    then: str
    now: str


def lines(table: Table, before: int, lang: Lang) -> list[Line]:
    """A page of the log, the newest first."""
    last = min(before - 1, len(table.log)) if before else len(table.log)
    return [line_of(table, entry, lang) for entry in reversed(table.log[max(0, last - A_PAGE) : last])]


def line_of(table: Table, entry: Entry, lang: Lang) -> Line:
    """One entry, with the names of its time."""
    kind = entry.input[0]
    at = setting_then(table, entry)
    seat = getattr(input_from_data(entry.input), "seat", -1)
    by = at.names[seat] if 0 <= seat < len(at.names) else ""
    shown = "" if kind in ("deal", "begin") else in_words(table, entry.input, at, lang)
    return Line(entry.n, entry.at, text(f"desk.act.{kind}", lang), by, shortened(" ".join(shown.split())), correctable(entry))


def shortened(said: str) -> str:
    """What is too long for a list, with a sign that there is more."""
    return said if len(said) <= AT_A_GLANCE else f"{said[: AT_A_GLANCE - 1]}…"


def in_words(table: Table, data: list[Any], at: w.Setting, lang: Lang) -> str:
    """The values of an input as far as they can be read at a glance; whose it is stands beside it."""
    said: dict[str, Callable[[Any], str]] = {
        "seat": lambda _value: "",
        "thread": lambda value: w.thread(at, value, lang),
        "target": lambda value: text("desk.no_vote", lang) if value == phases.NOBODY else w.seat(at, value, lang),
        "quote": lambda value: f"> #{value}" if value else "",
        "closes": lambda value: w.moment(at, value, lang),
        "entry": lambda value: f"#{value}",
        "replacement": lambda value: f"{text(f'desk.act.{value[0]}', lang)} {in_words(table, value, at, lang)}",
    }
    parts = [said[name](value) if name in said else str(value) for name, value in input_from_data(data)._asdict().items()]
    return " · ".join(part for part in parts if part)


def correctable(entry: Entry) -> bool:
    """Whether there is a sense in correcting it. Whose account sits where is not the log's alone, so a substitution is not undone by it."""
    return entry.input[0] not in (*UNCORRECTABLE, "tick", "substitute")


def what_changes(table: Table, entry: int, right: list[Any], lang: Lang) -> list[Told]:
    """The impact, addressee by addressee. Raises Malformed or Unlawful."""
    difference: Difference = impact(table, entry, right)
    at = w.setting(table)
    return [told(change, at, lang) for change in difference.changes]


def fingerprint(right: list[Any], changes: list[Told]) -> str:
    """By which a correction and its impact are known again when they are applied."""
    return sha256(repr((right, changes)).encode()).hexdigest()[:16]


def told(change: Change, at: w.Setting, lang: Lang) -> Told:
    """One change in words."""

    def words(notice: Notice | None) -> str:
        return on_one_line(tell(notice, at, lang).splitlines(), lang) if notice is not None else ""

    to = change.to
    name = (
        text("desk.public", lang) if to == EVERYBODY else text("desk.director", lang) if to == DIRECTOR else w.seat(at, int(to[1:]), lang)
    )
    return Told(change.entry, name, words(change.then), words(change.now))
