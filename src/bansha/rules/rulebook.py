"""The rulebook: what the law of a rule set says in words, Chinese and English, for people to read.

``rulebook("xia").entry("1.10")`` is a clause, ``.entry("X-R20")`` a ruling, ``.term("roles", "black")`` a noun with its role card. The
words are data (``xia/words/*.toml``), read when they are first asked for. Numbers of the law stand in them as ``{reflections}`` and are
filled in from the options of the game at hand, so that a variant's rules show the variant's numbers.

This module decides nothing: no ruling may depend on it.
"""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from bansha.rules.errors import Malformed

Lang = Literal["zh", "en"]
Kind = Literal["clause", "ruling"]

LANGS: tuple[Lang, ...] = ("zh", "en")
RULE_SETS = {"xia": ("群侠", "Xia"), "piper": ("斑衣吹笛人", "The Pied Piper")}
TERM_KINDS = ("camps", "roles", "identities", "powers", "phases", "words")

_RULES = Path(__file__).parent
_PLACEHOLDER = re.compile(r"\{([a-z0-9_]+)\}")
# A number of a clause or ruling where a text names it.
CITED = re.compile(r"[XP]-R\d+|(?<![\d:.])[1-3]\.\d{1,2}(?:\.\d{1,2})?(?![\d:.]*\d)")


class Text(NamedTuple):
    """The same words in both languages."""

    zh: str
    en: str

    def to(self, lang: Lang) -> str:
        """The words in one language."""
        return self.zh if lang == "zh" else self.en


class Option(NamedTuple):
    """A number of the law that a game may change: its name, the law's default, what it means, whether it counts seats."""

    name: str
    default: int | str
    meaning: Text
    seat: bool


class Entry(NamedTuple):
    """A clause or ruling. ``text`` holds placeholders; :meth:`Rulebook.text` fills them in. ``origin`` is the rule set that wrote it."""

    number: str
    kind: Kind
    title: Text
    text: Text
    see: tuple[str, ...]
    origin: str


class Term(NamedTuple):
    """A noun of the game. Fields that its kind does not have are empty; texts may hold placeholders (:meth:`Rulebook.fill`)."""

    kind: str
    key: str
    name: Text
    line: Text
    clause: str
    camp: str
    form: Text  # powers: how the order is typed
    can: Text  # role card: what you can do
    knows: Text  # role card: what you know
    wins: Text  # role card: how you win (a role's is its camp's)


class UnknownEntry(Malformed):
    """No such clause or ruling; ``near`` are the numbers that it may have meant, most likely first."""

    def __init__(self, book: "Rulebook", number: str, near: tuple[str, ...]) -> None:
        zh = f"{book.title.zh}没有编号为「{number}」的条款或裁定" + (f"；相近的有 {'、'.join(near)}" if near else "")
        en = f"{book.title.en} has no clause or ruling {number!r}" + (f"; near ones are {', '.join(near)}" if near else "")
        super().__init__("clause", zh, en)
        self.number = number
        self.near = near


EMPTY = Text("", "")


