"""The whole course of a game: phases with their dates, votes as read, orders as sent, what was found and by which clause, what was said.

    explain(table, "zh") → blocks (``blocks``)

It reads the log alone, in one pass (``sections``): what was said then is what is shown, a later correction where it was made. It is the
director's view and holds every secret; ``table.views`` makes the view of a seat.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from bansha.rules import ballots, phases
from bansha.rules.notices import DIRECTOR, EVERYBODY, Notice
from bansha.rules.rulebook import Lang
from bansha.table.entries import Entry
from bansha.table.table import Table
from bansha.telling import announcements, notices, phrases
from bansha.telling import words as w
from bansha.telling.blocks import Block, Grid, Heading, Line, Lines
from bansha.telling.findings import order_name, sentences
from bansha.telling.votes import COUNTING, slip
from bansha.telling.words import Setting, say

ANSWERS = frozenset({"accepted", "refused", "not_understood"})
# Not told in the course: it is told in its own place, or says nothing about the game.
SILENT = frozenset({"thread", "phase", "ledger", "reminder", "opened", "dealt", "role", "stands", "findings", "spoken"})
UNTOLD = frozenset({"banned"})  # findings that are only for the next night
COUNTED = frozenset({"count"})  # findings that the table of votes shows


class Ballot:
    """A voter's standing vote in one thread as the ledger has it."""

    __slots__ = ("before", "floor", "target")

    def __init__(self, target: int, floor: int, before: "Ballot | None" = None) -> None:
        self.target = target
        self.floor = floor
        self.before = before


class Section:
    """One phase as the log has it, with the names and the living of that time. Phase SIGNUP: what came before day 1."""

    def __init__(self, phase: int, day: int, opened: str, closes: str, at: Setting, living: frozenset[int]) -> None:
        self.phase = phase
        self.day = day
        self.opened = opened
        self.closes = closes
        self.at = at
        self.living = living
        self.acts: list[tuple[str, Notice]] = []  # public notices while it was open, with their times
        self.ballots: dict[int, Ballot] = {}
        self.void: list[list[Any]] = []  # ledger rows
        self.slips: list[list[Any]] = []
        self.messages: list[tuple[str, int, str, list[Notice]]] = []  # time, sender, text, answers
        self.last_words: list[tuple[int, str]] = []
        self.talk = 0  # posts in discussions and rooms
        self.orders: list[list[int]] = []
        self.findings: list[list[int]] = []
        self.said: list[Notice] = []  # public, at its close
        self.told: list[Notice] = []  # seats and rooms, at its close

    def enter(self, row: list[Any]) -> None:
        """Take down a ledger row."""
        _thread, floor, voter, ruling, target, how, *_ = row
        if ruling in COUNTING:
            before = self.ballots.get(voter)
            self.ballots[voter] = Ballot(target, floor, before)
            if how:
                self.slips.append(row)
            return
        self.void.append(row)
        if self.at.rules == "piper" and ruling >= ballots.TWO_TARGETS and voter not in self.ballots:
            self.ballots[voter] = Ballot(phases.ABSTAIN, floor)

    def correct(self, voter: int, target: int) -> None:
        """The director corrected how a vote was read."""
        before = self.ballots.pop(voter, None)
        if target != phases.NOBODY:
            self.ballots[voter] = Ballot(target, before.floor if before else 0, before.before if before else None)

    def for_target(self, target: int) -> list[tuple[int, Ballot]]:
        """Who votes for a seat, by floor."""
        return sorted(((v, b) for v, b in self.ballots.items() if b.target == target), key=lambda row: (row[1].floor, row[0]))


def sections(table: Table) -> list[Section]:
    """The log cut into phases."""
    at = Setting(table.header.rules, (), table.calendar.zone, table.header.options)
    living: frozenset[int] = frozenset()
    here = Section(phases.SIGNUP, 0, table.log[0].at if table.log else "", "", at, living)
    found = [here]
    for entry in table.log:
        closing = any(notice.what == "findings" for notice in entry.said)
        names, living = start_of(entry, here.at.names, living)
        here.at = here.at._replace(names=names)
        take_input(here, entry)
        for notice in entry.said:
            here.at = here.at._replace(names=renamed(notice, here.at.names))
            living -= gone(notice)
            if notice.what == "phase":
                number, day, closes, _ = notice.args
                opened = here.closes if entry.input[0] == "tick" and here.closes else entry.at
                here = Section(number, day, opened, closes, here.at, living)
                found.append(here)
            elif notice.what in ("adjusted", "resumed"):
                here.closes = notice.args[2]
            take_notice(here, entry, notice, closing)
    return found


