"""The desk: what a director sees and does, that it is announced or written down, and that nobody else learns of it."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from bansha.board.games.direct import look_round
from bansha.board.games.models import Deadline, DeskAct, Directorship, FormerHolder, Post, Said, Seat
from bansha.board.texts import text
from bansha.rules import phases
from bansha.rules.errors import Unlawful
from bansha.rules.piper import codes
from bansha.rules.xia import codes as xia_codes
from tests.board import play

MakeGame = Callable[..., play.BoardGame]


def do(client: Client, game: play.BoardGame, act: str, **given: Any) -> Any:
    """Post an act to the desk."""
    return client.post(game.url("desk/"), {"do": act, **given})


def wall(moment: Any) -> str:
    """A moment as the form takes it, by Shanghai's clock."""
    return str((moment + timedelta(hours=8)).replace(tzinfo=None).isoformat(timespec="minutes"))


def end_of(game: play.BoardGame) -> datetime:
    """The end of the open phase."""
    closes = game.row.closes
    assert closes is not None
    return closes


def public(game: play.BoardGame, what: str) -> list[Any]:
    """Values of the last public notice of a kind."""
    row = Said.objects.filter(game=game.pk, to="public", what=what).order_by("-place").first()
    return list(row.args) if row else []


def test_the_desk_shows_roles_orders_and_votes_and_notes_who_looked(game: MakeGame) -> None:
    it = game("piper", phases.DAY)
    it.vote(0, 1)
    page = it.director().get(it.url("desk/"))
    assert page.status_code == 200
    assert page.headers["Cache-Control"] == "no-store"
    body = page.content.decode()
    assert body.count('data-role="rat"') == 3
    assert "#2" in body
    it.until(phases.NIGHT)
    rat = it.seats(codes.RAT)[0]
    assert "咬" not in it.director().get(it.url("desk/")).content.decode()
    it.say(rat, f"咬 {it.name(it.seats(codes.CHILD)[0])}")
    body = it.director().get(it.url("desk/")).content.decode()
    assert f"咬 {it.name(it.seats(codes.CHILD)[0])}" in body
    looked = DeskAct.objects.filter(game=it.pk, what=DeskAct.LOOKED).order_by("pk").values_list("user__username", "detail")
    assert list(looked) == [(it.organiser.username, "desk 1 1"), (it.organiser.username, "desk 4 1")]


def test_a_director_who_reads_a_room_is_in_the_audit_log_and_a_member_is_not(game: MakeGame) -> None:
    it = game("xia", phases.DAY)
    room = f"t/room-{xia_codes.P_BLACK}/"
    assert it.client(it.seats(xia_codes.BLACK)[0]).get(it.url(room)).status_code == 200
    it.post(it.seats(xia_codes.BLACK)[0], "杀谁", f"room-{xia_codes.P_BLACK}")
    director = it.director()
    quiet = re.sub(r'value="\w{64}"', "", director.get(it.url()).content.decode())
    it.post(it.seats(xia_codes.BLACK)[1], "随你", f"room-{xia_codes.P_BLACK}")
    assert (
        re.sub(r'value="\w{64}"', "", director.get(it.url()).content.decode()) == quiet
    )  # how much is said there is a secret of the room's, too
    listed = it.director().get(f"/api/games/{it.pk}/threads").json()
    assert {row["last"] for row in listed if row["key"].startswith("room-")} == {0}
    assert not DeskAct.objects.exists()
    for _ in range(2):
        assert it.director().get(it.url(room)).status_code == 200
    assert it.director().get(it.url("letters/")).status_code == 200
    body = it.director().get(it.url("desk/audit/")).content.decode()
    assert body.count("黑侠的房间 · 第一天") == 1
    assert "玩家来信 · 第一天" in body


def test_a_preview_says_what_will_be_said_and_changes_nothing(game: MakeGame) -> None:
    it = game("piper", phases.DAY)
    it.votes(3, 0, 1, 2, 4, 5, 6)
    before = it.client(0).get(it.url()).content
    entries, last = it.row.entries, it.row.check_sum
    body = it.director().get(it.url("desk/preview/")).content.decode()
    assert f"{it.name(3)}（" in body
    assert "被投出局" in body
    assert (it.row.entries, it.row.check_sum) == (entries, last)
    strip = lambda page: page.split(b"<main")[1].split(b"csrfmiddlewaretoken")[0]  # noqa: E731
    assert strip(it.client(0).get(it.url()).content) == strip(before)
    it.until(phases.NIGHT)
    assert public(it, "tally")[6] == 3


