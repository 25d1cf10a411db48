"""Bots: they know what their seat knows, play whole games through the front door, and hand a seat over to whoever wants it in a demonstration."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bansha.board.bots.demo import demo_user, keep_going, live_game
from bansha.board.bots.eyes import Eyes
from bansha.board.bots.round import Memory, look_round
from bansha.board.bots.seating import NAMES
from bansha.board.games import direct
from bansha.board.games.models import Directorship, FormerHolder, Game, Post, Said, Seat
from bansha.board.games.receive import receive
from bansha.board.people.models import User
from bansha.reading.nicknames import check_nickname
from bansha.rules import phases
from bansha.rules.states import SEATS
from bansha.table.inputs import Pause
from tests.board import play
from tests.board.worlds.world import Sequence


@pytest.fixture(autouse=True)
def the_same_every_time(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """What bots do hangs on the site's key, on ids and on names. By chance a first day would end in a runoff, or a game go on for hours."""
    settings.SECRET_KEY = "d"
    Sequence().patched(monkeypatch)


def live(clock: play.Clock) -> Game:
    """A live demonstration in day 1."""
    clock.now = play.START["xia"]
    made = live_game(demo_user("示范局").pk)
    clock.tick(25)
    direct.look_round("test")
    return Game.objects.get(pk=made.pk)


def play_on(clock: play.Clock, game: Game, minutes: float, memory: Memory) -> Game:
    """Let bots and director work for a while."""
    until = clock.now + timedelta(minutes=minutes)
    while clock.now < until:
        clock.tick(6)
        direct.look_round("test")
        look_round(memory)
        game = Game.objects.get(pk=game.pk)
        if game.status == Game.FINISHED:
            break
    return game


def test_within_minutes_a_whole_day_and_night_pass(clock: play.Clock) -> None:
    game = live(clock)
    assert game.phase == phases.DAY
    game = play_on(clock, game, 5.5, Memory())
    assert game.day >= 1
    assert Said.objects.filter(game=game, what="dawn").exists()
    votes = Post.objects.filter(thread__game=game, thread__key="votes-1", reading__isnull=False)
    assert votes.count() >= game.header["seats"]
    assert all(row["ruling"] < 10 for row in votes.values_list("reading", flat=True) if row)  # none is void
    assert Post.objects.filter(thread__game=game, thread__key="talk-1").count() > game.header["seats"]
    assert Said.objects.filter(game=game, what="accepted").exists()
    assert not Said.objects.filter(game=game, what="not_understood").exists()


@pytest.mark.slow
def test_bots_play_a_game_to_its_end_and_the_next_one_opens(clock: play.Clock) -> None:
    game = play_on(clock, live(clock), 180, Memory())
    assert game.status == Game.FINISHED
    following = keep_going()
    assert following is not None
    assert following.rules != game.rules
    assert keep_going() is None


def test_a_demonstration_goes_on_the_next_day(clock: play.Clock) -> None:
    """The site was ended in the evening; an outage pauses a game, and this one has nobody to ask."""
    game = live(clock)
    clock.tick(20 * 3600)
    direct.look_round("test")
    game = Game.objects.get(pk=game.pk)
    assert game.paused is not None
    assert keep_going() is None
    game = Game.objects.get(pk=game.pk)
    assert game.paused is None
    assert game.closes == clock.now + timedelta(minutes=3)


def test_a_demonstration_that_somebody_has_paused_stays_so(clock: play.Clock) -> None:
    game = live(clock)
    receive(game.pk, Pause("看看"), user=game.organiser_id)
    keep_going()
    assert Game.objects.get(pk=game.pk).paused is not None


def test_a_bot_asks_only_for_what_its_seat_may_know(clock: play.Clock) -> None:
    game = live(clock)
    game = play_on(clock, game, 3.5, Memory())
    seat = Seat.objects.filter(game=game, out="")[4]
    with CaptureQueriesContext(
        connection,
    ) as asked:
        eyes = Eyes(game, seat, timezone.now())
        for name in ("at", "living", "told", "last_out", "candidates", "identity", "mates", "verified", "learnt", "answers"):
            getattr(eyes, name)
        eyes.posts("talk-1"), eyes.votes("votes-1"), eyes.own_floor("votes-1")
    for query in asked.captured_queries:
        sql = query["sql"]
        tables = {table for table in ("seat", "said", "post", "stay", "entry", "chance", "note") if f'FROM "games_{table}"' in sql}
        assert tables <= {"seat", "said", "post"}, sql
        if "said" in tables:
            assert f"\"to\" = 's{seat.number}'" in sql or "\"to\" = 'public'" in sql, sql


