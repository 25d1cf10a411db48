"""Opening a game: what the form takes, what it refuses and why, and the dates it shows."""

import pytest
from django.test import Client

from bansha.board.bots.seating import PREFIX
from bansha.board.games.models import Directorship, Game, Seat
from bansha.board.games.new import MOST_OPEN, Asked, defaults, groups
from bansha.board.texts import text
from bansha.rules import phases
from bansha.rules.face import RULE_SETS, face
from tests.board import play

NEW = "/games/new/"


def form(rules: str = "piper", **other: str) -> dict[str, str]:
    """The form as it stands, with a title and what is changed."""
    return {**defaults(rules), "rules": rules, "title": "新局", **other}


def test_only_whoever_is_logged_in_opens_a_game(visitor: Client) -> None:
    assert visitor.get(NEW).status_code == 302
    assert visitor.post(NEW, form(do="open")).status_code == 302
    assert not Game.objects.exists()


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_option_of_the_law_is_on_the_page_with_its_default(spectator: Client, rules: str) -> None:
    body = spectator.get(f"{NEW}?rules={rules}").content.decode()
    for name, value in face(rules).options({})._asdict().items():
        assert f'name="o-{name}" value="{value}"' in body
    assert {option.name for _group, options in groups(rules) for option in options} == set(face(rules).options({})._asdict())


@pytest.mark.parametrize("rules", RULE_SETS)
def test_as_it_stands_the_form_opens_a_classic_game(spectator: Client, rules: str) -> None:
    response = spectator.post(NEW, form(rules, do="open", invite="暗号", graveyard="on", publish="hand"))
    game = Game.objects.get()
    assert response.headers["Location"] == f"/g/{game.pk}/"
    assert game.header["options"] == dict(face(rules).options({})._asdict())
    assert (game.title, game.invite, game.graveyard, game.automatic) == ("新局", "暗号", True, False)
    assert Directorship.objects.filter(game=game, user__username="spectator").exists()


@pytest.mark.parametrize(
    ("field", "typed", "key", "values"),
    [
        ("bots", "13", "whole", {"low": 0, "high": 12}),
        ("start", "2026-12-01T20:00+08:00", "no_start", {}),  # the clock is that of the game's zone
        ("start", "tomorrow", "no_start", {}),
    ],
)
def test_what_is_wrong_is_said_with_what_would_be_right(
    spectator: Client, field: str, typed: str, key: str, values: dict[str, int]
) -> None:
    answer = spectator.post(NEW, form("piper", do="open", **{field: typed}))
    assert answer.status_code == 422
    assert text(f"new.{key}", "zh", **values) in answer.content.decode()
    assert not Game.objects.exists()


def test_a_preview_shows_dates_and_opens_nothing(spectator: Client) -> None:
    body = spectator.post(NEW, form("xia", do="preview")).content.decode()
    assert "第三夜 · 遗言" in body
    assert not Game.objects.exists()


def test_a_fast_game_shortens_its_cut_offs_unless_told_otherwise() -> None:
    fast = form("xia", calendar="fast", **{f"m-{phases.DAY}": "156"})
    wanted = Asked("xia", fast, "zh").read()
    assert wanted is not None
    assert wanted.options["change_cutoff_minutes"] == 6  # 60 of 1560 minutes
    assert wanted.options["illusion3_cutoff_minutes"] == 1
    wanted = Asked("xia", {**fast, "scale": ""}, "zh").read()
    assert wanted is not None
    assert wanted.options["change_cutoff_minutes"] == 60
    wanted = Asked("xia", {**fast, "o-change_cutoff_minutes": "20"}, "zh").read()
    assert wanted is not None
    assert wanted.options["change_cutoff_minutes"] == 20


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("title", " ", "请写一个名称"),
        ("o-rat", "三", "整数"),
        ("o-rat", "-1", "整数"),
        ("o-rat", "0", "rat 至少为 1"),
        ("zone", "Mars/Olympus", "时区"),
        ("start", "gestern", "第一天开始的时间"),
        ("start", "2020-01-01T12:30", "还没有到的时间"),
        ("reminder", "99999", "整数"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_opened(spectator: Client, field: str, value: str, says: str) -> None:
    response = spectator.post(NEW, form(do="open", **{field: value}))
    assert response.status_code == 422
    assert says in response.content.decode()
    assert not Game.objects.exists()


def test_own_times_that_make_no_calendar_are_refused(spectator: Client) -> None:
    times = {"c-opens": "20:00", "c-day_closes": "22:00", "c-night_closes": "23:00", "calendar": "own"}
    assert "排不成日程" in spectator.post(NEW, form("xia", do="open", **times)).content.decode()
    times.pop("c-night_closes")
    assert spectator.post(NEW, form("xia", do="open", **times)).status_code == 302


def test_bots_fill_seats_and_the_last_one_brings_on_the_deal(spectator: Client) -> None:
    spectator.post(NEW, form(do="open", bots="5"))
    game = Game.objects.get()
    assert Seat.objects.filter(game=game, user__username__startswith=PREFIX).count() == 5
    assert game.status == Game.SIGN_UP
    spectator.post(f"/g/{game.pk}/desk/", {"do": "bots", "bots": "7"})
    assert Game.objects.get().status == Game.RUNNING


def test_an_organiser_has_only_so_many_games_at_once(spectator: Client, staff: Client) -> None:
    for _ in range(MOST_OPEN):
        assert spectator.post(NEW, form(do="open")).status_code == 302
    assert spectator.post(NEW, form(do="open")).status_code == 422
    for _ in range(MOST_OPEN + 1):
        assert staff.post(NEW, form(do="open")).status_code == 302


def test_the_organiser_directs_and_gives_that_up_by_playing(spectator: Client) -> None:
    spectator.post(NEW, form(do="open"))
    game = Game.objects.get()
    assert spectator.get(f"/g/{game.pk}/desk/").status_code == 200
    spectator.post(f"/g/{game.pk}/join/", {"name": "石头"})
    assert spectator.get(f"/g/{game.pk}/desk/").status_code == 404
    assert play.user("spectator").pk == game.organiser_id
