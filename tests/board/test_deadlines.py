"""Deadlines: executed on time or late with the same result, once however many directors there are, after an outage not at all but asked about."""

import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bansha.board.games import direct, receive, store
from bansha.board.games.direct import look_round
from bansha.board.games.models import Deadline, Entry, Game, Heartbeat, Post, Said
from bansha.rules import phases
from bansha.rules.errors import Unlawful
from bansha.table.inputs import Resume
from bench.soak.driving import SRC, Site
from tests.board.play import BoardGame, Clock, there

Dealt = Callable[..., BoardGame]


def told(game: BoardGame, *kinds: str) -> list[list[Any]]:
    """What was said to all."""
    return [[one.what, *one.args] for one in Said.objects.filter(game=game.pk, to="public", what__in=kinds).order_by("place")]


def closing(game: BoardGame, clock: Clock) -> Any:
    """When the open phase ends; the reminder before it has been sent."""
    closes, reminds = game.row.closes, game.table.due
    assert closes is not None
    assert reminds is not None
    if reminds < closes:
        clock.now = max(clock.now, reminds)
        look_round("test")
    clock.now = max(clock.now, closes - timedelta(minutes=10))
    return closes


@pytest.mark.parametrize("late", [0, 1, 60, 29 * 60])
def test_a_late_tick_changes_no_result(late: int, game: Dealt, clock: Clock) -> None:
    """The cut-off judges a post by its own time: what comes a second after it is late though no director has looked."""
    playing = game("piper", phases.DAY)
    closes = closing(playing, clock)
    for seat, target in ((0, 3), (1, 3), (2, 4), (4, 3), (5, 3), (6, 3)):
        playing.vote(seat, target)
    clock.now = closes - timedelta(seconds=2)
    playing.vote(7, 3)
    clock.now = closes + timedelta(seconds=late)
    look_round("test")
    tally = told(playing, "tally")
    assert len(tally) == 1
    assert dict(tally[0][3]) == {3: 6, 4: 1}
    assert playing.row.phase == phases.NIGHT
    assert Deadline.objects.get(game=playing.pk).due == playing.table.due


def test_a_post_after_the_end_closes_the_phase_itself(game: Dealt, clock: Clock) -> None:
    playing = game("piper", phases.DAY)
    closes = closing(playing, clock)
    voting = playing.table.voting
    playing.vote(0, 3)
    clock.now = closes
    with pytest.raises(Unlawful):
        playing.post(1, "说话", voting)
    assert playing.row.phase == phases.NIGHT, "no director has looked"
    assert len(told(playing, "tally")) == 1
    look_round("test")
    assert len(told(playing, "tally")) == 1


def test_the_night_ends_when_it_ends_whenever_the_day_was_counted(game: Dealt, clock: Clock) -> None:
    ends = []
    for late in (0, 25 * 60):
        playing = game("piper", phases.DAY, prefix=f"late{late}-")
        clock.now = closing(playing, clock) + timedelta(seconds=late)
        look_round("test")
        row = playing.row
        assert row.closes is not None
        ends.append(row.closes - row.start)
    assert ends[0] == ends[1]


