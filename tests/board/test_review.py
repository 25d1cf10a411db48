"""The review: nothing of it before the end, and after it the truth in pictures, tables and files."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client

from bansha.board.bots.demo import demo_user, finished_game
from bansha.board.games.models import Game
from bansha.rules import phases
from bansha.table.replaying import replay
from tests.board import play

EXAMPLES = Path(__file__).parents[2] / "examples"
MakeGame = Callable[..., play.BoardGame]


@pytest.fixture
def kitchen(db: None) -> Game:
    """The example game of 群侠, brought in from its case file."""
    return finished_game(EXAMPLES / "xia" / "game.yaml", demo_user("示范局").pk)


def page(client: Client, game: str, rest: str = "") -> str:
    """A page of the review."""
    response = client.get(f"/g/{game}/review/{rest}")
    assert response.status_code == 200, rest
    return str(response.content.decode())


def test_there_is_no_review_before_the_end_for_anybody(game: MakeGame, visitor: Client) -> None:
    it = game("piper", phases.DAY)
    for client in (visitor, it.client(0), it.director()):
        for rest in ("", "day-1/", "seat/1/", "export/log.jsonl"):
            assert client.get(it.url(f"review/{rest}")).status_code == 404
    it.finish()
    for rest in ("", "day-1/", "seat/1/", "export/log.jsonl"):
        assert visitor.get(it.url(f"review/{rest}")).status_code == 200
    assert visitor.get(it.url("review/seat/13/")).status_code == 404
    assert visitor.get(it.url("review/night-1/")).status_code == 404


def test_a_game_brought_in_keeps_its_times_and_has_ended(kitchen: Game) -> None:
    assert kitchen.status == Game.FINISHED
    assert kitchen.ended is not None
    assert kitchen.ended < kitchen.created
    assert kitchen.start.weekday() == 0  # a Monday, as in the case file
    assert (kitchen.created - kitchen.ended).days < 7


@pytest.mark.parametrize("days", [-700, 0, 700])
def test_the_example_has_ended_within_a_week_whatever_the_date_is(days: int, clock: play.Clock) -> None:
    """Where the case file says when, and from then on it would have grown older with every day."""
    clock.tick(timedelta(days=days + 15).total_seconds())
    made = finished_game(EXAMPLES / "xia" / "game.yaml", demo_user("示范局").pk)
    assert made.ended is not None
    assert timedelta() <= clock() - made.ended < timedelta(days=7)
    assert made.start.weekday() == 0


def test_every_chapter_and_every_seat_has_a_page(kitchen: Game, visitor: Client) -> None:
    overview = page(visitor, kitchen.pk)
    chapters = set(re.findall(rf"/g/{kitchen.pk}/review/([a-z]+-\d+)/", overview))
    assert chapters == {
        *(f"day-{n}" for n in range(1, 7)), *(f"night-{n}" for n in range(1, 7)), "runoff-3", "words-3", "words-4",
    }  # fmt: skip
    for chapter in chapters:
        page(visitor, kitchen.pk, f"{chapter}/")
    for seat in range(1, 21):
        page(visitor, kitchen.pk, f"seat/{seat}/")


def test_a_night_draws_what_was_void_turned_absorbed_and_converted(kitchen: Game, visitor: Client) -> None:
    """By the case file: night 1 turns 豆浆's verification and converts two; night 2 absorbs a kill; night 3 voids a heal and 豆浆 goes out."""
    first = page(visitor, kitchen.pk, "night-1/")
    assert first.count('<path class="bent"') == 2  # there and back
    assert first.count('class="then"') == 2
    assert '<path class="cross"' not in first
    second = page(visitor, kitchen.pk, "night-2/")
    assert second.count('<path class="redirected"') == 2
    third = page(visitor, kitchen.pk, "night-3/")
    assert third.count('<path class="cross"') == 1
    assert third.count('<g class="seat out">') == 1
    assert "作废" in third  # in words too, with the clause
    assert third.count('<g class="nth') == 5


def taken_up(tmp_path: Path, case: str) -> Game:
    """A game that was taken up in the middle."""
    (tmp_path / "case.yaml").write_text(case, encoding="utf-8")
    return finished_game(tmp_path / "case.yaml", demo_user("示范局").pk)


def disc(body: str, name: str) -> str:
    """What is drawn of a seat."""
    return next(part for part in re.findall(r'<g class="seat.*?</g>', body, re.DOTALL) if f">{name}</text>" in part)


