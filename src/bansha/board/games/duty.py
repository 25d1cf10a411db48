"""What is expected of a player now: a sentence, and where to act. For the phase band, and for several games at once on the front page.

It speaks of the player alone, and knows what his own notices, his own votes and the public know. The number of queries does not depend on
the number of games.
"""

import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import cache, reduce
from operator import or_
from typing import Any, NamedTuple

from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from bansha.board.drawing import url_if
from bansha.board.games.models import Game, Post, Said, Seat, Stay
from bansha.board.games.words import Lang, times
from bansha.board.prepared import Given, Prepared
from bansha.board.texts import text
from bansha.rules import ballots, phases
from bansha.rules.notices import EVERYBODY, to_room, to_seat
from bansha.telling import words
from bansha.telling.phrases import order_text

VOTE_THREADS = {phases.DAY: "votes-{}", phases.RUNOFF: "runoff-votes-{}"}
AT_NIGHT = (phases.NIGHT, phases.DECIDER)
Pair = tuple[Game, Seat]


class Duty(NamedTuple):
    """``text`` is what is expected or done; ``link`` where to act, under the word ``act``; ``due`` if nothing has been done yet."""

    text: str
    link: str = ""
    act: str = ""
    due: bool = False


NOTHING = Duty("")


def duties(pairs: Iterable[Pair], lang: Lang) -> dict[str, Duty]:
    """For each game and the reader's seat in it, by the game's id."""
    running = [(game, seat) for game, seat in pairs if game.status == Game.RUNNING]
    found = {game.pk: plain(game, seat, lang) for game, seat in running}
    playing = [(game, seat) for game, seat in running if not game.paused]
    found |= at_the_vote([pair for pair in playing if pair[0].phase in VOTE_THREADS and not pair[1].out], lang)
    found |= at_night([pair for pair in playing if pair[0].phase in AT_NIGHT and (pair[1].called or not pair[1].out)], lang)
    return found | last_words([pair for pair in playing if pair[0].phase == phases.WORDS and pair[1].out], lang)


def duty(game: Game, seat: Seat | None, lang: Lang) -> Duty:
    """For one game."""
    return duties([(game, seat)], lang).get(game.pk, NOTHING) if seat else NOTHING


def plain(game: Game, seat: Seat, lang: Lang) -> Duty:
    """What can be said without asking anything."""
    if game.paused:
        return Duty(text("band.wait", lang))
    if game.phase == phases.SIGNUP:
        return Duty(text("band.card", lang), url_if("seat", game.pk), text("places.seat", lang))
    return Duty(text("band.out", lang)) if seat.out else NOTHING


# ---- days ------------------------------------------------------------------------------------------------------------------------------


def vote_thread(game: Game) -> str:
    """The open vote thread, empty when there is none."""
    return VOTE_THREADS.get(game.phase, "").format(game.day) if game.status == Game.RUNNING else ""


def last_hour(game: Game) -> bool:
    """Whether votes can no longer be changed (3.3, by the game's option)."""
    cutoff = timedelta(minutes=game.header["options"]["change_cutoff_minutes"])
    return game.closes is not None and timezone.now() >= game.closes - cutoff


@cache
def votes_of(games: int) -> Prepared:
    """How vote posts were read, by floor, for so many times a game, a thread of it and whose votes, as JSON."""

    def written(*given: Given) -> QuerySet[Any, Any]:
        of_each = (given[3 * n : 3 * n + 3] for n in range(games))
        asked = (Q(thread__game=game, thread__key=key, reading__voter=voter) for game, key, voter in of_each)
        return Post.objects.filter(reduce(or_, asked)).order_by("floor").values_list("thread__game_id", "floor", "reading")

    return Prepared(written)


def at_the_vote(pairs: list[Pair], lang: Lang) -> dict[str, Duty]:
    """Whether the player has voted, where, and whether that can be changed."""
    if not pairs:
        return {}
    rows = votes_of(len(pairs)).rows(*(one for game, seat in pairs for one in (game.pk, vote_thread(game), json.dumps(seat.number))))
    last = {game: (floor, reading) for game, floor, reading in rows}
    return {game.pk: voted(game, *last.get(game.pk, (0, None)), lang) for game, _seat in pairs}


