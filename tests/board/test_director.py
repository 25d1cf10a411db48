"""Directors and the tables that processes keep: an outage, a database in trouble, a transaction that did not come about, several at once."""

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from django.db import OperationalError, connection, transaction

from bansha.board.games import direct, tables
from bansha.board.games.checking import problems
from bansha.board.games.direct import look_round
from bansha.board.games.models import Deadline, Game
from bansha.board.games.receive import receive
from bansha.rules import phases
from bansha.rules.errors import Unlawful
from bansha.table.inputs import Post, Resume
from tests.board import play

Games = Callable[..., play.BoardGame]


def closes(it: play.BoardGame) -> datetime:
    """When the open phase ends."""
    end = it.row.closes
    assert end is not None
    return end


def test_after_an_outage_the_director_pauses_the_game_and_it_stays_paused(game: Games, clock: play.Clock) -> None:
    it = game("piper", phases.DAY)
    clock.now = closes(it) + timedelta(hours=3)
    look_round("a")
    assert it.row.paused is not None
    assert it.row.phase == phases.DAY
    assert not Deadline.objects.filter(game=it.pk).exists()
    entries = it.row.entries
    look_round("a")
    assert it.row.entries == entries
    assert problems(it.pk) == []
    it.send(Resume((clock() + timedelta(hours=1)).isoformat(), "接着来"))
    assert it.row.paused is None


def test_trouble_of_the_database_sets_no_game_aside(game: Games, clock: play.Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    it = game("piper", phases.DAY)
    it.next()  # the reminder
    clock.now = closes(it)

    def fails(*_args: object) -> None:
        raise OperationalError("deadlock detected")

    with monkeypatch.context() as broken:
        broken.setattr(direct, "receive", fails)
        look_round("a")
    assert Deadline.objects.get(game=it.pk).failed == ""
    look_round("a")
    assert it.row.phase != phases.DAY


def test_a_table_that_holds_what_never_came_about_is_made_anew(game: Games) -> None:
    """A transaction around ``receive`` is rolled back, and another process has written as many entries meanwhile."""
    it = game("piper", phases.DAY)
    with transaction.atomic():
        it.vote(0, 3)
        transaction.set_rollback(True)
    ahead, check = tables._tables.pop(it.pk), tables._checks.pop(it.pk)
    it.post(1, "别的进程收下的")
    tables._tables[it.pk], tables._checks[it.pk] = ahead, check
    assert len(ahead.log) == it.row.entries
    it.post(2, "再来一帖")
    assert problems(it.pk) == []
    it.vote(0, 4)
    assert it.table.state.vote[0] == 4
    assert problems(it.pk) == []


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer at a time")
@pytest.mark.django_db(transaction=True)
def test_directors_and_players_at_once_neither_wait_for_each_other_for_ever_nor_do_anything_twice(game: Games, clock: play.Clock) -> None:
    it = game("piper", phases.DAY)
    it.next()  # the reminder
    clock.now = closes(it) - timedelta(seconds=2)
    failed: list[BaseException] = []

    def within(what: Callable[[], object]) -> threading.Thread:
        def go() -> None:
            try:
                for _ in range(20):
                    what()
            except BaseException as error:  # noqa: BLE001 -- looked at below
                failed.append(error)
            finally:
                connection.close()

        return threading.Thread(target=go)

    def post(seat: int) -> Callable[[], object]:
        def send() -> None:
            clock.tick(0.05)
            with suppress(Unlawful):  # the discussion is closed in the end
                receive(it.pk, Post("talk-1", seat, "说话"), user=it.users[seat].pk)

        return send

    def direct_without_memory() -> None:
        tables.forget(it.pk)
        look_round("d")

    threads = [within(post(seat)) for seat in range(3)] + [within(direct_without_memory) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert Game.objects.get(pk=it.pk).phase != phases.DAY
    assert Deadline.objects.get(game=it.pk).failed == ""
    assert problems(it.pk) == []
