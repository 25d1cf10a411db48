"""Taking a seat and giving it back: nicknames, the invite word, who may not come in."""

from collections.abc import Callable

from django.test import Client

from bansha.board.games.models import Directorship, FormerHolder, Game, Seat
from bansha.board.texts import text
from bansha.rules import phases
from tests.board import play

MakeGame = Callable[..., play.BoardGame]


def sign_up(game: play.BoardGame, client: Client, name: str, **fields: str) -> tuple[int, str]:
    response = client.post(game.url("join/"), {"name": name, **fields})
    return response.status_code, response.content.decode()


def test_a_nickname_is_taken_or_refused_with_the_reason(game: MakeGame, spectator: Client) -> None:
    it = game("piper", seats=3)
    status, body = sign_up(it, spectator, "水饺")
    assert status == 422
    assert "已有人叫「水饺」" in body
    status, body = sign_up(it, spectator, "导演")
    assert status == 422
    assert "「导演」在游戏里另有所指" in body
    assert Seat.objects.filter(game=it.pk).count() == 3
    assert sign_up(it, spectator, "粉丝")[0] == 302
    assert it.table.names == ["水饺", "包子", "花卷", "粉丝"]
    assert "你已报名，昵称「粉丝」" in spectator.get(it.url("join/")).content.decode()


def test_an_unwise_name_is_warned_of_once(game: MakeGame, spectator: Client) -> None:
    it = game("piper", seats=3)
    status, body = sign_up(it, spectator, "包孑")
    assert status == 422
    assert "只差一个同音或形近的字" in body
    assert "仍用这个名字" in body
    assert sign_up(it, spectator, "花眷", meant="包孑")[0] == 422  # another name is another question
    assert sign_up(it, spectator, "包孑", meant="包孑")[0] == 302


def test_a_game_that_is_not_full_in_time_says_when_it_begins(game: MakeGame, spectator: Client) -> None:
    it = game("piper", seats=3)
    said = text("index.starts_full", "zh")
    for path in ("/", it.url()):
        assert said not in spectator.get(path).content.decode()
    it.clock.now = it.row.start
    for path in ("/", it.url()):
        page = spectator.get(path).content.decode()
        assert said in page
        assert "data-countdown" not in page


def test_what_is_meant_does_not_help_a_refused_name(game: MakeGame, spectator: Client) -> None:
    it = game("piper", seats=3)
    assert sign_up(it, spectator, "水饺", meant="水饺")[0] == 422


def test_a_game_by_invitation(game: MakeGame, spectator: Client) -> None:
    it = game("piper", seats=3, invite="芝麻开门")
    assert sign_up(it, spectator, "粉丝")[0] == 422
    status, body = sign_up(it, spectator, "粉丝", word="西瓜开门")
    assert status == 422
    assert "邀请词不对" in body
    assert sign_up(it, spectator, "粉丝", word=" 芝麻开门 ")[0] == 302


def test_the_invite_word_is_not_to_be_guessed(game: MakeGame, spectator: Client) -> None:
    it = game("piper", seats=3, invite="1234")
    for n in range(20):
        assert "邀请词不对" in sign_up(it, spectator, "粉丝", word=f"{n}")[1]
    assert "试得太多了" in sign_up(it, spectator, "粉丝", word="1234")[1]


def test_the_last_seat_brings_on_the_deal_and_nobody_leaves_after_it(game: MakeGame, spectator: Client) -> None:
    it = game("piper", seats=11)
    assert "还有 1 个空位" in spectator.get(it.url("join/")).content.decode()
    assert sign_up(it, spectator, "粉丝")[0] == 302
    assert it.row.status == Game.RUNNING
    assert spectator.get(it.url("join/")).status_code == 404
    assert spectator.post(it.url("leave/")).status_code == 404
    assert Seat.objects.filter(game=it.pk).count() == 12


def test_a_seat_is_given_back_and_taken_again(game: MakeGame) -> None:
    it = game("piper", seats=3)
    assert it.client(0).post(it.url("leave/")).status_code == 302
    assert it.table.names == ["包子", "花卷"]
    assert list(Seat.objects.filter(game=it.pk).order_by("number").values_list("number", "name")) == [(0, "包子"), (1, "花卷")]
    assert sign_up(it, it.client(0), "水饺")[0] == 302


def test_an_organiser_who_takes_a_seat_directs_no_more_until_he_leaves(game: MakeGame) -> None:
    it = game("piper", seats=3)
    assert sign_up(it, it.director(), "粉丝")[0] == 302
    assert not Directorship.objects.filter(game=it.pk).exists()
    assert it.director().get(it.url("letters/")).status_code == 404
    it.director().post(it.url("leave/"))
    assert it.director().get(it.url("letters/")).status_code == 200


def test_whoever_gave_a_seat_up_does_not_come_back(game: MakeGame) -> None:
    it = game("piper", phases.DAY)
    gone = it.substitute(0, "替补")
    assert FormerHolder.objects.filter(game=it.pk, user=gone).exists()
    for page in ("join/", "seat/", "letters/", "graveyard/"):
        assert play.client(gone).get(it.url(page)).status_code == 404, page


def test_a_visitor_is_asked_who_he_is(game: MakeGame, visitor: Client) -> None:
    it = game("piper", seats=3)
    response = visitor.get(it.url("join/"))
    assert response.status_code == 302
    assert response.headers["Location"] == f"/login/?next={it.url('join/')}"
