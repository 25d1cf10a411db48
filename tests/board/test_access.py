"""Who may open what: every address of the site for every kind of viewer. Whoever adds an address adds a row here, or these tests fail.

The game is 群侠 in its second night, with a graveyard. Several of the viewers hold what must not help them: the player who organised the
game and the former player have a directorship in the database, and one of the living is staff.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from bansha.board.games import live
from bansha.board.games.models import Directorship, Entry, Game
from bansha.board.people.models import User
from bansha.rules import phases
from bansha.rules.xia import codes
from tests.board import play
from tests.board.worlds.streams import Here, is_stream, read

WHO = ("visitor", "other", "elsewhere", "living", "dead", "former", "director", "organiser", "staff", "staff_seated")
PLAYS = ("living", "dead", "organiser", "staff_seated")


class Row(NamedTuple):
    """What a request is answered with, by viewer; ``args`` are keys of the ``values`` below. A ``body`` is sent as JSON."""

    args: tuple[str, ...]
    expected: dict[str, int]
    method: str = "GET"
    body: dict[str, Any] | None = None


def all_get(status: int, **others: int) -> dict[str, int]:
    """The same status for everybody but those named; ``plays`` and ``in_`` stand for whoever has a seat, or an account."""
    plays, accounts = others.pop("plays", None), others.pop("accounts", None)
    found = dict.fromkeys(WHO, status)
    if accounts:
        found |= {who: accounts for who in WHO if who != "visitor"}
    if plays:
        found |= dict.fromkeys(PLAYS, plays)
    return found | others


DIRECTOR_ONLY = all_get(404, director=200)
OPEN = all_get(200)
GAME = ("game",)

ROWS: dict[str, list[Row]] = {
    # people
    "login/": [Row((), OPEN)],
    "logout/": [Row((), all_get(405)), Row((), all_get(302), method="POST")],
    "join/": [Row((), OPEN)],
    "me/": [Row((), all_get(302, accounts=200))],
    "me/mail/<str:link>/": [Row(("no_token",), all_get(302, accounts=404))],
    "me/tokens/": [Row((), all_get(302, accounts=200))],
    "language/": [Row((), all_get(405)), Row((), all_get(302), method="POST")],
    "players/<str:name>/": [Row(("finisher",), OPEN), Row(("player",), all_get(404)), Row(("nobody",), all_get(404))],
    "ladder/": [Row((), OPEN)],
    # games
    "": [Row((), OPEN)],
    "g/<str:game_id>/": [Row(GAME, OPEN), Row(("no_game",), all_get(404))],
    "g/<str:game_id>/join/": [
        Row(GAME, all_get(404, visitor=302)),
        Row(("signing",), all_get(200, visitor=302)),
        Row(("no_game",), all_get(404)),
    ],
    "g/<str:game_id>/leave/": [
        Row(GAME, all_get(405)),
        Row(GAME, all_get(404), method="POST"),
        Row(("no_game",), all_get(404), method="POST"),
    ],
    "g/<str:game_id>/seat/": [
        Row(GAME, all_get(404, plays=200)),
        Row(GAME, all_get(404, plays=302), method="POST"),
        Row(("no_game",), all_get(404)),
    ],
    "g/<str:game_id>/graveyard/": [
        Row(GAME, all_get(404, dead=200, director=200)),
        Row(GAME, all_get(404, dead=422, director=422), method="POST"),  # nothing was written
        Row(("no_graveyard",), all_get(404, elsewhere=404)),
        Row(("no_game",), all_get(404)),
    ],
    "g/<str:game_id>/letters/": [Row(GAME, DIRECTOR_ONLY), Row(("no_game",), all_get(404))],
    "g/<str:game_id>/t/<str:key>/": [
        Row(("game", "talk"), OPEN),
        Row(("game", "votes"), OPEN),
        Row(("game", "room"), all_get(404, living=200, director=200)),  # of the living one's group
        Row(("game", "empty_room"), all_get(404, director=404)),
        Row(("game", "no_thread"), all_get(404)),
        Row(("no_game", "talk"), all_get(404)),
    ],
    "g/<str:game_id>/t/<str:key>/live/": [
        Row(("game", "talk"), OPEN),
        Row(("game", "room"), all_get(404, living=200, director=200)),
        Row(("game", "no_thread"), all_get(404)),
        Row(("no_game", "talk"), all_get(404)),
    ],
    "g/<str:game_id>/votes/<int:day>/": [
        Row(("game", "one"), OPEN),
        Row(("game", "seven"), all_get(404)),
        Row(("no_game", "one"), all_get(404)),
    ],
    "g/<str:game_id>/rules/": [Row(GAME, OPEN), Row(("no_game",), all_get(404))],
    "rules/<str:rules>/": [Row(("rules",), OPEN), Row(("nobody",), all_get(404))],
    # the review: nothing before the end
    "g/<str:game_id>/review/": [Row(GAME, all_get(404)), Row(("finished",), OPEN)],
    "g/<str:game_id>/review/seat/<int:number>/": [
        Row(("game", "zero"), all_get(404)),
        Row(("finished", "zero"), all_get(404)),
        Row(("finished", "one"), OPEN),
    ],
    "g/<str:game_id>/review/export/<str:form>": [Row(("game", "markdown"), all_get(404)), Row(("finished", "markdown"), OPEN)],
    "g/<str:game_id>/review/<str:key>/": [Row(("game", "day"), all_get(404)), Row(("finished", "day"), OPEN)],
    # opening a game; the demonstration; staff
    "games/new/": [Row((), all_get(302, accounts=200))],
    "games/set-aside/": [Row((), all_get(404, staff=200, staff_seated=200))],
    "g/<str:game_id>/takeover/": [Row(GAME, all_get(404)), Row(GAME, all_get(404), method="POST"), Row(("no_game",), all_get(404))],
    # the desk
    "g/<str:game_id>/desk/": [Row(GAME, DIRECTOR_ONLY), Row(GAME, all_get(404), method="POST"), Row(("no_game",), all_get(404))],
    "g/<str:game_id>/desk/preview/": [Row(GAME, DIRECTOR_ONLY), Row(("no_game",), all_get(404))],
    "g/<str:game_id>/desk/log/": [Row(GAME, DIRECTOR_ONLY), Row(("no_game",), all_get(404))],
    "g/<str:game_id>/desk/log/<int:n>/": [Row(("game", "an_entry"), DIRECTOR_ONLY), Row(("game", "no_entry"), all_get(404))],
    "g/<str:game_id>/desk/audit/": [Row(GAME, DIRECTOR_ONLY), Row(("no_game",), all_get(404))],
    # what is for machines
    "healthz": [Row((), OPEN)],
    "readyz": [Row((), OPEN)],
    "g/<str:game_id>/feed.atom": [Row(GAME, OPEN), Row(("no_game",), all_get(404))],
    "feeds/<str:token>/deadlines.ics": [Row(("token",), OPEN), Row(("no_token",), all_get(404))],
    "api/": [Row((), all_get(404))],
    "api/openapi.json": [Row((), OPEN)],
    "api/me": [Row((), all_get(401, accounts=200))],
    "api/games": [Row((), OPEN)],
    "api/games/<game_id>": [Row(GAME, OPEN), Row(("no_game",), all_get(404))],
    "api/games/<game_id>/threads": [Row(GAME, OPEN), Row(("no_game",), all_get(404))],
    "api/games/<game_id>/threads/<key>/posts": [
        Row(("game", "talk"), OPEN),
        Row(("game", "room"), all_get(404, living=200, director=200)),
        Row(("game", "empty_room"), all_get(404)),
        Row(("game", "no_thread"), all_get(404)),
        Row(("no_game", "talk"), all_get(404)),
        Row(("game", "talk"), all_get(404, visitor=401, plays=409), "POST", {"text": "说话"}),  # closed at night
        Row(("game", "room"), all_get(404, visitor=401, living=201), "POST", {"text": "说话"}),
    ],
    "api/games/<game_id>/votes/<day>": [Row(("game", "one"), OPEN), Row(("no_game", "one"), all_get(404))],
    "api/games/<game_id>/announcements": [Row(GAME, OPEN), Row(("no_game",), all_get(404))],
    "api/games/<game_id>/seats": [
        Row(GAME, all_get(405)),
        Row(GAME, all_get(404, visitor=401), "POST", {"name": "来人"}),
        Row(("no_game",), all_get(404, visitor=401), "POST", {"name": "来人"}),
    ],
    "api/games/<game_id>/seat": [
        Row(GAME, all_get(404, plays=200)),
        Row(GAME, all_get(404, visitor=401), "DELETE"),
        Row(("no_game",), all_get(404)),
    ],
    "api/games/<game_id>/seat/notices": [Row(GAME, all_get(404, plays=200)), Row(("no_game",), all_get(404))],
    "api/games/<game_id>/seat/rooms": [Row(GAME, all_get(404, plays=200)), Row(("no_game",), all_get(404))],
    "api/games/<game_id>/seat/messages": [
        Row(GAME, all_get(405)),
        Row(GAME, all_get(404, visitor=401, plays=200), "POST", {"text": "不知所云"}),
        Row(("no_game",), all_get(404, visitor=401), "POST", {"text": "不知所云"}),
    ],
}


def routes() -> Iterator[str]:
    """Every address of the site, as it is declared."""

    def those(patterns: list[Any], before: str) -> Iterator[str]:
        for entry in patterns:
            route = before + str(entry.pattern)
            if isinstance(entry, URLResolver):
                yield from those(entry.url_patterns, route)
            elif isinstance(entry, URLPattern):
                yield route

    return those(get_resolver().url_patterns, "")


def test_every_address_has_a_row() -> None:
    assert sorted(set(routes()) - set(ROWS)) == [], "say in tests/board/test_access.py who may open these"
    assert sorted(set(ROWS) - set(routes())) == [], "addresses that are no more"


class Site(NamedTuple):
    """Viewers, and values for the parts of addresses."""

    clients: dict[str, Client]
    values: dict[str, Any]


@pytest.fixture
def site(game: Callable[..., play.BoardGame], clock: play.Clock) -> Site:
    """The game in its second night, viewers of every kind, a game that is open for sign-up and one that is over."""
    over = game("piper", phases.DAY, prefix="f").finish()
    elsewhere = game("piper", phases.DAY, prefix="e")
    signing = game("piper", seats=3, prefix="s")
    it = game("xia", phases.DAY, graveyard=True)
    members = it.seats(codes.BLACK)
    outsiders = [seat for seat in range(20) if seat not in members]
    living, dead, former, organiser, staff_seated = members[0], *outsiders[:4]
    it.votes(dead, *outsiders[4:12])
    it.until(phases.NIGHT)
    assert it.dead == [dead]
    gone = it.substitute(former, "替补")
    Game.objects.filter(pk=it.pk).update(organiser=it.users[organiser])
    for user in (gone, it.users[organiser]):
        Directorship.objects.create(game_id=it.pk, user=user)
    User.objects.filter(pk=it.users[staff_seated].pk).update(is_staff=True, is_superuser=True)
    clients = {
        "visitor": play.client(None),
        "other": play.client(play.user("other")),
        "elsewhere": elsewhere.client(0),
        "living": it.client(living),
        "dead": it.client(dead),
        "former": play.client(gone),
        "director": it.director(),
        "organiser": it.client(organiser),
        "staff": play.client(play.user("admin", is_staff=True, is_superuser=True)),
        "staff_seated": it.client(staff_seated),
    }
    values = {
        "game": it.pk,
        "no_game": "nosuchgame",
        "signing": signing.pk,
        "finished": over.pk,
        "no_graveyard": elsewhere.pk,
        "talk": "talk-1",
        "votes": "votes-1",
        "room": f"room-{codes.P_BLACK}",
        "empty_room": "room-99",
        "no_thread": "talk-77",
        "player": it.users[living].username,
        "finisher": over.users[0].username,
        "nobody": "nobody-of-that-name",
        "zero": 0,
        "seven": 7,
        "rules": "xia",
        "day": "day-1",
        "markdown": "review.md",
        "token": it.users[living].feed_token,
        "no_token": "x" * 32,
        "one": 1,
        "an_entry": Entry.objects.filter(game=it.pk, kind="post").values_list("n", flat=True)[0],
        "no_entry": 0,
    }
    return Site(clients, values)


def address(route: str, row: Row, values: dict[str, Any]) -> str:
    """The address with the row's values in it."""
    given = iter(row.args)
    return "/" + re.sub(r"<(?:\w+:)?\w+>", lambda _: str(values[next(given)]), route)