def voted(game: Game, floor: int, reading: dict[str, Any] | None, lang: Lang) -> Duty:
    """The player's last vote post and what counts after it."""
    link = url_if("thread", game.pk, vote_thread(game)) + "?write=vote#write"
    stands = reading["args"][7] if reading else 0
    if not stands:
        said = text("band.void", lang, floor=floor) if reading else text("band.not_voted", lang)
        return Duty(said, link, text("band.vote", lang), due=True)
    said = text("band.voted", lang, floor=stands)
    if last_hour(game):
        return Duty(text("band.fixed", lang, said=said))
    if reading and reading["ruling"] == ballots.CHANGE:
        return Duty(text("band.changed", lang, said=said))
    return Duty(said, link, text("band.change", lang))


# ---- nights ----------------------------------------------------------------------------------------------------------------------------


def at_night(pairs: list[Pair], lang: Lang) -> dict[str, Duty]:
    """The order as it stands, of the player or of his group; in the same shape for whoever has none to give."""
    called = [(game, seat) for game, seat in pairs if seat.called]
    sent = orders(called, lang) if called else {}
    found = {}
    for game, seat in pairs:
        if seat.called:
            said = sent.get(game.pk, "")
            key = "band.no_order" if game.phase == phases.NIGHT else "band.no_decision"
            told = said or text(key, lang)
        else:
            said, told = "", text("band.night" if game.phase == phases.NIGHT else "band.nothing", lang)
        found[game.pk] = Duty(told, url_if("seat", game.pk) + "#now", text("places.seat", lang), due=seat.called and not said)
    return found


def orders(pairs: list[Pair], lang: Lang) -> dict[str, str]:
    """What was last ordered in the open phase, by game."""
    games = [game.pk for game, _seat in pairs]
    in_rooms = (Q(game=game, seat=seat.number) for game, seat in pairs)
    rooms: dict[str, list[str]] = {}
    for game_id, room in Stay.objects.filter(reduce(or_, in_rooms), last_entry=0).values_list("game_id", "room"):
        rooms.setdefault(game_id, []).append(to_room(room))
    told = Said.objects.filter(game__in=games, to=EVERYBODY, what="phase")
    opened = dict(told.values("game_id").annotate(last=Max("entry")).values_list("game_id", "last"))
    wanted = (
        Q(game=game, to=to_seat(seat.number), what="accepted", entry__gt=opened[game.pk])
        | Q(game=game, to__in=rooms.get(game.pk, []), what="stands", entry__gt=opened[game.pk])
        for game, seat in pairs
        if game.pk in opened
    )
    names: dict[str, list[str]] = {}
    for game_id, name in Seat.objects.filter(game__in=games).order_by("number").values_list("game_id", "name"):
        names.setdefault(game_id, []).append(name)
    by_id = {game.pk: game for game, _seat in pairs}
    found = {}
    rows = Said.objects.filter(reduce(or_, wanted)) if opened else Said.objects.none()
    for game_id, what, args, at in rows.order_by("entry", "place").values_list("game_id", "what", "args", "at"):
        order = args[1:] if what == "stands" else args
        if order[0] in ORDERS[by_id[game_id].rules]:
            found[game_id] = order_line(by_id[game_id], tuple(names[game_id]), order, at, lang)
    return found


ORDERS = {rules: {*powers[1:], "withdraw", "decide"} for rules, powers in words.POWERS.items()}


def order_line(game: Game, names: tuple[str, ...], order: list[Any], at: datetime, lang: Lang) -> str:
    """你今晚的命令：验 水饺（22:41 收到，可更改）."""
    act, targets, member, floor = order
    setting = words.Setting(game.rules, names, game.header["calendar"]["zone"], game.header["options"])
    time = times(setting.zone).hour(at)
    if act == "withdraw":
        return text("band.withdrawn", lang, time=time)
    key = "band.decision" if act == "decide" else "band.order"
    return text(key, lang, order=order_text(act, targets, member, floor, setting, lang), time=time)


# ---- last words ------------------------------------------------------------------------------------------------------------------------


def last_words(pairs: list[Pair], lang: Lang) -> dict[str, Duty]:
    """Whoever went out in the night may still speak once."""
    if not pairs:
        return {}
    kinds = ("dawn", "spoken", "waived")
    rows = Said.objects.filter(game__in=[game for game, _seat in pairs], to=EVERYBODY, what__in=kinds).order_by("place")
    may: dict[str, set[int]] = {}
    for game_id, what, args in rows.values_list("game_id", "what", "args"):
        if what == "dawn":
            may[game_id] = {seat for seat, _identity in args[1]}
        else:
            may.get(game_id, set()).discard(args[0])
    return {
        game.pk: Duty(
            text("band.words", lang), url_if("thread", game.pk, f"words-{game.day}") + "#write", text("band.speak", lang), due=True
        )
        for game, seat in pairs
        if seat.number in may.get(game.pk, ())
    }
