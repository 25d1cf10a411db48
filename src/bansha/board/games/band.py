"""The phase band at the top of every page of a game: what is happening, until when, and what is expected of the reader.

It speaks of the game's public state and of the reader alone; nothing in it, not even its size, tells what others have done in secret.
"""

from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils import timezone

from bansha.board.drawing import url_if
from bansha.board.games.asking import asked, for_players, unpublished
from bansha.board.games.duty import NOTHING, Duty, duty
from bansha.board.games.models import Game, Thread
from bansha.board.games.rooms import last_floors
from bansha.board.games.viewer import Viewer
from bansha.board.games.words import Lang, phase_name, times
from bansha.board.texts import text
from bansha.rules import phases
from bansha.table.threads import is_room

SOON = 3600  # seconds; from then on the time left is in vermilion


class Band(NamedTuple):
    """``duty`` is what is expected of the reader, ``link`` where to act on it under the word ``act``, ``due`` whether he has not yet;
    ``closes_here`` is the end by the reader's clock where that is another. ``places`` are the pages of the game: name of the address,
    its arguments.
    """

    title: str
    closes_iso: str
    closes: str
    closes_here: str
    left: str
    soon: bool
    duty: str
    link: str
    act: str
    due: bool
    places: list[tuple[str, tuple[object, ...]]]


def band(game: Game, reader: Viewer, lang: Lang) -> Band:
    """The band for this reader now."""
    begins, late, moment = is_to_begin(game), waits_for_players(game), awaited(game)
    title = phase_name(game.phase, game.day, lang)
    if begins and game.status == Game.RUNNING:
        title = text("band.dealt", lang)
    clock = text("index.starts_full", lang) if late else ""
    here = left = ""
    soon = False
    if moment is not None:
        clock = text("index.starts" if begins else "index.until", lang, time=times(zone_of(game)).clock(moment, lang))
        here = by_the_readers_clock(moment, zone_of(game), reader.zone, lang)
        remaining = (moment - timezone.now()).total_seconds()
        soon = not begins and 0 < remaining <= SOON and not game.paused
        left = text("band.paused", lang) if game.paused else time_left(moment, zone_of(game), begins, lang)
    expected = about(game, reader, lang)
    iso = moment.isoformat() if moment else ""
    return Band(title, iso, clock, here, left, soon, *expected, places(game, reader))


def is_to_begin(game: Game) -> bool:
    """Whether day 1 has still to open."""
    return game.phase == phases.SIGNUP and game.status != Game.FINISHED


def awaited(game: Game) -> datetime | None:
    """The time that is counted down to: day 1, then the end of the open phase."""
    return None if waits_for_players(game) else game.start if is_to_begin(game) else game.closes


def waits_for_players(game: Game) -> bool:
    """Whether day 1 was to open by now and seats are free: it opens at the next opening hour after the last one is taken."""
    return game.status == Game.SIGN_UP and game.start <= timezone.now()


def zone_of(game: Game) -> str:
    """The time zone of the game."""
    zone: str = game.header["calendar"]["zone"]
    return zone


def time_left(moment: datetime, zone: str, begins: bool, lang: Lang) -> str:
    """剩 3 小时 12 分."""
    return text("band.begins" if begins else "band.left", lang, time=times(zone).ahead(moment, timezone.now(), lang))


def by_the_readers_clock(moment: datetime, zone: str, own: str, lang: Lang) -> str:
    """The moment in the reader's zone, unless both clocks show the same."""
    if not own or moment.astimezone(ZoneInfo(own)).utcoffset() == moment.astimezone(ZoneInfo(zone)).utcoffset():
        return ""
    return text("band.here", lang, time=times(own).clock(moment, lang))


def about(game: Game, reader: Viewer, lang: Lang) -> Duty:
    """What the band says to this reader."""
    if game.status == Game.FINISHED:
        return Duty(text("band.over", lang), url_if("review", game.pk), text("places.review", lang))
    if game.status == Game.SIGN_UP:
        return Duty(text("band.seated" if reader.seat else "band.sign_up", lang))
    if reader.directs:
        return asked(game, lang)
    if unpublished(game):
        return for_players(lang)
    return duty(game, reader.seat, lang) if reader.seat else NOTHING


def places(game: Game, reader: Viewer) -> list[tuple[str, tuple[object, ...]]]:
    """The pages of the game that this reader may open."""
    found: list[tuple[str, tuple[object, ...]]] = [("hub", (game.pk,))]
    if game.status != Game.SIGN_UP and game.day:
        found.append(("ledger", (game.pk, game.day)))
    if reader.seat and game.status != Game.SIGN_UP:
        found.append(("seat", (game.pk,)))
    if reader.directs:
        found.append(("desk", (game.pk,)))
    if game.status == Game.FINISHED:
        found.append(("review", (game.pk,)))
    return [*found, ("rules", (game.pk,))]


def threads_of(game: Game, reader: Viewer) -> list[Thread]:
    """The threads the reader may open, oldest first; of a room he has left, with the floors he may read.

    A director is not told how much is written in rooms before he looks into one, which is put on record: there are 0 floors.
    """
    threads = list(Thread.objects.filter(game=game).order_by("pk"))
    if game.status == Game.FINISHED:
        return threads
    if reader.directs:
        for thread in threads:
            thread.floors = 0 if is_room(thread.key) else thread.floors
        return threads
    rooms = last_floors(game, reader)
    found = [thread for thread in threads if not is_room(thread.key) or thread.key in rooms]
    for thread in found:
        thread.floors = rooms.get(thread.key, 0) or thread.floors
    return found