def test_the_end_is_moved_in_public_with_its_reason(game: MakeGame) -> None:
    it = game("piper", phases.DAY)
    closes = end_of(it) + timedelta(hours=3)
    assert do(it.director(), it, "move", closes=wall(closes), reason="论坛维护").status_code == 302
    assert it.row.closes == closes
    assert public(it, "adjusted")[3] == "论坛维护"
    assert "改结束时间" in it.director().get(it.url("desk/audit/")).content.decode()
    refused = do(it.director(), it, "move", closes=wall(closes), reason="")
    assert refused.status_code == 422
    assert "本来就是" in refused.content.decode()


@pytest.mark.parametrize("act", ["move", "resume"])
def test_a_slip_in_the_year_does_not_let_the_game_stand_still(game: MakeGame, act: str) -> None:
    it = game("piper", phases.DAY)
    if act == "resume":
        do(it.director(), it, "pause")
    before = (it.row.closes, it.row.paused)
    it.clock.tick()
    refused = do(it.director(), it, act, closes=wall(end_of(it) + timedelta(days=366)))
    assert refused.status_code == 422
    assert text("desk.wrong.time", "zh") in refused.content.decode()
    assert (it.row.closes, it.row.paused) == before


def test_a_phase_is_ended_at_once_only_when_it_is_meant(game: MakeGame) -> None:
    it = game("piper", phases.DAY)
    assert do(it.director(), it, "end_now").status_code == 422
    assert it.row.phase == phases.DAY
    it.clock.tick(60)
    assert do(it.director(), it, "end_now", sure="1").status_code == 302
    assert it.row.phase == phases.NIGHT


def test_while_it_is_paused_players_send_nothing_and_the_clock_stands(game: MakeGame) -> None:
    it = game("piper", phases.DAY)
    do(it.director(), it, "pause", reason="有事")
    with pytest.raises(Unlawful):
        it.post(0, "还在吗", thread="talk-1")
    it.clock.tick(3 * 86400)
    look_round("test")
    assert it.row.phase == phases.DAY
    page = it.director().get(it.url("desk/")).content.decode()
    assert "对局暂停中" in page
    until = it.clock.now + timedelta(hours=5)
    assert do(it.director(), it, "resume", closes=wall(until)).status_code == 302
    it.post(0, "回来了", thread="talk-1")
    assert it.row.closes == until.replace(second=0, microsecond=0)


def test_a_reading_is_corrected_in_public_and_not_without_a_reason(game: MakeGame) -> None:
    it = game("piper", phases.DAY)
    it.vote(0, 1)
    assert do(it.director(), it, "correct_vote", seat=0, target=2, reason=" ").status_code == 422
    assert do(it.director(), it, "correct_vote", seat=0, target=2, reason="他写的是二号").status_code == 302
    assert public(it, "vote_corrected") == [0, 2, "他写的是二号"]
    it.until(phases.NIGHT)
    assert public(it, "tally")[2] == [[2, 1]]


def test_a_proxy_vote_is_posted_by_the_director(game: MakeGame) -> None:
    it = game("xia", phases.DAY)
    assert do(it.director(), it, "proxy", seat=4, target=5).status_code == 302
    post = Post.objects.filter(thread__game=it.pk, thread__key="votes-1").order_by("-floor")[0]
    assert post.seat is None
    assert post.reading is not None
    assert post.reading["voter"] == 4
    it.say(6, f"代投 {it.name(5)}")
    assert Post.objects.filter(thread__game=it.pk, thread__key="votes-1").count() == it.table.threads["votes-1"].floors == 3


