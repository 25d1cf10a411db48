"""Nobody is penalised because the site was not there: whatever was down, and however clocks went, an end that was missed is asked about."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from bansha.board.games import direct
from bansha.board.games.checking import problems
from bansha.board.games.direct import look_round
from bansha.board.games.models import Deadline, Entry, Game, Heartbeat, Said
from bansha.rules import ballots, phases
from bansha.rules.errors import Unlawful
from bansha.table.inputs import DeclareDraw, Pause, Resume
from tests.board.play import BoardGame, Clock, there

Dealt = Callable[..., BoardGame]
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


def end_of(it: BoardGame) -> datetime:
    """When the open phase ends."""
    closes = it.row.closes
    assert closes is not None
    return closes


def said(it: BoardGame, what: str) -> int:
    """How often something was said to all."""
    return Said.objects.filter(game=it.pk, to="public", what=what).count()


def is_paused_in(it: BoardGame, phase: int) -> bool:
    """Whether the director is asked, with the phase as it was and nothing due."""
    row = it.row
    nothing_due = not Deadline.objects.filter(game=it.pk).exists()
    return row.paused is not None and row.phase == phase and nothing_due and said(it, "paused") == 1 and problems(it.pk) == []


# ---- both down --------------------------------------------------------------------------------------------------------------------------


def test_a_reminder_that_comes_too_late_is_no_outage(game: Dealt, clock: Clock) -> None:
    it = game("piper", phases.DAY)
    reminds = it.table.due
    assert reminds is not None
    clock.now = reminds + 90 * MINUTE
    assert clock.now < end_of(it)
    look_round("a")
    assert it.row.paused is None
    assert Said.objects.filter(game=it.pk, what="reminder").count() == 12
    it.vote(0, 3)


def test_a_reminder_missed_with_an_end_that_was_not(game: Dealt, clock: Clock) -> None:
    it = game("piper", phases.DAY)
    clock.now = end_of(it) - MINUTE
    it.vote(0, 3)
    clock.now = end_of(it) + 5 * MINUTE
    look_round("a")
    assert it.row.phase == phases.NIGHT
    assert said(it, "tally") == 1


@pytest.mark.parametrize("first", ["a director", "a player"])
def test_an_outage_of_hours_counts_though_it_is_over_minutes_after_the_end(first: str, game: Dealt, clock: Clock) -> None:
    """Who wanted to vote in the evening could not."""
    it = game("piper", phases.DAY)
    clock.now = end_of(it) - 5 * HOUR
    it.vote(0, 3)
    look_round("a")
    clock.now = end_of(it) + 10 * MINUTE
    if first == "a player":
        with pytest.raises(Unlawful, match="director"):
            it.vote(1, 3)
    look_round("a")
    assert is_paused_in(it, phases.DAY)
    look_round("b")
    assert said(it, "paused") == 1
    it.send(Resume((clock.now + HOUR).isoformat(), ""), it.organiser)
    it.vote(1, 3)
    it.until(phases.NIGHT)
    tally = Said.objects.get(game=it.pk, what="tally").args
    assert dict(tally[2]) == {3: 2}


@pytest.mark.parametrize(("away", "paused"), [(30 * MINUTE, False), (30 * MINUTE + timedelta(seconds=1), True)])
def test_an_outage_is_longer_than_the_set_time(away: timedelta, paused: bool, game: Dealt, clock: Clock) -> None:
    it = game("piper", phases.DAY)
    it.next()  # the reminder
    clock.now = end_of(it) - MINUTE
    look_round("a")
    clock.now += away
    look_round("a")
    assert (it.row.paused is not None) is paused


def test_every_game_that_an_outage_befell_is_asked_about(game: Dealt, clock: Clock) -> None:
    """That a director is back is not known before all of them have been looked at."""
    games = [game("piper", prefix=prefix) for prefix in "abc"]
    games[-1].until(phases.DAY)
    look_round("a")
    clock.now = end_of(games[0]) + MINUTE
    assert look_round("a") == 3
    assert all(is_paused_in(it, phases.DAY) for it in games)


@pytest.mark.parametrize("first", ["a director", "a player"])
def test_a_phase_that_came_and_went_in_a_shorter_outage_is_asked_about(first: str, game: Dealt, clock: Clock, settings: Any) -> None:
    """On a fast calendar several phases may pass in less than the set time: the first one ended, of the next nobody saw anything."""
    settings.OUTAGE_MINUTES = 24 * 60
    it = game("piper", phases.DAY)
    it.next()  # the reminder
    clock.now = end_of(it) - MINUTE
    it.vote(0, 3)
    look_round("a")
    night = end_of(it) + 20 * HOUR
    clock.now = night
    if first == "a player":
        with pytest.raises(Unlawful, match="director"):
            it.post(1, "早")
    look_round("a")
    assert is_paused_in(it, phases.NIGHT)
    assert said(it, "tally") == 1
    assert end_of(it) < night
    it.send(Resume((clock.now + HOUR).isoformat(), ""), it.organiser)
    clock.now += HOUR
    there(clock)
    look_round("a")
    assert it.row.paused is None
    assert said(it, "dawn") == 1


def test_directors_that_look_round_slowly_are_no_outage(game: Dealt, clock: Clock) -> None:
    it = game("piper", phases.NIGHT)
    clock.now = end_of(it) - timedelta(seconds=30)
    look_round("a")
    clock.now += MINUTE
    look_round("a")
    assert it.row.paused is None
    assert said(it, "dawn") == 1


def test_whether_there_was_an_outage_is_asked_only_when_an_end_has_come(game: Dealt) -> None:
    """Posts come by the thousand."""
    it = game("piper", phases.DAY)
    with CaptureQueriesContext(connection) as asked:
        it.post(0, "一句")
    assert len(asked) > 0
    assert not [query for query in asked if Heartbeat._meta.db_table in query["sql"]]


# ---- the first day ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("automatic", [True, False])
def test_a_first_day_that_came_and_went_in_an_outage_is_not_counted(automatic: bool, game: Dealt, clock: Clock) -> None:
    it = game("piper", automatic=automatic)
    look_round("a")
    clock.now = it.row.start + timedelta(days=3)
    look_round("a")
    assert (it.row.phase, it.row.day, said(it, "tally")) == (phases.DAY, 1, 0)
    assert it.row.paused is not None or not automatic
    assert end_of(it) < clock.now
    assert problems(it.pk) == []


def test_a_first_day_that_opens_late_ends_when_it_ends(game: Dealt, clock: Clock) -> None:
    it, other = game("piper"), game("piper", prefix="other")
    clock.now = it.row.start
    there(clock)
    assert direct.execute(other.pk)
    clock.now += 2 * HOUR
    look_round("a")
    assert end_of(it) - it.row.start == end_of(other) - other.row.start
    assert it.row.paused is None
    it.vote(0, 3)


# ---- one of them down -------------------------------------------------------------------------------------------------------------------


def test_without_a_director_posts_are_judged_by_their_own_time(game: Dealt, clock: Clock) -> None:
    """Players could write all the time: what they wrote counts, and whoever came too late came too late."""
    it = game("piper", phases.DAY)
    look_round("a")
    voting, vote = it.table.voting, f"投票对象：{it.name(8)}\n投票理由：见讨论帖"
    for seat, before in enumerate((3 * HOUR, 50 * MINUTE, 20 * MINUTE, timedelta(seconds=2))):
        clock.now = end_of(it) - before
        it.vote(seat, 8)
    clock.now = end_of(it) + timedelta(seconds=1)
    post = it.post(9, vote, voting).post
    assert post is not None
    assert (post.reading or {})["ruling"] == ballots.LATE
    assert it.row.paused is None
    assert it.row.phase == phases.NIGHT, "the late post itself has closed the day"
    clock.now += 25 * MINUTE
    look_round("a")
    assert dict(Said.objects.get(game=it.pk, what="tally").args[2]) == {8: 4}


def test_without_a_director_or_anybody_else_an_end_is_missed(game: Dealt, clock: Clock) -> None:
    it = game("piper", phases.DAY)
    clock.now = end_of(it) - timedelta(seconds=2)
    it.vote(0, 3)
    clock.now = end_of(it) + 31 * MINUTE
    with pytest.raises(Unlawful, match="director"):
        it.vote(1, 3)
    assert is_paused_in(it, phases.DAY)


def test_one_director_of_two_is_enough(game: Dealt, clock: Clock) -> None:
    it = game("piper", phases.DAY)
    look_round("a")
    while clock.now < end_of(it) - MINUTE:
        clock.now = min(clock.now + 25 * MINUTE, end_of(it) - MINUTE)
        look_round("b")
    clock.now = end_of(it)
    assert look_round("a") == 1
    assert look_round("b") == 0
    assert it.row.phase == phases.NIGHT
    assert said(it, "tally") == 1


def test_a_database_that_was_away_is_an_outage(game: Dealt, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Directors tried all the time; none could look."""
    it = game("piper", phases.DAY)
    look_round("a")

    def away(*_args: Any) -> Any:
        raise OperationalError("the database is away")

    with monkeypatch.context() as broken:
        broken.setattr(direct, "due_games", away)
        for minutes in range(0, 5 * 60, 20):
            clock.now = end_of(it) + (minutes - 290) * MINUTE
            with pytest.raises(OperationalError):
                look_round("a")
    assert clock.now < end_of(it)
    clock.now = end_of(it) + 10 * MINUTE
    look_round("a")
    assert is_paused_in(it, phases.DAY)


