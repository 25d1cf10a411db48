"""What a process keeps of posts is what it would draw anew: for every kind of viewer, before and after every kind of event; and no secret.

A page is asked for while everything of the past is still kept, then with nothing kept and nothing kept of it: the bytes are the same.
"""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from bansha.board.games import kept_posts
from bansha.board.games.drawing_posts import Look, as_html, look_of
from bansha.board.games.kept_posts import A_KEY, Shelf
from bansha.board.games.models import Entry, Seat, Stay, Thread
from bansha.board.games.names import Change
from bansha.rules import phases
from bansha.rules.xia import codes
from bansha.table.inputs import Correct, CorrectVote, Pause, ProxyPost, Resume
from tests.board import play
from tests.board.play import BoardGame

Games = Callable[..., BoardGame]
PLACES = ("t/talk-1/", "t/votes-1/", "t/talk-2/", "t/votes-2/", f"t/room-{codes.P_BLACK}/")
QUERIES: tuple[dict[str, Any], ...] = ({}, {"by": ["0", "d"]})
_ONCE = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


class Nothing(Shelf):
    """A shelf on which nothing stays."""

    def put(self, *_: Any) -> None:
        """Not kept."""


@pytest.fixture(autouse=True)
def shelf(monkeypatch: pytest.MonkeyPatch) -> Shelf:
    """A shelf of this test's own."""
    made = Shelf(kept_posts.MOST)
    monkeypatch.setattr(kept_posts, "_shelf", made)
    return made


class Readers:
    """One of every kind, with their languages and clocks; the same people from the beginning to the end."""

    def __init__(self, game: BoardGame, elsewhere: BoardGame) -> None:
        self.game = game
        black, *others = game.seats(codes.BLACK)
        commoners = game.seats(codes.COMMONER)
        self.black, self.newcomer, self.leaving, self.voted_out = others[0], commoners[0], commoners[1], black
        self.clients = {
            "visitor": play.client(None),
            "spectator": play.client(play.user("spectator")),
            "elsewhere": elsewhere.client(0),
            "black": game.client(self.black),
            "black in English": game.client(self.black),
            "in the room for a while": game.client(self.newcomer),
            "former": game.client(self.leaving),
            "soon out": game.client(self.voted_out),
            "far away": game.client(commoners[2]),
            "director": game.director(),
            "visitor in English": play.client(None),
        }
        for who in ("black in English", "visitor in English"):
            self.clients[who].cookies["lang"] = "en"
        far = game.users[commoners[2]]
        far.zone = "Europe/London"
        far.save()

    def pages(self) -> dict[tuple[str, str], bytes]:
        """Everything that each of them sees of the threads."""
        found = {}
        for who, client in self.clients.items():
            for place in PLACES:
                for query in QUERIES:
                    answer = client.get(self.game.url(place), query)
                    said = _ONCE.sub("", answer.content.decode())
                    found[who, f"{place}{query}"] = f"{answer.status_code} {said}".encode()
        return found


def events(readers: Readers) -> Iterator[str]:
    """Every kind of thing that changes what a thread shows, one after another."""
    game = readers.game
    first, second, third = game.seats(codes.COMMONER)[2:]
    yield "nothing yet"
    for n in range(5):
        game.post(n % 20, f"第 {n} 句")
    game.post(second, "看看这个", quote=4)
    yield "posts, and one that quotes"
    game.vote(first, readers.voted_out)
    game.vote(second, first)
    yield "votes"
    game.vote(second, readers.voted_out, quote=3)
    game.post(third, "投票对象：谁也不是\n投票理由：试", "votes-1")
    yield "a change, and a void vote"
    game.send(CorrectVote(third, readers.voted_out, "看错了"), game.organiser)
    yield "a vote corrected"
    game.say(readers.newcomer, "请导演代投")
    game.send(ProxyPost(readers.newcomer, readers.voted_out), game.organiser)
    yield "a proxy vote"
    closes = game.row.closes
    assert closes is not None
    game.send(Pause("等一等"), game.organiser)
    yield "paused"
    game.send(Resume(closes.isoformat()), game.organiser)
    yield "resumed"
    game.clock.tick(60)
    game.substitute(readers.leaving, "新来的")
    game.clock.tick(60)
    game.post(readers.leaving, "我接手了", quote=2)
    yield "somebody else under another name"
    game.clock.tick(60)
    game.substitute(readers.leaving, "又一个")
    game.clock.tick(60)
    game.post(readers.leaving, "又换人了", quote=2)
    yield "and again"
    game.votes(readers.voted_out, *(seat for seat in game.alive if seat not in (first, second, third, readers.newcomer)))
    game.until(phases.NIGHT, 1)
    game.post(readers.black, "今晚杀谁", f"room-{codes.P_BLACK}")
    yield "somebody out, the day closed, a room at night"
    Stay.objects.create(game_id=game.pk, room=codes.P_BLACK, seat=readers.newcomer, first_floor=3, first_entry=1)
    yield "somebody new in the room"
    game.post(readers.black, "再说一句", f"room-{codes.P_BLACK}", quote=2)
    Stay.objects.filter(game_id=game.pk, seat=readers.newcomer).update(last_floor=3, last_entry=2)
    yield "and gone from it"
    game.say(readers.black, f"杀 {game.name(third)}")
    game.until(phases.DAY, 2)
    game.vote(first, second)
    yield "a death at night, the next day open"
    entry = Entry.objects.filter(game=game.pk, kind="post", line__contains=f"投票对象：{game.name(first)}").latest("n")
    kind, thread, seat, _text, quote = ["post", "votes-1", second, "", 0]
    game.send(Correct(entry.n, [kind, thread, seat, f"投票对象：{game.name(third)}\n投票理由：见讨论帖", quote]), game.organiser)
    yield "a corrected past"
    Seat.objects.filter(game=game.pk, number=second).update(out="侠士", name="改了名")
    yield "a corrected past in which somebody else is out, and of another name: as receive.correct_seats writes it"
    game.finish()
    yield "the end: rooms open to all"


