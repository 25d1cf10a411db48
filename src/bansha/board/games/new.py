"""Opening a game: rule set, options, calendar, and what the dates will be. What makes a game and what does not, the rules and the table say."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import available_timezones

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from bansha.board.bots.seating import fill
from bansha.board.games.create import create
from bansha.board.games.models import Game
from bansha.board.games.words import Lang, phase_name
from bansha.board.texts import refused, text
from bansha.rules import calendar, phases
from bansha.rules.errors import BanshaError
from bansha.rules.face import RULE_SETS, face
from bansha.rules.rulebook import Option, rulebook
from bansha.rules.states import SEATS
from bansha.table.header import MOST_REMINDER, Clock, open_header
from bansha.telling import words as w
from bansha.telling.words import Setting

MOST_OPEN = 5  # games of one organiser that have not ended, unless he is staff
DAYS_SHOWN = 3
MOST = 10_000  # a number that needs no more thought; what makes a game, the law says
GROUPS = ("seats", "law", "cutoffs", "scores")
CLOCKS = {"xia": ("opens", "day_closes", "night_closes"), "piper": ("opens", "night_closes", "words_close")}
FAST = {phases.DAY: 60, phases.RUNOFF: 60, phases.DECIDER: 20, phases.NIGHT: 30, phases.WORDS: 15, phases.INTERVAL: 1}


class Wanted(NamedTuple):
    """A game as it was asked for."""

    options: dict[str, int]
    cal: calendar.Calendar
    start: datetime
    reminder: int
    bots: int


class Asked:
    """The form: what was typed, and what is wrong with it, by field (``""``: with the whole)."""

    def __init__(self, rules: str, values: dict[str, str], lang: Lang) -> None:
        self.rules = rules
        self.values = values
        self.lang = lang
        self.errors: dict[str, str] = {}
        self.dates: list[tuple[str, str, str]] = []

    @property
    def title(self) -> str:
        """The title on one line."""
        return " ".join(self.values.get("title", "").split())

    def wrong(self, field: str, key: str, **values: object) -> None:
        """Note what is wrong; the first thing for a field stays."""
        self.errors.setdefault(field, text(f"new.{key}", self.lang, **values))

    def number(self, field: str, low: int, high: int) -> int:
        """A whole number out of a field."""
        typed = self.values.get(field, "").strip()
        if not typed.isascii() or not typed.isdecimal() or len(typed) > 6 or not low <= int(typed) <= high:
            self.wrong(field, "whole", low=low, high=high)
            return low
        return int(typed)

    def read(self) -> Wanted | None:
        """The game that is wanted, None if something is wrong."""
        cal = self.wanted_calendar()
        if not 1 <= len(self.title) <= 60 or not self.title.isprintable():
            self.wrong("title", "no_title")
        start = self.start(cal)
        if cal is not None and start is not None:
            self.dates = list(dates(cal, start, self.lang))
        options = self.options()
        reminder = self.number("reminder", 0, MOST_REMINDER)
        bots = self.number("bots", 0, self.seats(options))
        if self.errors or cal is None or start is None:
            return None
        try:
            open_header(self.rules, options, cal, "", reminder)
        except BanshaError as error:
            self.errors[""] = refused(error, self.lang)
            return None
        return Wanted(options, cal, start, reminder, bots)

    def options(self) -> dict[str, int]:
        """Every option by name; cut-offs of a fast game in proportion, where they were left as the law has them."""
        law = face(self.rules).options({})._asdict()
        chosen = {name: self.number(f"o-{name}", 0, MOST) for name in law}
        if self.values.get("calendar") == "fast" and self.values.get("scale"):
            day = self.number(f"m-{phases.DAY}", 1, calendar.LONGEST)
            for name, default in law.items():
                if name.endswith("_cutoff_minutes") and chosen[name] == default:
                    chosen[name] = calendar.scaled_cutoff(self.rules, default, day)  # type: ignore[arg-type]
        return chosen

    def seats(self, options: dict[str, int]) -> int:
        """How many seats these options make; as many as there can be if they make no game, which is said elsewhere."""
        law = face(self.rules)
        try:
            return len(law.seating(law.options(options)))
        except BanshaError:
            return SEATS

    def wanted_calendar(self) -> calendar.Calendar | None:
        """The calendar that is wanted."""
        zone = self.values.get("zone", "")
        if zone not in available_timezones():
            self.wrong("zone", "no_zone")
            return None
        kind = self.values.get("calendar")
        try:
            if kind == "fast":
                spans = {phase: self.number(f"m-{phase}", 1, calendar.LONGEST) for phase in phases_of(self.rules)}
                return calendar.fast(self.rules, spans, zone=zone)  # type: ignore[arg-type]
            make = calendar.xia_calendar if self.rules == "xia" else calendar.piper_calendar
            if kind == "classic":
                return make(zone=zone)
            clocks = [self.values.get(f"c-{name}", "") for name in CLOCKS[self.rules]]
            return make(*clocks, zone=zone, weekends=bool(self.values.get("weekends")))
        except ValueError:
            self.wrong("calendar", "no_calendar")
            return None

    def start(self, cal: calendar.Calendar | None) -> datetime | None:
        """When day 1 opens, by the clock of the game's zone."""
        try:
            wall = datetime.fromisoformat(self.values.get("start", ""))
        except ValueError:
            wall = None
        if wall is None or wall.tzinfo is not None:
            self.wrong("start", "no_start")
            return None
        if not 2000 <= wall.year < 3000:  # no clock goes to the ends of the calendar
            self.wrong("start", "past_start")
            return None
        if cal is None:
            return None
        start = Clock(cal.zone).instant(wall.replace(second=0, microsecond=0))
        if not timezone.now() < start < timezone.now() + timedelta(days=366):
            self.wrong("start", "past_start")
            return None
        return start