def answered(client: Client, url: str, row: Row) -> int:
    """The status of the answer. Streams are read as streams."""
    if is_stream(url):
        return read(client, url)[0]
    if row.body is not None:
        response = client.generic(row.method, url, json.dumps(row.body), "application/json")
    else:
        response = client.generic(row.method, url, "", "application/x-www-form-urlencoded")
    response.close()
    return int(response.status_code)


def test_everybody_opens_what_is_his_and_nothing_else(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "readers", Here())
    wrong = []
    for route, rows in ROWS.items():
        for row in rows:
            url = address(route, row, site.values)
            for who in WHO:
                client = site.clients[who]
                if route == "logout/" and row.method == "POST":
                    client = play.client(None)  # nobody loses his session here
                status = answered(client, url, row)
                if status != row.expected[who]:
                    wrong.append(f"{who}: {row.method} {url} → {status}, not {row.expected[who]}")
    assert wrong == []


@pytest.mark.parametrize("who", WHO)
def test_what_one_may_not_open_looks_like_what_does_not_exist(site: Site, who: str) -> None:
    client, values = site.clients[who], site.values

    def shape(url: str) -> str:
        response = client.get(url)
        assert response.status_code == 404, url
        body = re.sub(r'value="[A-Za-z0-9]{64}"', "", response.content.decode())
        return body.replace(url, "URL").replace(values["game"], "GAME").replace("nosuchgame", "GAME")

    kinds = {shape(f"/g/{values['game']}/t/talk-77/"), shape("/g/nosuchgame/"), shape("/g/nosuchgame/t/talk-1/")}
    if who not in ("living", "director"):
        kinds.add(shape(f"/g/{values['game']}/t/{values['room']}/"))
    if who not in PLAYS:
        kinds.add(shape(f"/g/{values['game']}/seat/"))
    if who not in ("dead", "director"):
        kinds.add(shape(f"/g/{values['game']}/graveyard/"))
    if who != "director":
        kinds.add(shape(f"/g/{values['game']}/letters/"))
    assert len(kinds) == 1


