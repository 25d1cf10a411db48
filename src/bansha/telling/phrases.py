"""What several kinds of notices say in the same words: reasons with their clause, a seat with its identity, an order. See ``notices``."""

from collections.abc import Callable, Iterable
from typing import Any

from bansha.reading.order_words import form
from bansha.rules import ballots, refusals
from bansha.rules.rulebook import Lang, Text
from bansha.telling import words as w
from bansha.telling.words import Setting, say

Lines = Iterable[str]

Teller = Callable[[list[Any], Setting, Lang], Lines]

REFUSALS = {value: name.lower() for name, value in vars(refusals).items() if name.isupper()}

RULINGS = {
    value: name.lower()
    for name, value in vars(ballots).items()
    if name.isupper() and type(value) is int and name != "FLAWLESS" and not name.startswith("LABEL_")
}

# Acts that are neither powers nor have a name of their own in the rulebook.
ACT_TERMS = {"withdraw": ("powers", "forgo"), "proxy": ("words", "proxy"), "decide": ("powers", "decide")}


def line(key: str, lang: Lang, **values: object) -> str:
    """A sentence of ``notices.toml``."""
    return say("notices", key, lang, **values)


def on_one_line(parts: Iterable[str], lang: Lang) -> str:
    """Sentences on one line."""
    return ("" if lang == "zh" else " ").join(part for part in parts if part)


def reason(at: Setting, key: str, act: str, lang: Lang) -> tuple[str, str]:
    """A reason of ``reasons.toml`` and its clause under this rule set, or for this act."""
    group, name = key.split(".")
    row = w.words("reasons")[group][name]
    clauses = row.get("clause", {})
    return say("reasons", key, lang, **at.options), clauses.get(act) or clauses.get(at.rules, "")


def reason_of(ruling: int, at: Setting, lang: Lang) -> tuple[str, str]:
    """Why a vote post does not count, and the clause."""
    return reason(at, f"rulings.{RULINGS[ruling]}", "", lang)


def directors_reason(why: str, lang: Lang) -> str:
    """The director's own words, if any."""
    return line("reason", lang, reason=why) if why else ""


def revealed(seat: int, identity: int, at: Setting, lang: Lang) -> str:
    """A seat with its published identity in brackets, square ones around round ones."""
    name, shown = w.seat(at, seat, lang), w.identity(at, identity, lang)
    return line("revealed.nested" if shown[-1] in ")）" else "revealed", lang, seat=name, identity=shown)


def fill_in(text: Text, at: Setting, lang: Lang) -> str:
    """A text of the rulebook with the numbers of the game."""
    return at.book.fill(text, lang, at.options)


def act_name(act: str, at: Setting, lang: Lang) -> str:
    """What an act is called in answers."""
    kind, key = ACT_TERMS.get(act, ("powers", act))
    found = next((term for term in at.book.terms(kind) if term.key == key), None)
    return found.name.to(lang) if found else form(act, lang).partition(" X")[0]


def order_text(act: str, targets: list[int], member: int, floor: int, at: Setting, lang: Lang) -> str:
    """An order in words: 阻止 水饺; 杀 水饺（由 包子 承受反弹）; 幻觉三 30 楼起."""
    name = act_name(act, at, lang)
    if act == "illusion3":
        return line("order.floor", lang, power=name, floor=floor)
    text = line("order.aimed", lang, power=name, targets=w.seats(at, targets, lang))
    return text + (line("order.by", lang, member=w.seat(at, member, lang)) if member >= 0 else "")
