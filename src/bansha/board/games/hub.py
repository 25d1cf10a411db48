"""A game's page: the band, seats, threads, and what was announced, in order."""

from datetime import datetime
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from bansha.board.games.band import band, threads_of
from bansha.board.games.models import Game, Said, Thread
from bansha.board.games.names import names_of
from bansha.board.games.seats import places_of, setting_for
from bansha.board.games.viewer import game_or_404, viewer
from bansha.board.games.words import Lang, say
from bansha.board.texts import text
from bansha.rules.notices import EVERYBODY
from bansha.table.threads import is_room
from bansha.telling import words

IN_THE_LEDGER = ("ledger", "thread", "signed_up", "left")  # said elsewhere


class Chapter(NamedTuple):
    """A phase and what was announced in it: time and lines."""

    title: str
    said: list[tuple[datetime, list[str]]]


class Line(NamedTuple):
    """A thread in the list."""

    key: str
    title: str
    floors: int
    open: bool


def page(request: HttpRequest, game_id: str) -> HttpResponse:
    """``/g/GAME/``."""
    game = game_or_404(game_id)
    reader = viewer(request, game)
    lang: Lang = request.lang  # type: ignore[attr-defined]
    seats = places_of(game, lang)
    setting = setting_for(game, seats)
    threads = threads_of(game, reader)
    return render(
        request,
        "hub.html",
        {
            "game": game,
            "reader": reader,
            "band": band(game, reader, lang),
            "seats": seats,
            "free": game.header["seats"] - len(seats) if game.status == Game.SIGN_UP else 0,
            "threads": [line(thread, setting, lang) for thread in in_order(threads) if not is_room(thread.key)],
            "rooms": [line(thread, setting, lang) for thread in threads if is_room(thread.key)],
            "chapters": chapters(game, setting, lang),
        },
    )


def in_order(threads: list[Thread]) -> list[Thread]:
    """The open ones first, then the latest first."""
    latest = sorted(threads, key=lambda thread: thread.pk, reverse=True)
    return sorted(latest, key=lambda thread: not thread.open)


def line(thread: Thread, setting: words.Setting, lang: Lang) -> Line:
    """第三天·投票, with its floors."""
    return Line(thread.key, words.thread(setting, thread.key, lang), thread.floors, thread.open)


def chapters(game: Game, setting: words.Setting, lang: Lang) -> list[Chapter]:
    """Everything that was announced, by phase, with the names of its time."""
    rows = Said.objects.filter(game=game, to=EVERYBODY).exclude(what__in=IN_THE_LEDGER).order_by("place")
    found = [Chapter(text("hub.beginning", lang), [])]
    names = names_of(game, setting.names)
    for what, args, at, place in rows.values_list("what", "args", "at", "place"):
        if what == "phase":
            found.append(Chapter(words.phase(setting, args[0], args[1], lang), []))
        elif what == "over":
            found.append(Chapter(text("hub.end", lang), []))
        found[-1].said.append((at, say(what, args, EVERYBODY, setting._replace(names=names.at_place(place)), lang)))
    return [chapter for chapter in found if chapter.said]
