"""The log is the game: the same lines give the same table and notices, and any change of them is named (issue, section 3)."""

import json
import random
from collections.abc import Iterable
from typing import Any
from zlib import crc32

import pytest

from bansha.rules import phases
from bansha.rules.errors import BanshaError, Malformed
from bansha.table import log
from bansha.table.inputs import (
    Adjust,
    Correct,
    CorrectVote,
    DeclareDraw,
    Message,
    OpenEarly,
    Pause,
    Post,
    ProxyPost,
    Resume,
    Substitute,
    Tick,
)
from bansha.table.replaying import log_lines, replay
from bansha.table.table import Table
from tests.table.play import NAMES, Game, dealt, fingerprint


def eventful() -> Game:
    """A game with an input of every kind."""
    game = dealt("xia", reminder=60)
    game.until(phases.DAY) if game.table.phase != phases.SIGNUP else game.next()
    for seat in range(6):
        game.vote(seat, seat + 7)
    game.post(0, '表情😀 和\u2028行分隔 "引号" \\ 反斜杠\t制表')
    game.vote(0, 9, quote=2)
    first_vote = len(game.table.log)
    game.send(ProxyPost(8, 9))
    game.send(CorrectVote(1, 9, "看错"))
    game.send(Pause("停电"))
    game.send(Resume("2026-12-01T23:00", ""))
    game.send(Adjust("2026-12-01T22:00", "照旧"))
    game.say(3, "更正 水饺")
    game.until(phases.NIGHT)
    killers = [seat for seat in range(20) if game.table.state.identity[seat] == 0]
    victim = next(seat for seat in range(20) if game.table.state.identity[seat] == 8)
    game.say(killers[0], f"杀 {game.name(victim)}")
    order = len(game.table.log)
    game.say(killers[0], "你好")
    game.post(killers[1], "好", "room-0")
    game.until(phases.WORDS)
    game.send(OpenEarly())
    game.send(Substitute(victim, "新人"))
    game.post(victim, "再见", f"words-{game.table.state.day}")
    game.send(Correct(first_vote, ["post", "votes-1", 0, "改票对象：花卷\n改票理由：x", 2]))
    game.send(Correct(order, ["tick"]))
    game.send(DeclareDraw("散了"))
    return game


GAME = eventful()
LINES = tuple(log_lines(GAME.table))


def test_the_game_of_these_tests_has_every_kind_of_input() -> None:
    kinds = {entry.input[0] for entry in GAME.table.log}
    assert kinds == {
        "sign_up", "deal", "tick", "post", "message", "adjust", "pause", "resume", "open_early", "correct_vote", "proxy", "substitute",
        "correct", "declare_draw",
    }  # fmt: skip


def test_a_log_replays_to_the_same_table_byte_for_byte() -> None:
    again, differing = replay(LINES)
    assert differing == []
    assert fingerprint(again) == fingerprint(GAME.table)
    assert tuple(log_lines(again)) == LINES


def test_line_ends_make_no_difference() -> None:
    again, _ = replay(line + "\n" for line in LINES)
    assert tuple(log_lines(again)) == LINES


def test_every_beginning_of_a_log_is_the_log_of_that_moment() -> None:
    """Acknowledged means kept: whatever had been written when the power went is a whole game."""
    for length in range(1, len(LINES) + 1, 7):
        again, differing = replay(LINES[:length])
        assert differing == []
        assert tuple(log_lines(again)) == LINES[:length]


def test_a_replayed_game_goes_on_like_the_other() -> None:
    lines = [line for line in LINES if '"declare_draw"' not in line]
    again, _ = replay(lines)
    live = eventful_without_end()
    for what in (Tick(), Post("talk-2", 0, "早"), Message(5, "同意平局")):
        at = live.time = live.time.replace(microsecond=live.time.microsecond + 1)
        outcomes = []
        for table in (again, live.table):
            try:
                outcomes.append(str(table.receive(what, at)))
            except BanshaError as error:
                outcomes.append(error.code)
        assert outcomes[0] == outcomes[1]
    assert fingerprint(again) == fingerprint(live.table)