class Rulebook:
    """The words of one rule set. Iterating gives the entries in order: clauses, then its own rulings, then those it shares."""

    def __init__(self, name: str, options: tuple[Option, ...], entries: tuple[Entry, ...]) -> None:
        self.name = name
        self.title = Text(*RULE_SETS[name])
        self.options = options
        self.entries = entries
        self._by_number = {entry.number: entry for entry in entries}

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __contains__(self, number: object) -> bool:
        return number in self._by_number

    def entry(self, number: str) -> Entry:
        """The clause or ruling of that number, in any case and width (``x-r9``). Raises UnknownEntry, which names near ones."""
        found = self._by_number.get(_plain(number))
        if found is None:
            raise UnknownEntry(self, number, self.near(number))
        return found

    def near(self, number: str) -> tuple[str, ...]:
        """Up to five numbers of entries that look like ``number``: the clauses above and below it first."""
        wanted = _plain(number)
        family = [n for n in self._by_number if n.startswith(wanted + ".") or wanted.startswith(n + ".")]
        likely = get_close_matches(wanted, self._by_number, n=5, cutoff=0.5)
        return tuple(dict.fromkeys([*family, *likely]))[:5]

    # ---- options ----------------------------------------------------------------------------------------------------------------------

    def values(self, options: Mapping[str, object] | None = None) -> dict[str, object]:
        """The law's defaults with a game's ``options`` over them, and what is derived from both. Raises Malformed."""
        values: dict[str, object] = {option.name: option.default for option in self.options}
        for name, value in (options or {}).items():
            if name not in values:
                raise Malformed(
                    "option",
                    f"{self.title.zh}没有选项「{name}」；有 {'、'.join(values)}",
                    f"{self.title.en} has no option {name!r}; it has {', '.join(values)}",
                )
            values[name] = value
        values["players"] = sum(int(str(values[option.name])) for option in self.options if option.seat)
        if "independence_after_night" in values:
            values["independence_day"] = int(str(values["independence_after_night"])) + 1
        return values

    def fill(self, text: Text, lang: Lang, options: Mapping[str, object] | None = None) -> str:
        """``text`` in one language with every placeholder filled in. Raises Malformed if ``options`` holds an unknown name."""
        values = self.values(options)
        return _PLACEHOLDER.sub(lambda match: str(values[match[1]]), text.to(lang))

    def text(self, number: str, lang: Lang, options: Mapping[str, object] | None = None) -> str:
        """What a clause or ruling says, with a game's numbers: paragraphs and ``- `` lists, ``**bold**`` leads. Raises UnknownEntry."""
        return self.fill(self.entry(number).text, lang, options)

    # ---- terms ------------------------------------------------------------------------------------------------------------------------

    @cached_property
    def _terms(self) -> dict[str, dict[str, Term]]:
        data = _read(self.name, "terms.toml")
        camps: dict[str, Any] = data["camps"]

        def term(kind: str, key: str, row: dict[str, Any]) -> Term:
            camp = key if kind == "camps" else row.get("camp", "")
            wins = row.get("wins") or camps.get(camp, {}).get("wins")
            return Term(
                kind=kind,
                key=key,
                name=Text(row["zh"], row["en"]),
                line=_both(row["line"]),
                clause=row["clause"],
                camp=camp,
                form=_both(row.get("form")),
                can=_both(row.get("can")),
                knows=_both(row.get("knows")),
                wins=_both(wins),
            )

        return {kind: {key: term(kind, key, row) for key, row in data.get(kind, {}).items()} for kind in TERM_KINDS}

    def terms(self, kind: str) -> tuple[Term, ...]:
        """All terms of a kind (``TERM_KINDS``), in the order of the law."""
        return tuple(self._terms[kind].values())

    def term(self, kind: str, key: str) -> Term:
        """A term by kind and English key. Raises KeyError."""
        return self._terms[kind][key]

    def find(self, name: str) -> Term | None:
        """A term by the name people use for it, in either language; roles before powers before other words."""
        wanted = name.strip().casefold()
        for kind in ("roles", "identities", "camps", "powers", "phases", "words"):
            for term in self.terms(kind):
                if wanted in (term.key, term.name.zh.casefold(), term.name.en.casefold()):
                    return term
        return None


@cache
def rulebook(name: str) -> Rulebook:
    """The rulebook of ``"xia"`` or ``"piper"``. Raises Malformed for any other."""
    if name not in RULE_SETS:
        known = [f"{key}（{title[0]}）" for key, title in RULE_SETS.items()]
        raise Malformed(
            "rules", f"没有叫「{name}」的规则；有 {'、'.join(known)}", f"no rule set {name!r}; there are {' and '.join(RULE_SETS)}"
        )
    data = _read(name, "clauses.toml")
    options = tuple(Option(key, row["default"], Text(row["zh"], row["en"]), row.get("seat", False)) for key, row in data["options"].items())
    own = [
        Entry(
            number=row["number"],
            kind="ruling" if "-R" in row["number"] else "clause",
            title=_both(row["title"]),
            text=_joined(_both(row["text"]), _both(row.get("here"))),
            see=tuple(row["see"]),
            origin=name,
        )
        for row in data["entry"]
    ]
    entries = [*own, *_shared(data.get("shared", []))]
    numbers = {entry.number for entry in entries}
    kept = (entry._replace(see=tuple(number for number in entry.see if number in numbers)) for entry in entries)
    return Rulebook(name, options, tuple(kept))


def _shared(rows: list[dict[str, Any]]) -> list[Entry]:
    """Rulings of xia that another rule set takes over: xia's words as far as they hold in both, then its own."""
    source = {row["number"]: row for row in _read("xia", "clauses.toml")["entry"]} if rows else {}
    return [
        Entry(
            number=row["number"],
            kind="ruling",
            title=_both(source[row["number"]]["title"]),
            text=_joined(_both(source[row["number"]]["text"]), _both(row.get("here"))),
            see=tuple(dict.fromkeys([*row.get("see", []), *(n for n in source[row["number"]]["see"] if n.startswith("X-R"))])),
            origin="xia",
        )
        for row in rows
    ]


