"""The front page: games signing up, running, finished; for somebody who plays or directs, his own first, with what is due."""

from typing import Any

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from bansha.board.games.asking import asks_user, for_players, unpublished, waits_for_you
from bansha.board.games.band import awaited, is_to_begin, waits_for_players
from bansha.board.games.duty import Duty, duties
from bansha.board.games.models import Game, Seat
from bansha.board.games.words import Lang, phase_name, times
from bansha.board.texts import text

FINISHED_SHOWN = 20
DEMOS_SHOWN = 3  # finished demonstrations, after the games of people
RUNNING_SHOWN = 100


def page(request: HttpRequest) -> HttpResponse:
    """``/``."""
    lang: Lang = request.lang  # type: ignore[attr-defined]
    games = Game.objects.annotate(taken=Count("seats"))
    seats = {seat.game_id: seat for seat in Seat.objects.filter(user=request.user.pk)} if request.user.is_authenticated else {}
    mine = list(games.filter(pk__in=seats).exclude(status=Game.FINISHED).order_by("closes", "start"))
    asking = list(games.filter(asks_user(request.user.pk)).order_by("start")) if request.user.is_authenticated else []
    others = games.exclude(pk__in=[game.pk for game in mine + asking])
    due = duties([(game, seats[game.pk]) for game in mine], lang)
    due |= {game.pk: for_players(lang) for game in mine if unpublished(game)} | {game.pk: waits_for_you(game, lang) for game in asking}
    over = others.filter(status=Game.FINISHED).order_by("-ended")
    lists = {
        "mine": asking + mine,
        "signing": list(others.filter(status=Game.SIGN_UP).order_by("start")),
        "running": list(others.filter(status=Game.RUNNING).order_by("demo", "closes")[:RUNNING_SHOWN]),
        "finished": list(over.filter(demo=False)[:FINISHED_SHOWN]) + list(over.filter(demo=True)[:DEMOS_SHOWN]),
    }
    rows = {key: [row(game, due.get(game.pk), lang) for game in found] for key, found in lists.items()}
    return render(request, "index.html", {"lists": rows})


def row(game: Game, due: Duty | None, lang: Lang) -> dict[str, Any]:
    """A game in the list: its phase, its end, its seats, and what is due of the reader."""
    clock = times(game.header["calendar"]["zone"])
    begins, moment = is_to_begin(game), awaited(game)
    taken, seats = game.taken, game.header["seats"]  # type: ignore[attr-defined]
    return {
        "id": game.pk,
        "title": game.title,
        "rules": game.rules,
        "demo": game.demo,
        "status": game.status,
        "phase": text("band.dealt", lang) if begins and game.status == Game.RUNNING else phase_name(game.phase, game.day, lang),
        "paused": bool(game.paused),
        "iso": moment.isoformat() if moment else "",
        "left": clock.ahead(moment, timezone.now(), lang) if moment and not game.paused else "",
        "at": clock.clock(moment, lang) if moment else "",
        "begins": begins,
        "late": waits_for_players(game),
        "free": seats - taken,
        "taken": taken,
        "seats": seats,
        "alive": game.alive,
        "ended": clock.clock(game.ended, lang) if game.ended else "",
        "invited": bool(game.invite),
        "due": due,
    }
