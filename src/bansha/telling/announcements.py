"""What is announced to everybody, votes aside (``votes``): the course of the game, dawn, the director's acts, the end. See ``notices``."""

from typing import Any

from bansha.rules import phases
from bansha.rules.refs import clause as clause_of
from bansha.rules.rulebook import Lang
from bansha.telling import words as w
from bansha.telling.phrases import Lines, directors_reason, line, revealed
from bansha.telling.words import Setting


def opened(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The game is open."""
    rules, commitment, seats = args
    yield line("opened", lang, rules=at.book.title.to(lang) if rules == at.rules else rules, seats=seats)
    if commitment:
        yield line("opened.commitment", lang, commitment=commitment)


def signed_up(args: list[Any], _at: Setting, lang: Lang) -> Lines:
    """Somebody took a seat."""
    yield line("signed_up", lang, name=args[1], number=args[0] + 1)


def left(args: list[Any], _at: Setting, lang: Lang) -> Lines:
    """Somebody gave a seat back."""
    yield line("left", lang, name=args[0])


def dealt(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The roles are out."""
    names, start = args
    yield line("dealt", lang, start=w.moment(at, start, lang))
    yield line("dealt.seats", lang, list=w.joined((f"{number} {name}" for number, name in enumerate(names, 1)), lang))


def phase(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """A phase opens, with its end."""
    number, day, closes, candidates = args
    name = w.phase(at, number, day, lang)
    both = w.seats(at, candidates, lang)
    yield line(f"phase.{w.PHASES[number]}", lang, phase=name, closes=w.moment(at, closes, lang), candidates=both)


def thread(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """A thread is open."""
    yield line("thread", lang, thread=w.thread(at, args[0], lang))


def dawn(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """Who went out at night, and the public signs; never how."""
    _day, out, signs = args
    if out:
        yield line("dawn", lang, list=w.joined((revealed(seat, identity, at, lang) for seat, identity in out), lang))
    else:
        yield line("dawn.nobody", lang)
    for name in signs:
        yield line(f"sign.{name}", lang)


def sign(args: list[Any], _at: Setting, lang: Lang) -> Lines:
    """A public sign."""
    yield line(f"sign.{args[0]}", lang)


def spoken(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """Last words were posted."""
    yield line("spoken", lang, seat=w.seat(at, args[0], lang))


def waived(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """Last words were given up."""
    yield line("waived", lang, seat=w.seat(at, args[0], lang))


def adjusted(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """Another end."""
    number, day, closes, why = args
    yield line("adjusted", lang, phase=w.phase(at, number, day, lang), closes=w.moment(at, closes, lang))
    yield directors_reason(why, lang)


def paused(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The clock stops."""
    number, day, why = args
    yield line("paused", lang, phase=w.phase(at, number, day, lang))
    yield directors_reason(why, lang)


def resumed(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The clock goes on, with another end."""
    number, day, closes, why = args
    yield line("resumed", lang, phase=w.phase(at, number, day, lang), closes=w.moment(at, closes, lang))
    yield directors_reason(why, lang)


def early(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The discussion opens while last words go on."""
    yield line("early", lang, phase=w.phase(at, phases.DAY, args[0], lang))


def substituted(args: list[Any], _at: Setting, lang: Lang) -> Lines:
    """A seat changed hands."""
    yield line("substituted", lang, name=args[1], former=args[2])


def draw_declared(args: list[Any], _at: Setting, lang: Lang) -> Lines:
    """The director declares a draw."""
    yield line("draw_declared", lang)
    yield directors_reason(args[0], lang)


def over(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The end."""
    winners, draw, scores, seed, salt = args
    if winners:
        camps = ("、" if lang == "zh" else " and ").join(w.camp(at, camp, lang) for camp in winners)
        yield line("over.together" if len(winners) > 1 else "over.winners", lang, camps=camps)
    else:
        yield line("over.draw", lang, clause=clause_of(draw))
    yield scores_line(scores, at, lang)
    if seed and salt:
        yield line("over.seed", lang, seed=seed, salt=salt)
    yield line("over.review", lang)


def scores_line(scores: list[list[int]], at: Setting, lang: Lang) -> str:
    """Every seat with its identity and points."""
    rows = (f"{revealed(seat, identity, at, lang)} {w.points(half)}" for seat, identity, half in scores)
    return line("over.scores", lang, list=w.joined(rows, lang))
