"""What one seat lived through: what it sent, what it alone and its rooms were told, and what the adjudications had to do with it."""

from typing import NamedTuple

from bansha.board.games.review.past import Past
from bansha.rules.notices import to_seat
from bansha.rules.rulebook import Lang
from bansha.table.views import in_room
from bansha.telling import words as w
from bansha.telling.blocks import Line
from bansha.telling.notices import tell
from bansha.telling.why import all_reasons, summary


class Scene(NamedTuple):
    """Something sent or told: ``kind`` is "sent", "told" or "room"."""

    at: str
    kind: str
    lines: list[str]


class Story(NamedTuple):
    """A seat's story, and its reasons phase by phase."""

    summary: str
    scenes: list[Scene]
    reasons: list[tuple[str, list[Line]]]


def story(past: Past, seat: int, lang: Lang) -> Story:
    """The story of a seat."""
    table = past.table
    own = to_seat(seat)
    at = w.setting(table)
    scenes: list[Scene] = []
    for entry in table.log:
        if entry.input[0] == "message" and entry.input[1] == seat:
            scenes.append(Scene(entry.at, "sent", str(entry.input[2]).splitlines()))
        for notice in entry.said:
            mine = notice.to == own
            if mine or (notice.to[0] == "r" and in_room(table, int(notice.to[1:]), seat, entry)):
                scenes.append(Scene(entry.at, "told" if mine else "room", tell(notice, at, lang).splitlines()))
    reasons = [(found.title, [line for line in found.lines if line.style != "told"]) for found in all_reasons(table, seat, lang)]
    return Story(summary(table, seat, lang), scenes, [row for row in reasons if row[1]])