def test_a_substitute_has_the_seat_and_whoever_left_it_nothing(game: MakeGame) -> None:
    it = game("piper", phases.DAY)
    Seat.objects.filter(game=it.pk, number=2).update(wants_substitute=True)
    assert "请求替补" in it.director().get(it.url("desk/")).content.decode()
    newcomer, former = play.user("newcomer"), it.users[2]
    assert do(it.director(), it, "substitute", seat=2, account="nobody at all", name="新人").status_code == 422
    assert do(it.director(), it, "substitute", seat=2, account=it.users[5].username, name="新人").status_code == 422
    assert do(it.director(), it, "substitute", seat=2, account="newcomer", name=it.name(3)).status_code == 422
    assert Seat.objects.get(game=it.pk, number=2).user == former
    assert do(it.director(), it, "substitute", seat=2, account="newcomer", name="新人").status_code == 302
    seat = Seat.objects.get(game=it.pk, number=2)
    assert (seat.user, seat.name, seat.wants_substitute) == (newcomer, "新人", False)
    assert FormerHolder.objects.filter(game=it.pk, user=former, number=2).exists()
    assert play.client(newcomer).get(it.url("seat/")).status_code == 200
    assert play.client(former).get(it.url("seat/")).status_code == 404
    assert it.table.names[2] == "新人"


def test_who_has_read_secrets_never_takes_a_seat(game: MakeGame) -> None:
    it = game("piper", phases.DAY)
    helper = play.user("helper")
    assert do(it.director(), it, "add", account="helper").status_code == 302
    assert play.client(helper).get(it.url("desk/")).status_code == 200
    assert do(it.director(), it, "substitute", seat=2, account="helper", name="新人").status_code == 422
    assert do(it.director(), it, "remove", account="helper").status_code == 302
    assert play.client(helper).get(it.url("desk/")).status_code == 404
    assert do(it.director(), it, "substitute", seat=2, account="helper", name="新人").status_code == 422


def test_players_never_direct_and_only_the_organiser_hands_over(game: MakeGame) -> None:
    it = game("piper", phases.DAY)
    assert do(it.director(), it, "add", account=it.users[0].username).status_code == 422
    assert do(it.director(), it, "hand_over", account=it.users[0].username).status_code == 422
    assert do(it.director(), it, "remove", account=it.organiser.username).status_code == 422
    other = play.user("other")
    do(it.director(), it, "add", account="other")
    assert do(play.client(other), it, "hand_over", account="other").status_code == 422
    assert do(it.director(), it, "hand_over", account="other").status_code == 302
    assert it.row.organiser == other
    assert do(play.client(other), it, "remove", account=it.organiser.username).status_code == 302
    assert not Directorship.objects.filter(game=it.pk, user=it.organiser).exists()


def test_a_draw_is_declared(game: MakeGame) -> None:
    it = game("piper", phases.DAY)
    assert do(it.director(), it, "draw", reason="服务器搬家").status_code == 422
    assert do(it.director(), it, "draw", reason="服务器搬家", sure="1").status_code == 302
    assert public(it, "draw_declared") == ["服务器搬家"]
    assert it.row.status == "finished"


def test_a_past_input_is_corrected_after_its_impact_was_shown(game: MakeGame) -> None:
    """Six vote seat 3 out; one of the votes should never have been counted: with five of twelve seat 3 goes out all the same, with four not."""
    it = game("piper", phases.DAY)
    it.votes(3, 0, 1, 2, 4, 5)
    floors = Post.objects.filter(thread__game=it.pk).count()
    it.until(phases.NIGHT)
    assert Seat.objects.get(game=it.pk, number=3).out
    entry = next(entry.n for entry in it.table.log if entry.input[:3] == ["post", "votes-1", 5])
    url = it.url(f"desk/log/{entry}/")
    assert url in it.director().get(it.url("desk/log/")).content.decode()
    shown = it.director().post(url, {"do": "impact", "never": "1", "text": "", "quote": "0"})
    assert "被投出局" in shown.content.decode()
    assert Seat.objects.get(game=it.pk, number=3).out  # nothing has been done yet
    seen = re.findall(r'name="shown" value="(\w+)"', shown.content.decode())[0]
    given = {"do": "apply", "never": "1", "text": "", "quote": "0", "shown": seen}
    assert it.director().post(url, given).status_code == 422
    assert it.director().post(url, {**given, "sure": "1"}).status_code == 302
    assert Seat.objects.get(game=it.pk, number=3).out == ""
    assert public(it, "rectified")
    assert (
        Post.objects.filter(thread__game=it.pk, thread__key="votes-1").count() == floors - 1
    )  # posts stand; the talk's opening is the other one
    assert it.client(3).get(it.url("seat/")).status_code == 200


