"""Why is she out, alive, told this? What happened to one person, and by which clause.

    why(table, seat, "zh", night=2) → lines

For a night: the orders that she sent, that aimed at her or came to rest on her, each with what became of it, and with the orders that
voided, saved or caught it; then the verdict. For a day: the votes that she had, and whether they put her out. It reads what the table
keeps (``table.records``), so after a correction it tells the corrected truth. It holds every secret and is for the director, or for the
review after the game.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bansha.rules import phases
from bansha.rules.face import Record
from bansha.rules.notices import to_seat
from bansha.rules.rulebook import Lang
from bansha.table.table import Table
from bansha.telling import notices
from bansha.telling import words as w
from bansha.telling.blocks import Line, plain_line
from bansha.telling.course import Section, brief, sections
from bansha.telling.findings import DETAILS, Sentence, finding_names, order_name, sentence
from bansha.telling.words import Setting, say

KILLS = {"xia": ("kill",), "piper": ("bite",)}
POWER_BEHIND = {"absorbed": "absorb", "transferred": "protect", "lead_failed": "deceive"}  # a finding, and the power behind it
ASIDE = frozenset({"banned", "count"})


class Reasons(NamedTuple):
    """What one adjudication has to do with a person: phase, day, a title, and lines."""

    phase: int
    day: int
    title: str
    lines: list[Line]


def why(table: Table, seat: int, lang: Lang, night: int | None = None) -> list[str]:
    """The answer as lines of text; ``night`` for that night alone."""
    said = [summary(table, seat, lang)]
    for reasons in all_reasons(table, seat, lang, night):
        said.append(reasons.title)
        said += [plain_line(line, lang) for line in reasons.lines]
    return said


def _say(key: str, lang: Lang, **values: object) -> str:
    return say("course", f"why.{key}", lang, **values)


def summary(table: Table, seat: int, lang: Lang) -> str:
    """Who it is, and whether in the game."""
    at = w.setting(table)
    if table.state is None:
        return _say("undealt", lang, name=w.seat(at, seat, lang))
    name, identity = w.seat(at, seat, lang), w.identity(at, table.state.identity[seat], lang)
    for kept in table.records:
        if any(is_exit(row, seat, at) for row in kept.record.findings):
            return _say("out", lang, name=name, identity=identity, phase=w.phase(at, kept.record.phase, kept.record.day, lang))
    return _say("alive" if (table.state.alive >> seat) & 1 else "out_before", lang, name=name, identity=identity)


def is_exit(row: Sequence[int], seat: int, at: Setting) -> bool:
    """Whether a finding puts the seat out."""
    return finding_names(at.rules)[row[0]] == "out" and row[1] == seat


def all_reasons(table: Table, seat: int, lang: Lang, night: int | None = None) -> Iterator[Reasons]:
    """Every adjudication that has to do with the seat, in order; of one night, also if nothing has."""
    places = {(here.phase, here.day): here for here in sections(table)}
    at = w.setting(table)
    for kept in table.records:
        record = kept.record
        if night is not None and (record.phase, record.day) != (phases.NIGHT, night):
            continue
        here = places.get((record.phase, record.day))
        title = w.phase(at, record.phase, record.day, lang)
        if record.phase == phases.NIGHT:
            lines = night_lines(record, seat, reported(record, seat, here, at.rules), at, lang)
            if not lines and night is not None:
                lines = [Line(_say("untouched", lang, name=w.seat(at, seat, lang)), style="verdict")]
        else:
            lines = list(day_lines(record, seat, here, at, lang))
        if lines or night is not None:
            told = list(told_lines(here, seat, lang)) if here else []
            yield Reasons(record.phase, record.day, title, lines + told)


# ---- a night ----------------------------------------------------------------------------------------------------------------------------


def seats_in(row: Sequence[int], rules: str) -> set[int]:
    """The seats that a finding speaks of."""
    key = finding_names(rules)[row[0]]
    found = set() if key == "wins" else {row[1]}
    return found | ({row[4]} if DETAILS[rules].get(key) == "seat" else set())


def reported(record: Record, seat: int, here: Section | None, rules: str) -> set[int]:
    """The verifications whose result a seat was told, though another member of its group sent them."""
    told = {notice.what for notice in here.told if notice.to == to_seat(seat)} if here else set()
    names = finding_names(rules)
    wanted = told & {"verified", "verify_failed"}
    return {row[2] for row in record.findings if names[row[0]] in wanted and w.PARTIES[rules][record.orders[row[2]][5]] == "crimson"}


def concerning(record: Record, seat: int, also: set[int], rules: str) -> list[int]:
    """The orders that concern a seat: sent by it, aimed at it, come to rest on it; and those that decided what became of these."""
    found = also | {i for i, order in enumerate(record.orders) if seat in (order[0], order[2], order[3])}
    found |= {row[2] for row in record.findings if row[2] >= 0 and seat in seats_in(row, rules)}
    waiting = sorted(found)
    while waiting:
        number = waiting.pop()
        for other in behind(record, number, rules) - found:
            found.add(other)
            waiting.append(other)
    return sorted(found)


def behind(record: Record, number: int, rules: str) -> set[int]:
    """The orders that decided what became of an order: the block that voided it, the absorption that caught it, the heal, the rival."""
    names = finding_names(rules)
    found = set()
    for what, _whom, order, _clause, detail in record.findings:
        if order != number:
            continue
        key = names[what]
        if DETAILS[rules].get(key) == "order":
            found.add(detail)
        power = POWER_BEHIND.get(key)
        if power and power in w.POWERS[rules]:
            found |= {i for i, other in enumerate(record.orders) if other[1] == w.POWERS[rules].index(power)}
    return found


def night_lines(record: Record, seat: int, also: set[int], at: Setting, lang: Lang) -> list[Line]:
    """The chain of orders and findings of a night that concern a seat, and the verdict. Empty if nothing does."""
    said = [sentence(row, record.orders, at, lang) for row in record.findings]
    names = finding_names(at.rules)
    lines: list[Line] = []
    for number in concerning(record, seat, also, at.rules):
        lines.append(Line(order_name(record.orders, number, at, lang), "", f"{number + 1}.", "order"))
        lines += [Line(s.text, s.clause, depth=1) for s in said if s.order == number and s.what not in ASIDE]
    alone = [
        (row, s)
        for row, s in zip(record.findings, said, strict=True)
        if s.order < 0 and names[row[0]] != "wins" and seat in seats_in(row, at.rules)
    ]
    lines += [Line(s.text, s.clause, style="verdict") for _, s in alone]
    verdict = survival(record, said, seat, at, lang)
    if verdict is not None:
        lines.append(verdict)
    return lines


def survival(record: Record, said: list[Sentence], seat: int, at: Setting, lang: Lang) -> Line | None:
    """Why a seat that was to be put out is alive; None if it was not, or is out."""
    if any(is_exit(row, seat, at) for row in record.findings):
        return None
    deadly = [w.POWERS[at.rules].index(power) for power in KILLS[at.rules]]
    aimed = {i for i, order in enumerate(record.orders) if order[1] in deadly and order[2] == seat}
    aimed |= {s.order for s in said if s.order >= 0 and s.whom == seat and record.orders[s.order][1] in deadly and s.order not in aimed}
    if not aimed:
        return None
    clauses = [s.clause for s in said if s.order in aimed and s.what in SPARING and (s.what != "marked" or s.whom == seat)]
    clause = "、".join(dict.fromkeys(clauses)) if lang == "zh" else ", ".join(dict.fromkeys(clauses))
    return Line(_say("spared", lang, name=w.seat(at, seat, lang)), clause, style="verdict")


# The findings for which somebody who was aimed at does not go out.
SPARING = frozenset({"void", "turned", "absorbed", "converted", "healed", "transferred", "bite_failed", "marked"})


# ---- a day ------------------------------------------------------------------------------------------------------------------------------


def day_lines(record: Record, seat: int, here: Section | None, at: Setting, lang: Lang) -> Iterator[Line]:
    """The votes a seat had, and every finding of the tally that speaks of it; if it had votes and stays, why nobody went out."""
    names = finding_names(at.rules)
    rows = [row for row in record.findings if names[row[0]] != "wins"]
    mine = [row for row in rows if seat in seats_in(row, at.rules)]
    if not mine:
        return
    for row in mine:
        s = sentence(row, record.orders, at, lang)
        text = s.text
        if s.what == "count" and here is not None:
            voters = [w.seat(at, voter, lang) + (f" #{ballot.floor}" if ballot.floor else "") for voter, ballot in here.for_target(seat)]
            text = _say("votes", lang, count=text, voters=w.joined(voters, lang)) if voters else text
        yield Line(text, s.clause, style="verdict" if s.what in ("out", "saved", "runoff") else "")
    counted = [row for row in rows if names[row[0]] == "count"]
    most = max((row[4] for row in counted), default=0)
    if any(names[row[0]] == "count" and row[4] == most for row in mine) and not any(is_exit(row, seat, at) for row in rows):
        for row in rows:
            if names[row[0]] in ("nobody", "decider"):
                s = sentence(row, record.orders, at, lang)
                yield Line(s.text, s.clause, style="verdict")


def told_lines(here: Section, seat: int, lang: Lang) -> Iterator[Line]:
    """What the seat was told at the close of the phase."""
    for notice in here.told:
        if notice.to == to_seat(seat):
            yield Line(brief(notices.tell(notice, here.at, lang).splitlines()[0]), lead=_say("told", lang), style="told")