def test_azures_that_were_converted_before_a_game_was_taken_up_have_their_colour(tmp_path: Path, visitor: Client) -> None:
    it = taken_up(tmp_path, """
case: 半路的群侠
rules: xia
clauses: ["1.8"]
azure: {青1: 白侠, 青2: 黑侠, 青3: 独立, 青4: 独立, 青5: 独立}
script:
  - night: 5
    orders:
      - 黑1: 杀 士1
      - 青1: 救 士1
  - day: 6
    director: [平局]
""")  # fmt: skip
    body = page(visitor, it.pk, "night-5/")
    colours = {name: set(re.findall(r'data-role="(\w+)"', disc(body, name))) for name in ("青1", "青2", "青3", "士1")}
    assert colours == {"青1": {"azure_white"}, "青2": {"azure_black"}, "青3": {"azure_independent"}, "士1": {"commoner"}}
    assert "青侠（白侠）" in disc(body, "青1")
    assert "原为青侠（中立）" in page(visitor, it.pk)


def test_marks_and_who_was_led_away_are_drawn_from_where_a_game_was_taken_up(tmp_path: Path, visitor: Client) -> None:
    it = taken_up(tmp_path, """
case: 半路的吹笛人
rules: piper
clauses: ["1.1.1", "1.3.1"]
marks: {说: 1, 童1: 1}
led: [鼠3]
script:
  - night: 3
    orders:
      - 鼠1: 咬 说
      - 鼠2: 咬 童3
      - 笛: 领走 童4
  - day: 4
    director: [平局]
""")  # fmt: skip
    body = page(visitor, it.pk, "night-3/")

    def drawn(name: str) -> tuple[int, int, list[str]]:
        seat = disc(body, name)
        return seat.count('class="bite"'), seat.count('class="bite tonight"'), re.findall(r'class="led (\w+)"', seat)

    assert {name: drawn(name) for name in ("说", "童1", "童3", "童4", "鼠3", "笛")} == {
        "说": (1, 1, []), "童1": (1, 0, []), "童3": (0, 1, []), "童4": (0, 0, ["tonight"]), "鼠3": (0, 0, ["before"]), "笛": (0, 0, []),
    }  # fmt: skip
    assert "说谎者 · 牙印 2（当夜 1）" in disc(body, "说")
    assert "普通小孩 · 当夜被领走" in disc(body, "童4")


def test_a_day_shows_changes_forced_and_struck_votes(kitchen: Game, visitor: Client) -> None:
    assert page(visitor, kitchen.pk, "day-1/").count('class="mark left"') == 1  # 月饼 changed; 年糕 too late
    third = page(visitor, kitchen.pk, "day-3/")
    assert third.count('class="mark forced"') == 2
    sixth = page(visitor, kitchen.pk, "day-6/")
    assert sixth.count('class="mark struck"') == 3
    assert "幻觉三：第12楼" in sixth  # the message that did it


def test_a_seats_story_has_what_it_sent_and_was_told(kitchen: Game, visitor: Client) -> None:
    body = page(visitor, kitchen.pk, "seat/7/")  # 豆浆, crimson
    assert "验锅贴" in body
    assert "验人失败。" in body
    assert "赤侠" in body
    assert "你的身份：黑侠" not in body


def test_the_log_can_be_replayed_and_says_the_same(kitchen: Game, visitor: Client) -> None:
    text = page(visitor, kitchen.pk, "export/log.jsonl")
    table, differing = replay(text.splitlines())
    assert differing == []
    assert table.over
    assert json.loads(text.splitlines()[0])["rules"] == "xia"


def test_the_deal_is_checked_against_its_commitment(game: MakeGame, visitor: Client, kitchen: Game) -> None:
    it = game("piper", phases.DAY).finish()
    body = page(visitor, it.pk)
    assert "已核对" in body
    assert play.SEED in body
    assert f"printf '%s' '{play.SEED}:{play.SALT}'" in body.replace("&#39;", "'")
    assert "没有承诺可以核对" in page(visitor, kitchen.pk)


def test_exports_make_what_players_wrote_harmless(game: MakeGame, visitor: Client) -> None:
    it = game("piper", phases.NIGHT)
    it.say(0, "[b]咬[/b] | <b>*谁*</b>")
    it.finish()
    markdown = page(visitor, it.pk, "export/review.md")
    assert r"\[b\]咬\[/b\] \| \<b\>\*谁\*\</b\>" in markdown
    bbcode = page(visitor, it.pk, "export/review.bbcode.txt")
    assert "[b]咬" not in bbcode
    assert it.row.title in markdown.splitlines()[1]  # elsewhere it is known by its title
    assert it.row.title in bbcode.splitlines()[1]
    assert "&lt;b&gt;" in page(visitor, it.pk, "night-1/")


def test_english_is_complete(kitchen: Game) -> None:
    client = Client(headers={"accept-language": "en"})
    for rest in ("", "night-1/", "day-3/", "seat/7/", "export/review.md"):
        page(client, kitchen.pk, rest)
