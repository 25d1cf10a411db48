"""Records and the ladder: from finished games alone, by the law's scores, without demo games and bots."""

from collections.abc import Callable

from django.test import Client

from bansha.board.games.models import Game, Record
from bansha.board.people.models import User
from bansha.rules import phases
from bansha.rules.piper import codes
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


def test_a_draw_is_won_by_nobody(game: MakeGame) -> None:
    game("piper", phases.DAY).finish()
    assert Record.objects.count() == 12
    assert not Record.objects.filter(won=True).exists()