def test_bots_do_nothing_twice_and_nothing_while_paused(clock: play.Clock) -> None:
    game = live(clock)
    memory = Memory()
    game = play_on(clock, game, 1.5, memory)
    posts = Post.objects.filter(thread__game=game).count()
    look_round(memory)
    assert Post.objects.filter(thread__game=game).count() == posts
    look_round(Memory())  # another process: it says nothing again that was planned a while ago, and votes no second time
    votes = Post.objects.filter(thread__game=game, thread__key="votes-1", seat__isnull=False).values_list("seat", "quote")
    assert len([row for row in votes if not row[1]]) == len({seat for seat, _quote in votes})


def test_a_visitor_takes_over_a_seat_in_a_demonstration(clock: play.Clock, visitor: Client) -> None:
    game = live(clock)
    url = f"/g/{game.pk}/takeover/"
    bot = Seat.objects.get(game=game, number=3).user
    assert visitor.get(url).status_code == 200
    assert visitor.post(url, {"seat": "99"}).status_code == 422
    assert visitor.post(url, {"seat": "3", "name": Seat.objects.get(game=game, number=4).name}).status_code == 422
    assert visitor.post(url, {"seat": "3", "name": "过客"}).status_code == 302
    seat = Seat.objects.get(game=game, number=3)
    assert seat.name == "过客"
    assert not seat.user.is_bot
    assert FormerHolder.objects.filter(game=game, user=bot).exists()
    assert visitor.get(f"/g/{game.pk}/seat/").status_code == 200
    assert visitor.get(url).status_code == 404  # one seat is enough
    assert visitor.post(f"/g/{game.pk}/t/talk-1/", {"text": "我来了"}).status_code == 302


def test_a_guest_reads_as_he_did_before_and_keeps_his_account_by_a_password(clock: play.Clock, visitor: Client) -> None:
    game = live(clock)
    visitor.cookies["lang"] = "en"
    visitor.post(f"/g/{game.pk}/takeover/", {"seat": "3", "name": "过客", "zone": "Europe/Berlin"})
    guest = Seat.objects.get(game=game, number=3).user
    assert (guest.language, guest.zone, guest.has_usable_password()) == ("en", "Europe/Berlin", False)
    page = visitor.get("/me/").content.decode()
    assert guest.username in page
    assert 'name="old"' not in page
    assert visitor.post("/me/", {"do": "password", "new": "short"}).status_code == 422
    visitor.post("/me/", {"do": "password", "new": play.PASSWORD})
    guest.refresh_from_db()
    assert guest.check_password(play.PASSWORD)
    assert 'name="old"' in visitor.get("/me/").content.decode()
    visitor.post("/me/", {"do": "password", "new": "another battery staple"})  # from now on with the present one only
    guest.refresh_from_db()
    assert guest.check_password(play.PASSWORD)


def test_there_are_more_names_for_bots_than_seats_and_none_is_a_slip_of_another() -> None:
    assert len(set(NAMES)) > SEATS
    assert [name for name in NAMES if check_nickname(name, [other for other in NAMES if other != name])] == []


def test_who_directs_a_demonstration_may_play_in_it_until_he_has_looked(clock: play.Clock) -> None:
    game = live(clock)
    curious, eager = play.user("curious"), play.user("eager")
    for who in (curious, eager):
        Directorship.objects.create(game=game, user=who)
    assert play.client(curious).get(f"/g/{game.pk}/desk/").status_code == 200
    assert play.client(curious).post(f"/g/{game.pk}/takeover/", {"seat": "3", "name": "过客"}).status_code == 422
    assert play.client(eager).post(f"/g/{game.pk}/takeover/", {"seat": "3", "name": "导演"}).status_code == 422
    assert Directorship.objects.filter(game=game, user=eager).exists()  # what is refused changes nothing
    assert play.client(eager).post(f"/g/{game.pk}/takeover/", {"seat": "3", "name": "过客"}).status_code == 302
    assert play.client(eager).get(f"/g/{game.pk}/desk/").status_code == 404


def test_elsewhere_no_seat_is_taken_over(game: Any, visitor: Client) -> None:
    it = game("piper", phases.DAY)
    User.objects.filter(pk=it.users[0].pk).update(is_bot=True)
    assert visitor.get(it.url("takeover/")).status_code == 404
    assert visitor.post(it.url("takeover/"), {"seat": "0", "name": "过客"}).status_code == 404
    assert Seat.objects.get(game=it.pk, number=0).user == it.users[0]
