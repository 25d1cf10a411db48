"""A day as a table: voter × target, with what was changed, forced, struck or void, and the same in order of time.

All of it stands in published notices: the ledger, the director's corrections and the tally. It counts nothing by itself but the running
totals of the timeline.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from bansha.board.games.review.past import Chapter, Past
from bansha.rules import phases
from bansha.rules.rulebook import Lang
from bansha.table.threads import vote_thread
from bansha.telling import phrases, votes
from bansha.telling import words as w
from bansha.telling.findings import finding_names


class Mark(NamedTuple):
    """What stands in a cell: a floor, and how: "stands", "left" (changed later), "forced", "struck" or "corrected"."""

    floor: int
    how: str


class Moment(NamedTuple):
    """A vote post in time: ``words`` is how it was read, ``totals`` what stood after it."""

    at: str
    floor: int
    words: str
    void: bool
    totals: str


class Row(NamedTuple):
    """A voter's line of the table: per target its marks, and its void posts."""

    voter: int
    name: str
    cells: list[list[Mark]]
    void: list[int]


class Matrix(NamedTuple):
    """The table: targets with their names and published totals, rows, and the timeline."""

    targets: list[tuple[str, int]]
    rows: list[Row]
    timeline: list[Moment]


def matrix(past: Past, chapter: Chapter, lang: Lang) -> Matrix:
    """The votes of a day or runoff."""
    here = chapter.here
    thread = vote_thread(here.phase, here.day)
    posts = list(cast(past, thread, here.phase, here.day))
    names = finding_names(here.at.rules)
    counts = {row[1]: row[4] for row in here.findings if names[row[0]] == "count"}
    forced = {row[1]: row[4] for row in here.findings if names[row[0]] == "forced_vote"}
    struck = {row[4] for row in here.findings if names[row[0]] == "struck"}
    marks, void = placed(posts, forced, struck)
    wanted = sorted({target for _voter, target in marks}, key=lambda target: (target < 0, -counts.get(target, 0), target))
    voters = sorted(here.living | {voter for voter, _target in marks} | set(void))
    rows = [
        Row(voter, w.seat(here.at, voter, lang), [marks.get((voter, target), []) for target in wanted], void.get(voter, []))
        for voter in voters
    ]
    targets = [(w.seat(here.at, target, lang), counts.get(target, 0)) for target in wanted]
    return Matrix(targets, rows, list(timeline(posts, chapter, lang)))


def cast(past: Past, thread: str, phase: int, day: int) -> Iterator[tuple[str, str, list[Any]]]:
    """Ledger rows of a thread and corrections made meanwhile: time, kind, values."""
    meanwhile = False
    for entry in past.table.log:
        for notice in entry.said:
            if notice.what == "phase":
                meanwhile = notice.args[:2] == [phase, day]
            if notice.what == "ledger" and notice.args[0] == thread:
                yield entry.at, "ledger", notice.args
            elif notice.what == "vote_corrected" and meanwhile:
                yield entry.at, "corrected", notice.args


def placed(
    posts: list[tuple[str, str, list[Any]]], forced: dict[int, int], struck: set[int]
) -> tuple[dict[tuple[int, int], list[Mark]], dict[int, list[int]]]:
    """Marks by voter and target, and void floors by voter."""
    course: dict[int, list[tuple[int, int, str]]] = {}
    void: dict[int, list[int]] = {}
    for _at, kind, args in posts:
        if kind == "corrected":
            course.setdefault(args[0], []).append((args[1], 0, "corrected"))
        elif args[3] in votes.COUNTING:
            course.setdefault(args[2], []).append((args[4], args[1], "stands"))
        else:
            void.setdefault(args[2], []).append(args[1])
    marks: dict[tuple[int, int], list[Mark]] = {}
    for voter, steps in course.items():
        for place, (target, floor, how) in enumerate(steps):
            last = place == len(steps) - 1
            state = "struck" if floor in struck else ("left" if voter in forced else how) if last else "left"
            if target != phases.NOBODY:
                marks.setdefault((voter, target), []).append(Mark(floor, state))
    for voter, target in forced.items():
        marks.setdefault((voter, target), []).append(Mark(0, "forced"))
    return marks, void


def timeline(posts: list[tuple[str, str, list[Any]]], chapter: Chapter, lang: Lang) -> Iterator[Moment]:
    """The posts in order, each with what stood after it."""
    at = chapter.here.at
    stands: dict[int, int] = {}
    for time, kind, args in posts:
        if kind == "corrected":
            stands[args[0]] = args[1]
            words, floor, void = phrases.on_one_line(votes.vote_corrected(args, at, lang), lang), 0, False
        else:
            void, floor = args[3] not in votes.COUNTING, args[1]
            if not void:
                stands[args[2]] = args[4]
            words = phrases.on_one_line(votes.ledger(args, at, lang), lang)
        totals = Counter(target for target in stands.values() if target >= 0)
        yield Moment(time, floor, words, void, w.joined((f"{w.seat(at, t, lang)} {n}" for t, n in totals.most_common(4)), lang))
