"""X-R39 in all its parts, by what a seat is shown (``views``): membership from the dawn of entry to the exit, nothing earlier or later."""

from typing import Any

import pytest

from bansha.rules import phases
from bansha.rules.errors import Malformed
from bansha.rules.notices import to_room
from bansha.table.inputs import Message, Substitute
from bansha.table.views import public_view, room_floors, seat_view
from tests.table.play import A1, A2, A3, A4, A5, B1, B2, B3, C1, CRIMSON, SHADOW, WHITE, Game, begun, dealt, night, of

BLACK_ROOM, WHITE_ROOM, INDEPENDENTS_ROOM = 0, 3, 7


def kinds(game: Game, seat: int, room: int | None = None) -> list[list[Any]]:
    """What a seat is shown of a room, or to itself."""
    address = to_room(room) if room is not None else f"s{seat}"
    return [[told.notice.what, *told.notice.args] for told in seat_view(game.table, seat) if told.notice.to == address]


def converted() -> Game:
    """Night 1: the group writes and orders; azure 1 is converted by their kill at dawn. Day 2 is open."""
    game = night("xia")
    game.post(B1, "杀谁", "room-0")
    game.say(B2, f"杀 {game.name(A1)}")
    game.until(phases.DAY)
    return game


def test_original_members_know_their_room_from_the_start() -> None:
    game = begun("xia")
    assert kinds(game, B1) == [["role", 0], ["room", BLACK_ROOM, [B1, B2, B3]]]
    assert kinds(game, SHADOW)[1:] == [["room", 1, [SHADOW]]], "one alone has a room too"
    assert [row[0] for row in kinds(game, C1)] == ["role"]
    assert [row[0] for row in kinds(game, A1)] == ["role"]
    assert room_floors(game.table, BLACK_ROOM, B1) == [(2, -1)]
    assert room_floors(game.table, BLACK_ROOM, C1) == []


def test_nobody_is_told_of_a_room_that_is_not_theirs() -> None:
    """Group orders are shown to members with their sender, and to nobody else."""
    game = night("xia")
    game.say(B2, "杀 米线")
    for seat in range(20):
        rooms = {told.notice.to for told in seat_view(game.table, seat) if told.notice.to[0] == "r"}
        assert rooms == ({"r0"} if seat in (B1, B2, B3) else set())
    assert kinds(game, B3, BLACK_ROOM) == [["stands", B2, "kill", [C1], -1, -1]]


def test_a_newcomer_hears_who_the_members_are_and_they_of_him() -> None:
    """1.10: all members know each other. X-R21: the converting order tells nothing else."""
    game = converted()
    assert kinds(game, A1)[-2:] == [["became", 10], ["room", BLACK_ROOM, [B1, B2, B3, A1]]]
    assert kinds(game, B1, BLACK_ROOM)[-1] == ["new_member", BLACK_ROOM, A1]
    assert not any(told.notice.what in ("became", "new_member") for told in public_view(game.table))


def test_a_newcomers_room_begins_with_his_entry() -> None:
    """Earlier posts, orders and results are not shown."""
    game = converted()
    assert [row[0] for row in kinds(game, A1, BLACK_ROOM)] == ["new_member"], "not the order of the night before"
    assert room_floors(game.table, BLACK_ROOM, A1) == [(3, -1)], "floor 2 was written before his time"
    game.post(B1, "欢迎", "room-0")
    game.post(A1, "大家好", "room-0", 3)
    game.until(phases.NIGHT)
    game.say(A1, "杀 米线")
    assert kinds(game, B3, BLACK_ROOM)[-1] == ["stands", A1, "kill", [C1], -1, -1]
    assert kinds(game, A1, BLACK_ROOM)[-1] == kinds(game, B3, BLACK_ROOM)[-1]


def test_a_newcomer_cannot_quote_what_he_may_not_read() -> None:
    game = converted()
    for floor in (1, 2, 3):
        with pytest.raises(Malformed, match="no floor"):
            game.post(A1, "看看", "room-0", floor)
    game.post(A1, "看看", "room-0")
    game.post(A1, "看看", "room-0", 3)


def test_who_goes_out_reads_and_writes_no_more() -> None:
    game = converted()
    game.post(B1, "白天的话", "room-0")
    game.votes(A1, *range(5, 15))
    said = game.until(phases.NIGHT)
    assert of(said, "tally")[0].args[6:8] == [A1, 10], "published as what he has become"
    game.post(B1, "夜里的话", "room-0")
    game.say(B1, "杀 米线")
    assert room_floors(game.table, BLACK_ROOM, A1) == [(3, 3)]
    assert room_floors(game.table, BLACK_ROOM, B1) == [(2, -1)]
    assert not any(row[0] == "stands" for row in kinds(game, A1, BLACK_ROOM))
    assert kinds(game, B1, BLACK_ROOM)[-1][0] == "stands"


