"""Notes beside the game: between a player and the people who direct it, and among the dead where a game has a graveyard.

The table never hears of them and nothing in them counts. A box that a reader may not open does not exist for him. Whether a game has people
who direct it is said to nobody: an organiser who plays has given that up, and his seat would be known by it.
"""

from typing import Any

from django.db import transaction
from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from bansha.board.games.band import band
from bansha.board.games.models import FormerHolder, Game, Note, Seat
from bansha.board.games.receive import locked
from bansha.board.games.viewer import Viewer, director_or_404, game_or_404, note_look, viewer
from bansha.board.people import limits
from bansha.board.texts import refused, text
from bansha.rules.errors import BanshaError, Malformed, Unlawful
from bansha.rules.notices import to_seat

A_PAGE = 50
LONGEST = 4000


def write(game: Game, box: str, seat: int | None, user: int, words: str) -> None:
    """Put a note into a box. Raises Malformed or Unlawful; before the deal too, when a seat's number, and with it its box, may change hands."""
    if game.status == Game.SIGN_UP:
        raise Unlawful("not_dealt", "身份还没有发出，发牌后再写", "the roles have not been dealt; write after that")
    words = words.replace("\r\n", "\n").strip()
    if not words or len(words) > LONGEST or "\0" in words:
        raise Malformed("note", f"写 1 至 {LONGEST} 个字", f"write 1 to {LONGEST} characters")
    if not limits.Tries((limits.NOTES_USER, str(user))).allowed:
        raise Unlawful("too_fast", "发得太快，请过几分钟再发", "that was too much at once; please wait some minutes")
    with transaction.atomic():
        locked(game.pk)
        last = Note.objects.filter(game=game, box=box).aggregate(last=Max("place"))["last"] or 0
        Note.objects.create(game=game, box=box, place=last + 1, seat=seat, by_id=user, text=words, at=timezone.now())


def notes_in(game: Game, box: str, before: int = 0, seen_by: int | None = None) -> tuple[list[dict[str, Any]], int]:
    """The last notes of a box, oldest first, and the place before which there are more (0: none).

    A substitute, ``seen_by``, is shown what directors told the seat and not what his predecessor wrote (X-R45).
    """
    rows = Note.objects.filter(game=game, box=box)
    if seen_by is not None and FormerHolder.objects.filter(game=game, number=int(box[1:])).exists():
        rows = rows.filter(seat=None) | rows.filter(by=seen_by)
    if before:
        rows = rows.filter(place__lt=before)
    found = [dict[str, Any](row) for row in rows.order_by("-place").values("place", "seat", "text", "at")[: A_PAGE + 1]]
    more = found[A_PAGE - 1]["place"] if len(found) > A_PAGE else 0
    return found[:A_PAGE][::-1], more


def number(given: str | None) -> int:
    """A place or seat out of a form; 0 for anything else."""
    return int(given) if given and given.isascii() and given.isdecimal() and len(given) < 7 else 0


# ---- the graveyard ---------------------------------------------------------------------------------------------------------------------


def may_enter(game: Game, reader: Viewer) -> bool:
    """Only where the game has one: whoever is out, and who directs."""
    return game.graveyard and (reader.directs or (reader.seat is not None and bool(reader.seat.out)))


def graveyard(request: HttpRequest, game_id: str) -> HttpResponse:
    """``/g/GAME/graveyard/``."""
    game = game_or_404(game_id)
    reader = viewer(request, game)
    if not may_enter(game, reader) or reader.user is None:
        raise Http404
    if reader.directs:
        note_look(game, reader.user, "graveyard")
    lang = request.lang  # type: ignore[attr-defined]
    refusal = ""
    if request.method == "POST":
        try:
            write(game, Note.DEAD, reader.seat.number if reader.seat else None, reader.user, request.POST.get("text", ""))
            return HttpResponseRedirect(reverse("graveyard", args=[game.pk]) + "#write")
        except BanshaError as error:
            refusal = refused(error, lang)
    rows, more = notes_in(game, Note.DEAD, number(request.GET.get("before")))
    name_them(game, rows, lang)
    return render(
        request,
        "graveyard.html",
        {
            "game": game,
            "reader": reader,
            "band": band(game, reader, lang),
            "notes": rows,
            "more": more,
            "refusal": refusal,
            "draft": request.POST.get("text", "") if refusal else "",
        },
        status=422 if refusal else 200,
    )


def name_them(game: Game, rows: list[dict[str, Any]], lang: str) -> None:
    """Who wrote each note; without a seat it is a director."""
    names = dict(Seat.objects.filter(game=game).values_list("number", "name"))
    for row in rows:
        row["name"] = text("notes.director", lang) if row["seat"] is None else names[row["seat"]]


# ---- the directors' side ---------------------------------------------------------------------------------------------------------------


def letters(request: HttpRequest, game_id: str) -> HttpResponse:
    """``/g/GAME/letters/``: what players wrote to the people who direct, seat by seat, and the answers; ``?seat=3`` opens one."""
    game = game_or_404(game_id)
    reader = director_or_404(request, game)
    assert reader.user is not None
    note_look(game, reader.user, "letters")
    lang = request.lang  # type: ignore[attr-defined]
    seats = list(Seat.objects.filter(game=game).order_by("number"))
    chosen = next((seat for seat in seats if str(seat.number) == (request.POST.get("seat") or request.GET.get("seat"))), None)
    refusal = ""
    if request.method == "POST" and chosen is not None:
        try:
            write(game, to_seat(chosen.number), None, reader.user, request.POST.get("text", ""))
            return HttpResponseRedirect(reverse("letters", args=[game.pk]) + f"?seat={chosen.number}#write")
        except BanshaError as error:
            refusal = refused(error, lang)
    last = {row["box"]: row["last"] for row in Note.objects.filter(game=game).values("box").annotate(last=Max("at"))}
    rows, more = notes_in(game, to_seat(chosen.number), number(request.GET.get("before"))) if chosen else ([], 0)
    name_them(game, rows, lang)
    return render(
        request,
        "letters.html",
        {
            "game": game,
            "reader": reader,
            "band": band(game, reader, lang),
            "seats": [(seat, last.get(to_seat(seat.number))) for seat in seats],
            "chosen": chosen,
            "notes": rows,
            "more": more,
            "refusal": refusal,
            "draft": request.POST.get("text", "") if refusal else "",
        },
        status=422 if refusal else 200,
    )
