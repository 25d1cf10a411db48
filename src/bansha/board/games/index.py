"""The front page: games signing up, running, finished; for somebody who plays, his own first."""

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from bansha.board.games.models import Game, Seat

FINISHED_SHOWN = 20


def page(request: HttpRequest) -> HttpResponse:
    """``/``."""
    games = Game.objects.annotate(taken=Count("seats")).order_by("-created")
    mine = set(Seat.objects.filter(user=request.user.pk).values_list("game_id", flat=True)) if request.user.is_authenticated else set()
    running = list(games.filter(status=Game.RUNNING).order_by("closes"))
    lists = {
        "mine": [game for game in running if game.pk in mine],
        "signing": list(games.filter(status=Game.SIGN_UP).order_by("start")),
        "running": [game for game in running if game.pk not in mine],
        "finished": list(games.filter(status=Game.FINISHED).order_by("-ended")[:FINISHED_SHOWN]),
    }
    return render(request, "index.html", lists)