def test_converted_and_out_at_the_same_dawn() -> None:
    """He is told his new identity, but neither the members nor the room, and they are not told of him."""
    game = night("xia", 2)
    game.say(WHITE, f"救 {game.name(A1)}")  # 1.10: heal and verify: the heal is the stronger and converts
    game.say(CRIMSON, f"验 {game.name(A1)}")
    game.until(phases.DAY)
    assert kinds(game, A1)[-2:] == [["became", 12], ["room", WHITE_ROOM, [WHITE, A1]]], "so it is for one who lives"

    game = begun("xia", {"day": 2, "phase": phases.NIGHT, "learnt": ["杀"]})
    game.say(WHITE, f"救 {game.name(A1)}")
    game.say(8, f"杀 {game.name(A1)}")  # 1.7: silver's kill has its plain effect, and the conversion spends the heal
    said = game.until(phases.WORDS)
    assert of(said, "dawn")[0].args[1] == [[A1, 12]]
    assert kinds(game, A1)[-1] == ["became", 12]
    assert kinds(game, WHITE, WHITE_ROOM)[1:] == []
    assert not of(said, "new_member")
    assert room_floors(game.table, WHITE_ROOM, A1) == []


def test_a_member_who_goes_out_at_a_dawn_does_not_hear_of_that_dawns_newcomer() -> None:
    game = begun("xia", {"day": 2, "phase": phases.NIGHT, "learnt": ["杀"]})
    game.say(B1, f"杀 {game.name(A1)}")
    game.say(8, f"杀 {game.name(B3)}")
    said = game.until(phases.WORDS)
    assert [n.args for n in of(said, "new_member")] == [[BLACK_ROOM, A1]]
    assert kinds(game, B2, BLACK_ROOM)[-1][0] == "new_member"
    assert not any(row[0] == "new_member" for row in kinds(game, B3, BLACK_ROOM))
    assert [row for row in kinds(game, A1) if row[0] == "room"] == [["room", BLACK_ROOM, [B1, B2, A1]]]


def test_the_independents_room_opens_at_the_dawn_of_day_4() -> None:
    """1.10, X-R39."""
    game = night("xia", 3)
    assert "room-7" not in game.table.threads
    game.until(phases.DAY)
    for seat in (A1, A2, A3, A4, A5):
        assert kinds(game, seat)[-2:] == [["became", 14], ["room", INDEPENDENTS_ROOM, [A1, A2, A3, A4, A5]]]
        assert room_floors(game.table, INDEPENDENTS_ROOM, seat) == [(2, -1)]
    game.post(A1, "在", "room-7")
    game.until(phases.NIGHT)
    game.say(A2, "杀 水饺")
    assert kinds(game, A3, INDEPENDENTS_ROOM) == [["stands", A2, "kill", [B1], -1, -1]]


def test_one_independent_alone_has_a_room_too() -> None:
    game = begun("xia", {"day": 3, "phase": phases.NIGHT, "gone": [A2, A3, A4, A5]})
    game.until(phases.DAY)
    assert kinds(game, A1)[-1] == ["room", INDEPENDENTS_ROOM, [A1]]
    game.post(A1, "只有我", "room-7")


def test_a_seat_is_told_nothing_of_who_became_what_elsewhere() -> None:
    """Two worlds: whether azure 1 was converted by white or by black is the same to a commoner."""
    views = []
    for seat, order in ((B1, "杀"), (WHITE, "救")):
        game = night("xia")
        game.say(seat, f"{order} {game.name(A1)}")
        game.until(phases.DAY)
        views.append([told.notice for told in seat_view(game.table, C1)])
    assert views[0] == views[1]


def test_piper_has_no_rooms() -> None:
    """P-R20."""
    game = dealt("piper")
    assert game.table.members == []
    assert not any(name.startswith("room") for name in game.table.threads)


def test_a_substitute_is_shown_what_the_seat_was_told_and_no_more() -> None:
    """X-R45: identity, the room since its entry, results; and what comes after."""
    game = converted()
    game.post(B1, "欢迎", "room-0")
    before = seat_view(game.table, A1)
    game.send(Substitute(A1, "新人"))
    after = seat_view(game.table, A1)
    assert after[: len(before)] == before
    assert [told.notice.what for told in after[len(before) :]] == ["substituted"]
    assert room_floors(game.table, BLACK_ROOM, A1) == [(3, -1)]
    assert [n.what for n in game.send(Message(A1, "放弃"))] == ["accepted", "stands"]
