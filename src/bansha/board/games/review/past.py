"""A finished game as the review has it: its table, made anew from the log, cut into chapters."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from django.http import Http404

from bansha.board.games.models import Game
from bansha.board.games.tables import made
from bansha.board.games.viewer import game_or_404
from bansha.rules import phases
from bansha.table import signing
from bansha.table.inputs import Begin
from bansha.table.inputs import from_data as input_from_data
from bansha.table.table import Table
from bansha.telling import words as w
from bansha.telling.course import Section, sections
from bansha.telling.findings import finding_names

KEPT = 8
BECOMING = ("converted", "independent")  # findings whose detail is a new identity
PASSED_OVER = (phases.WORDS, phases.INTERVAL)  # unless something was said in them


class Standing(NamedTuple):
    """Every seat at a moment: ``identities`` as kernel codes, ``marks`` of bites, who is ``led`` away."""

    identities: tuple[int, ...]
    marks: tuple[int, ...]
    led: frozenset[int]


class Chapter(NamedTuple):
    """One phase: how the seats stood when it opened, and when it closed."""

    key: str
    here: Section
    before: Standing
    after: Standing

    @property
    def is_night(self) -> bool:
        """Whether it is drawn as a picture."""
        return self.here.phase == phases.NIGHT

    @property
    def is_vote(self) -> bool:
        """Whether it is drawn as a table of votes."""
        return self.here.phase in (phases.DAY, phases.RUNOFF)


class Past(NamedTuple):
    """A finished game."""

    table: Table
    before: Section  # what came before day 1
    chapters: tuple[Chapter, ...]

    def place(self, key: str) -> int:
        """The place of a chapter; 404 for one that there was not."""
        found = next((place for place, chapter in enumerate(self.chapters) if chapter.key == key), -1)
        if found < 0:
            raise Http404
        return found


def past_or_404(game_id: str) -> tuple[Game, Past]:
    """A game that has ended. One that has not, has no review for anybody."""
    game = game_or_404(game_id)
    if game.status != Game.FINISHED:
        raise Http404
    return game, past(game.pk, game.entries)


@lru_cache(maxsize=KEPT)
def past(game_id: str, entries: int) -> Past:
    """The past of a game of so many entries. Nobody changes it."""
    game = Game.objects.get(pk=game_id)
    table = made(game)
    assert len(table.log) >= entries
    cut = sections(table)
    return Past(table, cut[0], tuple(chapters(table, cut[1:])))


def chapters(table: Table, cut: list[Section]) -> list[Chapter]:
    """The phases in which something happened, told by the truth as it was corrected."""
    right = {(kept.record.phase, kept.record.day): kept.record for kept in table.records}
    standing = taken_up(table)
    found = []
    for here in cut:
        record = right.get((here.phase, here.day))
        if record is not None:
            here.orders, here.findings = record.orders, record.findings
        after = changed(standing, here.findings, finding_names(table.header.rules))
        if here.phase not in PASSED_OVER or here.acts or here.messages or here.last_words or here.said:
            found.append(Chapter(f"{w.PHASES[here.phase]}-{here.day}", here, standing, after))
        standing = after
    return found


def changed(standing: Standing, findings: list[list[int]], names: Mapping[int, str]) -> Standing:
    """How the seats stand after an adjudication."""
    identities, marks, led = list(standing.identities), list(standing.marks), set(standing.led)
    for what, whom, _order, _clause, detail in findings:
        if names[what] in BECOMING:
            identities[whom] = detail
        elif names[what] == "marked":
            marks[whom] = detail
        elif names[what] == "led":
            led.add(whom)
    return Standing(tuple(identities), tuple(marks), frozenset(led))


def taken_up(table: Table) -> Standing:
    """How the seats stood when the first phase opened: as dealt, or in the position in which the game was taken up."""
    seats = len(table.names)
    entry = next((entry for entry in table.log if entry.input[0] == "begin"), None)
    what = input_from_data(entry.input) if entry else None
    if not isinstance(what, Begin):
        return Standing(dealt(table), (0,) * seats, frozenset())
    state, position = signing.taken_up(table, what)
    marks = position.get("marks", {})
    return Standing(tuple(state.identity[:seats]), tuple(marks.get(seat, 0) for seat in range(seats)), frozenset(position.get("led", ())))


def dealt(table: Table) -> tuple[int, ...]:
    """The identities that were dealt, by seat."""
    cards = {notice.to: notice.args[0] for entry in table.log for notice in entry.said if notice.what == "role"}
    return tuple(cards.get(f"s{seat}", 0) for seat in range(len(table.names)))
