"""A finished game as the review has it: its table, made anew from the log, cut into chapters."""

from functools import lru_cache
from typing import NamedTuple

from django.http import Http404

from bansha.board.games.models import Game
from bansha.board.games.tables import catch_up
from bansha.board.games.viewer import game_or_404
from bansha.rules import phases
from bansha.table.header import from_data
from bansha.table.table import Table
from bansha.telling import words as w
from bansha.telling.course import Section, sections
from bansha.telling.findings import finding_names

KEPT = 8
BECOMING = ("converted", "independent")  # findings whose detail is a new identity
PASSED_OVER = (phases.WORDS, phases.INTERVAL)  # unless something was said in them


class Chapter(NamedTuple):
    """One phase: ``identities`` by seat as it opened, ``after`` as it closed, both as kernel codes."""

    key: str
    here: Section
    identities: tuple[int, ...]
    after: tuple[int, ...]

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
    table = Table(from_data(game.header))
    catch_up(table, game)
    assert len(table.log) >= entries
    cut = sections(table)
    return Past(table, cut[0], tuple(chapters(table, cut[1:])))


def chapters(table: Table, cut: list[Section]) -> list[Chapter]:
    """The phases in which something happened, told by the truth as it was corrected."""
    right = {(kept.record.phase, kept.record.day): kept.record for kept in table.records}
    names = finding_names(table.header.rules)
    identities = dealt(table)
    found = []
    for here in cut:
        record = right.get((here.phase, here.day))
        if record is not None:
            here.orders, here.findings = record.orders, record.findings
        after = list(identities)
        for what, whom, _order, _clause, detail in here.findings:
            if names[what] in BECOMING:
                after[whom] = detail
        if here.phase not in PASSED_OVER or here.acts or here.messages or here.last_words or here.said:
            found.append(Chapter(f"{w.PHASES[here.phase]}-{here.day}", here, identities, tuple(after)))
        identities = tuple(after)
    return found


def dealt(table: Table) -> tuple[int, ...]:
    """The identities that were dealt, by seat."""
    cards = {notice.to: notice.args[0] for entry in table.log for notice in entry.said if notice.what == "role"}
    return tuple(cards.get(f"s{seat}", 0) for seat in range(len(table.names)))
