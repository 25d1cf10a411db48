"""In a demonstration a visitor may take over a bot's seat, with an account or without one. Elsewhere these addresses do not exist."""

import secrets

from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from bansha.board.bots.seating import NAMES, is_free
from bansha.board.games.band import band
from bansha.board.games.models import DeskAct, FormerHolder, Game, Seat
from bansha.board.games.substitution import put_in
from bansha.board.games.viewer import game_or_404, viewer
from bansha.board.people import limits
from bansha.board.people.models import User
from bansha.board.people.zones import of_browser
from bansha.board.texts import refused, text
from bansha.rules import phases
from bansha.rules.errors import BanshaError, Unlawful


def page(request: HttpRequest, game_id: str) -> HttpResponse:
    """``/g/GAME/takeover/``."""
    game = game_or_404(game_id)
    reader = viewer(request, game)
    if not may_take_over(game, reader.user):
        raise Http404
    lang = request.lang  # type: ignore[attr-defined]
    refusal = ""
    looked = has_looked(game, reader.user)
    seats = Seat.objects.filter(game=game, out="", user__is_bot=True).order_by("number")
    if looked:
        seats = seats.none()
    chosen, name = request.POST.get("seat", ""), request.POST.get("name", "").strip()
    if request.method == "POST":
        try:
            take_over(request, game, seats.filter(number=int(chosen) if chosen.isdecimal() and len(chosen) < 3 else -1).first(), name)
        except BanshaError as error:
            refusal = refused(error, lang)
        else:
            return HttpResponseRedirect(reverse("seat", args=[game.pk]))
    return render(
        request,
        "takeover.html",
        {
            "game": game,
            "reader": reader,
            "band": band(game, reader, lang),
            "seats": seats,
            "chosen": chosen,
            "name": name,
            "refusal": refusal,
        },
        status=422 if refusal else 200,
    )


def may_take_over(game: Game, user: int | None) -> bool:
    """Whether this is a demonstration under way in which the reader has had no part."""
    if not game.demo or game.status != Game.RUNNING or game.phase == phases.OVER:
        return False
    if user is None:
        return True
    return not any(part.objects.filter(game=game, user=user).exists() for part in (Seat, FormerHolder))


def has_looked(game: Game, user: int | None) -> bool:
    """Whether the reader has seen secrets at the desk."""
    return user is not None and DeskAct.objects.filter(game=game, user=user, what=DeskAct.LOOKED).exists()


def take_over(request: HttpRequest, game: Game, seat: Seat | None, name: str) -> None:
    """Seat the visitor. Raises Unlawful with the reason."""
    if seat is None:
        raise Unlawful("seat", text("takeover.no_seat", "zh"), text("takeover.no_seat", "en"))
    taken = list(Seat.objects.filter(game=game).values_list("name", flat=True))
    name = name or next(other for other in NAMES if is_free(other, taken))
    user = request.user if request.user.is_authenticated else guest(request)
    put_in(game, seat.number, user.pk, name, user.pk, gives_up=True)
    if not request.user.is_authenticated:
        login(request, user)


def guest(request: HttpRequest) -> User:
    """An account for a visitor who has none; it lasts as long as his session."""
    if not limits.Tries((limits.JOIN_ADDRESS, limits.address(request))).allowed:
        raise Unlawful("too_fast", text("account.wait", "zh"), text("account.wait", "en"))
    zone = of_browser(request.POST.get("zone", ""))
    user = User(username=f"guest-{secrets.token_hex(4)}", language=request.lang, zone=zone)  # type: ignore[attr-defined]
    user.set_unusable_password()
    user.save()
    return user