def test_what_is_kept_is_what_is_drawn_for_everybody_after_everything(game: Games, shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = game("piper", phases.DAY, prefix="e")
    readers = Readers(game("xia", phases.DAY), elsewhere)
    seen: set[bytes] = set()
    for event in events(readers):
        first = readers.pages()  # with all that was kept before
        with monkeypatch.context() as patch:
            patch.setattr(kept_posts, "_shelf", Nothing(0))
            fresh = readers.pages()
        for where, page in fresh.items():
            assert first[where] == page, (event, where)
        seen |= set(fresh.values())
    assert len(seen) > 300  # they differ: nobody was shown one and the same page all the time
    rooms = set(Thread.objects.filter(key__startswith="room-").values_list("pk", flat=True))
    assert rooms
    assert not {thread for _look, thread, _page in shelf.pages} & rooms
    assert not any("今晚杀谁" in html for page in shelf.pages.values() for html in page.values())


@pytest.mark.parametrize("field", Look._fields)
def test_every_value_of_a_look_tells_what_is_kept_apart(game: Games, field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One value alone differs, as it hardly ever does in a game: what is drawn differs, and what was kept before is not taken for it."""
    it = game("piper", phases.DAY)
    it.vote(0, 1)
    row, thread = it.row, Thread.objects.get(game=it.pk, key="votes-1")
    one = look_of(row, "zh", writes=True)
    later = it.clock.now + timedelta(hours=1)
    others: dict[str, Any] = {
        "game": "another",
        "lang": "en",
        "seats": tuple((name, "老鼠") for name, _out in one.seats),
        "changes": (Change(later, 99, 0, "从前的"),),
        "zone": "Europe/London",
        "writes": False,
        "vote_path": "",
    }
    other = one._replace(**{field: others[field]})
    kept_posts.html_of(row, thread, one, [1, 2])
    found = kept_posts.html_of(row, thread, other, [1, 2])
    assert found != kept_posts.html_of(row, thread, one, [1, 2])
    monkeypatch.setattr(kept_posts, "_shelf", Nothing(0))
    assert found == kept_posts.html_of(row, thread, other, [1, 2])


def test_a_post_that_comes_is_all_that_is_drawn(game: Games, visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    it = game("piper", phases.DAY)
    for n in range(60):
        it.post(n % 12, f"第 {n} 句")
    drawn: list[int] = []

    def noted(rows: list[dict[str, Any]], look: Look) -> list[str]:
        drawn.extend(row["floor"] for row in rows)
        return as_html(rows, look)

    monkeypatch.setattr(kept_posts, "as_html", noted)
    visitor.get(it.url("t/talk-1/"))
    it.post(0, "再来一句")
    visitor.get(it.url("t/talk-1/"))
    assert drawn == list(range(51, 63))
    visitor.get(it.url("t/talk-1/"), {"by": ["0"]})
    visitor.get(it.url("t/talk-1/"), {"from": "30"})
    assert sorted(drawn) == sorted({*drawn[:12], *range(2, 51, 12), *range(30, 51)})


def test_the_shelf_is_bounded_and_what_was_used_last_stays() -> None:
    shelf = Shelf(3 * (A_KEY + 100))
    keys: list[Any] = [("look", 1, n) for n in range(5)]
    for key in keys[:3]:
        shelf.put(key, {1: "x" * 100})
    assert shelf.get(keys[0]) == {1: "x" * 100}
    shelf.put(keys[3], {51: "y" * 60})
    assert [bool(shelf.get(key)) for key in keys] == [True, False, True, True, False]
    shelf.put(keys[3], {52: "y" * 40})
    assert shelf.get(keys[3]) == {51: "y" * 60, 52: "y" * 40}
    assert shelf.held == 3 * (A_KEY + 100)
    shelf.put(keys[4], {1: "z" * 100_000})  # more than all that may be kept
    assert shelf.held == 0
    assert not shelf.pages
