"""What was done at the desk: directors' inputs in the log, and acts outside it. A director who reads secrets of a running game is in it too."""

from datetime import datetime
from typing import NamedTuple

from bansha.board.games.models import DeskAct, Entry, Game
from bansha.board.games.words import Lang, phase_name, setting_of
from bansha.board.texts import text
from bansha.table.threads import is_room
from bansha.telling import words

INPUTS = ("adjust", "pause", "resume", "open_early", "correct_vote", "proxy", "substitute", "declare_draw", "correct", "tick", "deal")
SHOWN = 300


class Done(NamedTuple):
    """One act: when, by whom, what, and what more there is to say."""

    at: datetime
    by: str
    what: str
    detail: str


def note(game: Game, user: int, what: str, detail: str = "") -> None:
    """Write an act down."""
    DeskAct.objects.create(game=game, user_id=user, what=what, detail=detail[:200])


def acts(game: Game, lang: Lang) -> list[Done]:
    """Everything, the newest first."""
    entries = Entry.objects.filter(game=game, by__isnull=False, kind__in=INPUTS).order_by("-n")[:SHOWN]
    rows = [
        Done(at, by, text(f"desk.act.{kind}", lang), f"#{n}") for at, by, kind, n in entries.values_list("at", "by__username", "kind", "n")
    ]
    others = DeskAct.objects.filter(game=game).order_by("-at")[:SHOWN]
    rows += [
        Done(at, by, text(f"desk.act.{what}", lang), place_of(game, detail, lang) if what == DeskAct.LOOKED else detail)
        for at, by, what, detail in others.values_list("at", "user__username", "what", "detail")
    ]
    return sorted(rows, reverse=True)


def place_of(game: Game, detail: str, lang: Lang) -> str:
    """Which page was read, and in which phase."""
    place, phase, day = detail.split(" ")
    named = words.thread(setting_of(game), place, lang) if is_room(place) else text(f"desk.place.{place}", lang)
    return f"{named} · {phase_name(int(phase), int(day), lang)}"
