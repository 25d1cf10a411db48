"""The phase band at the top of every page of a game: what is happening, until when, and what is expected of the reader.

It speaks of the game's public state and of the reader alone; nothing in it, not even its size, tells what others have done in secret.
"""

from datetime import timedelta
from typing import NamedTuple

from django.utils import timezone

from bansha.board.games.models import Game, Post, Said, Thread
from bansha.board.games.viewer import Viewer
from bansha.board.games.words import Lang, phase_name, times
from bansha.board.texts import text
from bansha.rules import phases
from bansha.rules.notices import to_seat


class Band(NamedTuple):
    """``duty`` is what is expected of the reader; ``vote`` the thread to vote in, empty when there is none."""

    title: str
    closes_iso: str
    closes: str
    left: str
    duty: str
    vote: str


def band(game: Game, reader: Viewer, lang: Lang) -> Band:
    """The band for this reader now."""
    zone = game.header["calendar"]["zone"]
    title = phase_name(game.phase, game.day, lang)
    if game.status == Game.SIGN_UP:
        return Band(title, game.start.isoformat(), times(zone).clock(game.start, lang), "", text("band.sign_up", lang), "")
    if game.status == Game.RUNNING and game.phase == phases.SIGNUP:
        return Band(text("band.dealt", lang), game.start.isoformat(), times(zone).clock(game.start, lang), "", "", "")
    if game.closes is None:
        return Band(title, "", "", "", text("band.over", lang) if game.status == Game.FINISHED else "", "")
    left = text("band.paused", lang) if game.paused else times(zone).ahead(game.closes, timezone.now(), lang)
    vote = {phases.DAY: f"votes-{game.day}", phases.RUNOFF: f"runoff-votes-{game.day}"}.get(game.phase, "")
    duty = expected(game, reader, vote, lang) if reader.seat and not reader.seat.out and not game.paused else ""
    return Band(title, game.closes.isoformat(), times(zone).clock(game.closes, lang), left, duty, vote if reader.seat else "")


def expected(game: Game, reader: Viewer, vote: str, lang: Lang) -> str:
    """What the living reader has done or may do."""
    if vote:
        own = Post.objects.filter(thread__game=game, thread__key=vote, reading__voter=reader.number).order_by("-floor").first()
        cutoff = timedelta(minutes=game.header["options"]["change_cutoff_minutes"])
        assert game.closes is not None
        last_hour = timezone.now() >= game.closes - cutoff
        if own is None:
            return text("band.not_voted", lang)
        return text("band.voted_fixed" if last_hour else "band.voted", lang, floor=own.floor)
    if game.phase == phases.NIGHT:
        return tonight(game, reader, lang)
    return ""


def tonight(game: Game, reader: Viewer, lang: Lang) -> str:
    """The reader's order as it stands, in the same shape for whoever has none to give."""
    opened = Said.objects.filter(game=game, to="public", what="phase").order_by("-place").values_list("entry", flat=True).first() or 0
    last = Said.objects.filter(game=game, to=to_seat(reader.number), what="accepted", entry__gt=opened).order_by("-place").first()
    return text("band.sent", lang) if last else text("band.night", lang)


def threads_of(game: Game, reader: Viewer) -> list[Thread]:
    """The threads the reader may open, oldest first."""
    from bansha.board.games.viewer import in_room

    threads = Thread.objects.filter(game=game).order_by("pk")
    return [
        thread
        for thread in threads
        if not thread.key.startswith("room-") or game.status == Game.FINISHED or reader.directs or in_room(game, reader, thread.key)
    ]