# ---- clocks -----------------------------------------------------------------------------------------------------------------------------


def test_a_clock_that_leaps_over_the_end_and_back_costs_nobody_anything(game: Dealt, clock: Clock) -> None:
    """A step of the clock, a laptop that slept: nobody had that time."""
    it = game("piper", phases.DAY)
    it.next()  # the reminder
    clock.now = right = end_of(it) - 2 * HOUR
    it.vote(0, 3)
    look_round("a")
    clock.now = end_of(it) + 20 * MINUTE
    look_round("a")
    assert is_paused_in(it, phases.DAY)
    clock.now = right + MINUTE
    look_round("a")
    later = end_of(it) + HOUR
    it.send(Resume(later.isoformat(), ""), it.organiser)
    it.vote(1, 3)
    assert problems(it.pk) == []
    clock.now = later
    there(clock)
    look_round("a")
    assert dict(Said.objects.get(game=it.pk, what="tally").args[2]) == {3: 2}


def test_a_clock_that_leaps_within_a_phase_and_back_stands_still_until_it_has_come_there_again(game: Dealt, clock: Clock) -> None:
    it = game("piper", phases.DAY)
    right = clock.now
    clock.now = leapt = end_of(it) - 3 * HOUR
    it.vote(0, 3)
    clock.now = right
    look_round("a")
    post = it.vote(1, 3).post
    assert post is not None
    assert post.at == leapt + timedelta(seconds=1)
    assert it.row.phase == phases.DAY
    it.until(phases.NIGHT)
    assert it.row.paused is None