def _read(name: str, file: str) -> dict[str, Any]:
    import tomllib  # costs the start of whoever never reads the rulebook

    with (_RULES / name / "words" / file).open("rb") as stream:
        return tomllib.load(stream)


def _both(row: Mapping[str, str] | None) -> Text:
    return Text(row["zh"].strip(), row["en"].strip()) if row else EMPTY


def _joined(text: Text, here: Text) -> Text:
    return Text(*(f"{a}\n\n{b}" if b else a for a, b in zip(text, here, strict=True)))


def _plain(number: str) -> str:
    """``" Ｘ－r9 "`` → ``"X-R9"``: people type numbers on phones."""
    import unicodedata

    folded = unicodedata.normalize("NFKC", number).strip().upper().replace("—", "-").replace("–", "-").replace("。", ".")
    return re.sub(r"^([XP])-?R?(\d+)$", r"\1-R\2", folded)


# ---- Markdown ---------------------------------------------------------------------------------------------------------------------------

_HEADINGS = {
    "clause": Text("条款", "Clauses"),
    "ruling": Text("裁定", "Rulings"),
    "shared": Text("与群侠共用的裁定", "Rulings shared with Xia"),
    "options": Text("选项", "Options"),
    "roles": Text("角色", "Roles"),
}
_INTRO = Text(
    "本页由规则数据生成，请勿直接修改。条款沿用原作的编号，文字为本项目自己的表述；原作没有说到、自相矛盾或次序不明之处，以裁定为准。"
    "规则为七杀（7kill）社区原创。",
    "Generated from the rulebook's data; not to be edited here. Clauses keep the numbers of the source and are told in this project's own "
    "words. Where the source is silent, contradicts itself or leaves an order open, the rulings hold. The rule set is an original work of "
    "the 七杀 (7kill) community.",
)
_SEE = Text("另见：", "See also: ")
_COLUMNS = {
    "options": (Text("名称", "name"), Text("含义", "meaning"), Text("数值", "value")),
    "roles": (Text("角色", "role"), Text("阵营", "camp"), Text("说明", "")),
}


def markdown(book: Rulebook, lang: Lang, options: Mapping[str, object] | None = None) -> str:
    """The whole rulebook as a Markdown page with an anchor for every entry (``#1.10``, ``#X-R20``) and links between them."""
    lines = [f"# {book.title.to(lang)} (`{book.name}`)", "", _INTRO.to(lang), ""]
    lines += _table(f"## {_HEADINGS['roles'].to(lang)}", [c.to(lang) for c in _COLUMNS["roles"]], _role_rows(book, lang, options))
    section = ""
    for entry in book:
        part = entry.kind if entry.origin == book.name else "shared"
        if part != section:
            section = part
            lines += [f"## {_HEADINGS[part].to(lang)}", ""]
        lines += [f'<a id="{entry.number}"></a>', "", f"### {entry.number} {entry.title.to(lang)}", ""]
        lines += [_linked(book, entry, book.fill(entry.text, lang, options)), ""]
        if entry.see:
            lines += [_SEE.to(lang) + ", ".join(f"[{n}](#{n})" for n in entry.see), ""]
    values = book.values(options)
    rows = [[f"`{option.name}`", option.meaning.to(lang), str(values[option.name])] for option in book.options]
    lines += _table(f"## {_HEADINGS['options'].to(lang)}", [c.to(lang) for c in _COLUMNS["options"]], rows)
    return "\n".join(lines).rstrip() + "\n"


def _role_rows(book: Rulebook, lang: Lang, options: Mapping[str, object] | None) -> list[list[str]]:
    camps = {camp.key: camp.name.to(lang) for camp in book.terms("camps")}
    return [
        [f"{role.name.to(lang)} ([{role.clause}](#{role.clause}))", camps[role.camp], book.fill(role.line, lang, options)]
        for role in book.terms("roles")
    ]


def _table(heading: str, columns: list[str], rows: list[list[str]]) -> list[str]:
    return [heading, "", *(f"| {' | '.join(row)} |" for row in [columns, ["---"] * len(columns), *rows]), ""]


def _linked(book: Rulebook, entry: Entry, text: str) -> str:
    def link(match: re.Match[str]) -> str:
        number = match[0]
        return f"[{number}](#{number})" if number in book and number != entry.number else number

    return CITED.sub(link, text)
