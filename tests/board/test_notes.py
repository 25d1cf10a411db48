"""Notes beside the game: letters to the people who direct, and the graveyard, sealed from the living."""

import re
from collections.abc import Callable

import pytest
from django.db import DatabaseError, transaction

from bansha.board.games.models import Note
from bansha.rules import phases
from tests.board import play

MakeGame = Callable[..., play.BoardGame]


@pytest.fixture
def with_dead(game: MakeGame) -> play.BoardGame:
    """A game with a graveyard, and seat 0 in it."""
    it = game("piper", phases.DAY, graveyard=True)
    it.votes(0, *range(2, 12))
    return it.until(phases.NIGHT)


def body(game: play.BoardGame, seat: int, page: str = "seat/") -> str:
    text = game.client(seat).get(game.url(page)).content.decode()
    return re.sub(r'value="[A-Za-z0-9]{64}"', "", text)


def test_a_letter_and_its_answer_are_read_by_the_two_alone(game: MakeGame) -> None:
    it = game("piper", phases.NIGHT)
    others = [body(it, seat) for seat in range(1, 12)]
    assert it.client(0).post(it.url("seat/"), {"do": "note", "text": "几点天亮？<b>"}).status_code == 302
    letters = it.director().get(it.url("letters/"), {"seat": "0"}).content.decode()
    assert "几点天亮？&lt;b&gt;" in letters
    assert it.director().post(it.url("letters/"), {"seat": "0", "text": "十二点五十。"}).status_code == 302
    assert "十二点五十。" in body(it, 0)
    assert [body(it, seat) for seat in range(1, 12)] == others


def test_a_letter_is_no_order(game: MakeGame) -> None:
    it = game("piper", phases.NIGHT)
    entries = it.row.entries
    it.client(0).post(it.url("seat/"), {"do": "note", "text": f"咬 {it.name(1)}"})
    assert it.row.entries == entries


def test_the_graveyard_is_for_the_dead(with_dead: play.BoardGame) -> None:
    it = with_dead
    assert 'href="' + it.url("graveyard/") in body(it, 0)
    living = [body(it, seat) for seat in range(1, 12)], body(it, 1, "")
    assert it.client(0).post(it.url("graveyard/"), {"text": "我死得好冤"}).status_code == 302
    assert "我死得好冤" in body(it, 0, "graveyard/")
    assert "我死得好冤" in it.director().get(it.url("graveyard/")).content.decode()
    assert ([body(it, seat) for seat in range(1, 12)], body(it, 1, "")) == living
    for seat in range(1, 12):
        assert it.client(seat).get(it.url("graveyard/")).status_code == 404
        assert it.client(seat).post(it.url("graveyard/"), {"text": "我也来"}).status_code == 404
    assert "graveyard" not in body(it, 1) + body(it, 1, "")


def test_a_game_without_a_graveyard_has_none(game: MakeGame) -> None:
    it = game("piper", phases.DAY)
    it.votes(0, *range(2, 12))
    it.until(phases.NIGHT)
    assert it.client(0).get(it.url("graveyard/")).status_code == 404
    assert "graveyard" not in body(it, 0)
    assert it.director().get(it.url("graveyard/")).status_code == 404


def test_notes_are_never_changed_or_deleted(with_dead: play.BoardGame) -> None:
    with_dead.client(0).post(with_dead.url("graveyard/"), {"text": "留言"})
    for change in (lambda: Note.objects.update(text="x"), lambda: Note.objects.all().delete()):
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
            change()


def test_many_notes_are_turned_over_page_by_page(with_dead: play.BoardGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bansha.board.games.notes.A_PAGE", 3)
    for n in range(7):
        with_dead.client(0).post(with_dead.url("graveyard/"), {"text": f"第{n}条"})
    seen, page = [], "graveyard/"
    while page:
        text = body(with_dead, 0, page)
        seen.append(re.findall(r"第(\d)条", text))
        more = re.search(r'href="(\?before=\d+)"', text)
        page = f"graveyard/{more[1]}" if more else ""
    assert seen == [["4", "5", "6"], ["1", "2", "3"], ["0"]]


def test_too_many_notes_at_once_are_refused(game: MakeGame) -> None:
    it = game("piper", phases.NIGHT)
    client = it.client(0)
    statuses = [client.post(it.url("seat/"), {"do": "note", "text": "在吗"}).status_code for _ in range(31)]
    assert statuses == [302] * 30 + [422]
