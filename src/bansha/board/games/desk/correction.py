"""Correcting a past input: the log to choose from, the impact before it is applied, and the correction itself (announced by the table)."""

import json
from typing import Any, NamedTuple

from django.http import QueryDict

from bansha.board.games.desk.acts import wrong
from bansha.board.games.words import Lang
from bansha.board.texts import text
from bansha.rules.notices import DIRECTOR, EVERYBODY, Notice
from bansha.table.correcting import UNCORRECTABLE, Change, Difference, impact
from bansha.table.entries import Entry
from bansha.table.table import Table
from bansha.telling import words as w
from bansha.telling.notices import on_one_line, tell

A_PAGE = 60


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
    """One entry."""
    kind, *fields = entry.input
    at = w.setting(table)
    seat = {"post": 1, "message": 0, "correct_vote": 0, "proxy": 0, "substitute": 0}.get(kind)
    by = at.names[fields[seat]] if seat is not None and fields[seat] < len(at.names) else ""
    said = {
        "post": lambda: f"{w.thread(at, fields[0], lang)}{'：' if lang == 'zh' else ': '}{fields[2]}",
        "message": lambda: str(fields[1]),
    }
    shown = said[kind]() if kind in said else values(fields) if kind not in ("deal", "begin") else ""
    return Line(entry.n, entry.at, text(f"desk.act.{kind}", lang), by, " ".join(shown.split())[:160], correctable(entry))


def values(fields: list[Any]) -> str:
    """The fields of an input as far as they can be read at a glance."""
    return " · ".join(field if isinstance(field, str) else json.dumps(field, ensure_ascii=False) for field in fields)


def correctable(entry: Entry) -> bool:
    """Whether there is a sense in correcting it. Whose account sits where is not the log's alone, so a substitution is not undone by it."""
    return entry.input[0] not in (*UNCORRECTABLE, "tick", "substitute")


def replacement(entry: Entry, given: QueryDict) -> list[Any]:
    """The input as it should have been, from the form. Raises Malformed."""
    kind, *fields = entry.input
    if given.get("never"):
        return ["tick"]
    if kind == "post":
        quote = given.get("quote", "0").strip() or "0"
        if not quote.isdecimal() or len(quote) > 6:
            raise wrong("floor")
        return ["post", fields[0], fields[1], given.get("text", "").replace("\r\n", "\n"), int(quote)]
    if kind == "message":
        return ["message", fields[0], given.get("text", "").replace("\r\n", "\n")]
    try:
        values = json.loads(given.get("values", ""))
    except ValueError:
        raise wrong("values") from None
    if not isinstance(values, list):
        raise wrong("values")
    return [kind, *values]


def what_changes(table: Table, entry: int, right: list[Any], lang: Lang) -> list[Told]:
    """The impact, addressee by addressee. Raises Malformed or Unlawful."""
    difference: Difference = impact(table, entry, right)
    at = w.setting(table)
    return [told(change, at, lang) for change in difference.changes]


def told(change: Change, at: w.Setting, lang: Lang) -> Told:
    """One change in words."""

    def words(notice: Notice | None) -> str:
        return on_one_line(tell(notice, at, lang).splitlines(), lang) if notice is not None else ""

    to = change.to
    name = (
        text("desk.public", lang) if to == EVERYBODY else text("desk.director", lang) if to == DIRECTOR else w.seat(at, int(to[1:]), lang)
    )
    return Told(change.entry, name, words(change.then), words(change.now))
