"""The desk's pages. For anybody but a director of the game none of these addresses exists."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from bansha.board.games.asking import unpublished
from bansha.board.games.band import band
from bansha.board.games.desk import audit, correction, fields
from bansha.board.games.desk.acts import ACTS, sure, wrong
from bansha.board.games.desk.broken import or_why_not
from bansha.board.games.desk.hold import acting, suggested_end, thread_is_open
from bansha.board.games.desk.preview import preview
from bansha.board.games.desk.seats import rows
from bansha.board.games.models import Deadline, Directorship, Game
from bansha.board.games.receive import receive
from bansha.board.games.tables import table_in_hand
from bansha.board.games.viewer import Viewer, director_or_404, game_or_404, note_look
from bansha.board.games.words import Lang
from bansha.board.people.traces import shared
from bansha.board.texts import refused, text
from bansha.rules import phases
from bansha.rules.errors import BanshaError
from bansha.table.inputs import Correct
from bansha.telling import words as w
from bansha.telling.course import message_lines, sections, vote_notes


@or_why_not
def desk(request: HttpRequest, game_id: str) -> HttpResponse:
    """``/g/GAME/desk/``: what stands, and every act."""
    game, reader = directed(request, game_id, "desk")
    lang: Lang = request.lang  # type: ignore[attr-defined]
    refusal, asked = "", request.POST.get("do", "")
    if request.method == "POST":
        if asked not in ACTS:
            raise Http404
        assert reader.user is not None
        try:
            done = ACTS[asked](game, reader.user, request.POST)
        except BanshaError as error:
            refusal = refused(error, lang)
        else:
            messages.success(request, text(f"desk.done.{done}", lang))
            return HttpResponseRedirect(reverse("desk", args=[game.pk]))
    return draw(request, "desk.html", game, reader, {**standing(game, lang), "refusal": refusal, "asked": asked, "given": request.POST})


@or_why_not
def preview_page(request: HttpRequest, game_id: str) -> HttpResponse:
    """``/g/GAME/desk/preview/``: what would be said if the phase ended now."""
    game, reader = directed(request, game_id, "preview")
    lang: Lang = request.lang  # type: ignore[attr-defined]
    found, refusal = None, ""
    table = table_in_hand(game)
    try:
        found = preview(table, acting(game), lang) if table.slot is not None else None
    except BanshaError as error:
        refusal = refused(error, lang)
    return draw(request, "desk_preview.html", game, reader, {"found": found, "refusal": refusal, "waits": unpublished(game)})


@or_why_not
def log_page(request: HttpRequest, game_id: str) -> HttpResponse:
    """``/g/GAME/desk/log/``: every input, to choose one to be corrected."""
    game, reader = directed(request, game_id, "log")
    lang: Lang = request.lang  # type: ignore[attr-defined]
    asked = request.GET.get("before", "")
    before = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 8 else 0
    table = table_in_hand(game)
    lines = correction.lines(table, before, lang)
    more = lines[-1].n if lines and lines[-1].n > 1 else 0
    return draw(request, "desk_log.html", game, reader, {"lines": lines, "more": more, "stamp": stamp_for(table, lang)})


@or_why_not
def entry_page(request: HttpRequest, game_id: str, n: int) -> HttpResponse:
    """``/g/GAME/desk/log/N/``: an input as it should have been; the impact is shown before it is applied, and what is applied is what was shown."""
    game, reader = directed(request, game_id, "log")
    lang: Lang = request.lang  # type: ignore[attr-defined]
    table = table_in_hand(game)
    if not 1 <= n <= len(table.log) or not correction.correctable(table.log[n - 1]) or game.status != Game.RUNNING:
        raise Http404
    entry = table.log[n - 1]
    right: list[Any] = []
    changes, refusal = None, ""
    if request.method == "POST":
        try:
            right = fields.replacement(table, entry, request.POST)
            changes = correction.what_changes(table, n, right, lang)
            if request.POST.get("do") == "apply":
                if request.POST.get("shown") != correction.fingerprint(right, changes):
                    raise wrong("shown")
                sure(request.POST)
                receive(game.pk, Correct(n, right), user=reader.user, at=acting(game))
                messages.success(request, text("desk.done.corrected", lang))
                return HttpResponseRedirect(reverse("desk", args=[game.pk]))
        except BanshaError as error:
            refusal = refused(error, lang)
    context: dict[str, Any] = {
        "entry": entry,
        "line": correction.line_of(table, entry, lang),
        "written": entry.input[3] if entry.input[0] == "post" else entry.input[2] if entry.input[0] == "message" else "",
        "fields": fields.fields(table, entry, request.POST, lang),
        "changes": changes,
        "shown": correction.fingerprint(right, changes) if changes is not None else "",
        "refusal": refusal,
        "given": request.POST,
        "stamp": stamp_for(table, lang),
    }
    return draw(request, "desk_entry.html", game, reader, context)


def audit_page(request: HttpRequest, game_id: str) -> HttpResponse:
    """``/g/GAME/desk/audit/``: who did what."""
    game, reader = directed(request, game_id, "audit")
    return draw(request, "desk_audit.html", game, reader, {"acts": audit.acts(game, request.lang)})  # type: ignore[attr-defined]


# ---- parts --------------------------------------------------------------------------------------------------------------------------------


def directed(request: HttpRequest, game_id: str, place: str) -> tuple[Game, Viewer]:
    """The game and its director; that he looks is written down."""
    game = game_or_404(game_id)
    reader = director_or_404(request, game)
    assert reader.user is not None
    note_look(game, reader.user, place)
    return game, reader


def draw(request: HttpRequest, template: str, game: Game, reader: Viewer, context: dict[str, Any]) -> HttpResponse:
    """A page of the desk. Nobody keeps it."""
    context = {"game": game, "reader": reader, "band": band(game, reader, request.lang), **context}  # type: ignore[attr-defined]
    response = render(request, template, context, status=422 if context.get("refusal") else 200)
    response.headers["Cache-Control"] = "no-store"
    return response


def standing(game: Game, lang: Lang) -> dict[str, Any]:
    """Everything that stands in the game."""
    table = table_in_hand(game)
    here = sections(table)[-1] if table.log else None
    now = timezone.now()
    deadline = Deadline.objects.filter(game=game).first()
    wall = table.clock.wall
    end = suggested_end(game, table)
    directors = Directorship.objects.filter(game=game).order_by("pk").values_list("user__username", flat=True)
    return {
        "seats": rows(game, table, here, lang),
        "private": list(message_lines(here, lang)) if here is not None and table.slot else [],
        "notes": list(vote_notes(here, lang)) if here is not None and here.phase in (phases.DAY, phases.RUNOFF) else [],
        "running": table.slot is not None,
        "voting": bool(table.voting),
        "proxies": table.form.proxies,
        "early": thread_is_open(table),
        "failed": deadline.failed if deadline else "",
        "due": deadline.due if deadline else None,
        "overdue": deadline is not None and deadline.due <= now and not game.automatic,
        "waits": unpublished(game),
        "closes_wall": wall(table.closes).isoformat(timespec="minutes") if table.closes else "",
        "suggested_wall": wall(end).isoformat(timespec="minutes") if end else "",
        "start_wall": wall(game.start).isoformat(timespec="minutes"),
        "left_over": game.header["seats"] - len(table.names),
        "directors": list(directors),
        "organiser": game.organiser.username,
        "shared": shared(game),
    }


def stamp_for(table: Any, lang: Lang) -> Any:
    """Times of the log by the game's clock."""
    at = w.setting(table)
    return lambda iso: w.moment(at, iso, lang)
