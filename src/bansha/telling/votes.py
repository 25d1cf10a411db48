"""Votes in words: how a post counts, and what the votes came to. All of it is public. See ``notices``."""

from typing import Any

from bansha.rules import ballots, phases
from bansha.rules.rulebook import Lang
from bansha.telling import words as w
from bansha.telling.phrases import Lines, directors_reason, line, on_one_line, reason_of, revealed
from bansha.telling.words import Setting

COUNTING = {
    ballots.VOTE: ("vote", "abstain"),
    ballots.CHANGE: ("change", "change_abstain"),
    ballots.CORRECTION: ("correction", "correction_abstain"),
}


def slip(how: list[str], lang: Lang) -> str:
    """A name read through a slip: what was typed and what was meant."""
    if not how:
        return ""
    kind, typed, meant = how
    known = w.has_template("notices", f"how.{kind}")
    return line("ledger.slip", lang, typed=typed, meant=meant, how=line(f"how.{kind}", lang) if known else kind)


def ledger(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """What a vote post counts as; of a void one also what counts now, and until when it may be put right."""
    _thread, floor, voter, ruling, target, how, by, stands, until = args
    name = w.seat(at, voter, lang)
    if ruling in COUNTING:
        key = COUNTING[ruling][target == phases.ABSTAIN]
        parts = [line(f"ledger.{key}", lang, floor=floor, voter=name, target=w.seat(at, target, lang)), slip(how, lang)]
        if by < 0:
            parts.append(line("ledger.by_director", lang))
    else:
        why, clause = reason_of(ruling, at, lang)
        parts = [line("ledger.void", lang, floor=floor, voter=name, reason=why, clause=clause)]
        by_then = w.moment(at, until, lang)
        if stands == floor:
            parts.append(line("ledger.abstention", lang))
            parts.append(line("ledger.change_until", lang, until=by_then) if until else "")
        elif stands:
            parts.append(line("ledger.stands", lang, stands=stands))
        if until and stands != floor:
            parts.append(line("ledger.vote_until" if ruling == ballots.NOTHING_TO_CHANGE else "ledger.mend_until", lang, until=by_then))
    yield on_one_line(parts, lang)


def ranked(counts: list[list[int]]) -> list[list[int]]:
    """Totals, the highest first, then by seat."""
    return sorted(counts, key=lambda row: (-row[1], row[0]))


def tally(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """What the votes came to."""
    number, day, counts, forced, struck, saved, out, identity, level = args
    yield line("tally", lang, phase=w.phase(at, number, day, lang))
    if struck:
        yield line("tally.strike", lang, floor=struck)
    if forced:
        yield line("tally.forced", lang, list=w.joined((forced_vote(row, at, lang) for row in forced), lang))
    if counts:
        yield line("tally.counts", lang, list=w.joined((f"{w.seat(at, seat, lang)} {votes}" for seat, votes in ranked(counts)), lang))
    else:
        yield line("tally.no_votes", lang)
    if saved >= 0:
        yield line("tally.saved", lang, saved=w.seat(at, saved, lang))
    if out >= 0:
        yield line("tally.out", lang, out=revealed(out, identity, at, lang))
    elif level:
        following = "decider" if number == phases.RUNOFF else "runoff"
        runoff = at.book.term("phases", following).name.to(lang)
        yield line("tally.level", lang, candidates=w.seats(at, level, lang), runoff=runoff)
    else:
        yield line("tally.nobody", lang)


def forced_vote(row: list[int], at: Setting, lang: Lang) -> str:
    """A vote that an illusion changed."""
    voter, target = row
    key = "tally.forced_vote" if target >= 0 else "tally.forced_abstain"
    return line(key, lang, voter=w.seat(at, voter, lang), target=w.seat(at, target, lang))


def decided(args: list[Any], at: Setting, lang: Lang) -> Lines:
    """The deciding vote and its result."""
    day, decider, target, identity, drawn = args
    yield line(
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
    yield line(key, lang, voter=w.seat(at, voter, lang), target=w.seat(at, target, lang))
    yield directors_reason(why, lang)