def test_a_director_whose_clock_was_ahead_hides_no_outage_that_is_plain(game: Dealt, clock: Clock) -> None:
    it = game("piper", phases.DAY)
    Heartbeat.objects.create(name="ahead", at=clock.now + timedelta(days=9))
    clock.now = end_of(it) + 31 * MINUTE
    look_round("a")
    assert is_paused_in(it, phases.DAY)


# ---- what was decided meanwhile ------------------------------------------------------------------------------------------------------


def test_a_pause_that_reaches_over_the_end_is_the_directors_own(game: Dealt, clock: Clock) -> None:
    it = game("piper", phases.DAY)
    it.vote(0, 3)
    it.send(Pause("有事"), it.organiser)
    clock.now = end_of(it) + timedelta(days=2)
    assert look_round("a") == 0
    assert said(it, "paused") == 1
    it.send(Resume((clock.now + HOUR).isoformat(), ""), it.organiser)
    assert it.row.paused is None
    it.vote(1, 3)
    it.until(phases.NIGHT)
    assert (said(it, "paused"), said(it, "resumed"), said(it, "tally")) == (1, 1, 1)


def test_an_end_that_was_moved_is_the_one_that_counts(game: Dealt, clock: Clock) -> None:
    it = game("piper", phases.DAY)
    first = end_of(it)
    assert (
        it.director().post(it.url("desk/"), {"do": "move", "closes": "2026-12-02T22:00", "reason": "", "phase": "1-1"}).status_code == 302
    )
    assert end_of(it) > first + HOUR
    clock.now = first + 50 * MINUTE
    look_round("a")
    assert it.row.paused is None
    it.vote(0, 3)


def test_a_game_that_has_ended_meanwhile_stays_ended(game: Dealt, clock: Clock) -> None:
    it = game("piper", phases.DAY)
    end = end_of(it)
    it.send(DeclareDraw("到此为止"), it.organiser)
    entries = it.row.entries
    clock.now = end + 5 * HOUR
    assert look_round("a") == 0
    with pytest.raises(Unlawful):
        it.post(0, "说话", "talk-1")
    row = it.row
    assert (row.status, row.paused, row.entries) == (Game.FINISHED, None, entries)
    assert not Entry.objects.filter(game=it.pk, kind="pause").exists()


# ---- by hand ----------------------------------------------------------------------------------------------------------------------------


def test_a_director_who_publishes_late_ends_one_phase_and_not_the_next_with_it(game: Dealt, clock: Clock) -> None:
    """The night would have been over as well, and nobody would have had it."""
    it = game("piper", phases.DAY, automatic=True)
    director = it.director()
    assert director.post(it.url("desk/"), {"do": "dial", "publish": "hand"}).status_code == 302
    clock.now = end_of(it) + timedelta(days=2)
    look_round("a")
    assert it.row.phase == phases.DAY
    assert director.post(it.url("desk/"), {"do": "publish"}).status_code == 302
    assert (it.row.phase, it.row.day) == (phases.NIGHT, 1)
    assert end_of(it) < clock.now
    wall = (clock.now + 12 * HOUR).strftime("%Y-%m-%dT%H:%M")
    assert director.post(it.url("desk/"), {"do": "move", "closes": wall, "reason": "", "phase": f"{phases.NIGHT}-1"}).status_code == 302
    assert it.say(0, "同意平局")[0].what == "accepted"
    assert problems(it.pk) == []


def test_who_hands_a_waiting_phase_to_the_machine_has_it_published(game: Dealt, clock: Clock) -> None:
    it = game("piper", phases.DAY, automatic=True)
    director = it.director()
    director.post(it.url("desk/"), {"do": "dial", "publish": "hand"})
    it.vote(0, 3)
    clock.now = end_of(it) + 3 * HOUR
    assert director.post(it.url("desk/"), {"do": "dial", "publish": "auto"}).status_code == 302
    look_round("a")
    assert it.row.automatic
    assert it.row.phase == phases.NIGHT
    assert it.row.paused is None
