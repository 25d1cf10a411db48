"""A game that cannot go on, from the fault to its end: what its players, its director, the staff and everybody else see and can do."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from bansha.board.games.checking import problems
from bansha.board.games.direct import look_round
from bansha.board.games.models import Deadline, DeskAct
from bansha.rules import phases
from tests.board import play
from tests.board.play import BoardGame, Clock

Dealt = Callable[..., BoardGame]
SECRET = "the rat is 3"
STANDS = "对局停住了，等你处理"


@pytest.fixture
def stuck(game: Dealt, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> BoardGame:
    """A game whose night is over and fails to close, by a fault that is nobody's law; no director has looked since."""
    it = game("piper", phases.NIGHT, reminder=0)
    play.nights_fail(monkeypatch, it, ZeroDivisionError(SECRET))
    assert it.row.closes is not None
    clock.now = it.row.closes + timedelta(seconds=1)
    play.there(clock)
    return it


def test_its_players_are_told_that_it_waits_and_nothing_of_why(stuck: BoardGame, caplog: pytest.LogCaptureFixture) -> None:
    player = stuck.client(0, raise_request_exception=False)
    caplog.set_level("CRITICAL", "django.request")
    before = stuck.row.entries
    first = player.post(stuck.url("seat/"), {"do": "say", "text": "咬谁"})
    assert first.status_code == 500, "the director has not looked yet"
    look_round("a")
    later = [
        player.post(stuck.url("seat/"), {"do": "say", "text": "咬谁"}),
        player.post(stuck.url("t/talk-1/"), {"text": "天亮了吗"}),
        player.get(stuck.url("seat/")),
        player.get(stuck.url()),
    ]
    assert [answer.status_code for answer in later] == [422, 422, 200, 200]
    assert all("等导演处理" in answer.content.decode() for answer in later[:2])
    assert not any(SECRET in answer.content.decode() or STANDS in answer.content.decode() for answer in [first, *later])
    assert stuck.row.entries == before


def test_its_director_is_asked_wherever_he_looks(stuck: BoardGame, visitor: Client, staff: Client) -> None:
    director = stuck.director()
    assert STANDS not in director.get("/").content.decode()
    look_round("a")
    for url in ("/", stuck.url(), stuck.url("t/talk-1/")):
        page = director.get(url).content.decode()
        assert STANDS in page
        assert f'href="{stuck.url("desk/")}"' in page
        for other in (visitor, staff, stuck.client(0)):
            assert STANDS not in other.get(url).content.decode()
    assert SECRET in director.get(stuck.url("desk/")).content.decode()
    listed = staff.get("/games/set-aside/").content.decode()
    assert stuck.row.title in listed
    assert SECRET not in listed


@pytest.mark.parametrize("who", ["its director", "the staff"])
def test_it_goes_on_once_the_fault_is_mended(who: str, stuck: BoardGame, staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    look_round("a")

    def again() -> None:
        if who == "its director":
            assert stuck.director().post(stuck.url("desk/"), {"do": "again"}).status_code == 302
        else:
            assert staff.post("/games/set-aside/", {"game": stuck.pk}).status_code == 302

    again()
    look_round("a")
    assert SECRET in Deadline.objects.get(game=stuck.pk).failed, "the fault was still there"
    monkeypatch.undo()
    monkeypatch.setattr("django.utils.timezone.now", stuck.clock)
    again()
    look_round("a")
    assert Deadline.objects.get(game=stuck.pk).failed == ""
    assert stuck.row.phase != phases.NIGHT
    assert problems(stuck.pk) == []
    assert DeskAct.objects.filter(game=stuck.pk, what=DeskAct.TRIED_AGAIN).count() == 2
    assert STANDS not in stuck.director().get("/").content.decode()


def test_after_a_day_it_is_paused_for_its_director_to_set_a_new_end(
    stuck: BoardGame, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What came due meanwhile, nobody could act in."""
    look_round("a")
    clock.now += timedelta(days=1)
    look_round("a")
    monkeypatch.undo()
    monkeypatch.setattr("django.utils.timezone.now", clock)
    director = stuck.director()
    director.post(stuck.url("desk/"), {"do": "again"})
    look_round("a")
    assert stuck.row.paused is not None
    assert STANDS in director.get("/").content.decode()
    wall = (clock.now + timedelta(hours=12)).strftime("%Y-%m-%dT%H:%M")
    assert director.post(stuck.url("desk/"), {"do": "resume", "closes": wall}).status_code == 302
    assert stuck.say(0, "同意平局")[0].what == "accepted"
    assert STANDS not in director.get("/").content.decode()
    stuck.until(phases.DAY, 2)
    assert problems(stuck.pk) == []
