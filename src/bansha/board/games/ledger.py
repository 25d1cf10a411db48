"""The vote ledger of a day: every vote post, how it was read, whether it counts and by which clause, the running count, the result.

It repeats what the director has said of each post and adds up what stands; it decides nothing. A post has the names of its time, as in its
thread; what stands has those of the vote's end, while it is open those of now.
"""

from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from bansha.board.games.band import band
from bansha.board.games.drawing_posts import Ruling, ruling
from bansha.board.games.models import Game, Post, Said, Thread
from bansha.board.games.names import Names, names_of
from bansha.board.games.seats import Place, places_of, setting_for
from bansha.board.games.viewer import game_or_404, viewer
from bansha.board.games.words import Lang, say, times
from bansha.board.texts import text
from bansha.rules import ballots, phases
from bansha.rules.notices import EVERYBODY
from bansha.telling import words

KEYS = {phases.DAY: "votes-{}", phases.RUNOFF: "runoff-votes-{}"}


class Told(NamedTuple):
    """A public notice: its place, kind and values."""

    place: int
    what: str
    args: list[Any]


class Row(NamedTuple):
    """A vote post."""

    floor: int
    iso: str
    clock: str
    voter: str
    ruling: Ruling
    stands: bool


class Part(NamedTuple):
    """A day's vote or its runoff: the posts, what stands by target (name, how many, of whom), who has none, and what was announced."""

    key: str
    title: str
    open: bool
    rows: list[Row]
    totals: list[tuple[str, int, str]]
    missing: list[str]
    corrections: list[str]
    result: list[str]


def page(request: HttpRequest, game_id: str, day: int) -> HttpResponse:
    """``/g/GAME/votes/DAY/``."""
    game = game_or_404(game_id)
    reader = viewer(request, game)
    lang: Lang = request.lang  # type: ignore[attr-defined]
    keys = {key.format(day): phase for phase, key in KEYS.items()}
    threads = list(Thread.objects.filter(game=game, key__in=keys).order_by("pk"))
    if not threads:
        raise Http404
    seats = places_of(game, lang)
    setting = setting_for(game, seats)
    posts: dict[int, list[dict[str, Any]]] = {}
    found = Post.objects.filter(thread__in=threads).exclude(reading=None).order_by("floor").values("thread_id", "floor", "at", "reading")
    for post in found:
        posts.setdefault(post["thread_id"], []).append(dict(post))
    said = announced(game, day)
    names = names_of(game, setting.names)
    parts = [
        part(thread, posts.get(thread.pk, []), said.get(keys[thread.key], []), voters(seats, said, keys[thread.key]), setting, names, lang)
        for thread in threads
    ]
    context = {"game": game, "reader": reader, "band": band(game, reader, lang), "day": day, "days": range(1, game.day + 1), "parts": parts}
    return render(request, "ledger.html", {**context, "numeral": words.ordinal(day) if lang == "zh" else day})


def announced(game: Game, day: int) -> dict[int, list[Told]]:
    """What was said about the votes of a day, by phase; under 0 who was out before."""
    kinds = ("phase", "vote_corrected", "tally", "dawn", "decided")
    rows = Said.objects.filter(game=game, to=EVERYBODY, what__in=kinds).order_by("place").values_list("place", "what", "args")
    found: dict[int, list[Told]] = {0: []}
    now = (0, 0)
    for told in map(Told._make, rows):
        if told.what == "phase":
            now = (told.args[0], told.args[1])
        if now[1] < day or (now[1] == day and now[0] not in KEYS):
            found[0].append(told)
        elif now[1] == day:
            found.setdefault(now[0], []).append(told)
    return found


def voters(seats: list[Place], said: dict[int, list[Told]], phase: int) -> list[int]:
    """Who was in the game when the vote opened."""
    out: set[int] = set()
    before = [said[0], *(rows for number, rows in said.items() if number and number < phase)]
    for _place, what, args in (row for rows in before for row in rows):
        if what == "dawn":
            out |= {seat for seat, _identity in args[1]}
        elif what == "tally":
            out.add(args[6])
        elif what == "decided":
            out.add(args[2])
    return [seat.number for seat in seats if seat.number not in out]


def part(
    thread: Thread, posts: list[dict[str, Any]], said: list[Told], living: list[int], setting: words.Setting, names: Names, lang: Lang
) -> Part:
    """One vote thread."""
    corrections = [told for told in said if told.what == "vote_corrected"]
    tallies = [told for told in said if told.what == "tally"]
    standing = stands(posts, [told.args for told in corrections])
    floors = {floor for floor, _target in standing.values()}
    clock = times(setting.zone)
    rows = [
        Row(
            post["floor"],
            post["at"].isoformat(),
            clock.clock(post["at"], lang),
            then.names[post["reading"]["voter"]],
            ruling(post["reading"]["args"], then, lang),
            post["floor"] in floors,
        )
        for post in posts
        for then in [setting._replace(names=names.at(post["at"]))]
    ]

    def lines(told: Told) -> list[str]:
        return say(told.what, told.args, EVERYBODY, setting._replace(names=names.at_place(told.place)), lang)

    corrected = [line for told in corrections for line in lines(told)]
    result = [line for told in tallies for line in lines(told)[1:]]
    if tallies:
        setting = setting._replace(names=names.at_place(tallies[-1].place))
    missing = [setting.names[seat] for seat in living if standing.get(seat, (0, phases.NOBODY))[1] == phases.NOBODY]
    return Part(
        thread.key, words.thread(setting, thread.key, lang), thread.open, rows, counted(standing, setting, lang), missing, corrected, result
    )


def stands(posts: list[dict[str, Any]], corrections: list[list[Any]]) -> dict[int, tuple[int, int]]:
    """By voter: the floor that counts after his last post, and whom it names; the director's corrections are the last word."""
    targets: dict[int, int] = {}
    found: dict[int, tuple[int, int]] = {}
    for post in posts:
        floor, voter, code, target = post["reading"]["args"][1:5]
        targets[floor] = target if code < ballots.VOTER_OUT else phases.ABSTAIN
        standing = post["reading"]["args"][7]
        found[voter] = (standing, targets.get(standing, phases.ABSTAIN) if standing else phases.NOBODY)
    for voter, target, _why in corrections:
        found[voter] = (found.get(voter, (0, 0))[0], target)
    return found


def counted(standing: dict[int, tuple[int, int]], setting: words.Setting, lang: Lang) -> list[tuple[str, int, str]]:
    """Targets with their votes, the most first."""
    by_target: dict[int, list[int]] = {}
    for voter, (_floor, target) in sorted(standing.items()):
        if target != phases.NOBODY:
            by_target.setdefault(target, []).append(voter)
    ranked = sorted(by_target.items(), key=lambda item: (item[0] < 0, -len(item[1]), item[0]))
    named = text("thread.abstain", lang)
    return [(setting.names[target] if target >= 0 else named, len(cast), words.seats(setting, cast, lang)) for target, cast in ranked]
