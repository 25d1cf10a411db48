"""Posts as they are drawn, on a thread's page and in its event stream: rows for the partial ``post.html``, and the partial as text.

A row depends on the post and on what everybody knows; how it looks to its reader, a ``Look`` says. Four queries, however many posts.
"""

from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.template.loader import get_template
from django.urls import reverse

from bansha.board.games.duty import vote_thread
from bansha.board.games.markup import to_html
from bansha.board.games.models import Game, Post, Seat
from bansha.board.games.names import Change, Names, names_of
from bansha.board.games.opening import told_text
from bansha.board.games.words import Lang, say, times
from bansha.board.prepared import Prepared
from bansha.board.texts import text
from bansha.reading.posts import read_post
from bansha.rules import ballots
from bansha.rules.notices import EVERYBODY
from bansha.telling import words
from bansha.telling.phrases import on_one_line, reason_of
from bansha.telling.votes import slip

A_PAGE = 50
EXCERPT = 60  # characters of a quoted post
GOOD = (ballots.VOTE, ballots.CHANGE, ballots.CORRECTION)
FIELDS = ("floor", "seat", "html", "quote", "at", "reading", "told")


class Ruling(NamedTuple):
    """How the director read a vote post: whether it counts, in words, and the clause."""

    counts: bool
    text: str
    clause: str


class Look(NamedTuple):
    """All that the drawing of a post depends on beside what never changes: the post, the posts it quotes, the header of its game.

    ``seats``: name and published identity of each, ``changes``: who sat there before; ``zone``: the reader's, empty if the game's will do;
    ``writes``: whether he may quote it; ``vote_path``: where he may vote for its author, empty if he may not.
    """

    game: str
    lang: Lang
    seats: tuple[tuple[str, str], ...]
    changes: tuple[Change, ...]
    zone: str = ""
    writes: bool = False
    vote_path: str = ""


SEATS = Prepared(lambda game: Seat.objects.filter(game=game).order_by("number").values_list("name", "out"))


def look_of(game: Game, lang: Lang, zone: str = "", writes: bool = False) -> Look:
    """How posts of the game look now to somebody who reads by the clock of ``zone``."""
    seats, changes = tuple(SEATS.rows(game.pk)), tuple(names_of(game, ()).changes)
    other = "" if zone == game.header["calendar"]["zone"] else zone
    return Look(game.pk, lang, seats, changes, other, writes, vote_path(game) if writes else "")


def rows_of(posts: QuerySet[Post], game: Game, look: Look, shown: Q | None = None, most: int = A_PAGE) -> list[dict[str, Any]]:
    """The first ``most`` posts of one thread, ready for ``post.html``: with names, quoted posts and rulings.

    ``shown``: which posts the reader may read (``rooms.readable``). Without it, quotes in rooms show their floor only: a post may quote what
    was written before its reader came (X-R39).
    """
    rows: list[dict[str, Any]] = list(posts.values("thread_id", *FIELDS)[:most])
    names, lang = Names(tuple(name for name, _out in look.seats), list(look.changes)), look.lang
    now = words.Setting(game.rules, names.now, game.header["calendar"]["zone"], game.header["options"])
    quotes = quoted(rows, names, now, lang, shown)
    clock = times(now.zone)
    for row in rows:
        seat, setting = row["seat"], now._replace(names=names.at(row["at"]))
        row["name"] = text("thread.director", lang) if seat is None else setting.names[seat]
        row["html"] = told_html(row, setting, lang)
        row["alive"] = seat is not None and not look.seats[seat][1]
        row["clock"] = clock.clock(row["at"], lang)
        quote = row["quoted"] = quotes.get(row["quote"])
        row["ruling"] = ruling(row["reading"]["args"], setting, lang, quote and quote["reading"]) if row["reading"] else None
    return rows


def told_html(row: dict[str, Any], setting: words.Setting, lang: Lang) -> str:
    """The post as it is drawn: of the director's own in the reader's language, of anybody else's as it was written."""
    html: str = row["html"]
    return to_html(told_text(row["told"], setting, lang)) if row["told"] and lang != "zh" else html


def quoted(rows: list[dict[str, Any]], names: Names, now: words.Setting, lang: Lang, shown: Q | None) -> dict[int, dict[str, Any]]:
    """The quoted posts by floor: whose, and how they begin."""
    floors = {row["quote"] for row in rows if row["quote"]}
    if not floors:
        return {}
    public = ~Q(thread__key__startswith="room-")
    found = Post.objects.filter(public if shown is None else shown, thread=rows[0]["thread_id"], floor__in=floors)
    quotes = {}
    for floor, seat, body, at, reading, told in found.values_list("floor", "seat", "text", "at", "reading", "told"):
        setting = now._replace(names=names.at(at))
        name = text("thread.director", lang) if seat is None else setting.names[seat]
        said = told_text(told, setting, lang) if told else body
        quotes[floor] = {"floor": floor, "name": name, "excerpt": excerpt(said), "reading": reading}
    return quotes


def excerpt(body: str) -> str:
    """How a post begins, in its author's own words."""
    own = " ".join(read_post(body).own.replace("**", "").split())
    return own if len(own) <= EXCERPT else own[: EXCERPT - 1] + "…"


def ruling(args: list[Any], setting: words.Setting, lang: Lang, quoted: dict[str, Any] | None = None) -> Ruling:
    """A line of the ledger without its floor, which stands above it; of a change from whom to whom, if the vote it quotes is in hand."""
    line = " ".join(say("ledger", args, EVERYBODY, setting, lang))
    said = line.partition("：" if lang == "zh" else ": ")[2]
    clause = reason_of(args[3], setting, lang)[1]
    if args[3] == ballots.CHANGE and quoted and quoted["ruling"] in GOOD:
        before, after = (words.seat(setting, target, lang) for target in (quoted["args"][4], args[4]))
        said = on_one_line([text("thread.changed", lang, before=before, after=after), slip(args[5], lang)], lang)
    return Ruling(args[3] in GOOD, said.replace(f"（{clause}）", "", 1).replace(f" ({clause})", "", 1), clause)


# ---- the partial -----------------------------------------------------------------------------------------------------------------------


def vote_path(game: Game) -> str:
    """Where votes are written now; empty when they are not."""
    key = vote_thread(game)
    return reverse("thread", args=[game.pk, key]) if key else ""


def by_the_reader(at: datetime, zone: str, lang: Lang) -> str:
    """The time by the reader's clock."""
    return text("band.here", lang, time=times(zone).clock(at, lang))


def as_html(rows: list[dict[str, Any]], look: Look) -> list[str]:
    """Posts as they stand on the page."""
    around = {
        "lang": look.lang,
        "t": lambda key, **values: text(key, look.lang, **values),
        "writes": look.writes,
        "vote_path": look.vote_path,
        "rules_path": reverse("rules", args=[look.game]),
        "zoned": bool(look.zone),
        "here": lambda at: by_the_reader(at, look.zone, look.lang),
    }
    template = get_template("post.html")
    return [template.render({"post": row, **around}) for row in rows]
