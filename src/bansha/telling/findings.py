"""A finding → a sentence with its clause, naming the order it is about.

    黑1 杀 士1：由光侠替 士1 接收，落在 光 身上（1.6）

The codes are those of ``rules/<rule set>/codes.py``; the words stand in ``words/findings_*.toml`` under the code's name. What a detail
means is said in ``DETAILS``, once a code.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bansha.rules.phases import ABSTAIN
from bansha.rules.refs import clause as clause_of
from bansha.rules.rulebook import Lang
from bansha.telling import words as w
from bansha.telling.words import Setting, cited, say

# What the detail of a finding is; "" where it says nothing or only chooses the variant.
DETAILS: dict[str, Mapping[str, str]] = {
    "xia": {
        "void": "order",
        "absorbed": "seat",
        "converted": "identity",
        "claim_lost": "order",
        "healed": "order",
        "verified": "identity",
        "dragon_reads": "identity",
        "learnt": "power",
        "not_learnt": "power",
        "forced": "seat",
        "spent": "power",
        "banned": "party",
        "out": "identity",
        "struck": "number",
        "forced_vote": "seat",
        "count": "number",
        "runoff": "seat",
    },
    "piper": {
        "marked": "number",
        "transferred": "seat",
        "tipped": "seat",
        "out": "identity",
        "plague": "seat",
        "count": "number",
        "runoff": "seat",
        "decided": "seat",
        "decision_drawn": "seat",
    },
}
# Details that choose a variant: the prefix of their names in codes.py.
REASONS = {"nobody": "N_", "bite_failed": "B_", "lead_failed": "L_"}


class Sentence(NamedTuple):
    """A finding in words: the order it is about (−1 for none) as ``lead``, what was found, and the clause."""

    what: str
    whom: int
    order: int
    lead: str
    text: str
    clause: str

    def full(self, lang: Lang) -> str:
        """With its order and its clause."""
        text = f"{self.lead}{'：' if lang == 'zh' else ': '}{self.text}" if self.lead else self.text
        return cited(text, self.clause, lang)

    def bare(self, lang: Lang) -> str:
        """Under its order, with its clause."""
        return cited(self.text, self.clause, lang)


def finding_names(rules: str) -> dict[int, str]:
    """The codes of a rule set's findings and the keys of their words: 1 → ``"void"``."""
    return {value: name[2:].lower() for name, value in vars(w.CODES[rules]).items() if name.startswith("F_")}


def reason_names(rules: str, prefix: str) -> dict[int, str]:
    """Reasons by code: ``N_BELOW`` → ``"below"``."""
    return {value: name[len(prefix) :].lower() for name, value in vars(w.CODES[rules]).items() if name.startswith(prefix)}


def order_name(orders: Sequence[Sequence[int]], number: int, at: Setting, lang: Lang) -> str:
    """A standing order in words: 黑1 杀 士1; with 由 and the member who answers, with 抽签 if it was drawn."""
    if not 0 <= number < len(orders):
        return ""
    sender, power, target, second, answers, _party, drawn = orders[number]
    name = w.power(at, power, lang)
    parts = [w.seat(at, sender, lang), say("course", f"verb.{w.POWERS[at.rules][power]}", lang, power=name), w.seat(at, target, lang)]
    if second >= 0:
        parts.append(w.seat(at, second, lang))
    if answers >= 0 and answers != sender:
        parts.append(say("course", "order.by", lang, member=w.seat(at, answers, lang)))
    if drawn:
        parts.append(say("course", "order.drawn", lang))
    return " ".join(parts)


def sentence(row: Sequence[int], orders: Sequence[Sequence[int]], at: Setting, lang: Lang) -> Sentence:
    """One finding in words. Raises KeyError for a code that does not exist."""
    what, whom, order, number, detail = row
    key = finding_names(at.rules)[what]
    clause = clause_of(number)
    values: dict[str, object] = {**at.options}
    if key == "wins":
        values["camp"] = w.camp(at, whom, lang)
    else:
        values["whom"] = w.seat(at, whom, lang)
    kind = DETAILS[at.rules].get(key, "")
    if kind == "order":
        values["other"] = order_name(orders, detail, at, lang)
    elif kind == "seat":
        values["detail"] = w.seat(at, detail, lang) if detail >= 0 else w.seat(at, ABSTAIN, lang)
    elif kind == "identity":
        values["detail"] = w.identity(at, detail, lang)
    elif kind == "power":
        values["detail"] = w.power(at, detail, lang)
    elif kind == "number":
        values["detail"] = detail
    text = w.fill(w.template(f"findings_{at.rules}", *variant(key, whom, clause, detail, at.rules)).to(lang), values)
    return Sentence(key, whom if key != "wins" else -1, order, order_name(orders, order, at, lang), text, clause)


def variant(key: str, whom: int, clause: str, detail: int, rules: str) -> tuple[str, ...]:
    """The path of a finding's words: by the reason in its detail, by camp and condition, by clause, or the plain one."""
    rows = w.words(f"findings_{rules}")[key]
    if key in REASONS:
        reason = reason_names(rules, REASONS[key]).get(detail, "")
        return (key, reason) if reason in rows else (key,)
    if key == "wins":
        camp = w.CAMPS[rules][whom]
        return (key, camp, str(detail)) if str(detail) in rows.get(camp, {}) else (key,)
    return (key, clause) if clause in rows else (key,)


def sentences(orders: Sequence[Sequence[int]], findings: Iterable[Sequence[int]], at: Setting, lang: Lang) -> Iterator[Sentence]:
    """All findings of an adjudication in words, in the order in which they were found."""
    return (sentence(row, orders, at, lang) for row in findings)
