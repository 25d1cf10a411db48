"""Whether everything is there, looked at in the database when all is still.

python -m bench.soak.checking KEPT.json         prints what is wrong, and what there was; status 1 if anything is wrong
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bansha.board.settings")

import django

django.setup()

from bansha.board.games.models import Deadline, Entry, Game, Post, Said, Seat, Thread  # noqa: E402
from bansha.board.games.words import published  # noqa: E402
from bansha.table import log  # noqa: E402
from bansha.table.replaying import replay  # noqa: E402


def lost(kept: list[list[Any]]) -> Iterator[str]:
    """What was acknowledged and is not there, or not as it was sent."""
    posts = {(p.thread.game_id, p.thread.key, p.floor): p for p in Post.objects.select_related("thread").iterator(2000)}
    sent = Counter(tuple(one) for one in kept)
    if doubled := [one for one, times in sent.items() if one[1] and times > 1]:
        yield f"acknowledged twice: {doubled[:3]}"
    for game, thread, floor, seat, text in kept:
        post = posts.get((game, thread, floor)) if thread else None
        if thread and (post is None or (post.text, post.seat) != (text, seat)):
            yield f"lost: {game} {thread} #{floor} {text!r}"
    messages: Counter[tuple[Any, ...]] = Counter()
    inputs: Counter[tuple[Any, ...]] = Counter()
    for game, line in Entry.objects.filter(kind__in=("message", "post")).values_list("game_id", "line").iterator(2000):
        what = json.loads(line)["in"]
        (messages if what[0] == "message" else inputs)[(game, *what[1:3])] += 1
    for (game, _thread, _floor, seat, text), times in Counter(tuple(one) for one in kept if not one[1]).items():
        if messages[game, seat, text] < times:
            yield f"lost: {times - messages[game, seat, text]} of {times} messages {game} {seat} {text!r}"


def gaps(game: Game) -> Iterator[str]:
    """Numbers that should follow on each other."""
    entries = list(Entry.objects.filter(game=game).order_by("n").values_list("n", flat=True))
    if entries != list(range(1, game.entries + 1)):
        yield f"{game.pk}: entries {len(entries)} of {game.entries}"
    for thread in Thread.objects.filter(game=game):
        floors = list(Post.objects.filter(thread=thread).order_by("floor").values_list("floor", flat=True))
        if floors != list(range(1, thread.floors + 1)):
            yield f"{game.pk} {thread.key}: floors {floors[:5]}… of {thread.floors}"
    places = Said.objects.filter(game=game).order_by("to", "place").values_list("to", "place")
    for to, rows in groupby(places, key=lambda row: row[0]):
        found = [place for _to, place in rows]
        if found != list(range(1, len(found) + 1)):
            yield f"{game.pk}: places of what {to} was told have gaps"


def twice(game: Game) -> Iterator[str]:
    """A phase that opened, was counted or dawned more than once."""
    told = Said.objects.filter(game=game, to="public", what__in=("phase", "tally", "dawn", "over", "dealt")).values_list("what", "args")
    seen = Counter((what, tuple(args[: {"phase": 2, "tally": 2, "dawn": 1}.get(what, 0)])) for what, args in told)
    yield from (f"{game.pk}: {what} {which} {times} times" for (what, which), times in seen.items() if times > 1)


def replayed(game: Game) -> Iterator[str]:
    """The stored state against the one that the log makes."""
    lines = [log.sealed(game.header, log.START)[0], *Entry.objects.filter(game=game).order_by("n").values_list("line", flat=True)]
    table, differing = replay(lines)
    if differing:
        yield f"{game.pk}: the replay says something else: {differing[0]}"
    state = table.state
    if state is None:
        return
    stored = (game.phase, game.day, game.closes, game.alive, game.paused is not None, game.status == Game.FINISHED)
    played = (table.phase, state.day, table.closes, state.alive.bit_count(), table.paused, table.over)
    if stored != played:
        yield f"{game.pk}: stored {stored}, replayed {played}"
    for seat in Seat.objects.filter(game=game):
        out = "" if state.alive >> seat.number & 1 else published(game.rules, state.identity[seat.number])
        if seat.out != out:
            yield f"{game.pk}: seat {seat.number} is stored as {seat.out!r}, replayed as {out!r}"
    said = {(entry.n, notice.to, notice.what, json.dumps(notice.args)) for entry in table.log for notice in entry.said}
    rows = {(one.entry, one.to, one.what, json.dumps(one.args)) for one in Said.objects.filter(game=game)}
    if said != rows:
        yield f"{game.pk}: {len(said ^ rows)} notices differ from the log"
    for key, thread in table.threads.items():
        authors = Post.objects.filter(thread__game=game, thread__key=key).order_by("floor").values_list("seat", flat=True)
        if len(authors) != thread.floors:
            yield f"{game.pk} {key}: {len(authors)} posts stored, {thread.floors} played"
    deadline = Deadline.objects.filter(game=game).first()
    if (deadline.due if deadline else None) != table.due:
        yield f"{game.pk}: due {deadline and deadline.due}, replayed {table.due}"
    if deadline and deadline.failed:
        yield f"{game.pk}: set aside: {deadline.failed}"


def main(path: str) -> int:
    """1 if anything is wrong."""
    kept = json.loads(Path(path).read_text(encoding="utf-8"))
    wrong = list(lost(kept))
    for game in Game.objects.all():
        for check in (gaps, twice, replayed):
            wrong += check(game)
    phases = Said.objects.filter(to="public", what="phase").count()
    print(
        f"kept {len(kept)} acknowledged inputs; {Game.objects.count()} games, {phases} phases, {Post.objects.count()} posts, "
        f"{Entry.objects.count()} entries, {Said.objects.count()} notices; wrong: {len(wrong)}"
    )
    print("\n".join(wrong[:20]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
