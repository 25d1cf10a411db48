"""What a seat, a room or the director is told, and nobody else: cards and results, answers to messages, records. See ``notices``.

The answer to an order that was accepted has one shape, whatever becomes of the order.
"""

from typing import Any

from bansha.reading.order_words import WORDS, form
from bansha.rules import phases
from bansha.rules.face import face
from bansha.rules.rulebook import Lang
from bansha.telling import words as w
from bansha.telling.findings import sentences
from bansha.telling.phrases import REFUSALS, Lines, Teller, act_name, fill_in, line, on_one_line, order_text, reason
from bansha.telling.words import Setting


def role(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The role card."""
    yield from card("role", args[0], at, lang)


def became(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """A new identity, with its card."""
    yield from card("became", args[0], at, lang)


def card(key: str, identity: int, at: Setting, lang: Lang) -> Lines:
    """An identity, what it can do, what it knows, how it wins."""
    term = w.identity_term(at, identity)
    yield line(key, lang, identity=term.name.to(lang), camp=at.book.term("camps", term.camp).name.to(lang))
    said = at.book.term("roles", "azure") if term.key == "azure_neutral" else term
    yield fill_in(said.can, at, lang)
    yield fill_in(said.knows, at, lang)
    yield line("role.wins", lang, wins=fill_in(term.wins, at, lang))


def room(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """A group and its members."""
    party, members = args
    key = "room" if len(members) > 1 else "room.alone"
    yield line(key, lang, party=w.party(at, party, lang), members=w.seats(at, members, lang))


def verified(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """What a verification read."""
    yield line("verified", lang, seat=w.seat(at, args[0], lang), identity=w.identity(at, args[1], lang))


def plain(key: str) -> Teller:
    """A kind without values."""

    def teller(_args: list[Any], _at: Setting, lang: Lang) -> Lines:
        yield line(key, lang)

    return teller


def learnt(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """What silver may use next."""
    yield line("learnt", lang, powers=w.joined((w.power(at, power, lang) for power in args[0]), lang))


def tip(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The lame child's tip."""
    yield line("tip", lang, seat=w.seat(at, args[0], lang), identity=w.identity(at, args[1], lang))


def reminder(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """Something is still to be done."""
    number, day, closes = args
    key = {phases.DAY: "day", phases.RUNOFF: "day", phases.WORDS: "words"}.get(number, "night")
    yield line(f"reminder.{key}", lang, phase=w.phase(at, number, day, lang), closes=w.moment(at, closes, lang))


def accepted(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The order stands: one shape, whatever becomes of it."""
    act, targets, member, floor = args
    key = f"accepted.{act}" if w.has_template("notices", f"accepted.{act}") else "accepted.night"
    order = order_text(act, targets, member, floor, at, lang) if key == "accepted.night" else ""
    yield line(key, lang, **at.options, order=order, targets=w.seats(at, targets, lang), floor=floor)


def refused(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The order is refused: what was wrong, what would be right, the clause."""
    act, code = args
    key = f"refusals.{REFUSALS[code]}"
    wrong, clause = reason(at, key, act, lang)
    entry = w.words("reasons")["refusals"][REFUSALS[code]]
    right = w.fill(entry.get("right_of", {}).get(act or "none", entry["right"])[lang], at.options)
    what = line("refused.what", lang, act=act_name(act, at, lang)) if act else ""
    yield line("refused", lang, what=what, wrong=wrong, right=right, clause=clause)


def not_understood(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The message is not understood: why, who may have been meant, and what would be understood."""
    problem, typed, near = args
    why, _clause = reason(at, f"problems.{problem or 'not_understood'}", "", lang)
    parts = [line("not_understood", lang, problem=why)]
    if typed:
        parts.append(line("not_understood.typed", lang, typed=typed if len(typed) <= 60 else typed[:59] + "…"))
    yield on_one_line(parts, lang)
    if near:
        yield line("not_understood.near", lang, names=w.seats(at, near, lang))
    else:
        known = face(at.rules).acts
        yield line("not_understood.forms", lang, forms=w.joined((form(act, lang) for act in WORDS if act in known), lang))


def stands(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """What stands for the group, and who sent it."""
    sender, act, targets, member, floor = args
    name = w.seat(at, sender, lang)
    if act == "withdraw":
        yield line("stands.withdraw", lang, seat=name)
    else:
        yield line("stands", lang, seat=name, order=order_text(act, targets, member, floor, at, lang))


def new_member(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """Somebody joined the group."""
    yield line("new_member", lang, party=w.party(at, args[0], lang), seat=w.seat(at, args[1], lang))


def adjudication(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The director's own record: every finding with its clause."""
    number, day, orders, findings = args
    yield line("findings", lang, phase=w.phase(at, number, day, lang))
    if number == phases.NIGHT and not orders:
        yield line("findings.none", lang)
    for sentence in sentences(orders, findings, at, lang):
        yield sentence.full(lang)


def corrected(args: list[Any], _at: Setting, lang: Lang) -> Lines:
    """A correction was adopted."""
    yield line("corrected", lang, entry=args[0], count=args[2])
