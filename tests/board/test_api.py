"""The API: who gets in, what is refused and how, and that it is the pages' permissions and the pages' one way in."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from bansha.board.games.models import Post, Seat
from bansha.board.people import tokens
from bansha.board.people.models import Token
from bansha.rules import phases
from bansha.rules.xia import codes
from tests.board import play

Games = Callable[..., play.BoardGame]


def ask(client: Client, method: str, url: str, body: Any = None, token: str = "") -> tuple[int, Any]:
    """Status and JSON."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    data = "" if body is None else json.dumps(body)
    response = client.generic(method, f"/api/{url}", data, content_type="application/json", headers=headers)
    return response.status_code, json.loads(response.content) if response.content else None


def test_a_token_is_its_owner_and_only_its_hash_is_kept(game: Games, visitor: Client) -> None:
    it = game("piper", phases.DAY)
    secret = tokens.make(it.users[3], "bot")
    assert ask(visitor, "GET", "me", token=secret)[1] == {"name": "u3", "language": "zh", "zone": "", "games": [it.pk]}
    kept = Token.objects.get()
    assert secret not in json.dumps([kept.id, kept.hash, kept.name])
    assert kept.used is not None
    assert ask(visitor, "GET", "me")[0] == 401
    status, said = ask(visitor, "GET", "games", token=secret + "x")
    assert (status, said["code"]) == (401, "token")
    it.users[3].is_active = False
    it.users[3].save()
    assert ask(visitor, "GET", "me", token=secret)[0] == 401


def test_a_token_is_shown_once_and_revoked_by_its_owner_alone(visitor: Client) -> None:
    mine, other = play.user("mine"), play.user("other")
    client = play.client(mine)
    page = client.post("/me/tokens/", {"name": "我的机器人"})
    secret = page.content.decode().split("<code>")[1].split("</code>")[0]
    assert secret not in client.get("/me/tokens/").content.decode()
    assert ask(visitor, "GET", "me", token=secret)[1]["name"] == "mine"
    pk = Token.objects.get().pk
    play.client(other).post("/me/tokens/", {"revoke": pk})
    assert ask(visitor, "GET", "me", token=secret)[0] == 200
    client.post("/me/tokens/", {"revoke": pk})
    assert ask(visitor, "GET", "me", token=secret)[0] == 401
    for _ in range(tokens.MOST):
        client.post("/me/tokens/", {"name": ""})
    assert client.post("/me/tokens/", {"name": ""}).status_code == 422


def test_a_cookie_alone_changes_nothing_and_a_token_needs_none(game: Games) -> None:
    it = game("piper", phases.DAY)
    strict = it.client(0, enforce_csrf_checks=True)
    url = f"games/{it.pk}/threads/talk-1/posts"
    status, said = ask(strict, "POST", url, {"text": "另一个网站让我发的"})
    assert (status, said["code"]) == (403, "csrf")
    assert Post.objects.filter(seat=0).count() == 0
    secret = tokens.make(it.users[0], "")
    assert ask(Client(enforce_csrf_checks=True), "POST", url, {"text": "我自己发的"}, secret)[0] == 201
    strict.get("/login/")
    csrf = strict.cookies["csrftoken"].value
    response = strict.post(f"/api/{url}", json.dumps({"text": "本站发的"}), content_type="application/json", headers={"X-CSRFToken": csrf})
    assert response.status_code == 201


def test_posts_and_votes_come_back_as_the_pages_have_them(game: Games, visitor: Client) -> None:
    it = game("xia", phases.DAY)
    client = it.client(0)
    url = f"games/{it.pk}/threads/votes-1/posts"
    status, made = ask(client, "POST", url, {"text": f"投票对象：{it.name(3)}\n投票理由：<b>看帖</b>"})
    assert status == 201
    assert (made["floor"], made["seat"], made["ruling"]["counts"], made["ruling"]["target"]) == (2, 0, True, 3)
    assert "<b>" not in made["html"]
    it.post(1, "没有格式的帖子", "votes-1")
    everything = ask(visitor, "GET", url)[1]
    assert [post["floor"] for post in everything] == [1, 2, 3]
    assert everything[1] == made
    assert [post["floor"] for post in ask(visitor, "GET", url + "?after=1&by=0")[1]] == [2]
    ledger = ask(visitor, "GET", f"games/{it.pk}/votes/1")[1]
    assert [(line["floor"], line["ruling"]["voter"]) for line in ledger if line["ruling"]["counts"]] == [(2, 0)]
    assert ask(visitor, "POST", url, {"text": "x"})[0] == 401
    assert ask(play.client(play.user("other")), "POST", url, {"text": "x"}) == ask(
        client, "POST", "games/nosuchgame/threads/votes-1/posts", {"text": "x"}
    )