def eventful_without_end() -> Game:
    table, _ = replay([line for line in LINES if '"declare_draw"' not in line])
    assert table.now is not None
    return Game(table, table.now)


# ---- a changed byte ---------------------------------------------------------------------------------------------------------------------


def broken(lines: Iterable[str]) -> str:
    with pytest.raises(Malformed) as error:
        replay(lines)
    assert error.value.zh
    return str(error.value)


def with_byte(line: str, place: int, byte: int) -> str:
    raw = bytearray(line.encode())
    raw[place] = byte
    return raw.decode("utf-8", "surrogateescape")


@pytest.mark.parametrize("number", range(1, len(LINES) + 1))
def test_a_changed_byte_is_named_wherever_it_stands(number: int) -> None:
    """Every place of the line, header and check included; the error says the line, the byte and what it was."""
    raw = LINES[number - 1].encode()
    dice = random.Random(number)
    previous = int(LINES[number - 2][-10:-2], 16) if number > 1 else log.START
    for place in range(len(raw)) if len(raw) < 1_000 else dice.sample(range(len(raw)), 500):
        byte = dice.choice([b for b in range(256) if b != raw[place] and b != 10])
        with pytest.raises(Malformed) as error:
            log.opened(with_byte(LINES[number - 1], place, byte).encode("utf-8", "surrogateescape"), previous, number)
        assert (
            str(error.value) == f"line {number}, byte {place + 1} was changed: it is {bytes((byte,))!r} and was {raw[place : place + 1]!r}"
        )


def test_a_replay_stops_at_a_changed_byte() -> None:
    for number in (1, 2, 22, len(LINES)):
        raw = LINES[number - 1].encode()
        lines = [*LINES[: number - 1], with_byte(LINES[number - 1], 9, raw[9] ^ 1), *LINES[number:]]
        assert broken(lines).startswith(f"line {number}, byte 10 was changed")


def test_a_changed_byte_of_a_long_line_is_found_at_once() -> None:
    """Post of 20,000 characters: trying every byte at every place took minutes."""
    game = dealt("xia")
    game.next()
    game.post(0, "长" * 20_000)
    lines = list(log_lines(game.table))
    raw = lines[-1].encode()
    assert len(raw) > 60_000
    for place in (100, 30_000, len(raw) - 60):
        message = broken([*lines[:-1], with_byte(lines[-1], place, raw[place] ^ 1)])
        assert f"line {len(lines)}, byte {place + 1} was changed" in message


def test_a_changed_end_of_line_is_named() -> None:
    joined = LINES[4] + "x" + LINES[5]
    message = broken([*LINES[:4], joined, *LINES[6:]])
    assert message == f"line 5, byte {len(LINES[4].encode()) + 1} was changed: it is b'x' and was b'\\n'"


def test_several_changed_bytes_name_the_line() -> None:
    line = LINES[10].replace("sign_up", "SIGN_UP")
    assert broken([*LINES[:10], line, *LINES[11:]]).startswith("line 11 does not fit its check")


@pytest.mark.parametrize("place", [1, 5, 20, len(LINES) - 2])
def test_lines_that_are_missing_repeated_or_in_another_order(place: int) -> None:
    lines = list(LINES)
    for other in (
        [*lines[:place], *lines[place + 1 :]],
        [*lines[: place + 1], *lines[place:]],
        [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]],
    ):
        assert "missing, repeated or in another order" in broken(other)


def test_a_log_cut_off_within_a_line() -> None:
    for cut in (1, 5, 20, 40):
        assert f"line {len(LINES)}" in broken([*LINES[:-1], LINES[-1][:-cut]])


@pytest.mark.parametrize("lines", [[], [""], ["{}"], ["nonsense"], [LINES[0][:-1]], [LINES[0], ""], [LINES[0], "{}"], [LINES[1]]])
def test_what_is_no_log(lines: list[str]) -> None:
    assert broken(lines)


def test_a_post_that_imitates_a_check_is_no_check() -> None:
    game = dealt("xia")
    game.next()
    game.post(0, ',"check":"00000000"}')
    game.post(0, '\n{"n":1,"at":"2026","in":["tick"],"out":[],"check":"00000000"}\n')
    lines = list(log_lines(game.table))
    assert all("\n" not in line for line in lines)
    again, differing = replay(lines)
    assert (differing, fingerprint(again)) == ([], fingerprint(game.table))
    raw = lines[-1].encode()
    place = raw.index(b"2026")
    assert f"byte {place + 1} was changed" in broken([*lines[:-1], with_byte(lines[-1], place, 0x39)])


