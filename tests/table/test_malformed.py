"""Malformed or unlawful input changes nothing (issue, section 2): for every field of every kind a battery of values that are not of it."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from bansha.rules import phases
from bansha.rules.errors import BanshaError, Malformed
from bansha.table.header import from_data as header_from_data
from bansha.table.header import open_header
from bansha.table.inputs import FIELDS, KINDS, Begin, Input, Message, Post, SignUp, Tick, checked, from_data, to_data
from bansha.table.table import Table
from tests.table.play import NAMES, SEED, Game, begun, fingerprint, night

CYCLE: list[Any] = []
CYCLE.append(CYCLE)
BATTERY: dict[str, list[Any]] = {
    "str": [None, 3, True, 2.5, [], ["水饺"], {}, b"x", "\ud800", "a\0b", "长" * 30_000, object()],
    "int": [None, "3", True, False, 2.5, [], [1], {}, -3, 1 << 70, -(1 << 70), 10**4000, float("nan"), object()],
    "list": [None, "abc", 3, True, {}, (1, 2), [None], [[]], ["\ud800"], ["a\0b"], [object()], CYCLE, [1.5], [0] * 5_000],
    "dict": [3, "abc", True, [], {1.5: 2}, {"a": object()}, {"a": {"a": {"a": {"a": {"a": {"a": 1}}}}}}, {"a": CYCLE}, {1: 2, "1": 3}],
}
# Something of every kind that could be sent.
GOOD: dict[str, list[Any]] = {
    "sign_up": ["新人"],
    "leave": ["水饺"],
    "deal": [SEED, "盐", "2026-11-30T20:00"],
    "begin": [list(NAMES[:12]), [0, 0, 0, 1, 2, 3, 3, 3, 3, 3, 4, 5], {"day": 1, "phase": 1}, SEED, "2026-11-30T12:30"],
    "post": ["talk-1", 0, "说话", 0],
    "message": [0, "同意平局"],
    "tick": [],
    "adjust": ["2026-12-02T22:00", "节日"],
    "pause": ["停电"],
    "resume": ["2026-12-02T22:00", "来电"],
    "open_early": [],
    "correct_vote": [0, 1, "看错"],
    "proxy": [0, 1],
    "substitute": [0, "新人"],
    "declare_draw": ["散了"],
    "correct": [2, ["tick"]],
}


def kind_of(of: Any) -> str:
    text = str(of)
    return "str" if of is str else "int" if of is int else "dict" if "dict" in text else "list"


def bad_inputs() -> list[Any]:
    rows = []
    for kind, cls in KINDS.items():
        for place, (field, of) in enumerate(cls.__annotations__.items()):
            for number, value in enumerate(BATTERY[kind_of(of)]):
                rows.append(pytest.param(kind, place, value, id=f"{kind}-{field}-{number}"))
    return rows


def test_the_battery_knows_every_kind() -> None:
    assert set(GOOD) == set(KINDS)
    assert len(FIELDS) == len(KINDS)
    for kind, fields in GOOD.items():
        checked(from_data([kind, *fields]))


@pytest.mark.parametrize(("kind", "place", "value"), bad_inputs())
def test_a_field_that_is_not_of_its_kind_is_malformed_and_changes_nothing(kind: str, place: int, value: Any) -> None:
    game = begun("xia")
    before = fingerprint(game.table)
    fields = list(GOOD[kind])
    fields[place] = value
    with pytest.raises(Malformed) as error:
        game.send(KINDS[kind](*fields))
    assert error.value.zh
    assert error.value.en
    (error.value.zh + error.value.en).encode()
    assert len(error.value.en) < 500
    assert fingerprint(game.table) == before


@pytest.mark.parametrize("what", [None, 3, "tick", [], ["tick"], ("tick",), {}, Tick, object()])
def test_what_is_no_input_at_all(what: Any) -> None:
    game = begun("xia")
    before = fingerprint(game.table)
    with pytest.raises(Malformed, match="not an input"):
        game.send(what)
    assert fingerprint(game.table) == before


@pytest.mark.parametrize(
    "data", [None, 3, "tick", [], [[]], [None], ["no"], ["tick", 1], ["post"], ["post", 1], {"tick": 1}, [{}], ("tick",)]
)
def test_what_is_no_input_in_a_log(data: Any) -> None:
    with pytest.raises(Malformed, match="not an input"):
        from_data(data)


@pytest.mark.parametrize(
    "at", [None, 3, "2026-12-01", datetime.max, datetime.min, datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)]
)
def test_times_that_cannot_be(at: Any) -> None:
    game = begun("xia")
    before = fingerprint(game.table)
    for what in (Tick(), Message(0, "放弃")):
        with pytest.raises(Malformed, match="not a usable time"):
            game.table.receive(what, at)
    assert fingerprint(game.table) == before


def test_a_naive_time_is_of_the_games_zone() -> None:
    """``Table.receive``: the caller's clock may be the zone's wall clock."""
    one, two = begun("xia"), begun("xia")
    one.table.receive(Message(0, "放弃"), datetime(2026, 12, 1, 9))
    two.table.receive(Message(0, "放弃"), datetime(2026, 12, 1, 1, tzinfo=UTC))
    assert fingerprint(one.table) == fingerprint(two.table)


@pytest.mark.parametrize("hours", [-11, 0, 5.75, 13])
def test_the_zone_in_which_a_time_is_told_leaves_no_trace(hours: float) -> None:
    """One instant is one instant: log, notices and state are the same bytes."""
    here, there = begun("xia"), begun("xia")
    at = datetime(2026, 12, 1, 1, 2, 3, 456789, tzinfo=UTC)
    here.table.receive(Post("talk-1", 0, "早"), at)
    there.table.receive(Post("talk-1", 0, "早"), at.astimezone(timezone(timedelta(hours=hours))))
    assert fingerprint(here.table) == fingerprint(there.table)


@pytest.mark.parametrize("seat", [-1, -2, 20, 62, 10**6])
@pytest.mark.parametrize("kind", ["post", "message", "correct_vote", "proxy", "substitute"])
def test_seats_that_nobody_has(kind: str, seat: int) -> None:
    game = begun("xia")
    before = fingerprint(game.table)
    fields = list(GOOD[kind])
    fields[list(KINDS[kind].__annotations__).index("seat")] = seat
    with pytest.raises(Malformed, match="no such seat"):
        game.send(KINDS[kind](*fields))
    assert fingerprint(game.table) == before


@pytest.mark.parametrize("target", [-3, 20, 10**9])
@pytest.mark.parametrize("kind", ["correct_vote", "proxy"])
def test_targets_that_do_not_exist(kind: str, target: int) -> None:
    game = begun("xia")
    game.vote(0, 1)
    before = fingerprint(game.table)
    fields = list(GOOD[kind])
    fields[1] = target
    with pytest.raises(Malformed, match="no such seat"):
        game.send(KINDS[kind](*fields))
    assert fingerprint(game.table) == before


# ---- Begin ------------------------------------------------------------------------------------------------------------------------------

XIA_SEATS = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9]


@pytest.mark.parametrize(
    ("names", "identities"),
    [
        (NAMES[:19], XIA_SEATS),
        (NAMES, XIA_SEATS[:19]),
        ((*NAMES[:19], "水饺"), XIA_SEATS),
        ((*NAMES[:19], ""), XIA_SEATS),
        (NAMES, [*XIA_SEATS[:19], 15]),
        (NAMES, [*XIA_SEATS[:19], -1]),
        (NAMES, [*XIA_SEATS[:19], 2]),  # a second 幻侠
        (NAMES, [*XIA_SEATS[:19], 7]),  # a second 龙侠
        ((), []),
        (("水饺",), [0]),
        ([f"名{n}" for n in range(63)], [0] + [8] * 62),
        (NAMES, [8] * 20),  # won already: nobody dark
    ],
)
def test_games_that_cannot_be_taken_up(names: Any, identities: list[int]) -> None:
    table = Table(open_header("xia"))
    before = fingerprint(table)
    with pytest.raises(Malformed):
        table.receive(Begin(list(names), identities, None, SEED, "2026-11-30T20:00"), datetime(2026, 11, 29))
    assert fingerprint(table) == before
    assert table.receive(SignUp("水饺"), datetime(2026, 11, 29))[0].what == "opened"


NIGHT_1 = {"day": 1, "phase": phases.NIGHT}


@pytest.mark.parametrize(
    "position",
    [
        {},
        {"day": 1},
        {"phase": 4},
        {"day": 0, "phase": 4},
        {"day": -1, "phase": 4},
        {"day": 10**6, "phase": 4},
        {"day": True, "phase": 4},
        {"day": "1", "phase": 4},
        {"day": 1, "phase": phases.WORDS},
        {"day": 1, "phase": "night"},
        {"day": 1, "phase": True},
        {**NIGHT_1, "unknown": 1},
        {**NIGHT_1, "gone": 3},
        {**NIGHT_1, "gone": "12"},
        {**NIGHT_1, "gone": [20]},
        {**NIGHT_1, "gone": [-1]},
        {**NIGHT_1, "gone": [None]},
        {**NIGHT_1, "gone": [[0]]},
        {**NIGHT_1, "gone": list(range(20))},
        {**NIGHT_1, "azure": [15]},
        {**NIGHT_1, "azure": {"x": "黑侠"}},
        {**NIGHT_1, "azure": {15: "龙侠"}},
        {**NIGHT_1, "azure": {15: 10}},
        {**NIGHT_1, "azure": {15: ["黑侠"]}},
        {**NIGHT_1, "azure": {0: "黑侠"}},
        {**NIGHT_1, "azure": {"015": "黑侠"}},
        {**NIGHT_1, "azure": {"１５": "黑侠"}},
        {**NIGHT_1, "azure": {"15": "黑侠", "015": "白侠"}},
        {**NIGHT_1, "reflections": -1},
        {**NIGHT_1, "reflections": "3"},
        {**NIGHT_1, "reflections": True},
        {**NIGHT_1, "reflections": None},
        {**NIGHT_1, "spent": "幻觉一"},
        {**NIGHT_1, "spent": ["幻觉四"]},
        {**NIGHT_1, "spent": [1]},
        {**NIGHT_1, "spent": [[]]},
        {**NIGHT_1, "learnt": ["飞"]},
        {**NIGHT_1, "learnt": [{}]},
        {**NIGHT_1, "marks": {0: 1}},
        {**NIGHT_1, "led": [0]},
    ],
)
def test_positions_that_are_not_possible(position: dict[str, Any]) -> None:
    table = Table(open_header("xia"))
    before = fingerprint(table)
    with pytest.raises(Malformed):
        table.receive(Begin(list(NAMES), XIA_SEATS, position, SEED, "2026-11-30T20:00"), datetime(2026, 11, 29))
    assert fingerprint(table) == before


@pytest.mark.parametrize(
    "position",
    [
        {**NIGHT_1, "marks": {0: "1"}},
        {**NIGHT_1, "marks": {0: -1}},
        {**NIGHT_1, "marks": {0: True}},
        {**NIGHT_1, "marks": {12: 1}},
        {**NIGHT_1, "marks": [1]},
        {**NIGHT_1, "led": {}},
        {**NIGHT_1, "led": [12]},
        {**NIGHT_1, "reflections": 1},
        {**NIGHT_1, "gone": [0, 1, 2]},
    ],
)
def test_positions_that_are_not_possible_in_piper(position: dict[str, Any]) -> None:
    table = Table(open_header("piper"))
    before = fingerprint(table)
    with pytest.raises(Malformed):
        table.receive(Begin(list(NAMES[:12]), GOOD["begin"][1], position, SEED, "2026-11-30T12:30"), datetime(2026, 11, 29))
    assert fingerprint(table) == before


def test_a_log_does_not_hold_what_others_still_hold() -> None:
    """Whoever sent a position may go on changing the dict; the log must not follow."""
    names, position = list(NAMES), {"day": 1, "phase": phases.NIGHT, "azure": {15: "黑侠"}}
    table = Table(open_header("xia"))
    table.receive(Begin(names, XIA_SEATS, position, SEED, "2026-11-30T20:00"), datetime(2026, 12, 1))
    before = fingerprint(table)
    names.append("x")
    position["azure"] = {}
    assert fingerprint(table) == before
    assert table.log[0].input[3]["azure"] == {"15": "黑侠"}


def test_a_name_too_many_is_no_reason_to_forget_the_seats() -> None:
    """``to_data`` and ``from_data`` are inverse for every kind."""
    for kind, fields in GOOD.items():
        what: Input = from_data([kind, *fields])
        assert from_data(to_data(what)) == what


# ---- headers ----------------------------------------------------------------------------------------------------------------------------

HEADER = open_header("xia").to_data()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("bansha", 2), ("bansha", "1"), ("bansha", True), ("bansha", None),
        ("law", "xia-0"), ("law", 3), ("rules", "poker"), ("rules", ["xia"]), ("rules", None),
        ("options", None), ("options", []), ("options", {"black": "3"}), ("options", {"black": True}), ("options", {"black": -1}),
        ("options", {"azure": 10**12}), ("options", {"wolf": 1}), ("options", {"dragon": 2}),
        ("seats", 19), ("seats", "20"), ("seats", 20.0), ("commitment", None), ("commitment", 3), ("commitment", "x" * 65), ("commitment", "承诺"),
        ("reminder", -1), ("reminder", "120"), ("reminder", True), ("reminder", 10**9), ("reminder", 1.5),
        ("calendar", None), ("calendar", {}), ("calendar", []),
        ("calendar", {**HEADER["calendar"], "zone": "Asia/Atlantis"}), ("calendar", {**HEADER["calendar"], "zone": "../../etc/passwd"}),
        ("calendar", {**HEADER["calendar"], "zone": ""}), ("calendar", {**HEADER["calendar"], "zone": 8}),
        ("calendar", {**HEADER["calendar"], "rows": []}), ("calendar", {**HEADER["calendar"], "rows": HEADER["calendar"]["rows"][:-1]}),
        ("calendar", {**HEADER["calendar"], "rows": [["1", -1, 0, 1, 0]]}), ("calendar", {**HEADER["calendar"], "opens": "20:00"}),
        ("calendar", {**HEADER["calendar"], "spans": [[1, 30]]}), ("calendar", {**HEADER["calendar"], "rows": [], "spans": [[1, 10**9]]}),
        ("calendar", {**HEADER["calendar"], "early": 1}), ("extra", 1),
    ],
)  # fmt: skip
def test_headers_that_are_none(key: str, value: Any) -> None:
    with pytest.raises(Malformed):
        header_from_data({**HEADER, key: value})


@pytest.mark.parametrize("key", list(HEADER))
def test_a_header_lacks_nothing(key: str) -> None:
    with pytest.raises(Malformed):
        header_from_data({k: v for k, v in HEADER.items() if k != key})


@pytest.mark.parametrize("data", [None, 3, [], "x", {}, [1, 2]])
def test_what_is_no_header(data: Any) -> None:
    with pytest.raises(Malformed):
        header_from_data(data)


# ---- unlawful ---------------------------------------------------------------------------------------------------------------------------


def test_what_is_refused_is_not_in_the_log() -> None:
    """A refusal raised says so to its sender; one that the director answers (a message) is part of the game and logged."""
    game: Game = night("xia")
    entries = len(game.table.log)
    for what in (Post("talk-1", 0, "夜里说话"), Post("votes-1", 0, "夜里说话"), Post("no", 0, "x"), Post("talk-1", 0, "x", 9)):
        with pytest.raises(BanshaError):
            game.send(what)
    assert len(game.table.log) == entries
    game.say(0, "验 包子")
    assert len(game.table.log) == entries + 1


def test_what_was_due_is_done_though_what_was_sent_is_refused() -> None:
    """``receive``: nothing changes but what had been due by then anyway."""
    game, punctual = begun("xia"), begun("xia")
    with pytest.raises(BanshaError):
        game.post(0, "x", "talk-1", at="2026-12-01T22:00:01")
    punctual.at("2026-12-01T22:00:01").table.receive(Tick(), punctual.time)
    assert fingerprint(game.table) == fingerprint(punctual.table)
