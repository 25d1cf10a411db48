"""What a director sees of a game whose past cannot be replayed: that it is set aside, why, and what to do; in the place of any page of the desk."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from bansha.board.errors import Broken
from bansha.board.games.band import band
from bansha.board.games.direct import set_aside
from bansha.board.games.viewer import director_or_404, game_or_404

View = Callable[..., HttpResponse]


def or_why_not(view: View) -> View:
    """The view of the desk, or that page if the game cannot be replayed."""

    @wraps(view)
    def page(request: HttpRequest, game_id: str, **place: Any) -> HttpResponse:
        try:
            return view(request, game_id, **place)
        except Broken as fault:
            return why_not(request, game_id, fault)

    return page


def why_not(request: HttpRequest, game_id: str, fault: Broken) -> HttpResponse:
    """The page. The automatic director leaves the game alone from now on, if it has not found out itself."""
    game = game_or_404(game_id)
    reader = director_or_404(request, game)
    set_aside(game.pk, fault.why)
    context = {"game": game, "reader": reader, "band": band(game, reader, request.lang), "why": fault.why}  # type: ignore[attr-defined]
    response = render(request, "desk_broken.html", context, status=409)
    response.headers["Cache-Control"] = "no-store"
    return response
