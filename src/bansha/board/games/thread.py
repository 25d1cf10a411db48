"""A thread: posts by floor, fifty to a page, and writing at the bottom.

Paging goes by floors, never by counting; what is asked of the database does not depend on how long the thread is or how much is on the page.
"""

from collections.abc import Iterable

from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse

from bansha.board.games.band import band
from bansha.board.games.drawing_posts import A_PAGE, Look, as_html, look_of, rows_of
from bansha.board.games.kept_posts import html_of
from bansha.board.games.models import Game, Post, Thread
from bansha.board.games.rooms import last_floor, readable
from bansha.board.games.viewer import Viewer, game_or_404, thread_or_404, viewer
from bansha.board.games.words import Lang
from bansha.board.games.writing import Doubled, ballot, floor_in, preview, seat_in, send, why_not
from bansha.board.texts import refused, text
from bansha.rules.errors import BanshaError
from bansha.table.threads import is_room
from bansha.telling import words

BY_DIRECTOR = "d"


def page(request: HttpRequest, game_id: str, key: str) -> HttpResponse:
    """``/g/GAME/t/THREAD/``; ``?from=FLOOR`` starts there, ``?floor=FLOOR`` jumps there, ``?by=SEAT`` shows some players only."""
    game = game_or_404(game_id)
    reader = viewer(request, game)
    thread = thread_or_404(game, reader, key)
    lang: Lang = request.lang  # type: ignore[attr-defined]
    if request.method == "POST" and reader.seat:
        if "preview" in request.POST:
            seen = preview(game, reader, key, request.POST, lang)
            if request.headers.get("X-Fragment"):
                return HttpResponse(seen)
            return draw(request, game, reader, thread, seen=seen)
        try:
            received = send(game, reader, key, request.POST)
        except Doubled as error:
            return HttpResponseRedirect(address(game, key, error.floor))
        except BanshaError as error:
            game.refresh_from_db()
            return draw(request, game, reader, thread_or_404(game, reader, key), refusal=refused(error, lang))
        assert received.post is not None
        return HttpResponseRedirect(address(game, key, received.post.floor))
    if request.method == "POST":
        return draw(request, game, reader, thread, refusal=text("thread.players_only" if reader.user else "thread.log_in", lang))
    wanted = floor_in(request.GET.get("floor"))
    if wanted:
        return HttpResponseRedirect(address(game, key, min(wanted, last_floor(game, reader, thread))))
    return draw(request, game, reader, thread)


def address(game: Game, key: str, floor: int) -> str:
    """Where a floor is."""
    return f"{reverse('thread', args=[game.pk, key])}?from={page_of(floor)}#f{floor}"


def draw(request: HttpRequest, game: Game, reader: Viewer, thread: Thread, *, refusal: str = "", seen: str = "") -> HttpResponse:
    """The page itself; what was refused or is only tried stays in the box."""
    lang: Lang = request.lang  # type: ignore[attr-defined]
    end = last_floor(game, reader, thread)
    by = request.GET.getlist("by")
    start = floor_in(request.GET.get("from")) or (1 if by else page_of(end))
    head = band(game, reader, lang)
    closed = why_not(game, reader, thread, head.due, lang)
    look = look_of(game, lang, reader.zone, not closed)
    shown = readable(game, reader, thread)
    among = shown & those_of(by)
    posts, after = posts_from(start, end, game, thread, look, shown, among)
    setting = words.Setting(game.rules, (), game.header["calendar"]["zone"], game.header["options"])
    asked = request.POST if request.method == "POST" else request.GET
    quote = floor_in(asked.get("quote"))
    return render(
        request,
        "thread.html",
        {
            "game": game,
            "reader": reader,
            "band": head,
            "thread": thread,
            "title": words.thread(setting, thread.key, lang),
            "posts": posts,
            "end": end,
            "before": page_before(thread, among, start),
            "after": after,
            "live": thread.open and not by and not after,
            "seats": [name for name, _out in look.seats],
            "by": by,
            "only": named(by, look.seats, lang),
            "filtered": filter_query(by),
            "closed": closed,
            "ballot": None if closed else ballot(game, reader, thread, asked, lang),
            "refusal": refusal,
            "seen": seen,
            "draft": asked.get("text", ""),
            "quote": quote,
        },
        status=422 if refusal else 200,
    )


def posts_from(start: int, end: int, game: Game, thread: Thread, look: Look, shown: Q, among: Q) -> tuple[list[str], int]:
    """Fifty posts as HTML, and the floor after them, 0 if there is none."""
    if is_room(thread.key):
        posts = Post.objects.filter(among, thread=thread, floor__gte=start).order_by("floor")
        rows = rows_of(posts, game, look, shown, A_PAGE + 1)
        floors, drawn = [row["floor"] for row in rows], as_html(rows[:A_PAGE], look)
    else:
        floors = floors_from(start, end, thread, among)
        drawn = html_of(game, thread, look, floors[:A_PAGE])
    return drawn, floors[A_PAGE] if len(floors) > A_PAGE else 0


def floors_from(start: int, end: int, thread: Thread, among: Q) -> list[int]:
    """The floors of a page and the one after them; there are no gaps, so only those of some players have to be asked for."""
    if not among:
        return list(range(start, min(end, start + A_PAGE) + 1))
    found = Post.objects.filter(among, thread=thread, floor__gte=start, floor__lte=end).order_by("floor")
    return list(found.values_list("floor", flat=True)[: A_PAGE + 1])


def those_of(by: list[str]) -> Q:
    """Posts of some players, the director among them if asked for; of all if nobody is."""
    seats = [seat for seat in map(seat_in, by) if seat is not None and seat >= 0]
    chosen = Q(seat__in=seats) | Q(seat=None) if BY_DIRECTOR in by else Q(seat__in=seats)
    return chosen if by else Q()


def page_before(thread: Thread, among: Q, start: int) -> int:
    """The floor at which the page before begins, 0 if there is none."""
    if start <= 1:
        return 0
    if not among:
        return max(1, start - A_PAGE)
    floors = Post.objects.filter(among, thread=thread, floor__lt=start).order_by("-floor").values_list("floor", flat=True)
    return min(floors[:A_PAGE], default=0)


def named(by: list[str], seats: Iterable[tuple[str, str]], lang: Lang) -> list[str]:
    """Whom the filter shows."""
    names = [name for number, (name, _out) in enumerate(seats) if str(number) in by]
    return [*names, text("thread.director", lang)] if BY_DIRECTOR in by else names


def filter_query(by: list[str]) -> str:
    """The filter as part of an address."""
    query = QueryDict(mutable=True)
    query.setlist("by", by)
    return f"&{query.urlencode()}" if by else ""


def page_of(floor: int) -> int:
    """The first floor of the page that a floor is on."""
    return (max(floor, 1) - 1) // A_PAGE * A_PAGE + 1


number = floor_in  # for the event stream
