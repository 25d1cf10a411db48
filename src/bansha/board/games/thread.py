"""A thread: posts by floor, fifty to a page, and writing at the bottom."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from bansha.board.games.band import band
from bansha.board.games.models import Game, Post, Seat, Thread
from bansha.board.games.receive import receive
from bansha.board.games.viewer import Viewer, game_or_404, thread_or_404, viewer
from bansha.board.games.words import say, setting_of
from bansha.rules.errors import BanshaError
from bansha.rules.notices import EVERYBODY
from bansha.table.inputs import Post as PostInput

A_PAGE = 50


def page(request: HttpRequest, game_id: str, key: str) -> HttpResponse:
    """``/g/GAME/t/THREAD/``; ``?from=FLOOR`` starts there, ``?by=SEAT`` shows some players only."""
    game = game_or_404(game_id)
    reader = viewer(request, game)
    thread = thread_or_404(game, reader, key)
    refusal = ""
    if request.method == "POST" and reader.seat:
        lang = request.lang  # type: ignore[attr-defined]
        try:
            received = receive(game.pk, PostInput(key, reader.number, request.POST.get("text", ""), number(request.POST.get("quote"))))
            assert received.post is not None
            return HttpResponseRedirect(
                f"{reverse('thread', args=[game.pk, key])}?from={page_of(received.post.floor)}#f{received.post.floor}"
            )
        except BanshaError as error:
            refusal = error.text(lang)
    return draw(request, game, reader, thread, refusal)


def draw(request: HttpRequest, game: Game, reader: Viewer, thread: Thread, refusal: str) -> HttpResponse:
    """The page itself; what was refused stays in the box."""
    lang = request.lang  # type: ignore[attr-defined]
    start = number(request.GET.get("from")) or page_of(thread.floors)
    posts = Post.objects.filter(thread=thread, floor__gte=start)
    by = [number(seat) for seat in request.GET.getlist("by")]
    if by:
        posts = posts.filter(seat__in=by)
    rows = list(posts.order_by("floor").values("id", "floor", "seat", "html", "text", "quote", "at", "reading")[:A_PAGE])
    setting = setting_of(game)
    for row in rows:
        row["name"] = setting.names[row["seat"]] if row["seat"] is not None else ""
        row["ruling"] = say("ledger", row["reading"]["args"], EVERYBODY, setting, lang) if row["reading"] else []
    return render(
        request,
        "thread.html",
        {
            "game": game,
            "reader": reader,
            "band": band(game, reader, lang),
            "thread": thread,
            "posts": rows,
            "start": start,
            "before": max(1, start - A_PAGE) if start > 1 else 0,
            "after": start + A_PAGE if start + A_PAGE <= thread.floors else 0,
            "seats": Seat.objects.filter(game=game).order_by("number"),
            "by": by,
            "refusal": refusal,
            "draft": request.POST.get("text", "") or request.GET.get("text", ""),
            "quote": number(request.POST.get("quote") or request.GET.get("quote")),
        },
        status=422 if refusal else 200,
    )


def number(text: str | None) -> int:
    """A floor or seat out of an address; 0 for anything else."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 7 else 0


def page_of(floor: int) -> int:
    """The first floor of the page that a floor is on."""
    return (floor - 1) // A_PAGE * A_PAGE + 1
