"""Taking a seat under a nickname, and giving it back before the deal.

What is wrong with a nickname is said before the seat is taken; what is only unwise is said once, and taken if it is meant.
"""

from contextlib import suppress
from hmac import compare_digest

from django.contrib.auth.views import redirect_to_login
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from bansha.board.games.band import band
from bansha.board.games.create import join, leave
from bansha.board.games.models import FormerHolder, Game, Seat
from bansha.board.games.viewer import game_or_404, player_or_404, viewer
from bansha.board.people import limits
from bansha.board.people.traces import leave_trace
from bansha.board.texts import refused, sentence, text
from bansha.reading.nicknames import LONGEST, Problem, check_nickname
from bansha.rules.errors import BanshaError, Unlawful


def page(request: HttpRequest, game_id: str) -> HttpResponse:
    """``/g/GAME/join/``, for whoever has an account and has not played in the game."""
    game = game_or_404(game_id)
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    reader = viewer(request, game)
    if game.status != Game.SIGN_UP or FormerHolder.objects.filter(game=game, user=request.user.pk).exists():
        raise Http404
    lang = request.lang  # type: ignore[attr-defined]
    name = request.POST.get("name", "").strip()[: 4 * LONGEST]
    problems: list[Problem] = []
    refusal = ""
    taken = list(Seat.objects.filter(game=game).order_by("number").values_list("name", flat=True))
    if request.method == "POST" and reader.seat is None:
        try:
            check_word(request, game, request.POST.get("word", ""))
            problems = check_nickname(name, taken)
            if not problems or (request.POST.get("meant") == name and all(problem.severity == "warn" for problem in problems)):
                with suppress(IntegrityError):  # the same form twice at once
                    join(game, request.user.pk, name)
                leave_trace(request, game, request.user.pk)
                return HttpResponseRedirect(reverse("hub", args=[game.pk]))
        except BanshaError as error:
            refusal = refused(error, lang)
    return render(
        request,
        "sign_up.html",
        {
            "game": game,
            "reader": reader,
            "band": band(game, reader, lang),
            "taken": taken,
            "free": game.header["seats"] - len(taken),
            "name": name,
            "longest": LONGEST,
            "word": request.POST.get("word", "") or request.GET.get("word", ""),
            "refusal": refusal,
            "problems": [(problem.severity, sentence(problem.zh if lang == "zh" else problem.en, lang)) for problem in problems],
            "meant": bool(problems) and all(problem.severity == "warn" for problem in problems),
        },
        status=422 if refusal or problems else 200,
    )


def check_word(request: HttpRequest, game: Game, word: str) -> None:
    """Raises Unlawful unless the game is open to all or its word was given."""
    if not game.invite:
        return
    tries = limits.Tries((limits.INVITE_USER, f"{request.user.pk} {game.pk}"))
    if not tries.allowed:
        raise Unlawful("too_fast", text("account.wait", "zh"), text("account.wait", "en"))
    if not compare_digest(word.strip().encode(errors="replace"), game.invite.encode()):
        raise Unlawful("word", text("sign_up.wrong_word", "zh"), text("sign_up.wrong_word", "en"))
    tries.forgive()


@require_POST
def leave_page(request: HttpRequest, game_id: str) -> HttpResponse:
    """``/g/GAME/leave/``: the seat is given back; after the deal there is no such thing."""
    game = game_or_404(game_id)
    reader = player_or_404(request, game)
    if game.status != Game.SIGN_UP or reader.user is None:
        raise Http404
    with suppress(Unlawful):  # dealt meanwhile
        leave(game, reader.user)
    return HttpResponseRedirect(reverse("hub", args=[game.pk]))
