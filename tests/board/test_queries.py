"""What a page asks of the database does not grow: neither with posts, nor with seats, nor with games."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bansha.board.games import kept_posts
from bansha.rules import phases
from tests.board import play
from tests.board.play import BoardGame, Clock

Dealt = Callable[..., BoardGame]
PAGES = ("", "t/talk-1/", "t/talk-1/?from=1", "t/votes-1/", "votes/1/", "seat/", "rules/", "feed.atom")


def asked(client: Client, url: str) -> tuple[int, int]:
    """How many queries a page takes when nothing is kept of its posts, and the next time."""
    assert client.get(url).status_code == 200, url
    counts = []
    kept_posts._shelf = kept_posts.Shelf(kept_posts.MOST)
    for _ in range(2):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(url)
        counts.append(len(queries))
    return counts[0], counts[1]


def counts(game: BoardGame, seat: int) -> dict[str, tuple[int, int]]:
    """Queries of every page for a player, and of the front page."""
    client = game.client(seat)
    return {page: asked(client, game.url(page)) for page in PAGES} | {"/": asked(client, "/")}


def test_with_posts_quotes_and_votes(game: Dealt, clock: Clock) -> None:
    playing = game("piper", phases.DAY)
    for seat in range(3):
        playing.post(seat)
        playing.vote(seat, 5)
    playing.post(1, "引用一次", quote=2)  # what is quoted is asked for once, however much it is
    playing.vote(2, 4, quote=4)
    few = counts(playing, 0)
    for n in range(40):
        playing.post(n % 12, f"第 {n} 句", quote=n % 3 + 2)
    for seat in range(3, 12):
        playing.vote(seat, 2 if seat != 2 else 3)
        playing.say(seat, "同意平局" if seat != 11 else "什么")
    playing.vote(1, 4, quote=3)
    assert counts(playing, 0) == few


def test_with_seats(game: Dealt, clock: Clock) -> None:
    """Twenty seats of one rule set, twelve of the other; what they differ in is not queries."""
    found = {}
    for rules in ("piper", "xia"):
        playing = game(rules, phases.DAY, prefix=rules)
        playing.post(0)
        playing.vote(0, 2)
        found[rules] = counts(playing, 0)
    assert found["xia"]["t/talk-1/"] == found["piper"]["t/talk-1/"]
    assert {page: n for page, n in found["xia"].items() if page in ("", "votes/1/", "/")} == {
        page: n for page, n in found["piper"].items() if page in ("", "votes/1/", "/")
    }


def test_with_games(game: Dealt, clock: Clock) -> None:
    first = game("piper", prefix="same")
    for other in range(2):
        game("piper", prefix=f"other{other}-")
    first.until(phases.DAY)
    few = counts(first, 0)
    for other in range(4):
        play.dealt(clock, "piper", prefix="same", seats=12 if other % 2 else 5)
    more = counts(first, 0)
    assert more == few


@pytest.mark.parametrize("rest", ["desk/", "desk/log/", "desk/audit/"])
def test_the_desk(rest: str, game: Dealt, clock: Clock) -> None:
    playing = game("piper", phases.DAY)
    few = asked(playing.director(), playing.url(rest))
    for seat in range(12):
        playing.post(seat)
        playing.vote(seat, (seat + 1) % 12)
        playing.say(seat, "同意平局" if seat else "什么")
    assert asked(playing.director(), playing.url(rest)) == few
