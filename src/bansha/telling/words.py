"""The words: templates out of ``words/*.toml``, filled in one pass, and the nouns of a game by their kernel codes.

A template holds ``{slots}``. What is filled in is never read again as a template, so a name may contain braces. It refuses to know the
state of a game: a text depends on its notice or finding and on what everybody knows (``Setting``).
"""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple
from unicodedata import bidirectional

from bansha.rules import phases
from bansha.rules.piper import codes as piper_codes
from bansha.rules.rulebook import Lang, Rulebook, Term, Text, rulebook
from bansha.rules.xia import codes as xia_codes
from bansha.table.header import Clock
from bansha.table.table import Table

CODES: dict[str, ModuleType] = {"xia": xia_codes, "piper": piper_codes}

# The nouns of the rulebook by kernel code.
IDENTITIES = {
    "xia": (
        "black", "shadow", "illusionist", "white", "crimson", "radiant", "silver", "dragon", "commoner",
        "azure_neutral", "azure_black", "azure_shadow", "azure_white", "azure_crimson", "azure_independent",
    ),
    "piper": ("rat", "liar", "protector", "child", "lame_child", "piper"),
}  # fmt: skip
CAMPS = {"xia": ("light", "dark", "independents", "neutral"), "piper": ("killers", "good", "neutral")}
POWERS = {
    "xia": ("", "kill", "block", "heal", "verify", "absorb", "illusion1", "illusion2", "illusion3"),
    "piper": ("", "bite", "deceive", "protect", "lead"),
}
PARTIES = {"xia": ("black", "shadow", "illusionist", "white", "crimson", "radiant", "silver", "azure_independent"), "piper": ()}
PHASES = {
    phases.SIGNUP: "signup",
    phases.DAY: "day",
    phases.RUNOFF: "runoff",
    phases.DECIDER: "decider",
    phases.NIGHT: "night",
    phases.WORDS: "words",
    phases.INTERVAL: "interval",
    phases.OVER: "over",
}

_SLOT = re.compile(r"\{([a-z0-9_]+)\}")
_WORDS = Path(__file__).parent / "words"
_DIGITS = "零一二三四五六七八九"
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_WEEKDAYS = (("周一", "Mon"), ("周二", "Tue"), ("周三", "Wed"), ("周四", "Thu"), ("周五", "Fri"), ("周六", "Sat"), ("周日", "Sun"))


class Setting(NamedTuple):
    """What a text may know beside its notice or finding, and everybody knows: rule set, names by seat, time zone, options."""

    rules: str
    names: tuple[str, ...]
    zone: str
    options: Mapping[str, Any]

    @property
    def book(self) -> Rulebook:
        """The rulebook of the game."""
        return rulebook(self.rules)


def setting(table: Table) -> Setting:
    """The setting of a table as it is now."""
    return Setting(table.header.rules, tuple(table.names), table.calendar.zone, table.header.options)


# ---- templates --------------------------------------------------------------------------------------------------------------------------


@cache
def words(file: str) -> dict[str, Any]:
    """The tables of a file, read when first asked for."""
    import tomllib

    with (_WORDS / f"{file}.toml").open("rb") as stream:
        return tomllib.load(stream)


@cache
def template(file: str, *path: str) -> Text:
    """The template at a path of keys. Raises KeyError."""
    row: Any = words(file)
    for part in path:
        row = row[part]
    return Text(row["zh"].strip("\n"), row["en"].strip("\n"))


@cache
def _template_of(file: str, key: str) -> Text:
    """The template of a dotted key."""
    return template(file, *key.split("."))


def has_template(file: str, key: str) -> bool:
    """Whether there is a template of that key."""
    row: Any = words(file)
    for part in key.split("."):
        row = row.get(part) if isinstance(row, dict) else None
    return isinstance(row, dict) and "zh" in row


def slots(text: str) -> set[str]:
    """The slots of a template."""
    return set(_SLOT.findall(text))


def fill(text: str, values: Mapping[str, object]) -> str:
    """The template with every slot filled in, in one pass. Raises KeyError for a slot without a value."""
    return text.format_map(values)


def say(file: str, key: str, lang: Lang, **values: object) -> str:
    """A text by file and dotted key."""
    return fill(_template_of(file, key).to(lang), values)


# ---- nouns ------------------------------------------------------------------------------------------------------------------------------


def _term(at: Setting, kinds: tuple[str, ...], key: str) -> Term:
    return _term_of(at.rules, kinds, key)


@cache
def _term_of(rules: str, kinds: tuple[str, ...], key: str) -> Term:
    for kind in kinds:
        for term in rulebook(rules).terms(kind):
            if term.key == key:
                return term
    raise KeyError(key)


def identity_term(at: Setting, identity: int) -> Term:
    """The rulebook's entry for an identity: its names and what a role card says."""
    return _term(at, ("roles", "identities"), IDENTITIES[at.rules][identity])


def identity(at: Setting, number: int, lang: Lang) -> str:
    """An identity by its kernel code."""
    return identity_term(at, number).name.to(lang)


