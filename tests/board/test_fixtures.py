"""The fixtures bring a game where they say, through the front door."""

from collections.abc import Callable

import pytest
from django.test import Client

from bansha.board.games.models import Game
from bansha.rules import phases
from bansha.rules.xia import codes
from tests.board.play import BoardGame


@pytest.mark.parametrize("rules", ["xia", "piper"])
def test_a_game_is_dealt_and_goes_from_phase_to_phase_by_the_director(rules: str, game: Callable[..., BoardGame]) -> None:
    playing = game(rules)
    assert (playing.row.status, playing.table.phase) == (Game.RUNNING, phases.SIGNUP)
    assert playing.until(phases.DAY).row.phase == phases.DAY
    assert playing.until(phases.NIGHT).row.day == 1
    assert playing.until(phases.DAY).row.day == 2
    assert playing.finish().row.status == Game.FINISHED


def test_who_is_what_is_known_to_the_test_and_the_clients_are_the_seats(game: Callable[..., BoardGame], visitor: Client) -> None:
    playing = game("xia", phases.NIGHT)
    black = playing.seats(codes.BLACK)[0]
    room = playing.url("t/room-0/")
    assert playing.client(black).get(room).status_code == 200
    assert playing.client(playing.seats(codes.COMMONER)[0]).get(room).status_code == visitor.get(room).status_code == 404
