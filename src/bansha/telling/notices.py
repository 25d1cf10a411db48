"""A notice → what its addressee reads.

    tell(notice, table, "zh") → "天亮了。昨夜出局：士1（侠士）。"

One function a kind, and each sees nothing but the notice's values and what everybody knows (``Setting``): no text can depend on what its
reader may not know. The answer to an order that was accepted has one shape, whatever becomes of the order.
"""

from collections.abc import Callable, Iterable
from typing import Any

from bansha.reading.order_words import WORDS, form
from bansha.rules import ballots, phases, refusals
from bansha.rules.face import face
from bansha.rules.notices import Notice
from bansha.rules.refs import clause as clause_of
from bansha.rules.rulebook import Lang, Text
from bansha.table.table import Table
from bansha.telling import words as w
from bansha.telling.words import Setting, say

# The slots that templates of a public kind may have. Whoever adds one here widens what can be said to all.
PUBLIC_SLOTS: dict[str, frozenset[str]] = {
    "opened": frozenset({"rules", "seats", "commitment"}),
    "signed_up": frozenset({"name", "number"}),
    "left": frozenset({"name"}),
    "dealt": frozenset({"start", "list"}),
    "phase": frozenset({"phase", "closes", "candidates"}),
    "thread": frozenset({"thread"}),
    "ledger": frozenset({"floor", "voter", "target", "reason", "clause", "typed", "meant", "how", "stands", "until"}),
    "tally": frozenset({"phase", "list", "floor", "voter", "target", "saved", "out", "candidates", "runoff"}),
    "decided": frozenset({"phase", "decider", "target", "identity"}),
    "dawn": frozenset({"list"}),
    "revealed": frozenset({"seat", "identity"}),
    "sign": frozenset(),
    "spoken": frozenset({"seat"}),
    "waived": frozenset({"seat"}),
    "adjusted": frozenset({"phase", "closes"}),
    "paused": frozenset({"phase"}),
    "resumed": frozenset({"phase", "closes"}),
    "early": frozenset({"phase"}),
    "vote_corrected": frozenset({"voter", "target"}),
    "substituted": frozenset({"name", "former"}),
    "draw_declared": frozenset(),
    "over": frozenset({"camps", "clause", "list", "seed", "salt"}),
    "rectified": frozenset({"then", "now"}),
    "how": frozenset(),
    "reason": frozenset({"reason"}),
}

REFUSALS = {value: name.lower() for name, value in vars(refusals).items() if name.isupper()}
RULINGS = {
    value: name.lower()
    for name, value in vars(ballots).items()
    if name.isupper() and type(value) is int and name != "FLAWLESS" and not name.startswith("LABEL_")
}


def tell(notice: Notice, at: Table | Setting, lang: Lang) -> str:
    """The text of a notice, one line or several. Raises KeyError for a kind that does not exist."""
    known = at if isinstance(at, Setting) else w.setting(at)
    return "\n".join(line for line in KINDS[notice.what](notice.args, known, lang) if line)


Lines = Iterable[str]
Teller = Callable[[list[Any], Setting, Lang], Lines]


def _say(key: str, lang: Lang, **values: object) -> str:
    return say("notices", key, lang, **values)


def on_one_line(parts: Iterable[str], lang: Lang) -> str:
    """Sentences on one line."""
    return ("" if lang == "zh" else " ").join(part for part in parts if part)


# ---- public: the course -----------------------------------------------------------------------------------------------------------------


