"""Queries that are written once answer as Django's own do, whoever asks and from whichever thread; and who is logged in is asked every time."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bansha.board.games.drawing_posts import SEATS
from bansha.board.games.duty import votes_of
from bansha.board.games.models import Game, Post, Seat, Thread
from bansha.board.games.names import SUBSTITUTED
from bansha.board.games.viewer import GAME, SEAT, THREAD
from bansha.board.people.models import User
from bansha.board.people.sessions import USER
from bansha.board.prepared import Prepared
from bansha.rules import phases
from tests.board import play

Games = Callable[..., play.BoardGame]


def fields(found: Any) -> dict[str, Any]:
    """What an object holds."""
    return {name: value for name, value in vars(found).items() if name != "_state"}


def test_objects_and_rows_are_those_that_django_finds(game: Games) -> None:
    it = game("piper", phases.DAY)
    it.vote(3, 4)
    it.vote(4, 3)
    it.substitute(5, "新来的")
    assert fields(GAME.first(it.pk)) == fields(Game.objects.get(pk=it.pk))
    assert fields(THREAD.first(it.pk, "votes-1")) == fields(Thread.objects.get(game=it.pk, key="votes-1"))
    assert fields(SEAT.first(it.pk, it.users[3].pk)) == fields(Seat.objects.get(game=it.pk, number=3))
    assert fields(USER.first(it.users[3].pk)) == fields(User.objects.get(pk=it.users[3].pk))
    assert GAME.first("nosuchgame") is None
    assert SEATS.rows(it.pk) == list(Seat.objects.filter(game=it.pk).order_by("number").values_list("name", "out"))
    assert [args[2] for _at, _place, args in SUBSTITUTED.rows(it.pk)] == [play.NAMES[5]]
    mine = list(Post.objects.filter(thread__key="votes-1", reading__voter=3).values_list("thread__game_id", "floor", "reading"))
    assert votes_of(1).rows(it.pk, "votes-1", "3") == mine
    assert len(votes_of(2).rows(it.pk, "votes-1", "3", it.pk, "votes-1", "4")) == 2
    found = GAME.first(it.pk)
    assert found is not None
    found.title = "anders"
    found.save()  # an object like any other
    assert Game.objects.get(pk=it.pk).title == "anders"


def test_what_is_given_is_a_value_and_never_part_of_the_query(game: Games) -> None:
    it = game("piper")
    named = Prepared(lambda name, pk: Seat.objects.filter(game=pk, name=name).values_list("number"))
    assert named.rows("' OR 1=1 --", it.pk) == []
    assert named.rows("%s", it.pk) == []
    assert named.rows(it.name(2), it.pk) == [(2,)]
    with CaptureQueriesContext(connection) as queries:
        named.rows("nobody", it.pk)
    assert len(queries) == 1


def test_every_thread_writes_its_own(game: Games) -> None:
    """A connection belongs to a thread, and what Django writes belongs to a connection."""
    query = Prepared(lambda pk: Game.objects.filter(pk=pk).values_list("title"))
    query.write(1)
    seen: list[bool] = []
    other = threading.Thread(target=lambda: seen.append("sql" in query.written.__dict__))
    other.start()
    other.join()
    assert seen == [False]
    assert "sql" in query.written.__dict__


def logged_in(client: Client) -> bool:
    """Whether the site knows who it is."""
    return client.get("/me/").status_code == 200


def test_a_session_holds_until_it_ends_or_its_account_is_closed(clock: play.Clock) -> None:
    user = play.user("known")
    client = play.client(user)
    assert logged_in(client)
    user.is_active = False
    user.save()
    assert not logged_in(client)
    user.is_active = True
    user.save()
    assert logged_in(client)
    user.set_password("something else entirely")
    user.save()
    assert not logged_in(client)
    client = play.client(user)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not logged_in(client)
    client = play.client(user)
    Session.objects.all().delete()
    assert not logged_in(client)
    for key in ("", "x", "x" * 32, "' OR 1=1 --"):
        client.cookies["sessionid"] = key
        assert not logged_in(client)
