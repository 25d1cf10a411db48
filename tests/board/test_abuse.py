"""The site in the hands of people who mean it ill, or who press a button twice. Each test is named after what once went wrong."""

import asyncio
import json
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from bansha.board.games import create, direct, tables
from bansha.board.games.checking import problems
from bansha.board.games.create import join, leave
from bansha.board.games.models import Deadline, DeskAct, Entry, Game, Post, Seat, Thread
from bansha.board.games.new import defaults
from bansha.board.games.substitution import put_in
from bansha.board.people.models import User
from bansha.rules import calendar, phases
from bansha.rules.errors import LawHole, Unlawful
from bansha.table.inputs import Adjust, Correct
from tests.board import play
from tests.board.play import BoardGame, Clock

Dealt = Callable[..., BoardGame]
SECRET = "seat 3: kill seat 7"


# ---- secrets ---------------------------------------------------------------------------------------------------------------------------


def at_a_hole(game: Dealt, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> BoardGame:
    """A game whose night is over and cannot be adjudicated; no director has looked yet."""
    playing = game("xia", phases.NIGHT)
    playing.next()
    play.nights_fail(monkeypatch, playing, LawHole("law-hole", SECRET, SECRET))
    assert playing.table.closes is not None
    clock.now = playing.table.closes + timedelta(seconds=1)
    play.there(clock)
    return playing


def test_a_night_without_an_answer_tells_its_orders_to_no_player(game: Dealt, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    playing = at_a_hole(game, clock, monkeypatch)
    seated, token = playing.client(2), {"Authorization": f"Bearer {token_of(playing.users[2])}"}
    answers = [
        seated.post(playing.url("t/talk-1/"), {"text": "天亮了吗"}),
        seated.post(playing.url("seat/"), {"do": "say", "text": "验 水饺"}),
        seated.post(f"/api/games/{playing.pk}/seat/messages", {"text": "验 水饺"}, content_type="application/json", headers=token),
        seated.get(playing.url("seat/")),
    ]
    assert not any(SECRET in answer.content.decode() for answer in answers)
    assert any("规则对这一夜没有给出答案" in answer.content.decode() for answer in answers)
    direct.look_round("test")
    monkeypatch.setattr(tables, "catch_up", lambda *_args: hole_in_the_past())
    tables.forget(playing.pk)
    for answer in (seated.get(playing.url("seat/")), seated.post(playing.url("t/talk-1/"), {"text": "天亮了吗"})):
        assert answer.status_code == 422
        assert SECRET not in answer.content.decode()
    monkeypatch.undo()
    assert SECRET in Deadline.objects.get(game=playing.pk).failed
    assert SECRET in playing.director().get(playing.url("desk/")).content.decode()


def hole_in_the_past() -> None:
    """What replaying a log would say under a law that has changed meanwhile."""
    raise LawHole("law-hole", SECRET, SECRET)


def test_letters_from_before_the_deal_cannot_fall_to_another_seat(game: Dealt, clock: Clock) -> None:
    """Seats move up when somebody leaves; what was written to the directors went by the number of the seat."""
    playing = game("piper", seats=4)
    third = playing.client(2)
    assert third.post(playing.url("seat/"), {"do": "note", "text": "只给导演看"}).status_code == 422
    assert playing.director().post(playing.url("letters/"), {"seat": "2", "text": "只给三号看"}).status_code == 422
    leave(playing.row, playing.users[1].pk)
    assert "只给" not in playing.client(3).get(playing.url("seat/")).content.decode()


def test_a_director_who_reads_the_graveyard_has_looked(game: Dealt) -> None:
    playing = game("piper", phases.DAY, graveyard=True)
    assert playing.director().get(playing.url("graveyard/")).status_code == 200
    assert DeskAct.objects.filter(game=playing.pk, what=DeskAct.LOOKED, detail__startswith="graveyard").exists()
    assert playing.director().get(playing.url("desk/audit/")).status_code == 200


# ---- who did it ------------------------------------------------------------------------------------------------------------------------


def test_what_was_merely_due_is_nobodys_act(game: Dealt, clock: Clock, settings: Any) -> None:
    """The log of the desk said that the player who came first after the end had ended the phase, or paused the game."""
    playing = game("piper", phases.DAY)
    playing.next()  # the reminder
    assert playing.table.closes is not None
    clock.now = playing.table.closes
    play.there(clock)
    with pytest.raises(Unlawful):
        playing.post(1, "说话", "talk-1")
    assert playing.row.phase == phases.NIGHT
    playing.next()
    assert not Entry.objects.filter(game=playing.pk, kind="tick", by__isnull=False).exists()
    assert playing.table.closes is not None
    clock.now = playing.table.closes + timedelta(minutes=settings.OUTAGE_MINUTES, seconds=1)
    with pytest.raises(Unlawful):
        playing.post(1, "说话", "talk-1")
    assert playing.row.paused is not None
    assert Entry.objects.get(game=playing.pk, kind="pause").by is None


def test_the_post_that_ends_a_phase_is_its_authors(game: Dealt, clock: Clock) -> None:
    playing = game("xia", phases.DAY)
    playing.send(Adjust((clock.now + timedelta(seconds=1)).isoformat(), ""), playing.organiser)
    assert playing.row.phase != phases.DAY
    assert Entry.objects.get(game=playing.pk, kind="adjust").by == playing.organiser


# ---- twice -----------------------------------------------------------------------------------------------------------------------------


def test_a_vote_sent_twice_does_not_use_up_the_change(game: Dealt, clock: Clock) -> None:
    playing = game("piper", phases.DAY)
    form = {"do": "vote", "target": "3", "reason": "见讨论帖"}
    first, second = (playing.client(1).post(playing.url("t/votes-1/"), form) for _ in range(2))
    assert first.status_code == second.status_code == 302
    assert first["Location"] == second["Location"]
    assert Post.objects.filter(thread__game=playing.pk, seat=1).count() == 1
    clock.tick(60)
    assert playing.client(1).post(playing.url("t/votes-1/"), form | {"target": "4"}).status_code == 302
    assert playing.table.state.change[1] == 4


def test_a_post_sent_twice_stands_once(game: Dealt, clock: Clock) -> None:
    playing = game("piper", phases.DAY)
    form = {"text": "同一句话", "quote": "1"}
    answers = [playing.client(1).post(playing.url("t/talk-1/"), form) for _ in range(3)]
    assert len({answer["Location"] for answer in answers}) == 1
    assert Post.objects.filter(thread__game=playing.pk, seat=1).count() == 1
    playing.client(2).post(playing.url("t/talk-1/"), form)
    clock.tick(60)
    playing.client(1).post(playing.url("t/talk-1/"), form)
    assert Post.objects.filter(thread__game=playing.pk, text="同一句话").count() == 3


def test_ending_a_phase_twice_ends_one(game: Dealt, clock: Clock) -> None:
    playing = game("piper", phases.DAY)
    clock.tick(60)
    form = {"do": "end_now", "sure": "1", "phase": f"{phases.DAY}-1"}
    director = playing.director()
    assert director.post(playing.url("desk/"), form).status_code == 302
    assert playing.row.phase == phases.NIGHT
    clock.tick(2)
    assert director.post(playing.url("desk/"), form).status_code == 422
    assert playing.row.phase == phases.NIGHT
    assert f'name="phase" value="{phases.NIGHT}-1"' in director.get(playing.url("desk/")).content.decode()


def test_ending_a_phase_that_has_just_ended_does_not_end_the_next(game: Dealt, clock: Clock) -> None:
    playing = game("piper", phases.DAY)
    playing.next()  # the reminder
    assert playing.table.closes is not None
    clock.now = playing.table.closes + timedelta(seconds=3)
    play.there(clock)
    form = {"do": "end_now", "sure": "1", "phase": f"{phases.DAY}-1"}
    assert playing.director().post(playing.url("desk/"), form).status_code == 422
    direct.look_round("test")
    assert playing.row.phase == phases.NIGHT


def test_the_last_seat_and_the_deal_come_together_or_not_at_all(game: Dealt, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that fell between the two left a full game which nobody would ever deal."""
    playing = game("piper", seats=11)
    last = play.user("last")

    def falls(*_args: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(create, "deal", falls)
        with pytest.raises(SystemExit):
            join(playing.row, last.pk, "最后一位")
    assert Seat.objects.filter(game=playing.pk).count() == 11
    assert problems(playing.pk) == []
    join(playing.row, last.pk, "最后一位")
    assert playing.row.status == Game.RUNNING
    assert problems(playing.pk) == []


def test_leaving_twice(game: Dealt) -> None:
    playing = game("piper", seats=3)
    leave(playing.row, playing.users[1].pk)
    with pytest.raises(Unlawful):
        leave(playing.row, playing.users[1].pk)
    assert problems(playing.pk) == []


# ---- times -----------------------------------------------------------------------------------------------------------------------------


def test_in_a_game_published_by_hand_nothing_but_publishing_ends_a_phase(game: Dealt, clock: Clock) -> None:
    playing = game("piper", phases.DAY, automatic=False)
    playing.vote(1, 3)
    assert playing.table.closes is not None
    clock.now = playing.table.closes + timedelta(hours=2)
    put_in(playing.row, 5, play.user("newcomer").pk, "新来的", playing.organiser.pk)
    assert playing.row.phase == phases.DAY
    assert playing.table.names[5] == "新来的"
    assert playing.director().post(playing.url("desk/"), {"do": "publish"}).status_code == 302
    assert playing.row.phase == phases.NIGHT


def test_a_thread_says_until_when_its_own_phase_goes_on(game: Dealt, clock: Clock) -> None:
    """A director who came late opened several phases at once, and every thread had the end of the last."""
    spans = dict.fromkeys((phases.DAY, phases.RUNOFF, phases.DECIDER, phases.NIGHT, phases.WORDS, phases.INTERVAL), 2)
    playing = game("piper", phases.NIGHT, cal=calendar.fast("piper", spans, zone="Asia/Shanghai"), reminder=0)
    table = playing.table
    assert table.closes is not None
    clock.now = table.closes + timedelta(minutes=5)
    direct.look_round("test")
    told: Any = Thread.objects.get(game=playing.pk, key="words-1").posts.get(floor=1).told
    notice = next(n.args for entry in playing.table.log for n in entry.said if n.what == "phase" and n.args[0] == phases.WORDS)
    assert told["closes"] == notice[2]


@pytest.mark.parametrize("when", ["0001-01-01T00:00", "9999-12-31T23:59", "1900-01-01T00:00+14:00", "2026-12-01T00:00\0"])
def test_times_beyond_all_clocks(when: str, game: Dealt) -> None:
    playing = game("piper", phases.DAY)
    for form in ({"do": "move", "closes": when}, {"do": "resume", "closes": when}, {"do": "start", "start": when}):
        assert playing.director().post(playing.url("desk/"), form).status_code in (400, 422)
    opening = {"do": "open", "rules": "piper", "title": "局", "zone": "Asia/Shanghai", "calendar": "classic", "start": when}
    assert playing.director().post("/games/new/", opening).status_code in (400, 422)


# ---- without a director ----------------------------------------------------------------------------------------------------------------


def test_a_game_whose_organiser_plays_is_published_by_the_machine(game: Dealt, clock: Clock) -> None:
    """It was to be published by hand, and there was no hand."""
    playing = game("piper", seats=11, automatic=False)
    join(playing.row, playing.organiser.pk, "组局人")
    assert playing.row.automatic
    playing.until(phases.DAY).until(phases.NIGHT)


def test_a_paused_game_without_a_director_gets_one_of_the_staff_who_does_not_play(game: Dealt, clock: Clock) -> None:
    playing = game("piper", seats=11)
    join(playing.row, playing.organiser.pk, "组局人")
    playing.until(phases.DAY)
    playing.next()
    assert playing.table.closes is not None
    clock.now = playing.table.closes + timedelta(hours=3)
    direct.look_round("test")
    assert stands_still(playing)
    outside, seated = play.user("admin", is_staff=True), playing.users[1]
    User.objects.filter(pk=seated.pk).update(is_staff=True)
    for who, status in ((play.client(seated), 404), (playing.client(2), 404), (play.client(outside), 302), (play.client(outside), 404)):
        assert who.post("/games/set-aside/", {"direct": playing.pk}).status_code == status
    assert playing.pk not in play.client(seated).get("/games/set-aside/").content.decode()
    director = play.client(outside)
    wall = (clock.now + timedelta(hours=12)).strftime("%Y-%m-%dT%H:%M")
    assert director.post(playing.url("desk/"), {"do": "resume", "closes": wall}).status_code == 302
    assert not stands_still(playing)
    assert director.post(playing.url("desk/"), {"do": "remove", "account": "admin"}).status_code == 422


def stands_still(playing: BoardGame) -> bool:
    """Whether it is paused."""
    return playing.row.paused is not None


# ---- corrected pasts -------------------------------------------------------------------------------------------------------------------


def test_threads_of_a_corrected_past_open_and_close_with_it(game: Dealt, clock: Clock) -> None:
    """A correction took the game back to the day: its threads stayed closed, and when the night came again its threads could not be made."""
    playing = game("piper", phases.DAY)
    playing.send(Adjust((clock.now + timedelta(minutes=5)).isoformat(), ""), playing.organiser)
    moved = playing.table.log[-1].n
    playing.until(phases.WORDS).until(phases.DAY)
    threads = dict(Thread.objects.filter(game=playing.pk).values_list("key", "open"))
    assert threads["talk-2"]
    assert not threads["talk-1"]
    playing.send(Correct(moved, ["adjust", (clock.now + timedelta(hours=1)).isoformat(), ""]), playing.organiser)
    assert (playing.row.phase, playing.row.day) == (phases.DAY, 1)
    assert dict(Thread.objects.filter(game=playing.pk, key__in=("talk-1", "talk-2", "votes-1")).values_list("key", "open")) == {
        "talk-1": True, "talk-2": False, "votes-1": True,
    }  # fmt: skip
    assert problems(playing.pk) == []
    assert playing.client(1).post(playing.url("t/talk-1/"), {"text": "又是第一天"}).status_code == 302
    playing.until(phases.WORDS).until(phases.DAY)
    assert Deadline.objects.get(game=playing.pk).failed == ""
    assert Thread.objects.get(game=playing.pk, key="talk-2").open
    assert problems(playing.pk) == []


def test_a_substitution_cannot_be_corrected_away(game: Dealt) -> None:
    """The nickname went back to the one who had left, and the account stayed."""
    playing = game("piper", phases.DAY)
    put_in(playing.row, 5, play.user("newcomer").pk, "新来的", playing.organiser.pk)
    entry = playing.table.log[-1].n
    assert playing.director().get(playing.url(f"desk/log/{entry}/")).status_code == 404


# ---- what is typed ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "   ", "\u200b\u200b", "\u202e", "\r\n\r\n", "字" * 4001])
def test_posts_with_nothing_in_them_or_too_much(text: str, game: Dealt) -> None:
    playing = game("piper", phases.DAY)
    entries = playing.row.entries
    for thread in ("talk-1", "votes-1"):
        assert playing.client(1).post(playing.url(f"t/{thread}/"), {"text": text}).status_code == 422
    assert playing.row.entries == entries


def test_a_preview_reads_no_more_than_a_post_may_have(game: Dealt) -> None:
    playing = game("piper", phases.DAY)
    answer = playing.client(1).post(playing.url("t/votes-1/"), {"text": "“字" * 40_000, "preview": "1"}, headers={"X-Fragment": "1"})
    assert answer.status_code == 200
    assert len(answer.content.decode()) < 6000


PLACES = (
    "/",
    "/login/",
    "/join/",
    "/players/a%00b/",
    "/rules/x%00/",
    "/g/%00/",
    "/g/a%00b/t/talk-1/",
    "/ladder/?rules=%00",
    "/?%00=1",
    "/login/?next=%00",
)


@pytest.mark.parametrize("place", PLACES)
def test_nul_is_no_fault(place: str, spectator: Client) -> None:
    """PostgreSQL cannot even be asked about it."""
    for who in (spectator, Client()):
        assert who.get(place).status_code in (200, 400, 404)
        assert who.post(place, {"name": "a\0", "password": "x\0", "next": "\0"}).status_code in (400, 404)


@pytest.mark.parametrize("value", ["a\0b", "\ud800", "x" * 100_000, 1 << 70, -1, 1e400, None, ["a"], {"a": {}}, True])
def test_json_of_every_kind_is_no_fault(value: Any, game: Dealt) -> None:
    playing = game("piper", phases.DAY)
    signing = game("piper", seats=2, prefix="s", invite="word")
    player = playing.client(1)
    token = {"Authorization": f"Bearer {token_of(playing.users[1])}"}
    bodies = {
        f"/api/games/{playing.pk}/threads/talk-1/posts": ("text", "quote"),
        f"/api/games/{playing.pk}/seat/messages": ("text",),
        f"/api/games/{signing.pk}/seats": ("name", "word", "meant"),
    }
    for place, fields in bodies.items():
        for field in fields:
            body = json.dumps({"text": "字", "name": "某甲", "word": "word", field: value})
            answer = player.post(place, body, content_type="application/json", headers=token)
            assert answer.status_code in (200, 201, 404, 409, 422), (place, field)


@pytest.mark.parametrize("kind", ["multipart", "application/x-www-form-urlencoded", "text/plain"])
def test_a_form_sent_to_the_api_is_no_fault(kind: str, game: Dealt) -> None:
    playing = game("piper", phases.DAY)
    header = {"Authorization": f"Bearer {token_of(playing.users[1])}"}
    sent = {"data": {"text": "字"}} if kind == "multipart" else {"data": "text=a", "content_type": kind}
    assert playing.client(1).post(f"/api/games/{playing.pk}/threads/talk-1/posts", headers=header, **sent).status_code == 422


def token_of(user: Any) -> str:
    """A token of the API."""
    from bansha.board.people.tokens import make

    return make(user, "test")


@pytest.mark.parametrize("title", ["\u200b\u200b", "\u202egame", "a\0b", "\U000e0041", "\u2028"])
def test_a_title_is_something_that_can_be_read(title: str, spectator: Client) -> None:
    form = defaults("piper") | {"do": "open", "rules": "piper", "title": title}
    assert spectator.post("/games/new/", form | {"title": "好好的一局"}).status_code == 302
    assert spectator.post("/games/new/", form).status_code in (400, 422)
    assert [game.title for game in Game.objects.all()] == ["好好的一局"]


# ---- the server ------------------------------------------------------------------------------------------------------------------------


def ask(sent: list[dict[str, Any]], slow: bool = False, method: str = "POST") -> list[dict[str, Any]]:
    """What the site answers to a request that comes in such pieces; ``slow``: and then no more."""
    from bansha.board import asgi

    answered: list[dict[str, Any]] = []

    async def receive_() -> dict[str, Any]:
        if not sent and slow:
            await asyncio.sleep(60)
        return sent.pop(0) if sent else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        answered.append(message)

    scope = {
        "type": "http", "method": method, "path": "/login/", "raw_path": b"/login/", "query_string": b"", "http_version": "1.1",
        "headers": [(b"host", b"localhost")], "scheme": "http", "server": ("localhost", 80), "client": ("127.0.0.1", 1), "asgi": {"version": "3.0"},
    }  # fmt: skip
    asyncio.run(asgi.page(scope, receive_, send))
    return answered


def test_what_pages_answer_comes_whole_with_headers_as_they_should_be() -> None:
    """A cookie's line begins with a space when Django hands it over; the server would not send it."""
    head, body = ask([{"type": "http.request", "body": b"name=x", "more_body": False}])
    assert head["status"] == 403  # a form without the site's token
    assert (b"content-length", str(len(body["body"])).encode()) in head["headers"]
    assert all(name == name.lower() and value == value.strip() for name, value in head["headers"])
    assert not body.get("more_body")


def test_whoever_writes_holds_up_no_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """All who may write at once wait, as for a database that is locked; somebody reads a page."""
    from bansha.board import asgi

    done = threading.Event()
    writing = [asgi.for_writing.submit(done.wait, 60) for _ in range(20)]
    try:
        monkeypatch.setattr(asgi, "answer", lambda environ: [{"method": environ["REQUEST_METHOD"], "read": environ["wsgi.input"].read()}])
        assert ask([{"type": "http.request", "body": b"", "more_body": False}], method="GET") == [{"method": "GET", "read": b""}]
    finally:
        done.set()
    assert all(one.result() for one in writing)


def test_a_page_that_takes_its_time_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    from bansha.board import asgi

    done = threading.Event()
    monkeypatch.setattr(asgi, "LONG", 60.0)
    monkeypatch.setattr(asgi, "answer", lambda _environ: [{"thread": threading.current_thread().name.rpartition("_")[0]}])
    assert ask([{"type": "http.request", "body": b"", "more_body": False}], method="GET") == [{"thread": "in line"}]
    slow = asgi.in_line.submit(done.wait, 60)
    try:
        with monkeypatch.context() as patch:
            patch.setattr(asgi, "LONG", 0.01)
            assert ask([{"type": "http.request", "body": b"", "more_body": False}], method="GET") == [{"thread": "beside"}]
    finally:
        done.set()
    assert slow.result()
    assert ask([{"type": "http.request", "body": b"", "more_body": False}], method="GET") == [{"thread": "in line"}]


def test_a_request_without_end_is_turned_away_before_a_thread_waits_for_it() -> None:
    more = {"type": "http.request", "body": b"a" * 300_000, "more_body": True}
    assert ask([dict(more) for _ in range(10)])[0]["status"] == 413


def test_a_request_by_the_drop_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    from bansha.board import asgi

    monkeypatch.setattr(asgi, "PATIENCE", 0.05)
    assert ask([{"type": "http.request", "body": b"a", "more_body": True}], slow=True)[0]["status"] == 413


def test_what_a_proxy_says_cannot_be_said_by_whoever_asks() -> None:
    """``X_Forwarded_For`` became ``X-Forwarded-For`` on the way, and with it every limit that goes by the address was void."""
    from bansha.board import asgi

    headers = [(b"x-forwarded-for", b"192.0.2.1"), (b"x_forwarded_for", b"10.0.0.1"), (b"X_Forwarded-Proto", b"https")]
    found = asgi.plain({"headers": headers, "query_string": b"a=1"})
    assert found["headers"] == headers[:1]
    assert found["query_string"] == b"a=1"


def test_a_query_that_is_not_ascii_is_no_fault() -> None:
    from bansha.board import asgi

    assert asgi.plain({"headers": [], "query_string": "floor=3&x=楼\n".encode()})["query_string"] == b"floor=3&x=%E6%A5%BC%0A"


def test_a_host_that_is_not_the_sites_is_a_page_not_a_fault(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    visitor = Client(raise_request_exception=False)
    assert visitor.get("/", headers={"Host": "localhost"}).status_code == 200
    answer = visitor.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert "evil" not in answer.content.decode()
    assert "default-src 'none'" in answer["Content-Security-Policy"]