def opened(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The game is open."""
    rules, commitment, seats = args
    yield _say("opened", lang, rules=at.book.title.to(lang) if rules == at.rules else rules, seats=seats)
    if commitment:
        yield _say("opened.commitment", lang, commitment=commitment)


def signed_up(args: list[Any], _at: Setting, lang: Lang) -> Lines:
    """Somebody took a seat."""
    yield _say("signed_up", lang, name=args[1], number=args[0] + 1)


def left(args: list[Any], _at: Setting, lang: Lang) -> Lines:
    """Somebody gave a seat back."""
    yield _say("left", lang, name=args[0])


def dealt(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The roles are out."""
    names, start = args
    yield _say("dealt", lang, start=w.moment(at, start, lang))
    yield _say("dealt.seats", lang, list=w.joined((f"{number} {name}" for number, name in enumerate(names, 1)), lang))


def phase(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """A phase opens, with its end."""
    number, day, closes, candidates = args
    name = w.phase(at, number, day, lang)
    both = w.seats(at, candidates, lang)
    yield _say(f"phase.{w.PHASES[number]}", lang, phase=name, closes=w.moment(at, closes, lang), candidates=both)


def thread(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """A thread is open."""
    yield _say("thread", lang, thread=w.thread(at, args[0], lang))


# ---- public: votes ----------------------------------------------------------------------------------------------------------------------

COUNTING = {
    ballots.VOTE: ("vote", "abstain"),
    ballots.CHANGE: ("change", "change_abstain"),
    ballots.CORRECTION: ("correction", "correction_abstain"),
}


def reason_of(ruling: int, at: Setting, lang: Lang) -> tuple[str, str]:
    """Why a vote post does not count, and the clause."""
    return reason(at, f"rulings.{RULINGS[ruling]}", "", lang)


def reason(at: Setting, key: str, act: str, lang: Lang) -> tuple[str, str]:
    """A reason of ``reasons.toml`` and its clause under this rule set, or for this act."""
    group, name = key.split(".")
    row = w.words("reasons")[group][name]
    clauses = row.get("clause", {})
    return say("reasons", key, lang, **at.options), clauses.get(act) or clauses.get(at.rules, "")


def slip(how: list[str], lang: Lang) -> str:
    """A name read through a slip: what was typed and what was meant."""
    if not how:
        return ""
    kind, typed, meant = how
    known = w.has_template("notices", f"how.{kind}")
    return _say("ledger.slip", lang, typed=typed, meant=meant, how=_say(f"how.{kind}", lang) if known else kind)


def ledger(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """What a vote post counts as; of a void one also what counts now, and until when it may be put right."""
    _thread, floor, voter, ruling, target, how, by, stands, until = args
    name = w.seat(at, voter, lang)
    if ruling in COUNTING:
        key = COUNTING[ruling][target == phases.ABSTAIN]
        parts = [_say(f"ledger.{key}", lang, floor=floor, voter=name, target=w.seat(at, target, lang)), slip(how, lang)]
        if by < 0:
            parts.append(_say("ledger.by_director", lang))
    else:
        why, clause = reason_of(ruling, at, lang)
        parts = [_say("ledger.void", lang, floor=floor, voter=name, reason=why, clause=clause)]
        by_then = w.moment(at, until, lang)
        if stands == floor:
            parts.append(_say("ledger.abstention", lang))
            parts.append(_say("ledger.change_until", lang, until=by_then) if until else "")
        elif stands:
            parts.append(_say("ledger.stands", lang, stands=stands))
        if until and stands != floor:
            parts.append(_say("ledger.vote_until" if ruling == ballots.NOTHING_TO_CHANGE else "ledger.mend_until", lang, until=by_then))
    yield on_one_line(parts, lang)


def ranked(counts: list[list[int]]) -> list[list[int]]:
    """Totals, the highest first, then by seat."""
    return sorted(counts, key=lambda row: (-row[1], row[0]))


def tally(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """What the votes came to."""
    number, day, counts, forced, struck, saved, out, identity, level = args
    yield _say("tally", lang, phase=w.phase(at, number, day, lang))
    if struck:
        yield _say("tally.strike", lang, floor=struck)
    if forced:
        yield _say("tally.forced", lang, list=w.joined((forced_vote(row, at, lang) for row in forced), lang))
    if counts:
        yield _say("tally.counts", lang, list=w.joined((f"{w.seat(at, seat, lang)} {votes}" for seat, votes in ranked(counts)), lang))
    else:
        yield _say("tally.no_votes", lang)
    if saved >= 0:
        yield _say("tally.saved", lang, saved=w.seat(at, saved, lang))
    if out >= 0:
        yield _say("tally.out", lang, out=revealed(out, identity, at, lang))
    elif level:
        following = "decider" if number == phases.RUNOFF else "runoff"
        runoff = at.book.term("phases", following).name.to(lang)
        yield _say("tally.level", lang, candidates=w.seats(at, level, lang), runoff=runoff)
    else:
        yield _say("tally.nobody", lang)


def forced_vote(row: list[int], at: Setting, lang: Lang) -> str:
    """A vote that an illusion changed."""
    voter, target = row
    key = "tally.forced_vote" if target >= 0 else "tally.forced_abstain"
    return _say(key, lang, voter=w.seat(at, voter, lang), target=w.seat(at, target, lang))


def decided(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The deciding vote and its result."""
    day, decider, target, identity, drawn = args
    yield _say(
        "decided.drawn" if drawn else "decided",
        lang,
        phase=w.phase(at, phases.DECIDER, day, lang),
        decider=w.seat(at, decider, lang),
        target=w.seat(at, target, lang),
        identity=w.identity(at, identity, lang),
    )


def vote_corrected(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The director corrects how a vote was read."""
    voter, target, why = args
    key = "vote_corrected.struck" if target == phases.NOBODY else "vote_corrected"
    yield _say(key, lang, voter=w.seat(at, voter, lang), target=w.seat(at, target, lang))
    yield directors_reason(why, lang)


def directors_reason(why: str, lang: Lang) -> str:
    """The director's own words, if any."""
    return _say("reason", lang, reason=why) if why else ""


# ---- public: dawn and others ------------------------------------------------------------------------------------------------------------


def dawn(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """Who went out at night, and the public signs; never how."""
    _day, out, signs = args
    if out:
        yield _say("dawn", lang, list=w.joined((revealed(seat, identity, at, lang) for seat, identity in out), lang))
    else:
        yield _say("dawn.nobody", lang)
    for name in signs:
        yield _say(f"sign.{name}", lang)


def revealed(seat: int, identity: int, at: Setting, lang: Lang) -> str:
    """A seat with its published identity in brackets, square ones around round ones."""
    name, shown = w.seat(at, seat, lang), w.identity(at, identity, lang)
    return _say("revealed.nested" if shown[-1] in ")）" else "revealed", lang, seat=name, identity=shown)


def sign(args: list[Any], _at: Setting, lang: Lang) -> Lines:
    """A public sign."""
    yield _say(f"sign.{args[0]}", lang)


def spoken(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """Last words were posted."""
    yield _say("spoken", lang, seat=w.seat(at, args[0], lang))


def waived(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """Last words were given up."""
    yield _say("waived", lang, seat=w.seat(at, args[0], lang))


def adjusted(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """Another end."""
    number, day, closes, why = args
    yield _say("adjusted", lang, phase=w.phase(at, number, day, lang), closes=w.moment(at, closes, lang))
    yield directors_reason(why, lang)


def paused(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The clock stops."""
    number, day, why = args
    yield _say("paused", lang, phase=w.phase(at, number, day, lang))
    yield directors_reason(why, lang)


def resumed(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The clock goes on, with another end."""
    number, day, closes, why = args
    yield _say("resumed", lang, phase=w.phase(at, number, day, lang), closes=w.moment(at, closes, lang))
    yield directors_reason(why, lang)


def early(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The discussion opens while last words go on."""
    yield _say("early", lang, phase=w.phase(at, phases.DAY, args[0], lang))


def substituted(args: list[Any], _at: Setting, lang: Lang) -> Lines:
    """A seat changed hands."""
    yield _say("substituted", lang, name=args[1], former=args[2])


def draw_declared(args: list[Any], _at: Setting, lang: Lang) -> Lines:
    """The director declares a draw."""
    yield _say("draw_declared", lang)
    yield directors_reason(args[0], lang)


def over(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The end."""
    winners, draw, scores, seed, salt = args
    if winners:
        camps = ("、" if lang == "zh" else " and ").join(w.camp(at, camp, lang) for camp in winners)
        yield _say("over.together" if len(winners) > 1 else "over.winners", lang, camps=camps)
    else:
        yield _say("over.draw", lang, clause=clause_of(draw))
    yield scores_line(scores, at, lang)
    if seed and salt:
        yield _say("over.seed", lang, seed=seed, salt=salt)
    yield _say("over.review", lang)


def scores_line(scores: list[list[int]], at: Setting, lang: Lang) -> str:
    """Every seat with its identity and points."""
    rows = (f"{revealed(seat, identity, at, lang)} {w.points(half)}" for seat, identity, half in scores)
    return _say("over.scores", lang, list=w.joined(rows, lang))


def rectified(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """What was said wrongly, and what is right; one of both may be missing."""
    then, now = (tell(Notice(*said), at, lang) if said else "" for said in args)
    key = "rectified" if then and now else "rectified.gone" if then else "rectified.new"
    yield _say(key, lang, then=then, now=now)


# ---- seats ------------------------------------------------------------------------------------------------------------------------------


def role(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The role card."""
    yield from card("role", args[0], at, lang)


def became(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """A new identity, with its card."""
    yield from card("became", args[0], at, lang)


def card(key: str, identity: int, at: Setting, lang: Lang) -> Lines:
    """An identity, what it can do, what it knows, how it wins."""
    term = w.identity_term(at, identity)
    yield _say(key, lang, identity=term.name.to(lang), camp=at.book.term("camps", term.camp).name.to(lang))
    said = at.book.term("roles", "azure") if term.key == "azure_neutral" else term
    yield fill_in(said.can, at, lang)
    yield fill_in(said.knows, at, lang)
    yield _say("role.wins", lang, wins=fill_in(term.wins, at, lang))


def fill_in(text: Text, at: Setting, lang: Lang) -> str:
    """A text of the rulebook with the numbers of the game."""
    return at.book.fill(text, lang, at.options)


def room(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """A group and its members."""
    party, members = args
    key = "room" if len(members) > 1 else "room.alone"
    yield _say(key, lang, party=w.party(at, party, lang), members=w.seats(at, members, lang))


def verified(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """What a verification read."""
    yield _say("verified", lang, seat=w.seat(at, args[0], lang), identity=w.identity(at, args[1], lang))


def plain(key: str) -> Teller:
    """A kind without values."""

    def teller(_args: list[Any], _at: Setting, lang: Lang) -> Lines:
        yield _say(key, lang)

    return teller


def learnt(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """What silver may use next."""
    yield _say("learnt", lang, powers=w.joined((w.power(at, power, lang) for power in args[0]), lang))


def tip(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The lame child's tip."""
    yield _say("tip", lang, seat=w.seat(at, args[0], lang), identity=w.identity(at, args[1], lang))


def reminder(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """Something is still to be done."""
    number, day, closes = args
    key = {phases.DAY: "day", phases.RUNOFF: "day", phases.WORDS: "words"}.get(number, "night")
    yield _say(f"reminder.{key}", lang, phase=w.phase(at, number, day, lang), closes=w.moment(at, closes, lang))


# ---- answers ----------------------------------------------------------------------------------------------------------------------------

# Acts that are neither powers nor have a name of their own in the rulebook.
ACT_TERMS = {"withdraw": ("powers", "forgo"), "proxy": ("words", "proxy"), "decide": ("powers", "decide")}


def act_name(act: str, at: Setting, lang: Lang) -> str:
    """What an act is called in answers."""
    kind, key = ACT_TERMS.get(act, ("powers", act))
    found = next((term for term in at.book.terms(kind) if term.key == key), None)
    return found.name.to(lang) if found else form(act, lang).partition(" X")[0]


def order_text(act: str, targets: list[int], member: int, floor: int, at: Setting, lang: Lang) -> str:
    """An order in words: 阻止 水饺; 杀 水饺（由 包子 承受反弹）; 幻觉三 30 楼起."""
    name = act_name(act, at, lang)
    if act == "illusion3":
        return _say("order.floor", lang, power=name, floor=floor)
    text = _say("order.aimed", lang, power=name, targets=w.seats(at, targets, lang))
    return text + (_say("order.by", lang, member=w.seat(at, member, lang)) if member >= 0 else "")


def accepted(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The order stands: one shape, whatever becomes of it."""
    act, targets, member, floor = args
    key = f"accepted.{act}" if w.has_template("notices", f"accepted.{act}") else "accepted.night"
    order = order_text(act, targets, member, floor, at, lang) if key == "accepted.night" else ""
    yield _say(key, lang, **at.options, order=order, targets=w.seats(at, targets, lang), floor=floor)


def refused(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The order is refused: what was wrong, what would be right, the clause."""
    act, code = args
    key = f"refusals.{REFUSALS[code]}"
    wrong, clause = reason(at, key, act, lang)
    entry = w.words("reasons")["refusals"][REFUSALS[code]]
    right = w.fill(entry.get("right_of", {}).get(act or "none", entry["right"])[lang], at.options)
    what = _say("refused.what", lang, act=act_name(act, at, lang)) if act else ""
    yield _say("refused", lang, what=what, wrong=wrong, right=right, clause=clause)


def not_understood(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The message is not understood: why, who may have been meant, and what would be understood."""
    problem, typed, near = args
    why, _clause = reason(at, f"problems.{problem or 'not_understood'}", "", lang)
    parts = [_say("not_understood", lang, problem=why)]
    if typed:
        parts.append(_say("not_understood.typed", lang, typed=typed if len(typed) <= 60 else typed[:59] + "…"))
    yield on_one_line(parts, lang)
    if near:
        yield _say("not_understood.near", lang, names=w.seats(at, near, lang))
    else:
        known = face(at.rules).acts
        yield _say("not_understood.forms", lang, forms=w.joined((form(act, lang) for act in WORDS if act in known), lang))


# ---- rooms and director -----------------------------------------------------------------------------------------------------------------


def stands(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """What stands for the group, and who sent it."""
    sender, act, targets, member, floor = args
    name = w.seat(at, sender, lang)
    if act == "withdraw":
        yield _say("stands.withdraw", lang, seat=name)
    else:
        yield _say("stands", lang, seat=name, order=order_text(act, targets, member, floor, at, lang))


def new_member(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """Somebody joined the group."""
    yield _say("new_member", lang, party=w.party(at, args[0], lang), seat=w.seat(at, args[1], lang))


def adjudication(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The director's own record: every finding with its clause."""
    from bansha.telling.findings import sentences

    number, day, orders, findings = args
    yield _say("findings", lang, phase=w.phase(at, number, day, lang))
    if number == phases.NIGHT and not orders:
        yield _say("findings.none", lang)
    for sentence in sentences(orders, findings, at, lang):
        yield sentence.full(lang)


def corrected(args: list[Any], _at: Setting, lang: Lang) -> Lines:
    """A correction was adopted."""
    yield _say("corrected", lang, entry=args[0], count=args[2])


KINDS: dict[str, Teller] = {
    "opened": opened,
    "signed_up": signed_up,
    "left": left,
    "dealt": dealt,
    "phase": phase,
    "thread": thread,
    "ledger": ledger,
    "tally": tally,
    "decided": decided,
    "vote_corrected": vote_corrected,
    "dawn": dawn,
    "sign": sign,
    "spoken": spoken,
    "waived": waived,
    "adjusted": adjusted,
    "paused": paused,
    "resumed": resumed,
    "early": early,
    "substituted": substituted,
    "draw_declared": draw_declared,
    "over": over,
    "rectified": rectified,
    "role": role,
    "became": became,
    "room": room,
    "verified": verified,
    "verify_failed": plain("verify_failed"),
    "learnt": learnt,
    "succeeded": plain("succeeded"),
    "failed": plain("failed"),
    "led": plain("led"),
    "tip": tip,
    "reminder": reminder,
    "accepted": accepted,
    "refused": refused,
    "not_understood": not_understood,
    "stands": stands,
    "new_member": new_member,
    "findings": adjudication,
    "corrected": corrected,
}