# ---- logs that were sealed anew ---------------------------------------------------------------------------------------------------------


def resealed(change: Any) -> list[str]:
    """The log with its data changed and every check put right again."""
    rows = [json.loads(line) for line in LINES]
    for row in rows:
        del row["check"]
    change(rows)
    lines, check = [], log.START
    for row in rows:
        line, check = log.sealed(row, check)
        lines.append(line)
    return lines


def test_sealing_is_what_the_log_does() -> None:
    assert tuple(resealed(len)) == LINES
    assert int(LINES[0][-10:-2], 16) == crc32(LINES[0][: -len(',"check":"00000000"}')].encode())


def test_what_the_director_is_made_to_have_said_is_found() -> None:
    """The difference names the line, what was said then and what is said now."""

    def change(rows: list[Any]) -> None:
        rows[2]["out"][0][2] = [1, "别人"]
        del rows[3]["out"][0]
        rows[4]["out"].append(["public", "sign", ["plague"]])

    _, differing = replay(resealed(change))
    assert [row.line for row in differing] == [3, 4, 5]
    assert differing[0].then == ["public", "signed_up", [1, "别人"]]
    assert differing[0].now == ["public", "signed_up", [1, NAMES[1]]]
    assert differing[1].then is None
    assert differing[2].now is None


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("n", 7), ("n", None), ("n", "2"), ("at", "2020-01-01T00:00:00+08:00"), ("at", "2026-12-01T00:00:00"), ("at", None), ("at", "x"),
        ("out", 5), ("out", [5]), ("out", "x"), ("out", {"a": []}), ("at", "2030-01-01T00:00:00+08:00"),
        ("in", None), ("in", []), ("in", ["no"]), ("in", ["tick"]), ("in", ["post", "talk-1", 99, "x", 0]), ("in", ["post", "talk-1", [], "x", 0]),
        ("in", ["message", True, "x"]), ("in", ["deal", "a", "b", "c"]), ("in", {"post": 1}), ("in", ["post", "talk-1", 0, "x" * 30_000, 0]),
    ],
)  # fmt: skip
def test_entries_that_a_table_could_not_have_written(key: str, value: Any) -> None:
    """At a post in the middle; also one that skips what was due."""
    place = next(i for i, line in enumerate(LINES) if '"post"' in line)

    def change(rows: list[Any]) -> None:
        rows[place][key] = value

    assert f"line {place + 1} cannot be replayed" in broken(resealed(change))


@pytest.mark.parametrize("key", ["n", "at", "in", "out"])
def test_entries_that_lack_something(key: str) -> None:
    assert "line 3 cannot be replayed" in broken(resealed(lambda rows: rows[2].pop(key)))


@pytest.mark.parametrize(
    ("key", "value", "match"),
    [("bansha", 2, "version 2"), ("law", "xia-0", "version 1/xia-0"), ("rules", "poker", "poker"), ("seats", 3, "3 seats")],
)
def test_logs_of_other_versions(key: str, value: Any, match: str) -> None:
    def change(rows: list[Any]) -> None:
        rows[0][key] = value

    assert match in broken(resealed(change))


def test_json_that_is_too_deep_is_no_log() -> None:
    body = '{"n":1,"at":' + "[" * 100_000
    check = crc32(body.encode(), int(LINES[0][-10:-2], 16))
    assert "line 2" in broken([LINES[0], f'{body},"check":"{check:08x}"}}'])


def test_a_table_that_has_heard_nothing_has_a_log_of_its_header() -> None:
    table = Table(GAME.table.header)
    again, differing = replay(log_lines(table))
    assert (len(again.log), differing) == (0, [])
    assert fingerprint(again) == fingerprint(table)


def test_the_time_of_an_entry_is_of_the_games_zone() -> None:
    assert all(entry.at.endswith("+08:00") for entry in GAME.table.log)
