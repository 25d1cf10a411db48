"""Feeds: a player's deadlines as a calendar (ICS, by his private token), and a game's public threads (Atom, for everybody).

Neither tells anything that its reader could not read on the site: deadlines are public, rooms are in no feed.
"""

import re
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import require_safe

from bansha.board.games.drawing_posts import told_html
from bansha.board.games.models import Game, Post, Seat
from bansha.board.games.names import names_of
from bansha.board.games.viewer import game_or_404
from bansha.board.games.words import Lang, phase_name, setting_of
from bansha.board.people.models import User
from bansha.board.texts import text
from bansha.rules import phases
from bansha.telling import words

IN_A_FEED = 50
MOST_GAMES = 100


@require_safe
def deadlines(_request: HttpRequest, token: str) -> HttpResponse:
    """``/feeds/TOKEN/deadlines.ics``: the next end in every running game of the token's owner, and the start of those to come."""
    user = User.objects.filter(feed_token=token, is_active=True).first() if token else None
    if user is None:
        raise Http404
    lang: Lang = "en" if user.language == "en" else "zh"
    seats = Seat.objects.filter(user=user.pk).exclude(game__status=Game.FINISHED).select_related("game").order_by("game__created")
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//bansha//deadlines//ZH", f"X-WR-CALNAME:{escaped(text('site.name', lang))}"]
    for seat in seats[:MOST_GAMES]:
        lines += event(seat.game, lang)
    lines.append("END:VCALENDAR")
    body = "".join(folded(line) for line in lines)
    return HttpResponse(body, content_type="text/calendar; charset=utf-8", headers={"Cache-Control": "private, no-store"})


def event(game: Game, lang: Lang) -> list[str]:
    """The next deadline of a game; none while it is paused."""
    begins = game.phase == phases.SIGNUP
    moment = game.start if begins else game.closes
    if moment is None or game.paused:
        return []
    what = text("feeds.start" if begins else "feeds.end", lang, phase=phase_name(game.phase, game.day, lang))
    reminder = int(game.header["reminder"])
    alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", f"DESCRIPTION:{escaped(what)}", f"TRIGGER:-PT{reminder}M", "END:VALARM"] if reminder else []
    return [
        "BEGIN:VEVENT",
        f"UID:{game.pk}-{game.day}-{game.phase}@{settings.SITE.split('//')[1]}",
        f"DTSTAMP:{stamp(timezone.now())}",
        f"DTSTART:{stamp(moment)}",
        f"DTEND:{stamp(moment + timedelta(minutes=1))}",
        f"SUMMARY:{escaped(f'{game.title} · {what}')}",
        f"URL:{settings.SITE}{reverse('hub', args=[game.pk])}",
        "TRANSP:TRANSPARENT",
        *alarm,
        "END:VEVENT",
    ]


_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def clean(value: str) -> str:
    """A text without the characters that XML cannot hold."""
    return _CONTROL.sub("", value)


def stamp(moment: datetime) -> str:
    """A moment in a calendar, in UTC."""
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(value: str) -> str:
    """A text in a calendar (RFC 5545, 3.3.11)."""
    value = " ".join(value.split())
    return value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def folded(line: str) -> str:
    """A line of a calendar: 75 bytes, what goes on begins with a space (3.1); no character is torn."""
    parts, part = [], b""
    for letter in line:
        byte = letter.encode()
        if len(part) + len(byte) > 74:
            parts.append(part)
            part = b""
        part += byte
    return b"\r\n ".join([*parts, part]).decode() + "\r\n"


@require_safe
def posts(request: HttpRequest, game_id: str) -> HttpResponse:
    """``/g/GAME/feed.atom``: the last fifty posts of the public threads, rooms never among them, not even after the end."""
    game = game_or_404(game_id)
    lang: Lang = request.lang  # type: ignore[attr-defined]
    setting = setting_of(game)
    names = names_of(game, setting.names)
    rows = Post.objects.filter(thread__game=game).exclude(thread__key__startswith="room-").order_by("-at", "-thread_id", "-floor")
    last = list(rows.values("thread__key", "floor", "seat", "html", "at", "told")[:IN_A_FEED])
    here = settings.SITE + reverse("hub", args=[game.pk])
    feed = Atom1Feed(
        title=clean(game.title),
        link=here,
        description="",
        language="en" if lang == "en" else "zh-Hans",
        feed_url=settings.SITE + reverse("posts_feed", args=[game.pk]),
        feed_guid=here,
    )
    for row in last:
        address = f"{here}t/{row['thread__key']}/?floor={row['floor']}"
        then = setting._replace(names=names.at(row["at"]))
        name = text("thread.director", lang) if row["seat"] is None else then.names[row["seat"]]
        feed.add_item(
            title=f"{words.thread(setting, row['thread__key'], lang)} #{row['floor']} {name}",
            link=address,
            description=clean(told_html(dict(row), then, lang)),
            unique_id=address,
            author_name=name,
            pubdate=row["at"],
            updateddate=row["at"],
        )
    return HttpResponse(feed.writeString("utf-8"), content_type=f"{feed.content_type}")