def test_refusals_have_a_code_and_both_languages(game: Games) -> None:
    it = game("piper", phases.NIGHT)
    client = it.client(0)
    for method, url, body in (
        ("POST", f"games/{it.pk}/threads/talk-1/posts", {"text": "夜里发帖"}),
        ("POST", f"games/{it.pk}/threads/talk-1/posts", {"wrong": 1}),
        ("GET", "games/nosuchgame", None),
        ("GET", f"games/{it.pk}/votes/x", None),
    ):
        status, said = ask(client, method, url, body)
        assert 400 <= status < 500
        assert said.keys() == {"code", "zh", "en"}
        assert all(said.values())


def test_rooms_and_seats_of_others_are_not_found(game: Games) -> None:
    it = game("xia", phases.NIGHT)
    members = it.seats(codes.BLACK)
    outsider = next(seat for seat in range(20) if seat not in members and it.table.state.identity[seat] == codes.COMMONER)
    room = f"games/{it.pk}/threads/room-{codes.P_BLACK}/posts"
    assert ask(it.client(members[0]), "POST", room, {"text": "今晚杀谁"})[0] == 201
    assert ask(it.client(outsider), "GET", room) == ask(it.client(outsider), "GET", f"games/{it.pk}/threads/room-77/posts")
    keys = {thread["key"] for thread in ask(it.client(outsider), "GET", f"games/{it.pk}/threads")[1]}
    assert not any(key.startswith("room-") for key in keys)
    assert ask(it.client(outsider), "GET", f"games/{it.pk}/seat/rooms")[1] == []
    assert ask(it.director(), "GET", f"games/{it.pk}/seat")[0] == 404


def test_orders_are_answered_at_once_and_nothing_counts_what_others_were_told(game: Games) -> None:
    it = game("xia", phases.NIGHT)
    member, other = it.seats(codes.BLACK)[:2]
    target = next(seat for seat in range(20) if seat not in it.seats(codes.BLACK))
    status, said = ask(it.client(member), "POST", f"games/{it.pk}/seat/messages", {"text": f"杀 {it.name(target)}"})
    assert status == 200
    assert [answer["what"] for answer in said] == ["accepted"]
    own = ask(it.client(member), "GET", f"games/{it.pk}/seat/notices")[1]
    assert [notice["place"] for notice in own] == list(range(1, len(own) + 1))
    rooms = ask(it.client(other), "GET", f"games/{it.pk}/seat/rooms")[1]
    assert [notice["what"] for notice in rooms][-1] == "stands"
    assert all(notice.keys() == {"room", "at", "what", "args", "text"} for notice in rooms)
    public = ask(it.client(target), "GET", f"games/{it.pk}/announcements")[1]
    assert "entry" not in json.dumps(public)


def test_signing_up_by_the_same_rules_as_on_the_page(game: Games) -> None:
    it = game("piper", seats=3)
    new = play.client(play.user("new"))
    assert ask(new, "POST", f"games/{it.pk}/seats", {"name": it.name(0)})[1]["code"] == "name"
    assert ask(new, "POST", f"games/{it.pk}/seats", {"name": "老槐树"}) == (201, {"number": 3, "name": "老槐树", "out": ""})
    assert ask(new, "POST", f"games/{it.pk}/seats", {"name": "另一个名字"})[0] == 409
    assert ask(new, "DELETE", f"games/{it.pk}/seat")[0] == 204
    assert Seat.objects.filter(game=it.pk).count() == 3
    type(it.row).objects.filter(pk=it.pk).update(invite="暗号")
    assert ask(new, "POST", f"games/{it.pk}/seats", {"name": "老槐树"})[1]["code"] == "word"
    assert ask(new, "POST", f"games/{it.pk}/seats", {"name": "老槐树", "word": "暗号"})[0] == 201


def test_the_description_is_there_and_no_page_with_scripts(visitor: Client) -> None:
    described = ask(visitor, "GET", "openapi.json")[1]
    assert described["info"]["title"] == "版杀 / bansha"
    assert "/api/games/{game_id}/threads/{key}/posts" in described["paths"]
    assert visitor.get("/api/docs").status_code == 404


@pytest.mark.parametrize("posts", [3, 40])
def test_a_page_of_posts_costs_the_same_whatever_is_on_it(
    game: Games, visitor: Client, posts: int, django_assert_max_num_queries: Any
) -> None:
    it = game("piper", phases.DAY)
    for i in range(posts):
        it.post(i % 12)
    with django_assert_max_num_queries(6):
        ask(visitor, "GET", f"games/{it.pk}/threads/talk-1/posts")