def start_of(entry: Entry, names: tuple[str, ...], living: frozenset[int]) -> tuple[tuple[str, ...], frozenset[int]]:
    """Names and the living where an entry deals or takes up a game."""
    if entry.input[0] == "begin":
        position = entry.input[3] or {}
        names = tuple(entry.input[1])
        return names, frozenset(range(len(names))) - frozenset(position.get("gone", ()))
    if entry.input[0] == "deal":
        return names, frozenset(range(len(names)))
    return names, living


def renamed(notice: Notice, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names after a public notice."""
    if notice.what == "signed_up":
        return (*names, notice.args[1])
    if notice.what == "left":
        return tuple(name for name in names if name != notice.args[0])
    if notice.what == "substituted":
        return tuple(notice.args[1] if seat == notice.args[0] else name for seat, name in enumerate(names))
    return names


def gone(notice: Notice) -> frozenset[int]:
    """Who goes out with a public notice."""
    if notice.what == "dawn":
        return frozenset(seat for seat, _ in notice.args[1])
    if notice.what == "tally":
        return frozenset({notice.args[6]})
    return frozenset({notice.args[2]}) if notice.what == "decided" else frozenset()


def take_input(here: Section, entry: Entry) -> None:
    """Take down what was sent."""
    kind, *fields = entry.input
    if kind == "message":
        answers = [notice for notice in entry.said if notice.what in ANSWERS]
        here.messages.append((entry.at, fields[0], fields[1], answers))
    elif kind == "post":
        if fields[0].startswith("words-"):
            here.last_words.append((fields[1], fields[2]))
        elif "votes" not in fields[0]:
            here.talk += 1


def take_notice(here: Section, entry: Entry, notice: Notice, closing: bool) -> None:
    """Take down what was said: at the close of the phase, or while it was open."""
    if notice.what == "ledger":
        here.enter(notice.args)
    elif notice.what == "findings":
        here.orders, here.findings = notice.args[2], notice.args[3]
    elif notice.what == "vote_corrected":
        here.correct(*notice.args[:2])
    if notice.what in SILENT or notice.what in ANSWERS:
        return
    if notice.to == EVERYBODY and (closing or notice.what == "over"):
        here.said.append(notice)
    elif notice.to in (EVERYBODY, DIRECTOR):
        here.acts.append((entry.at, notice))
    else:
        here.told.append(notice)


# ---- blocks -----------------------------------------------------------------------------------------------------------------------------


def _say(key: str, lang: Lang, **values: object) -> str:
    return say("course", key, lang, **values)


def explain(table: Table, lang: Lang) -> Iterator[Block]:
    """The course of a game as blocks, phase by phase."""
    found = sections(table)
    yield from opening(table, found[0], lang)
    for here in found[1:]:
        yield from section(here, lang)
    if table.over:
        yield from ending(found[-1], lang)
    elif len(found) > 1:
        yield Lines("", (Line(_say("under_way", lang), style="dim"),))


def opening(table: Table, here: Section, lang: Lang) -> Iterator[Block]:
    """What game it is, who sits there as what, and from which position."""
    at = here.at
    yield Heading(at.book.title.to(lang), _say("players", lang, n=len(at.names), law=table.header.law), 1)
    if here.acts:
        yield Lines("", tuple(public_lines([notice for _, notice in here.acts], at, lang)))
    dealt = [(notice.args[0], int(notice.to[1:])) for entry in table.log for notice in entry.said if notice.what == "role"]
    rows = []
    for identity in dict.fromkeys(identity for identity, _ in sorted(dealt)):
        term = w.identity_term(at, identity)
        members = [seat for number, seat in sorted(dealt) if number == identity]
        rows.append((at.book.term("camps", term.camp).name.to(lang), term.name.to(lang), w.seats(at, members, lang)))
    if rows:
        yield Grid("", tuple(_say(f"columns.{key}", lang) for key in ("camp", "identity", "players")), tuple(rows))
    position = next((entry.input[3] for entry in table.log if entry.input[0] == "begin" and entry.input[3]), None)
    lines = tuple(position_lines(position or {}, at, lang))
    if lines:
        yield Lines(_say("titles.position", lang), lines)


def position_lines(position: dict[str, Any], at: Setting, lang: Lang) -> Iterator[Line]:
    """The position a game was taken up from."""
    for key, value in position.items():
        if key in ("day", "phase") or value in ([], {}):
            continue
        if key in ("gone", "led"):
            text = w.seats(at, value, lang)
        elif isinstance(value, dict):
            text = w.joined((f"{w.seat(at, int(seat), lang)} {what}" for seat, what in value.items()), lang)
        else:
            text = w.joined(map(str, value), lang) if isinstance(value, list) else str(value)
        yield Line(text, lead=_say(f"position.{key}", lang) if w.has_template("course", f"position.{key}") else key)


def section(here: Section, lang: Lang) -> Iterator[Block]:
    """One phase; last words that nobody spoke and the interval after them are passed over."""
    at = here.at
    if here.phase in (phases.WORDS, phases.INTERVAL) and not (here.acts or here.messages or here.last_words or here.said):
        return
    span = f"{w.moment(at, here.opened, lang)} – {w.moment(at, here.closes, lang)}"
    yield Heading(w.phase(at, here.phase, here.day, lang), span)
    if here.acts:
        yield Lines("", tuple(public_lines([notice for _, notice in here.acts], at, lang)))
    if here.phase in (phases.DAY, phases.RUNOFF) and here.ballots:
        yield votes(here, lang)
    notes = tuple(vote_notes(here, lang)) if here.phase in (phases.DAY, phases.RUNOFF) else ()
    if notes:
        yield Lines("", notes)
    if here.messages:
        yield Lines(_say("titles.messages", lang), tuple(message_lines(here, lang)))
    if here.last_words:
        yield Lines(
            _say("titles.last_words", lang),
            tuple(Line(brief(text), lead=speaker(w.seat(at, seat, lang), lang)) for seat, text in here.last_words),
        )
    found = tuple(adjudication(here, lang))
    if found:
        yield Lines(_say("titles.found", lang), found)
    said = [notice for notice in here.said if notice.what != "over"]
    if said:
        yield Lines(_say("titles.said", lang), tuple(public_lines(said, at, lang)))
    if here.told:
        yield Lines(_say("titles.told", lang), tuple(told_lines(here.told, at, lang)))


def public_lines(said: Sequence[Notice], at: Setting, lang: Lang) -> Iterator[Line]:
    """Public notices, a line each."""
    for notice in said:
        yield Line(phrases.on_one_line(notices.tell(notice, at, lang).splitlines(), lang), style="public")


def told_lines(told: Sequence[Notice], at: Setting, lang: Lang) -> Iterator[Line]:
    """What seats and rooms were told: the same words to several on one line."""
    heard: dict[str, list[str]] = {}
    for notice in told:
        if notice.to.startswith("s"):
            name = w.seat(at, int(notice.to[1:]), lang)
        else:
            name = w.thread(at, f"room-{notice.to[1:]}", lang)
        text = notices.tell(notice, at, lang).splitlines()[0]
        heard.setdefault(text, []).append(name)
    for text, names in heard.items():
        yield Line(text, lead=speaker(w.joined(names, lang), lang), style="told")


def speaker(name: str, lang: Lang) -> str:
    """Who says or hears what follows."""
    return f"{name}：" if lang == "zh" else f"{name}:"


def votes(here: Section, lang: Lang) -> Grid:
    """The vote thread as read: a row a target, the most votes first, abstentions last; each voter with its floor and what it changed from."""
    at = here.at
    targets = sorted({ballot.target for ballot in here.ballots.values()}, key=lambda t: (t < 0, -len(here.for_target(t)), t))
    rows = []
    for target in targets:
        voters = here.for_target(target)
        rows.append((w.seat(at, target, lang), str(len(voters)), w.joined((voter(v, b, at, lang) for v, b in voters), lang)))
    return Grid("", tuple(_say(f"columns.{key}", lang) for key in ("target", "votes", "voters")), tuple(rows))


def voter(seat: int, ballot: Ballot, at: Setting, lang: Lang) -> str:
    """士3 #12, and what it was before a change."""
    name = w.seat(at, seat, lang)
    text = f"{name} #{ballot.floor}" if ballot.floor else name
    if ballot.before is None or ballot.before.target == ballot.target:
        return text
    return text + _say("before", lang, target=w.seat(at, ballot.before.target, lang), floor=ballot.before.floor)


def vote_notes(here: Section, lang: Lang) -> Iterator[Line]:
    """Void votes with their reasons, names read through a slip, and who did not vote."""
    at = here.at
    for row in here.void:
        why, clause = phrases.reason_of(row[3], at, lang)
        yield Line(_say("void", lang, voter=w.seat(at, row[2], lang), reason=why), clause, f"#{row[1]}", "refused")
    for row in here.slips:
        yield Line(slip(row[5], lang), "", f"#{row[1]}", "dim")
    silent = sorted(here.living - set(here.ballots))
    if not here.findings:
        return  # still open: there is time to vote
    if silent and here.ballots:
        text = w.seats(at, silent, lang) if len(silent) <= 12 else _say("many", lang, n=len(silent))
        yield Line(_say("silent", lang, names=text), style="dim")
    elif silent:
        yield Line(_say("nobody_voted", lang), style="dim")


def message_lines(here: Section, lang: Lang) -> Iterator[Line]:
    """Private messages in order of sending, each with its answer; what was accepted in one word."""
    at = here.at
    for time, sender, text, answers in here.messages:
        lead = f"{w.clock(at, time)} {speaker(w.seat(at, sender, lang), lang)}"
        refused = next((answer for answer in answers if answer.what != "accepted"), None)
        if refused is None:
            yield Line(brief(text), "", lead, "" if answers else "dim")
            continue
        yield Line(brief(text), "", lead, "refused")
        for answer in notices.tell(refused, at, lang).splitlines()[:1]:
            yield Line(answer, "", "→", "refused", 1)


def brief(text: str) -> str:
    """A post or message on one line."""
    flat = " ".join(text.split())
    return flat if len(flat) <= 80 else flat[:79] + "…"


def adjudication(here: Section, lang: Lang) -> Iterator[Line]:
    """The standing orders in order of sending, under each what was found about it; then what was found about no order."""
    at = here.at
    found = list(sentences(here.orders, here.findings, at, lang))
    for number in range(len(here.orders)):
        yield Line(order_name(here.orders, number, at, lang), "", f"{number + 1}.", "order")
        for sentence in sorted(found, key=lambda sentence: sentence.what in UNTOLD):
            if sentence.order == number:
                yield Line(sentence.text, sentence.clause, "", "dim" if sentence.what in UNTOLD else "", 1)
        if not any(sentence.order == number for sentence in found):
            yield Line(_say("no_effect", lang), "", "", "dim", 1)
    for sentence in found:
        if not 0 <= sentence.order < len(here.orders) and sentence.what not in COUNTED:
            yield Line(sentence.text, sentence.clause, style="verdict")


def ending(here: Section, lang: Lang) -> Iterator[Block]:
    """The end: who has won, identities and scores, seed and salt."""
    over = next((notice for notice in reversed(here.said) if notice.what == "over"), None)
    if over is None:
        return
    at = here.at
    yield Heading(w.phase(at, phases.OVER, here.day, lang))
    texts = [text for text in notices.tell(over, at, lang).splitlines() if text != announcements.scores_line(over.args[2], at, lang)]
    yield Lines("", tuple(Line(text, style="public") for text in texts))
    rows = tuple(
        (str(seat + 1), w.seat(at, seat, lang), w.identity(at, identity, lang), w.points(half)) for seat, identity, half in over.args[2]
    )
    yield Grid("", tuple(_say(f"columns.{key}", lang) for key in ("seat", "player", "identity", "score")), rows)
