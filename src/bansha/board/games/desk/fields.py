"""The form for an input of the log as it should have been: one field for each of its values, by the value's name in ``table.inputs``.

It knows what each kind of value looks like in a form and how it is read out of one; whether the input makes sense then, the table says.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

from django.http import QueryDict

from bansha.board.games.desk.acts import wrong
from bansha.board.games.hand import compose
from bansha.board.games.words import Lang
from bansha.board.texts import text
from bansha.reading.order_words import WORDS
from bansha.rules import phases
from bansha.table.entries import Entry
from bansha.table.inputs import KINDS, from_data, to_data
from bansha.table.table import Table
from bansha.telling import words as w
from bansha.telling.phrases import act_name

FIXED = {"post": ("thread", "seat"), "message": ("seat",)}  # who wrote, and where, is written
NOBODY, ABSTAIN = str(phases.NOBODY), str(phases.ABSTAIN)
Given = QueryDict


class Field(NamedTuple):
    """``kind``: "words" (several lines), "line", "number", "time" or "choice", with its ``choices``; ``value`` as a form has it."""

    name: str
    label: str
    kind: str
    value: str
    choices: list[tuple[str, str]]


def names_then(table: Table, entry: Entry) -> tuple[str, ...]:
    """The names of the seats when the entry was made."""
    names = list(table.names)
    for later in reversed(table.log[entry.n :]):
        for notice in later.said:
            if notice.what == "substituted":
                names[notice.args[0]] = notice.args[2]
    return tuple(names)


def setting_then(table: Table, entry: Entry) -> w.Setting:
    """What texts about the entry may know."""
    return w.setting(table)._replace(names=names_then(table, entry))


def values_of(entry: Entry) -> dict[str, Any]:
    """The entry's values by name."""
    return from_data(entry.input)._asdict()


def fields(table: Table, entry: Entry, given: Given, lang: Lang) -> list[Field]:
    """The form, as it was filled in so far, else with what was sent. An order may be chosen instead of being written."""
    at = setting_then(table, entry)
    seats = [(str(seat), f"{seat + 1} {name}") for seat, name in enumerate(at.names)]
    targets = [*seats, (ABSTAIN, text("desk.abstain", lang))]

    def field(name: str, value: str, kind: str = "line", choices: list[tuple[str, str]] | None = None) -> Field:
        return Field(name, text(f"desk.field.{name}", lang), kind, given.get(name, value), choices or [])

    made = {
        "text": lambda value: field("text", value, "words"),
        "quote": lambda value: field("quote", str(value), "number"),
        "seat": lambda value: field("seat", str(value), "choice", seats),
        "target": lambda value: field("target", str(value), "choice", [*targets, (NOBODY, text("desk.no_vote", lang))]),
        "closes": lambda value: field("closes", wall(table, value), "time"),
        "reason": lambda value: field("reason", value),
    }
    kind = entry.input[0]
    found = [made[name](value) for name, value in values_of(entry).items() if name not in FIXED.get(kind, ())]
    if kind != "message":
        return found
    acts = [(act, act_name(act, at, lang)) for act in WORDS if act in table.law.acts]
    nobody = (NOBODY, text("desk.nobody", lang))
    return [
        field("act", "", "choice", [("", text("desk.as_written", lang)), *acts]),
        field("one", NOBODY, "choice", [nobody, *targets]),
        *([field("two", NOBODY, "choice", [nobody, *seats])] if any(WORDS[act].targets > 1 for act, _name in acts) else []),
        *([field("floor", "", "number")] if "illusion3" in table.law.acts else []),
        *found,
    ]


def wall(table: Table, iso: str) -> str:
    """A time by the clock of the game's zone, to the minute, as a form has it."""
    return table.clock.wall(datetime.fromisoformat(iso)).isoformat(timespec="minutes")


# ---- out of the form -------------------------------------------------------------------------------------------------------------------


def replacement(table: Table, entry: Entry, given: Given) -> list[Any]:
    """The input as it should have been. Raises Malformed."""
    if given.get("never"):
        return ["tick"]
    kind = entry.input[0]
    new = {name: READ[name](table, entry, given, value) for name, value in values_of(entry).items() if name not in FIXED.get(kind, ())}
    return to_data(KINDS[kind](**values_of(entry) | new))


def read_text(table: Table, entry: Entry, given: Given, _was: Any) -> str:
    """What was written; of a message also what was chosen instead, in the form that is always understood."""
    act = given.get("act", "")
    if entry.input[0] != "message" or not act:
        if not given.get("text", "").strip():
            raise wrong("text")
        return given.get("text", "").replace("\r\n", "\n")
    names = names_then(table, entry)
    chosen = [read_number(table, entry, given, name, phases.ABSTAIN) for name in ("one", "two") if name in given]
    if act in WORDS and WORDS[act].targets > len([seat for seat in chosen if seat != phases.NOBODY]):
        raise wrong("target")
    if act == "illusion3" and not given.get("floor", "").isdecimal():
        raise wrong("floor")
    return compose(table.law.acts, names, act, chosen, phases.NOBODY, given.get("floor", ""))


def read_number(_table: Table, _entry: Entry, given: Given, name: str, low: int = 0) -> int:
    """A whole number."""
    typed = given.get(name, "").strip()
    if not typed.removeprefix("-").isdecimal() or len(typed) > 6 or int(typed) < low:
        raise wrong("floor" if name == "quote" else "seat")
    return int(typed)


def read_time(table: Table, _entry: Entry, given: Given, was: str) -> str:
    """A time by the game's clock; one that was left as it stood is kept to the second."""
    typed = given.get("closes", "")
    if typed == wall(table, was):
        return was
    try:
        return table.clock.instant(datetime.fromisoformat(typed).replace(tzinfo=None)).isoformat()
    except (ValueError, OverflowError):
        raise wrong("moment") from None


READ: dict[str, Callable[[Table, Entry, Given, Any], Any]] = {
    "text": read_text,
    "quote": lambda table, entry, given, _was: read_number(table, entry, given, "quote") if given.get("quote", "").strip() else 0,
    "seat": lambda table, entry, given, _was: read_number(table, entry, given, "seat"),
    "target": lambda table, entry, given, _was: read_number(table, entry, given, "target", phases.ABSTAIN),
    "closes": read_time,
    "reason": lambda _table, _entry, given, _was: given.get("reason", "").strip(),
}
