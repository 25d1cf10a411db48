"""A game's page: the band, seats, threads, and what was announced, in order."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from bansha.board.games.band import band, threads_of
from bansha.board.games.models import Said, Seat
from bansha.board.games.viewer import game_or_404, viewer
from bansha.board.games.words import say, setting_of
from bansha.rules.notices import EVERYBODY

IN_THE_LEDGER = ("ledger", "thread", "signed_up")  # said elsewhere


def page(request: HttpRequest, game_id: str) -> HttpResponse:
    """``/g/GAME/``."""
    game = game_or_404(game_id)
    reader = viewer(request, game)
    lang = request.lang  # type: ignore[attr-defined]
    setting = setting_of(game)
    announced = Said.objects.filter(game=game, to=EVERYBODY).exclude(what__in=IN_THE_LEDGER).order_by("place")
    return render(
        request,
        "hub.html",
        {
            "game": game,
            "reader": reader,
            "band": band(game, reader, lang),
            "seats": Seat.objects.filter(game=game).order_by("number"),
            "threads": threads_of(game, reader),
            "announced": [(said.at, say(said.what, said.args, EVERYBODY, setting, lang)) for said in announced],
        },
    )