def test_by_hand_a_phase_waits_for_its_director_and_may_be_mended_until_then(game: MakeGame) -> None:
    it = game("piper", phases.DAY, automatic=True)
    do(it.director(), it, "dial", publish="hand")
    it.vote(0, 1)
    it.clock.now = end_of(it) + timedelta(hours=2)
    look_round("test")
    assert it.row.phase == phases.DAY
    with pytest.raises(Unlawful):
        it.post(0, "截止了吗", thread="talk-1")
    assert it.row.paused is None  # no outage: he may take his time
    assert "等你公布" in it.director().get(it.url("desk/")).content.decode()
    assert do(it.director(), it, "correct_vote", seat=0, target=2, reason="看错了").status_code == 302
    assert it.row.phase == phases.DAY
    assert do(it.director(), it, "publish").status_code == 302
    assert it.row.phase == phases.NIGHT
    assert public(it, "tally")[2] == [[2, 1]]


def test_two_directors_who_publish_at_once_publish_one_phase(game: MakeGame) -> None:
    it = game("piper", phases.DAY, automatic=False)
    it.clock.now = end_of(it) + timedelta(days=3)  # the night would be over too
    shown = {"phase": f"{phases.DAY}-1"}
    pages = [it.director().get(it.url(place)).content.decode() for place in ("desk/", "desk/preview/")]
    assert [f'name="phase" value="{phases.DAY}-1"' in page for page in pages] == [True, True]
    assert do(it.director(), it, "publish", **shown).status_code == 302
    second = do(it.director(), it, "publish", **shown)
    assert (second.status_code, it.row.phase) == (422, phases.NIGHT)
    assert text("desk.wrong.stale", "zh") in second.content.decode()


def test_by_hand_reminders_and_the_first_day_come_by_themselves(game: MakeGame) -> None:
    it = game("piper", phases.SIGNUP, automatic=False)
    it.next()
    assert it.row.phase == phases.DAY
    due = it.table.due
    assert due is not None
    assert due < end_of(it)
    it.next()
    assert Said.objects.filter(game=it.pk, what="reminder").count() == 12


def test_a_game_set_aside_is_tried_again(game: MakeGame, staff: Client) -> None:
    it = game("piper", phases.DAY, reminder=0)
    Deadline.objects.filter(game=it.pk).update(failed="the law has a hole: seat 3")
    it.clock.now = end_of(it)
    look_round("test")
    assert it.row.phase == phases.DAY
    assert "the law has a hole" in it.director().get(it.url("desk/")).content.decode()
    listed = staff.get("/games/set-aside/").content.decode()
    assert it.row.title in listed
    assert "the law has a hole" not in listed
    assert do(it.director(), it, "again").status_code == 302
    look_round("test")
    assert it.row.phase == phases.NIGHT


def test_nobody_else_finds_the_desk(game: MakeGame, visitor: Client, staff: Client) -> None:
    it = game("piper", phases.DAY)
    Directorship.objects.create(game_id=it.pk, user=it.users[4])  # who plays does not direct, whatever the database says
    for client in (visitor, staff, it.client(0), it.client(4)):
        for place in ("desk/", "desk/preview/", "desk/log/", "desk/log/1/", "desk/audit/"):
            assert client.get(it.url(place)).status_code == 404
        assert do(client, it, "pause").status_code == 404
    assert it.row.paused is None


def test_before_the_deal_there_is_nothing_to_preview_and_no_identity(game: MakeGame) -> None:
    it = game("piper", seats=4)
    director = it.director()
    preview = director.get(it.url("desk/preview/"))
    assert preview.status_code == 200
    assert "现在没有进行中的阶段" in preview.content.decode()
    assert "身份</th>" not in director.get(it.url("desk/")).content.decode()


def test_a_director_finds_his_games_and_is_warned_before_he_sits_down(game: MakeGame) -> None:
    """Whoever plays, or has played, does not direct."""
    it = game("piper", seats=4)
    director, link = it.director(), it.url("desk/")
    assert link in director.get("/me/").content.decode()
    assert "不能再执导" in director.get(it.url("join/")).content.decode()
    other = play.client(play.user("other"))
    assert "不能再执导" not in other.get(it.url("join/")).content.decode()
    assert director.post(it.url("join/"), {"name": "豆花"}).status_code == 302
    for reader in (director, other):
        assert link not in reader.get("/me/").content.decode()
