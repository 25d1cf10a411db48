"""``/games/set-aside/`` for staff: games that could not go on, and another try. Why they failed may be a secret and stands at the desk only."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from bansha.board.games.desk.audit import note
from bansha.board.games.models import Deadline, DeskAct


def page(request: HttpRequest) -> HttpResponse:
    """The list; posting a game's id tries it again."""
    if not request.user.is_staff or request.user.pk is None:
        raise Http404
    aside = Deadline.objects.exclude(failed="").select_related("game").order_by("due")
    if request.method == "POST":
        wanted = aside.filter(game_id=request.POST.get("game", "")).first()
        if wanted is not None:
            Deadline.objects.filter(pk=wanted.pk).update(failed="")
            note(wanted.game, request.user.pk, DeskAct.TRIED_AGAIN)
        return HttpResponseRedirect(reverse("set_aside"))
    return render(request, "set_aside.html", {"aside": aside})