def test_nothing_is_done_without_a_token(site: Site) -> None:
    """Every address that takes a POST refuses one that another site sent."""
    game, values = site.values["game"], site.values
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get(username=values["player"]))
    for url in ("/login/", "/join/", "/logout/", "/language/", "/me/", f"/g/{game}/seat/", f"/g/{game}/leave/", f"/g/{game}/t/talk-1/"):
        assert client.post(url, {"text": "x", "do": "say"}).status_code == 403, url
    assert client.get("/me/").status_code == 200  # still logged in


def test_headers_are_on_every_answer(site: Site, settings: Any) -> None:
    game = site.values["game"]
    for who, client in site.clients.items():
        for url in ("/", "/login/", "/me/", "/me", f"/g/{game}/", f"/g/{game}/seat/", "/g/nosuchgame/", "/static/board.css"):
            response = client.get(url)
            assert "script-src 'self'" in response.headers["Content-Security-Policy"], url
            assert "unsafe" not in response.headers["Content-Security-Policy"]
            assert response.headers["X-Content-Type-Options"] == "nosniff", url
            if not url.startswith("/static"):
                kept = response.headers.get("Cache-Control", "")
                assert "no-store" in kept if who != "visitor" else kept or response.status_code == 301 or response.status_code == 302, (
                    who,
                    url,
                )
            response.close()


def test_pages_hold_neither_script_nor_style_of_their_own(site: Site) -> None:
    """What the policy would forbid is not there in the first place."""
    game = site.values["game"]
    for url in ("/", "/login/", "/join/", "/me/", "/ladder/", f"/g/{game}/", f"/g/{game}/seat/", f"/g/{game}/t/votes-1/"):
        body = site.clients["living"].get(url).content.decode()
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:", body), url
