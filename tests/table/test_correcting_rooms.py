"""Corrections and rooms: members who were wrong or missing, and what a room was told (issue, section 3)."""

from typing import Any

import pytest

from bansha.rules import phases
from bansha.rules.errors import Unlawful
from bansha.rules.notices import EVERYBODY, to_seat
from bansha.table.inputs import Substitute
from bansha.table.views import room_floors, seat_view
from tests.table.corrections import after_a_night, correct, entry, rectified
from tests.table.play import (
    A1,
    A2,
    B1,
    B2,
    B3,
    C1,
    C2,
    WHITE,
    Game,
    night,
    of,
)


def rooms_of(game: Game, seat: int) -> list[list[Any]]:
    return [[told.notice.what, *told.notice.args] for told in seat_view(game.table, seat) if told.notice.to[0] == "r"]


def test_a_wrong_conversion_is_undone_and_a_right_one_done() -> None:
    """Black's kill converted A1, where A2 was meant. A1 leaves the room now and keeps what it has read; A2 enters now."""
    game = night("xia")
    game.say(B1, f"杀 {game.name(A1)}")
    number = entry(game)
    game.until(phases.DAY)
    game.post(B2, "欢迎", "room-0")  # floor 2
    seen = rooms_of(game, A1)
    said = correct(game, number, ["message", B1, f"杀 {game.name(A2)}"])
    assert rectified(said, to_seat(A1)) == [(["became", 10], None), (["room", 0, [B1, B2, B3, A1]], None), (["new_member", 0, A1], None)]
    assert rectified(said, to_seat(A2)) == [(None, ["became", 10]), (None, ["room", 0, [B1, B2, B3, A2]]), (None, ["new_member", 0, A2])]
    assert rectified(said, to_seat(B1))[-1] == (["new_member", 0, A1], ["new_member", 0, A2])
    assert rectified(said, EVERYBODY) == []
    assert rooms_of(game, A1) == seen, "what was told was told"
    game.post(B2, "认错人了", "room-0")
    game.until(phases.NIGHT)
    game.say(A2, "杀 米线")
    assert rooms_of(game, A1) == seen
    assert rooms_of(game, A2)[-1][:2] == ["stands", A2]
    assert (room_floors(game.table, 0, A1), room_floors(game.table, 0, A2)) == ([(2, 2)], [(3, -1)])


def test_a_rooms_old_notices_are_rectified_to_its_members_of_then() -> None:
    """X-R39: a newcomer is not shown earlier orders, not even as a correction of them."""
    game = night("xia")
    game.say(B1, "杀 米线 由 包子")
    number = entry(game)
    game.say(B1, f"杀 {game.name(A1)}")
    game.until(phases.DAY)
    said = correct(game, number, ["message", B1, "杀 凉皮"])
    assert {n.to for n in of(said, "rectified")} == {to_seat(seat) for seat in (B1, B2, B3)}
    assert rectified(said, to_seat(A1)) == []


def test_a_rooms_notice_that_was_right_but_told_to_the_wrong_people() -> None:
    """The order of night 2 is the same in both pasts; A2, who should have been a member, should have been told of it, and A1 not."""
    game = night("xia")
    game.say(B1, f"杀 {game.name(A1)}")
    number = entry(game)
    game.until(phases.NIGHT)
    game.say(B2, "杀 米线")
    said = correct(game, number, ["message", B1, f"杀 {game.name(A2)}"])
    stands = ["stands", B2, "kill", [C1], -1, -1]
    assert (stands, None) in rectified(said, to_seat(A1))
    assert (None, stands) in rectified(said, to_seat(A2))
    assert not any(stands in row for row in rectified(said, to_seat(B3)))


def test_one_who_was_out_in_truth_leaves_the_room_with_the_correction() -> None:
    game, number = after_a_night("杀 凉皮")
    game.say(C2, "放弃遗言")
    correct(game, number, ["message", B1, f"杀 {game.name(WHITE)}"])
    assert room_floors(game.table, 3, WHITE) == [(2, 1)]
    with pytest.raises(Unlawful, match="not in this room"):
        game.post(WHITE, "x", "room-3")


def test_a_substitute_is_shown_the_corrections_of_the_seat() -> None:
    game, number = after_a_night("杀 凉皮")
    correct(game, number, ["message", B1, "杀 米线"])
    before = seat_view(game.table, B2)
    game.send(Substitute(B2, "新人"))
    assert seat_view(game.table, B2)[: len(before)] == before
    assert any(told.notice.what == "rectified" and told.notice.to == to_seat(B2) for told in before)