@login_required
def page(request: HttpRequest) -> HttpResponse:
    """``/games/new/``; ``?rules=`` chooses the rule set, "preview" shows the dates, "open" opens the game."""
    lang: Lang = request.lang  # type: ignore[attr-defined]
    given = request.POST.get("rules") or request.GET.get("rules") or ""
    rules = given if given in RULE_SETS else RULE_SETS[0]
    posted = request.method == "POST"
    asked = Asked(rules, {key: str(request.POST[key]) for key in request.POST} if posted else defaults(rules), lang)
    wanted = asked.read()
    if not posted:
        asked.errors.clear()
    elif wanted is not None and request.POST.get("do") == "open":
        if too_many(request):
            asked.wrong("", "too_many", n=MOST_OPEN)
        else:
            return HttpResponseRedirect(reverse("hub", args=[open_game(request, asked, wanted).pk]))
    return render(
        request,
        "new.html",
        {
            "rules": rules,
            "rule_sets": RULE_SETS,
            "asked": asked,
            "groups": groups(rules),
            "clocks": CLOCKS[rules],
            "spans": [(phase, phase_title(rules, phase, lang)) for phase in phases_of(rules)],
            "seats": len(face(rules).seating(face(rules).options(wanted.options if wanted else {}))),
        },
        status=422 if asked.errors else 200,
    )


def too_many(request: HttpRequest) -> bool:
    """Whether the organiser has as many games as one may have at once."""
    open_games = Game.objects.filter(organiser=request.user.pk).exclude(status=Game.FINISHED).count()
    return open_games >= MOST_OPEN and not getattr(request.user, "is_staff", False)


def open_game(request: HttpRequest, asked: Asked, wanted: Wanted) -> Game:
    """Open it, and let bots sit down."""
    values = asked.values
    assert request.user.pk is not None
    game = create(
        request.user.pk, asked.title, asked.rules, wanted.start, options=wanted.options, cal=wanted.cal,
        reminder=wanted.reminder, invite=values.get("invite", "").strip()[:24], automatic=values.get("publish") != "hand",
        graveyard=bool(values.get("graveyard")),
    )  # fmt: skip
    fill(game, wanted.bots)
    messages.success(request, text("new.opened", asked.lang))
    return game


# ---- what the page shows ------------------------------------------------------------------------------------------------------------------


def defaults(rules: str) -> dict[str, str]:
    """The form before anything was typed: the law's own numbers, and day 1 tomorrow at the opening hour."""
    law = face(rules).options({})._asdict()
    cal = calendar.classic(rules)  # type: ignore[arg-type]
    today = Clock(cal.zone).wall(timezone.now())
    start = datetime(today.year, today.month, today.day) + timedelta(days=1, minutes=cal.opens)
    own = rulebook(rules).values()
    return {
        "title": "",
        "calendar": "classic",
        "zone": cal.zone,
        "weekends": "on",
        "scale": "on",
        "start": start.isoformat(timespec="minutes"),
        "reminder": "120",
        "bots": "0",
        "publish": "auto",
        **{f"o-{name}": str(value) for name, value in law.items()},
        **{f"m-{phase}": str(FAST[phase]) for phase in phases_of(rules)},
        **{f"c-{name}": str(own.get(name, "")) for name in CLOCKS[rules]},
    }


def groups(rules: str) -> list[tuple[str, list[Option]]]:
    """The options as they are grouped on the page, each with its meaning."""
    known = face(rules).options({})._asdict()
    options = [option for option in rulebook(rules).options if option.name in known]
    return [(group, [option for option in options if group_of(option) == group]) for group in GROUPS]


def group_of(option: Option) -> str:
    """Where an option stands on the page."""
    if option.seat:
        return "seats"
    if "score" in option.name:
        return "scores"
    return "cutoffs" if option.name.endswith("_minutes") else "law"


def phases_of(rules: str) -> list[int]:
    """The phases of a rule set that a fast calendar gives minutes to."""
    rows = calendar.classic(rules).rows  # type: ignore[arg-type]
    return [row.phase for row in rows if row.weekday == calendar.ANY_DAY]


def phase_title(rules: str, phase: int, lang: Lang) -> str:
    """What a phase is called."""
    return rulebook(rules).term("phases", w.PHASES[phase]).name.to(lang)


def dates(cal: calendar.Calendar, start: datetime, lang: Lang) -> list[tuple[str, str, str]]:
    """The first days on schedule: phase, from, to. Runoffs and early openings move them."""
    clock = Clock(cal.zone, by_clock=not cal.spans)
    at = Setting("xia", (), cal.zone, {})
    day = 0
    found: list[tuple[str, str, str]] = []
    for slot in calendar.preview(cal, clock.scheduled(start), DAYS_SHOWN):
        day += slot.phase == phases.DAY
        times: list[Any] = [w.moment(at, clock.happens(moment).isoformat(), lang) for moment in (slot.opened, slot.closes)]
        found.append((phase_name(slot.phase, day, lang), times[0], times[1]))
    return found
