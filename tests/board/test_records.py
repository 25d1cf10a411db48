"""Records and the ladder: from finished games alone, by the law's scores, without demo games and bots."""

from collections.abc import Callable

from django.test import Client

from bansha.board.games.models import Game, Record
from bansha.board.people.models import User
from bansha.rules import phases
from bansha.rules.piper import codes
from bansha.telling.words import score_rows
from tests.board import play

MakeGame = Callable[..., play.BoardGame]


def good_win(game: MakeGame, **options: str) -> play.BoardGame:
    """A game in which the rats are voted out one by one."""
    it = game("piper", phases.DAY, **options)
    while it.row.status == Game.RUNNING:
        rats = [seat for seat in it.seats(codes.RAT) if seat in it.alive]
        it.votes(rats[0], *[seat for seat in it.alive if seat != rats[0]])
        day = it.row.day
        while it.row.status == Game.RUNNING and (it.table.phase != phases.DAY or it.row.day == day):
            it.next()
    return it


def test_nothing_is_recorded_before_the_end(game: MakeGame, visitor: Client) -> None:
    it = game("piper", phases.NIGHT)
    assert not Record.objects.exists()
    assert visitor.get(f"/players/{it.users[0].username}/").status_code == 404
    assert "还没有打完的对局" in visitor.get("/ladder/?rules=piper").content.decode()


def test_what_a_game_came_to_is_what_the_director_announced(game: MakeGame, visitor: Client) -> None:
    it = good_win(game)
    _winners, _draw, scores = it.row.notices.filter(to="public", what="over").get().args[:3]
    assert list(Record.objects.order_by("number").values_list("number", "identity", "half")) == [tuple(row) for row in scores]
    liar, rat = it.seats(codes.LIAR)[0], it.seats(codes.RAT)[0]
    body = visitor.get(f"/players/{it.users[liar].username}/").content.decode()
    assert it.name(liar) in body
    assert "说谎者" in body
    assert Record.objects.get(number=liar).won
    assert not Record.objects.get(number=rat).won


def test_the_ladder_counts_by_rule_set_camp_and_role(game: MakeGame, visitor: Client) -> None:
    it = good_win(game)
    other = good_win(game, seed="f" * 32)
    names = {user.username for user in it.users}

    def listed(query: str) -> set[str]:
        body = visitor.get(f"/ladder/?{query}").content.decode()
        return {name for name in names if f"/players/{name}/" in body}

    assert listed("rules=piper") == names
    assert listed("rules=xia") == set()
    rats = {g.users[seat].username for g in (it, other) for seat in g.seats(codes.RAT)}
    assert listed("rules=piper&camp=killers") == rats
    assert listed("rules=piper&role=rat") == rats
    assert visitor.get("/ladder/?rules=chess").status_code == 404
    assert visitor.get("/ladder/?rules=piper&camp=nonsense&role=%3Cb%3E&page=99").status_code == 200


def test_demo_games_and_bots_do_not_count(game: MakeGame, visitor: Client) -> None:
    it = good_win(game)
    User.objects.filter(pk=it.users[0].pk).update(is_bot=True)
    assert visitor.get(f"/players/{it.users[0].username}/").status_code == 404
    assert f"/players/{it.users[0].username}/" not in visitor.get("/ladder/?rules=piper").content.decode()
    Game.objects.filter(pk=it.pk).update(demo=True)
    assert visitor.get(f"/players/{it.users[1].username}/").status_code == 404


def test_a_seat_s_score_is_of_whoever_held_it_at_the_end(game: MakeGame) -> None:
    it = game("piper", phases.DAY)
    gone = it.substitute(0, "替补")
    it.finish()
    assert not Record.objects.filter(user=gone).exists()
    assert Record.objects.get(number=0).user == it.users[0]


def test_a_draw_is_won_by_nobody_and_is_no_defeat(game: MakeGame, visitor: Client) -> None:
    it = game("piper", phases.DAY).finish()
    assert Record.objects.count() == 12
    assert not Record.objects.filter(won=True).exists()
    assert not Record.objects.filter(drawn=False).exists()
    body = visitor.get(f"/players/{it.users[0].username}/").content.decode()
    assert "平局" in body
    assert "未胜" not in body


def test_whoever_was_led_away_counts_for_the_camp_he_ended_in(game: MakeGame, visitor: Client) -> None:
    """2.2 of piper: neutral scores piper, led rat, led child; killers only the rat that is not led."""
    it = game("piper", phases.NIGHT)
    (piper,), rats = it.seats(codes.PIPER), it.seats(codes.RAT)
    it.say(piper, f"领走 {it.name(rats[0])}")
    it.until(phases.DAY)
    while it.row.status == Game.RUNNING:  # the rats are voted out, the led one with them: good wins
        rat = next(seat for seat in rats if seat in it.alive)
        it.votes(rat, *[seat for seat in it.alive if seat != rat])
        day = it.row.day
        while it.row.status == Game.RUNNING and (it.table.phase != phases.DAY or it.row.day == day):
            it.next()
    led, free = (Record.objects.get(number=seat) for seat in rats[:2])
    assert (led.camp, free.camp) == (codes.NEUTRALS, codes.KILLERS)
    assert {row.camp for row in Record.objects.filter(won=True)} == {codes.GOOD}

    def listed(query: str) -> set[int]:
        body = visitor.get(f"/ladder/?rules=piper&{query}").content.decode()
        return {seat for seat, user in enumerate(it.users) if f"/players/{user.username}/" in body}

    assert listed("camp=killers") == listed("role=rat") == set(rats[1:])
    assert listed("camp=neutral") == {piper, rats[0]}
    assert listed("role=led_rat") == {rats[0]}
    assert listed("role=led_child") == set()
    assert "被领走的老鼠" in visitor.get(f"/players/{it.users[rats[0]].username}/").content.decode()
    assert "被领走的老鼠" in visitor.get(it.url("review/")).content.decode()


def test_the_roles_of_the_ladder_are_the_rows_of_the_law_s_score_tables() -> None:
    assert [row.key for row in score_rows("piper")] == ["rat", "liar", "protector", "child", "lame_child", "piper", "led_rat", "led_child"]
    assert {row.camp for row in score_rows("piper")[-3:]} == {codes.NEUTRALS}
    assert len(score_rows("xia")) == 15
