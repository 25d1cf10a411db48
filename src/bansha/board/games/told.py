"""Everything a seat was told in private and everything it sent, in order with times: one place for what a player has to remember.

It reads what is addressed to the seat, and to its rooms while it was a member, and nothing else.
"""

import json
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q

from bansha.board.games.models import Entry, FormerHolder, Game, Said, Seat, Stay
from bansha.board.games.names import names_of
from bansha.board.games.words import Lang, say
from bansha.board.texts import text
from bansha.rules.notices import EVERYBODY, to_room, to_seat
from bansha.telling.words import Setting

A_PAGE = 60
ANSWERS = ("accepted", "refused", "not_understood")
CARDS = ("role", "became")
COLUMNS = ("to", "place", "entry", "at", "what", "args")


class Line(NamedTuple):
    """Something that was said to the seat: when, what kind, what the seat had sent (empty if nothing), and the text."""

    at: datetime
    what: str
    sent: str
    lines: list[str]


class Told(NamedTuple):
    """A page of it, the newest first, and the place before which there is more (0: nothing)."""

    lines: list[Line]
    more: int


def told(game: Game, seat: Seat, setting: Setting, lang: Lang, before: int = 0) -> Told:
    """What the seat was told, newest first. ``before`` is a place among its own notices."""
    own = Said.objects.filter(game=game, to=to_seat(seat.number))
    if before:
        own = own.filter(place__lt=before)
    rows = [dict[str, Any](row) for row in own.order_by("-place").values(*COLUMNS)[: A_PAGE + 1]]
    more = rows[A_PAGE - 1]["place"] if len(rows) > A_PAGE else 0
    rows = rows[:A_PAGE]
    first = rows[-1]["entry"] if more else 0
    last = Said.objects.filter(game=game, to=to_seat(seat.number), place=before).values_list("entry", flat=True).first() if before else None
    spoken = entry_texts(game, seat, [row["entry"] for row in rows if row["what"] in ANSWERS])
    rows += around(game, seat, first, last)
    rows.sort(key=lambda row: (-row["entry"], row["to"], row["place"]))
    with_news = {row["entry"] for row in rows if row["to"] != EVERYBODY}
    names = names_of(game, setting.names)
    found = []
    for row in rows:
        what, sent = row["what"], spoken.get(row["entry"], "") if row["what"] in ANSWERS else ""
        if row["to"] != EVERYBODY:
            said = say(what, row["args"], row["to"], setting._replace(names=names.at(row["at"])), lang)
            found.append(Line(row["at"], what, sent, said[:1] if what in CARDS else said))  # the whole card has its own place
        elif row["entry"] not in with_news:  # a dawn without news says so
            found.append(Line(row["at"], "quiet", "", [text("seat.no_news", lang, day=row["args"][0])]))
    return Told(found, more)


def around(game: Game, seat: Seat, first: int, last: int | None) -> list[dict[str, Any]]:
    """What was said to the seat's rooms while it was in them, and the dawns, between two entries."""
    asked = Q(to=EVERYBODY, what="dawn")
    for stay in Stay.objects.filter(game=game, seat=seat.number):
        here = Q(to=to_room(stay.room), entry__gte=stay.first_entry)
        asked |= here & Q(entry__lt=stay.last_entry) if stay.last_entry else here
    rows = Said.objects.filter(asked, game=game, entry__gte=first)
    if last is not None:
        rows = rows.filter(entry__lt=last)
    found = [dict[str, Any](row) for row in rows.values(*COLUMNS)]
    return [row for row in found if row["what"] != "stands" or row["args"][0] != seat.number]  # one's own is among the answers


def entry_texts(game: Game, seat: Seat, entries: list[int]) -> dict[int, str]:
    """What the seat had written, by entry. A substitute is not shown what his predecessor wrote (X-R45); what the director answered was told
    to the seat, and stands there for him as it was said, with the words that it quotes.
    """
    rows = Entry.objects.filter(game=game, n__in=entries, kind="message")
    if FormerHolder.objects.filter(game=game, number=seat.number).exists():
        rows = rows.filter(by=seat.user_id)
    found = {}
    for n, line in rows.values_list("n", "line"):
        _kind, sender, words = json.loads(line)["in"]
        if sender == seat.number:
            found[n] = words
    return found


def newest_answer(game: Game, seat: Seat, setting: Setting, lang: Lang) -> Line | None:
    """The director's last answer to what the seat sent in this phase; what it said of an earlier one no longer holds."""
    row = Said.objects.filter(game=game, to=to_seat(seat.number), what__in=ANSWERS).order_by("-place").first()
    if row is None:
        return None
    opened = Said.objects.filter(game=game, to=EVERYBODY, what="phase").order_by("-place").values_list("entry", flat=True).first()
    if row.entry < (opened or 0):
        return None
    sent = entry_texts(game, seat, [row.entry]).get(row.entry, "")
    then = setting._replace(names=names_of(game, setting.names).at(row.at))
    return Line(row.at, row.what, sent, say(row.what, row.args, row.to, then, lang))


def card(game: Game, seat: Seat, setting: Setting, lang: Lang) -> list[str]:
    """The role card as it is now, the identity first; empty before the deal."""
    row = Said.objects.filter(game=game, to=to_seat(seat.number), what__in=CARDS).order_by("-place").first()
    return [] if row is None else say("role", row.args, row.to, setting, lang)


def agreed(game: Game, seat: Seat) -> bool:
    """Whether the seat has agreed to a draw, and not taken it back."""
    rows = Said.objects.filter(game=game, to=to_seat(seat.number), what="accepted").order_by("-place").values_list("args", flat=True)
    return next((args[0] == "agree_draw" for args in rows if args[0] in ("agree_draw", "retract_draw")), False)
