"""``/games/set-aside/`` for staff: games that could not go on, and another try. Why they failed may be a secret and stands at the desk only.

A game that stands still and has no director, since whoever opened it plays, may be directed by a member of staff who does not.
"""

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from bansha.board.games.desk.audit import note
from bansha.board.games.models import Deadline, DeskAct, Directorship, FormerHolder, Game, Seat


def page(request: HttpRequest) -> HttpResponse:
    """The list; posting a game's id tries it again."""
    if not request.user.is_staff or request.user.pk is None:
        raise Http404
    aside = Deadline.objects.exclude(failed="").select_related("game").order_by("due")
    still = without_director(request.user.pk)
    if request.method == "POST" and "direct" in request.POST:
        game = still.filter(pk=request.POST["direct"]).first()
        if game is None:
            raise Http404
        Directorship.objects.get_or_create(game=game, user_id=request.user.pk)
        note(game, request.user.pk, DeskAct.ADDED, request.user.get_username())
        return HttpResponseRedirect(reverse("desk", args=[game.pk]))
    if request.method == "POST":
        wanted = aside.filter(game_id=request.POST.get("game", "")).first()
        if wanted is not None:
            Deadline.objects.filter(pk=wanted.pk).update(failed="")
            note(wanted.game, request.user.pk, DeskAct.TRIED_AGAIN)
        return HttpResponseRedirect(reverse("set_aside"))
    return render(request, "set_aside.html", {"aside": aside, "still": still})


def without_director(user: int) -> QuerySet[Game]:
    """Running games that wait for a director and have none, but for those in which the user plays or has played."""
    waits = ~Q(paused=None) | Q(deadline__failed__gt="") | Q(automatic=False)
    mine = [part.objects.filter(user=user).values("game") for part in (Seat, FormerHolder)]
    return Game.objects.filter(waits, status=Game.RUNNING, directors=None).exclude(pk__in=mine[0]).exclude(pk__in=mine[1]).order_by("start")
