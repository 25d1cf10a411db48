"""Whoever directs a game is told once when it begins to wait for him, as players are reminded; nobody else is, and nobody else can see it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import DatabaseError

from bansha.board.games import direct, tables
from bansha.board.games.asking import asks, asks_user
from bansha.board.games.checking import problems
from bansha.board.games.direct import look_round
from bansha.board.games.models import Alert, Deadline, Game
from bansha.board.people import letters
from bansha.board.people.models import Device, Letter, User
from bansha.reading import votes
from bansha.rules import ballots, phases
from bansha.table import posting
from bansha.table.inputs import Pause, Resume
from bansha.table.table import Table
from tests.board import play
from tests.board.play import BoardGame
from tests.board.pushing import SITE_KEY, Browser, Service

Dealt = Callable[..., BoardGame]
SECRET = "the rat is 3"
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def pushes(settings: Any) -> None:
    """A site that has a key."""
    settings.PUSH_KEY = SITE_KEY


def wants(who: User, device: str = "", **fields: Any) -> User:
    """Somebody who wants mail, and pushes if a device is named."""
    User.objects.filter(pk=who.pk).update(email=f"{who.username}@example.org", mail_reminders=True, **fields)
    if device:
        Device.objects.create(user=who, **Browser(device).columns)
    return who


@pytest.fixture
def it(game: Dealt) -> BoardGame:
    """A game at day 1 in which everybody wants mail, and the director and a player have a device."""
    made = game("piper", phases.DAY, reminder=0)
    for who in made.users:
        wants(who)
    wants(made.organiser, "director")
    Device.objects.create(user=made.users[0], **Browser("player").columns)
    return made


def paused(it: BoardGame) -> None:
    """An outage over the end of the phase."""
    assert it.row.closes is not None
    it.clock.now = it.row.closes + 5 * HOUR


def set_aside(it: BoardGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phase that fails to close."""

    def fails(*_args: Any) -> None:
        raise ZeroDivisionError(SECRET)

    monkeypatch.setattr(type(it.table.law), "close", fails)
    over(it)


def by_hand(it: BoardGame) -> None:
    """A phase that is over and waits to be published."""
    it.director().post(it.url("desk/"), {"do": "dial", "publish": "hand"})
    over(it)


def over(it: BoardGame) -> None:
    """The phase has ended, with directors there all the time."""
    assert it.row.closes is not None
    it.clock.now = it.row.closes + timedelta(seconds=1)
    play.there(it.clock)


STOPS: dict[str, Callable[[BoardGame, pytest.MonkeyPatch], None]] = {
    Alert.OUTAGE: lambda it, _patch: paused(it),
    Alert.ASIDE: set_aside,
    Alert.PUBLISH: lambda it, _patch: by_hand(it),
}


@pytest.mark.parametrize("what", STOPS)
def test_its_director_gets_one_mail_and_one_push(what: str, it: BoardGame, monkeypatch: pytest.MonkeyPatch) -> None:
    STOPS[what](it, monkeypatch)
    for _round in range(3):
        look_round("a")
        look_round("b")
        it.clock.tick()
        play.there(it.clock)
    assert list(Alert.objects.values_list("game", "what")) == [(it.pk, what)]
    assert list(Letter.objects.values_list("user", "what").order_by("pk")) == [(it.organiser.pk, what)] * 2
    service = Service(Browser("director"))
    assert letters.send_some(service) == 2
    (sent,), (push,) = mail.outbox, service.pushes
    assert sent.to == [f"{it.organiser.username}@example.org"]
    assert sent.subject == f"等你处理：{it.row.title}"
    assert f"/g/{it.pk}/desk/\n" in sent.body
    assert "/me/" in sent.body
    assert push.said == {
        "title": f"等你处理：{it.row.title}", "body": "这一局停住了，请到站上处理", "lang": "zh-Hans", "path": f"/g/{it.pk}/desk/"
    }  # fmt: skip
    for secret in (SECRET, "投票", "鼠", *(it.name(seat) for seat in range(12))):
        assert secret not in sent.subject + sent.body


@pytest.mark.parametrize("what", STOPS)
def test_it_is_in_its_reader_s_language(what: str, it: BoardGame, monkeypatch: pytest.MonkeyPatch) -> None:
    wants(it.organiser, language="en")
    STOPS[what](it, monkeypatch)
    look_round("a")
    service = Service(Browser("director"))
    letters.send_some(service)
    assert mail.outbox[0].subject == f"Waiting for you: {it.row.title}"
    text = mail.outbox[0].body.replace(it.row.title, "")
    assert text.isascii()
    assert service.pushes[0].said["lang"] == "en"