@pytest.mark.slow
def test_directors_at_once_close_no_phase_twice(processes: Path) -> None:
    """Real processes that all begin when five games are due."""
    site = Site(processes, web=0, directors=0)
    try:
        site.manage("migrate", "-v0")
        opening = (
            "from bench.soak.masters import *; players, organiser = [account(f's{i}') for i in range(12)], account('org')\n"
            "for _ in range(5): open_game(players, organiser, minutes=600)\n"
            "while Game.objects.filter(start__gt=timezone.now()).exists(): time.sleep(0.1)"
        )
        subprocess.run([sys.executable, "-c", opening], env=site.env, cwd=SRC, check=True)
        command = [sys.executable, "-m", "django", "direct", "--once"]
        directors = [subprocess.Popen(command, env=site.env, stderr=site.errors) for _ in range(4)]
        try:
            assert [director.wait(300) for director in directors] == [0] * 4
        finally:
            for director in directors:
                director.kill()
                director.wait()
        kept = processes / "kept.json"
        kept.write_text("[]")
        checking = [sys.executable, "-m", "bench.soak.checking", str(kept)]
        done = subprocess.run(checking, env=site.env, cwd=SRC, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "5 games, 5 phases" in done.stdout, done.stdout
    finally:
        site.stop()


def test_after_an_outage_the_game_is_paused_and_nobody_is_penalised(game: Dealt, clock: Clock, settings: Any) -> None:
    playing = game("piper", phases.DAY)
    closes = closing(playing, clock)
    playing.vote(0, 3)
    clock.now = closes + timedelta(minutes=settings.OUTAGE_MINUTES, seconds=1)
    look_round("test")
    row = playing.row
    assert (row.phase, row.day) == (phases.DAY, 1), "the day has not been counted"
    assert row.paused is not None
    assert told(playing, "tally") == []
    assert [args[:3] for args in told(playing, "paused")] == [["paused", phases.DAY, 1]]
    assert not Deadline.objects.filter(game=playing.pk).exists(), "nothing is due until the director resumes it"
    with pytest.raises(Unlawful, match="paused"):
        playing.vote(1, 3)
    look_round("test")
    assert len(told(playing, "paused")) == 1
    playing.send(Resume((clock.now + timedelta(hours=2)).isoformat(), ""), playing.organiser)
    playing.vote(1, 3)
    playing.until(phases.NIGHT)
    assert dict(told(playing, "tally")[0][3]) == {3: 2}, "the vote from before the outage counts as well"


def test_a_player_who_comes_first_after_an_outage_pauses_the_game_too(game: Dealt, clock: Clock, settings: Any) -> None:
    playing = game("piper", phases.DAY)
    closes = closing(playing, clock)
    clock.now = closes + timedelta(minutes=settings.OUTAGE_MINUTES, seconds=1)
    with pytest.raises(Unlawful):
        playing.vote(1, 3)
    assert playing.row.paused is not None
    assert told(playing, "tally") == []


def test_a_delay_that_is_no_outage_is_made_good(game: Dealt, clock: Clock, settings: Any) -> None:
    playing = game("piper", phases.DAY)
    clock.now = closing(playing, clock)
    there(clock)
    clock.tick(60 * settings.OUTAGE_MINUTES)
    look_round("test")
    assert playing.row.paused is None
    assert playing.row.phase == phases.NIGHT


def test_a_game_that_fails_is_set_aside_and_the_others_go_on(
    game: Dealt, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = game("piper", prefix="bad"), game("piper", prefix="good")
    good.until(phases.DAY)
    later = closing(bad, clock)
    assert closing(good, clock) == later
    give = receive.give

    def breaks(row: Game, *args: Any) -> Any:
        if row.pk == bad.pk:
            raise ZeroDivisionError("a fault in the law")
        return give(row, *args)

    caplog.set_level("ERROR", "bansha.director")
    monkeypatch.setattr(receive, "give", breaks)
    before = Entry.objects.filter(game=bad.pk).count()
    clock.now = later
    there(clock)
    look_round("test")
    assert good.row.phase == phases.NIGHT
    assert bad.row.phase == phases.DAY
    assert Entry.objects.filter(game=bad.pk).count() == before
    assert "ZeroDivisionError" in Deadline.objects.get(game=bad.pk).failed
    assert [record.game for record in caplog.records if record.name == "bansha.director" and record.levelname == "ERROR"] == [bad.pk]  # type: ignore[attr-defined]
    monkeypatch.undo()


def test_a_game_set_aside_is_left_alone_until_somebody_has_looked(game: Dealt, clock: Clock) -> None:
    playing = game("piper", phases.DAY)
    closes = closing(playing, clock)
    direct.set_aside(playing.pk, "fault")
    clock.now = closes
    assert look_round("test") == 0
    assert playing.row.phase == phases.DAY
    Deadline.objects.filter(game=playing.pk).update(failed="")
    look_round("test")
    assert playing.row.phase == phases.NIGHT


def test_what_fails_while_it_is_stored_has_not_happened(game: Dealt, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    playing = game("piper", phases.DAY)
    rows = Post.objects.count(), Entry.objects.count(), Said.objects.count()
    with monkeypatch.context() as patch:
        patch.setattr(store, "store_state", lambda *_args: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            playing.vote(1, 3)
    assert (Post.objects.count(), Entry.objects.count(), Said.objects.count()) == rows
    post = playing.vote(1, 4).post
    assert post is not None
    assert post.floor == 2, "the floor that was not given is given now"
    assert playing.table.log[-1].n == playing.row.entries


def test_a_clock_set_back_counts_as_standing_still(game: Dealt, clock: Clock) -> None:
    playing = game("piper", phases.DAY)
    playing.vote(0, 3)
    last = clock.now
    clock.now = last - timedelta(hours=5)
    look_round("test")
    post = playing.vote(1, 3).post
    assert post is not None
    assert post.at == last
    times = list(Entry.objects.filter(game=playing.pk).order_by("n").values_list("at", flat=True))
    assert times == sorted(times)
    assert playing.row.phase == phases.DAY


def test_a_clock_set_back_over_a_deadline_does_not_open_the_day_again(game: Dealt, clock: Clock) -> None:
    playing = game("piper", phases.NIGHT)
    clock.now -= timedelta(hours=20)
    look_round("test")
    assert playing.row.phase == phases.NIGHT
    assert playing.say(0, "同意平局")[0].what == "accepted"


def test_every_round_leaves_a_heartbeat(clock: Clock) -> None:
    look_round("one")
    clock.tick(5)
    look_round("two")
    assert {beat.name: (clock.now - beat.at).total_seconds() for beat in Heartbeat.objects.all()} == {"one": 5, "two": 0}
