"""A player's own page: role card, rooms, what may be ordered now, everything sent and told so far.

It is the same page for everybody who has a seat: whoever has no power reads that there is nothing to do, in the same place. Forms and free
text go the same way, as messages to the director through ``receive``, and are answered in the same words.
"""

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from bansha.board.games import told
from bansha.board.games.asking import shut
from bansha.board.games.band import band
from bansha.board.games.hand import Hand, compose, hand_of
from bansha.board.games.models import Game, Said, Seat, Stay, Thread
from bansha.board.games.notes import may_enter, name_them, notes_in, number, write
from bansha.board.games.receive import receive
from bansha.board.games.viewer import Viewer, game_or_404, player_or_404
from bansha.board.games.words import Lang, setting_of
from bansha.board.people.traces import leave_trace
from bansha.board.texts import refused, text
from bansha.reading.order_words import WORDS
from bansha.rules import phases
from bansha.rules.errors import BanshaError
from bansha.rules.notices import to_seat
from bansha.table.inputs import Message
from bansha.telling import words as w
from bansha.telling.phrases import act_name, order_text
from bansha.telling.words import Setting

PLACES = {"note": "#notes", "substitute": "#substitute"}  # where on the page a form is answered


class Form(NamedTuple):
    """One power: how many names it takes, who may be named, the members of the group of whom one may answer (1.8), whether a floor."""

    act: str
    name: str
    names: int
    named: list[tuple[int, str]]
    group: list[tuple[int, str]]
    floor: bool


def page(request: HttpRequest, game_id: str) -> HttpResponse:
    """``/g/GAME/seat/``."""
    game = game_or_404(game_id)
    reader = player_or_404(request, game)
    lang: Lang = request.lang  # type: ignore[attr-defined]
    assert reader.user is not None
    leave_trace(request, game, reader.user)
    refusal, asked = "", request.POST.get("do", "")
    if request.method == "POST":
        try:
            act(request, game, reader, asked)
            return HttpResponseRedirect(reverse("seat", args=[game.pk]) + PLACES.get(asked, "#answer"))
        except BanshaError as error:
            refusal = refused(error, lang)
    return draw(request, game, reader, lang, refusal, asked)


def act(request: HttpRequest, game: Game, reader: Viewer, asked: str) -> None:
    """Do what one of the page's forms asks for. Raises BanshaError with the reason."""
    assert reader.seat is not None
    assert reader.user is not None
    given = request.POST
    if asked == "note":
        write(game, to_seat(reader.number), reader.number, reader.user, given.get("text", ""))
    elif asked == "substitute":
        Seat.objects.filter(pk=reader.seat.pk).update(wants_substitute=given.get("wants") == "1")
    elif asked == "order":
        targets = [seat_of(value) for value in given.getlist("target")]
        member, floor, what = seat_of(given.get("member")), given.get("floor", ""), given.get("act", "")
        seat = reader.number
        receive(game.pk, lambda table: Message(seat, compose(table.law.acts, table.names, what, targets, member, floor)), user=reader.user)
    else:
        receive(game.pk, Message(reader.number, given.get("text", "")), user=reader.user)


def seat_of(value: str | None) -> int:
    """A seat out of a form; −2 is 无, −1 nobody."""
    if value == str(phases.ABSTAIN):
        return phases.ABSTAIN
    return int(value) if value and value.isascii() and value.isdecimal() and len(value) < 4 else phases.NOBODY


def draw(request: HttpRequest, game: Game, reader: Viewer, lang: Lang, refusal: str, asked: str) -> HttpResponse:
    """The page itself; what was refused stays in its box."""
    seat = reader.seat
    assert seat is not None
    setting, hand = setting_of(game), hand_of(game, seat.number)
    before = number(request.GET.get("before"))
    notes, more_notes = notes_in(game, to_seat(seat.number), number(request.GET.get("notes")), seen_by=reader.user)
    name_them(game, notes, lang)
    context: dict[str, Any] = {
        "game": game,
        "reader": reader,
        "band": band(game, reader, lang),
        "seat": seat,
        "card": told.card(game, seat, setting, lang),
        "rooms": rooms(game, seat, setting, lang),
        "hand": hand,
        "now_is": heading(hand, lang),
        "shut": shut(game, lang),
        "writes": hand.dealt and not hand.over and (hand.alive or hand.powers or hand.last_words),
        "stands": standing(hand, setting, lang),
        "forms": forms(hand, seat.number, setting, lang),
        "candidates": named(hand.candidates, setting, lang),
        "answer": told.newest_answer(game, seat, setting, lang),
        "agreed": told.agreed(game, seat),
        "told": told.told(game, seat, setting, lang, before),
        "notes": notes,
        "more_notes": more_notes,
        "graveyard": may_enter(game, reader),
        "words_thread": f"words-{game.day}" if hand.last_words else "",
        "refusal": refusal,
        "asked": asked,
        "draft": request.POST.get("text", "") if refusal else "",
    }
    return render(request, "seat.html", context, status=422 if refusal else 200)


def named(seats: list[int], setting: Setting, lang: Lang) -> list[tuple[int, str]]:
    """Seats with their names, for a list to choose from."""
    return [(seat, w.seat(setting, seat, lang)) for seat in seats]


def forms(hand: Hand, seat: int, setting: Setting, lang: Lang) -> list[Form]:
    """One form for each power of the open phase; the living are the same list for everybody."""
    group = [member for member in hand.group if member != seat]
    return [
        Form(
            power,
            act_name(power, setting, lang),
            WORDS[power].targets,
            named(hand.named, setting, lang),
            named(group, setting, lang) if WORDS[power].targets == 1 and hand.phase == phases.NIGHT else [],
            power == "illusion3",
        )
        for power in hand.powers
    ]


def heading(hand: Hand, lang: Lang) -> str:
    """What the time is for: the night's order, the vote, the end."""
    key = {phases.NIGHT: "tonight", phases.DECIDER: "deciding", phases.WORDS: "words"}.get(hand.phase, "today")
    return text(f"seat.{key}", lang) if hand.dealt and not hand.over else ""


def standing(hand: Hand, setting: Setting, lang: Lang) -> str:
    """What stands for the seat or its group, or that nothing is to be done, in the same place and shape."""
    if hand.standing is not None:
        order = hand.standing
        said = order_text(order.act, list(order.targets), order.member, order.floor, setting, lang)
        return text("seat.stands", lang, order=said)
    if hand.powers:
        return text("seat.nothing_stands", lang)
    if hand.phase == phases.NIGHT:
        return text("seat.nothing_to_do", lang)
    return text("seat.nothing_secret", lang)


def rooms(game: Game, seat: Seat, setting: Setting, lang: Lang) -> list[tuple[str, str, list[str]]]:
    """The rooms the seat is or was in: thread, title, and what it was told of their members."""
    numbers = sorted(set(Stay.objects.filter(game=game, seat=seat.number).values_list("room", flat=True)))
    keys = set(Thread.objects.filter(game=game, key__in=[f"room-{room}" for room in numbers]).values_list("key", flat=True))
    heard = Said.objects.filter(game=game, to=to_seat(seat.number), what="room").order_by("place").values_list("args", flat=True)
    members = {args[0]: [w.seat(setting, member, lang) for member in args[1]] for args in heard}
    return [(f"room-{room}", w.thread(setting, f"room-{room}", lang), members.get(room, [])) for room in numbers if f"room-{room}" in keys]