@pytest.mark.parametrize("what", STOPS)
def test_who_plays_or_wants_no_letters_is_told_nothing(what: str, it: BoardGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """A director who plays, or has played, never directs; nor does any other game's."""
    former = it.substitute(2, "新人")
    for who in (former, it.users[3]):
        play.directs(it, who)
    play.directs(it, play.user("quiet"))
    wants(play.user("spectator"))
    STOPS[what](it, monkeypatch)
    look_round("a")
    assert set(Letter.objects.values_list("user", flat=True)) == {it.organiser.pk}


def test_of_a_game_without_a_director_staff_are_told_who_do_not_play(it: BoardGame) -> None:
    admin = wants(play.user("admin", is_staff=True))
    User.objects.filter(pk=it.users[4].pk).update(is_staff=True)
    it.row.directors.all().delete()
    paused(it)
    look_round("a")
    assert set(Letter.objects.values_list("user", "what")) == {(admin.pk, Letter.UNTENDED)}
    letters.send_some()
    assert "/games/set-aside/" in mail.outbox[0].body


def test_what_the_director_does_himself_is_not_told_him(it: BoardGame) -> None:
    it.send(Pause("有事"), it.organiser)
    assert it.row.closes is not None
    it.clock.now = it.row.closes + 5 * HOUR
    look_round("a")
    assert not Alert.objects.exists()
    assert not Letter.objects.exists()


def test_the_next_stop_is_told_of_again(it: BoardGame) -> None:
    paused(it)
    look_round("a")
    it.send(Resume((it.clock.now + HOUR).isoformat(), ""), it.organiser)
    look_round("a")
    assert Alert.objects.count() == 1
    paused(it)
    look_round("a")
    assert Alert.objects.filter(what=Alert.OUTAGE).count() == 2


def test_a_second_try_that_fails_is_not_told_of_again(it: BoardGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has it tried again is there."""
    set_aside(it, monkeypatch)
    look_round("a")
    it.director().post(it.url("desk/"), {"do": "again"})
    look_round("a")
    assert SECRET in Deadline.objects.get(game=it.pk).failed
    assert Alert.objects.count() == 1


def test_demonstrations_are_told_of_when_set_aside_alone(it: BoardGame, monkeypatch: pytest.MonkeyPatch) -> None:
    type(it.row).objects.update(demo=True)
    set_aside(it, monkeypatch)
    look_round("a")
    assert Alert.objects.get().what == Alert.ASIDE
    monkeypatch.undo()
    monkeypatch.setattr("django.utils.timezone.now", it.clock)
    it.clock.now += 5 * HOUR
    it.director().post(it.url("desk/"), {"do": "again"})
    look_round("a")
    assert it.row.paused is not None
    assert Alert.objects.count() == 1


def test_a_letter_that_cannot_be_written_stops_nothing_and_is_written_later(it: BoardGame, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_args: Any) -> None:
        raise DatabaseError("away")

    set_aside(it, monkeypatch)
    with monkeypatch.context() as broken:
        broken.setattr(letters, "write", away)
        assert look_round("a") == 1
    assert SECRET in Deadline.objects.get(game=it.pk).failed
    assert not Alert.objects.exists()
    look_round("a")
    assert Letter.objects.count() == 2


@pytest.mark.parametrize("what", STOPS)
def test_nothing_of_it_is_seen_by_anybody_else(what: str, it: BoardGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same stop with and without somebody to be told of it: every page of a player and a visitor is the same."""

    def pages() -> list[bytes]:
        paths = ["/", it.url(), it.url("t/talk-1/"), it.url("votes/1/"), it.url("feed.atom")]
        seen = [client.get(path) for client in (it.client(1), play.client(None)) for path in paths]
        seen += [it.client(1).get(it.url("seat/")), it.client(1).get("/me/")]
        return [answer.content for answer in seen]

    it.client(1).get(it.url("seat/"))
    STOPS[what](it, monkeypatch)
    with monkeypatch.context() as silent:
        silent.setattr(direct, "alert", lambda: None)
        look_round("a")
    without = pages()
    look_round("a")
    assert Letter.objects.filter(user=it.organiser).exists()
    told = pages()
    assert [len(page) for page in told] == [len(page) for page in without]
    assert not any("等你处理".encode() in page for page in told)


@pytest.mark.parametrize("what", ["", *STOPS])
def test_one_game_and_all_games_are_asked_the_same(it: BoardGame, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if what:
        STOPS[what](it, monkeypatch)
        look_round("a")
    found = Game.objects.filter(asks_user(it.organiser.pk), pk=it.pk).exists()
    assert found == asks(it.row) == bool(what)


# ---- a past that cannot be replayed ----------------------------------------------------------------------------------------------------


@pytest.fixture
def broken(it: BoardGame, monkeypatch: pytest.MonkeyPatch) -> BoardGame:
    """A game of which, since the program was changed, a past entry makes a fault; the site has been started anew."""
    it.vote(0, 3)
    last = it.row.entries
    take = Table.take

    def fails(self: Table, what: Any, *rest: Any) -> Any:
        if len(self.log) + 1 == last:
            raise ZeroDivisionError(SECRET)
        return take(self, what, *rest)

    monkeypatch.setattr(Table, "take", fails)
    tables.forget(it.pk)
    return it


def test_the_desk_says_that_it_is_set_aside_and_why_and_what_to_do(broken: BoardGame) -> None:
    director = broken.director()
    for rest in ("desk/", "desk/preview/", "desk/log/", "desk/log/1/"):
        answer = director.get(broken.url(rest))
        page = answer.content.decode()
        assert answer.status_code == 409, rest
        assert "对局已搁置" in page
        assert SECRET in page
        assert f"log entry {broken.row.entries}" in page
        assert "bansha site verify" in page
        assert answer.headers["Cache-Control"] == "no-store"
    assert director.get(broken.url("desk/audit/")).status_code == 200
    assert SECRET in Deadline.objects.get(game=broken.pk).failed
    assert director.post(broken.url("desk/"), {"do": "pause", "reason": ""}).status_code == 409


def test_its_players_are_told_that_it_waits_and_nobody_why(broken: BoardGame) -> None:
    player = broken.client(0)
    answers = [
        player.get(broken.url("seat/")),
        player.post(broken.url("seat/"), {"do": "say", "text": "同意平局"}),
        player.post(broken.url("t/talk-1/"), {"text": "说话"}),
        play.client(None).get(broken.url("desk/")),
        player.get(broken.url("desk/")),
    ]
    assert [answer.status_code for answer in answers] == [409, 409, 422, 404, 404]
    assert not any(SECRET in answer.content.decode() for answer in answers)
    assert "停住了" in answers[0].content.decode()
    assert "等导演处理" in answers[2].content.decode()
    assert player.get(broken.url("t/votes-1/")).status_code == 200


def test_its_director_is_told_when_it_cannot_close_and_it_goes_on_once_mended(broken: BoardGame, monkeypatch: pytest.MonkeyPatch) -> None:
    over(broken)
    look_round("a")
    assert SECRET in Deadline.objects.get(game=broken.pk).failed
    assert Alert.objects.get().what == Alert.ASIDE
    assert problems(broken.pk) == ["log: cannot be replayed: ZeroDivisionError"]
    monkeypatch.undo()
    monkeypatch.setattr("django.utils.timezone.now", broken.clock)
    director = broken.director()
    assert director.get(broken.url("desk/")).status_code == 200
    assert director.post(broken.url("desk/"), {"do": "again"}).status_code == 302
    look_round("a")
    assert broken.row.phase == phases.NIGHT
    assert problems(broken.pk) == []


def test_a_game_that_a_new_version_reads_otherwise_is_set_aside_with_the_entry_named(
    it: BoardGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody was told of the new reading: no vote may change its meaning in the middle of a game."""
    it.vote(0, 3)
    it.vote(1, 3)
    monkeypatch.setattr(posting, "read", lambda _table, _text, _voter: votes.VoteReading(ballots.LABEL_VOTE, 5, 0, None, ""))
    tables.forget(it.pk)
    answer = it.director().get(it.url("desk/"))
    assert answer.status_code == 409
    assert f"log entry {it.row.entries - 1}: this version of the program would say something else" in answer.content.decode()
    over(it)
    look_round("a")
    assert it.row.phase == phases.DAY
    monkeypatch.undo()
    monkeypatch.setattr("django.utils.timezone.now", it.clock)
    assert it.director().post(it.url("desk/"), {"do": "again"}).status_code == 302
    look_round("a")
    assert it.row.phase == phases.NIGHT


def test_a_game_under_another_version_of_the_law_is_set_aside_with_both_named(it: BoardGame) -> None:
    Game.objects.filter(pk=it.pk).update(header=it.row.header | {"law": "piper-0"})
    tables.forget(it.pk)
    answer = it.director().get(it.url("desk/"))
    assert answer.status_code == 409
    assert "the log is of version 1/piper-0; this program reads 1/piper-1" in answer.content.decode()
    assert "piper-0" in Deadline.objects.get(game=it.pk).failed
    assert it.client(0).get(it.url("seat/")).status_code == 409
    assert it.client(0).get(it.url("t/votes-1/")).status_code == 200
    over(it)
    look_round("a")
    assert it.row.phase == phases.DAY
    Game.objects.filter(pk=it.pk).update(status=Game.FINISHED)
    assert it.client(0).get(it.url("review/")).status_code == 409
