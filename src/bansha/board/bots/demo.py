"""Something to see at once: a finished game out of a case file, and a live one on a fast calendar, played by bots, in which a seat can be taken over."""

from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone

from bansha.board.bots.seating import fill
from bansha.board.games.create import create
from bansha.board.games.importing import bring_in
from bansha.board.games.models import Entry, Game
from bansha.board.games.receive import receive
from bansha.board.people.models import User
from bansha.cases.case import Case, read_case
from bansha.cases.loading import load
from bansha.cases.playing import play, start_of
from bansha.rules import calendar, phases
from bansha.rules.face import RULE_SETS
from bansha.rules.rulebook import RULE_SETS as TITLES
from bansha.table.inputs import Resume

MINUTES = {phases.DAY: 3, phases.RUNOFF: 2, phases.DECIDER: 1, phases.NIGHT: 1, phases.WORDS: 1, phases.INTERVAL: 1}
SOON = timedelta(seconds=20)
WEEK = timedelta(days=7)


def demo_user(name: str) -> User:
    """An account of the demonstration, which nobody can log in to."""
    user, made = User.objects.get_or_create(username=name, defaults={"is_bot": True})
    if made:
        user.set_unusable_password()
        user.save()
    return user


def finished_game(path: Path, organiser: int) -> Game:
    """A game of a case file, as if it had ended of late: its times are moved by whole weeks, so that weekends stay weekends."""
    case = read_case(load(path)[0])
    table, _played = play(case)
    ended = datetime.fromisoformat(table.log[-1].at)
    weeks = -((timezone.now() - ended) // WEEK)  # less than none: so many later
    if weeks:
        table, _played = play(earlier(case, weeks * WEEK, table.calendar))
    holders = [demo_user(f"示例-{name}").pk for name in table.names]
    return bring_in(table, case.title, organiser, holders, demo=True)


def earlier(case: Case, by: timedelta, cal: calendar.Calendar) -> Case:
    """The same case so much earlier, or later if that is less than nothing."""
    script = [
        scripted._replace(sent=[sent._replace(at=sent.at - by if sent.at else None) for sent in scripted.sent]) for scripted in case.script
    ]
    return case._replace(start=start_of(case, cal) - by, script=script)


def live_game(organiser: int) -> Game:
    """The next live game: the rule sets take turns."""
    last = Game.objects.filter(demo=True, organiser=organiser).order_by("-created").first()
    rules = RULE_SETS[(RULE_SETS.index(last.rules) + 1) % len(RULE_SETS)] if last else RULE_SETS[0]
    cal = calendar.fast(rules, MINUTES)  # type: ignore[arg-type]
    cutoffs = {"change_cutoff_minutes": 0} | ({"illusion3_cutoff_minutes": 0} if rules == "xia" else {})
    game = create(
        organiser, f"{TITLES[rules][0]} {TITLES[rules][1]}", rules, timezone.now() + SOON, options=cutoffs, cal=cal, reminder=0, demo=True
    )  # fmt: skip
    fill(game, game.header["seats"])
    return game


def resume() -> None:
    """A live game that an outage has paused goes on: it has no director to ask, and whoever ran the site yesterday wants to see it move today."""
    for game in Game.objects.filter(demo=True, status=Game.RUNNING).exclude(paused=None):
        if Entry.objects.filter(game=game, kind="pause").order_by("-n").values_list("by", flat=True)[0] is None:
            until = timezone.now() + timedelta(minutes=MINUTES[game.phase])
            receive(game.pk, Resume(until.isoformat(), "演示局自动继续 / the demonstration goes on by itself"))


def keep_going() -> Game | None:
    """Keep the live game going, and open the next one when it has ended; only where ``demo`` has been set up."""
    resume()
    if not Game.objects.filter(demo=True).exists() or Game.objects.filter(demo=True).exclude(status=Game.FINISHED).exists():
        return None
    last = Game.objects.filter(demo=True).order_by("-created")[0]
    return live_game(last.organiser_id)