class ScoreRow(NamedTuple):
    """A row of the law's score table (2.2): an identity, and the camp that it scores with."""

    key: str
    identity: int
    camp: int


@cache
def score_rows(rules: str) -> tuple[ScoreRow, ...]:
    """The score table by camps: every identity in its own, and those that may change camps (led away in piper) in the other too."""
    own = [ScoreRow(key, number, CODES[rules].CAMP_OF[number]) for number, key in enumerate(IDENTITIES[rules])]
    led = {term.key.removeprefix("led_"): term for term in rulebook(rules).terms("identities") if term.key.startswith("led_")}
    other = [ScoreRow(led[row.key].key, row.identity, CAMPS[rules].index(led[row.key].camp)) for row in own if row.key in led]
    return tuple(sorted(own + other, key=lambda row: row.camp))


def scored_as(at: Setting, number: int, camp: int, lang: Lang) -> str:
    """An identity as it scored: 被领走的老鼠 for a rat that was led."""
    key = next(row.key for row in score_rows(at.rules) if (row.identity, row.camp) == (number, camp))
    return _term(at, ("roles", "identities"), key).name.to(lang)


def camp(at: Setting, number: int, lang: Lang) -> str:
    """A camp by its kernel code."""
    return _term(at, ("camps",), CAMPS[at.rules][number]).name.to(lang)


def party(at: Setting, number: int, lang: Lang) -> str:
    """The group of a room."""
    key = PARTIES[at.rules][number]
    return _term(at, ("camps",), "independents").name.to(lang) if key == "azure_independent" else _term(at, ("roles",), key).name.to(lang)


def power(at: Setting, number: int, lang: Lang) -> str:
    """A power by its kernel code."""
    return _term(at, ("powers",), POWERS[at.rules][number]).name.to(lang)


def seat(at: Setting, number: int, lang: Lang) -> str:
    """A seat's name; what −2 and −1 are called in votes."""
    if number >= 0:
        return isolated(at.names[number])
    return template("common", "abstention" if number == phases.ABSTAIN else "nobody").to(lang)


@lru_cache(maxsize=1024)
def isolated(name: str) -> str:
    """A name that runs from right to left is kept from carrying off the numbers beside it, by isolating marks (U+2068, U+2069)."""
    return f"\u2068{name}\u2069" if any(bidirectional(letter) in ("R", "AL") for letter in name) else name


def joined(parts: Iterable[str], lang: Lang) -> str:
    """A list in running text."""
    return ("、" if lang == "zh" else ", ").join(parts)


def seats(at: Setting, numbers: Iterable[int], lang: Lang) -> str:
    """Names in the order given."""
    return joined((seat(at, number, lang) for number in numbers), lang)


def ordinal(number: int) -> str:
    """A number below 100 as it is written after 第."""
    tens, ones = divmod(number, 10)
    if not tens or number > 99:
        return _DIGITS[number] if number < 10 else str(number)
    return (_DIGITS[tens] if tens > 1 else "") + "十" + (_DIGITS[ones] if ones else "")


def phase(at: Setting, number: int, day: int, lang: Lang) -> str:
    """第三天, 第三天·高票对决, 第三夜, 第三夜·遗言; Day 3, Day 3, runoff; Last words after night 3."""
    key = PHASES[number]
    name = _term(at, ("phases",), key).name.to(lang)
    return say("common", f"phase.{key}", lang, n=ordinal(day) if lang == "zh" else day, name=name)


def thread(at: Setting, name: str, lang: Lang) -> str:
    """The title of a thread by its id."""
    kind, _, number = name.rpartition("-")
    if kind == "room":
        return say("common", "thread.room", lang, party=party(at, int(number), lang))
    runoff = _term(at, ("phases",), "runoff").name.to(lang)
    return say("common", f"thread.{kind.replace('-', '_')}", lang, n=ordinal(int(number)) if lang == "zh" else number, runoff=runoff)


def moment(at: Setting, iso: str, lang: Lang) -> str:
    """12月2日 22:00（周三）; Dec 2, 22:00 (Wed), in the game's zone. Nothing for ``""``."""
    if not iso:
        return ""
    wall = Clock(at.zone).wall(datetime.fromisoformat(iso))
    clock = f"{wall:%H:%M}" + (f":{wall:%S}" if wall.second else "")
    if lang == "zh":
        return f"{wall.month}月{wall.day}日 {clock}（{_WEEKDAYS[wall.weekday()][0]}）"
    return f"{_MONTHS[wall.month - 1]} {wall.day}, {clock} ({_WEEKDAYS[wall.weekday()][1]})"


def clock(at: Setting, iso: str) -> str:
    """22:00, in the game's zone."""
    return f"{Clock(at.zone).wall(datetime.fromisoformat(iso)):%H:%M}"


def cited(text: str, clause: str, lang: Lang) -> str:
    """A sentence with its clause: 「…（1.6）」."""
    if not clause:
        return text
    return f"{text}（{clause}）" if lang == "zh" else f"{text} ({clause})"


def points(half: int) -> str:
    """Half points as points: 35 → 17.5."""
    return f"{half // 2}.5" if half % 2 else str(half // 2)
