"""Public notices are a closed set: every kind and value that may be public passes, everything else is named. Shapes are those of ``PUBLIC``."""

import pytest

from bansha.rules.notices import DIRECTOR, EVERYBODY, PUBLIC, VALUES, Notice, holds, problem, to_room, to_seat

TALLY = [1, 3, [[0, 9], [4, 2]], [[5, -2], [6, 0]], 7, -1, 0, 8, []]


def test_addresses() -> None:
    assert (EVERYBODY, DIRECTOR, to_seat(3), to_room(0)) == ("public", "director", "s3", "r0")


# By kind of value: what it takes, what it does not.
WORDS = ("", "水饺")
NUMBERS = {
    "seat": (0, 61),
    "nobody": (-1, 0, 61),
    "target": (-2, -1, 0),
    "identity": (-1, 0, 14),
    "camp": (0, 2),
    "phase": (0, 7),
    "day": (0, 9),
    "floor": (0, 2000),
    "count": (0, 20),
    "ruling": (0, 30),
    "clause": (-1018, -33, 0, 11000),
}


@pytest.mark.parametrize("kind", ["rules", "hash", "name", "time", "thread", "text", "typed", "sign"])
def test_words(kind: str) -> None:
    assert all(holds(kind, word) for word in WORDS)
    others: tuple[object, ...] = (0, None, [], ("水",))
    assert not any(holds(kind, other) for other in others)


@pytest.mark.parametrize(("kind", "numbers"), NUMBERS.items())
def test_numbers(kind: str, numbers: tuple[int, ...]) -> None:
    assert all(holds(kind, number) for number in numbers)
    if kind != "clause":
        assert not holds(kind, numbers[0] - 1)
    assert not any(holds(kind, other) for other in ("1", None, 1.0, True, [1]))


def test_flags_and_notices_within_notices() -> None:
    assert [holds("flag", value) for value in (0, 1, 2, -1, "1")] == [True, True, False, False, False]
    assert holds("notice", None)
    assert holds("notice", ["public", "early", [3]])
    assert not holds("notice", ["s3", "early", [3]])
    assert not holds("notice", ["public", "early", ["3"]])
    assert not holds("notice", ("public", "early", [3]))
    assert not holds("notice", ["public", "rectified", [None, None]])
    assert not holds("notice", "early")


def test_every_kind_of_value_is_tried_here() -> None:
    assert set(VALUES) == {"rules", "hash", "name", "time", "thread", "text", "typed", "sign", "flag", "notice", *NUMBERS}


@pytest.mark.parametrize(
    ("kind", "value", "good"),
    [
        (["seat"], [], True),
        (["seat"], [3, 4], True),
        (["seat"], (3, 4), True),
        (["seat"], [3, -1], False),
        (["seat"], 3, False),
        (["seat"], {3: 4}, False),
        (("seat", "count"), [3, 4], True),
        (("seat", "count"), (3, 4), True),
        (("seat", "count"), [3], False),
        (("seat", "count"), [3, 4, 5], False),
        (("seat", "count"), [3, -4], False),
        (("seat", "count"), 3, False),
        ([("seat", "count")], [[3, 4], [5, 6]], True),
        ([("seat", "count")], [[3, 4], [5]], False),
    ],
)
def test_rows_and_lists(kind: object, value: object, good: bool) -> None:
    assert holds(kind, value) is good


def test_a_public_notice_of_the_right_shape_has_no_problem() -> None:
    assert problem(Notice(EVERYBODY, "tally", TALLY)) == ""
    assert problem(Notice(EVERYBODY, "rectified", [["public", "tally", TALLY], None])) == ""


@pytest.mark.parametrize(
    ("notice", "why"),
    [
        (Notice("s3", "tally", TALLY), "addressed to s3"),
        (Notice("director", "tally", TALLY), "addressed to director"),
        (Notice(EVERYBODY, "verified", [3, 0]), "no public kind: verified"),
        (Notice(EVERYBODY, "early", [3, 4]), "early: 2 values for day"),
        (Notice(EVERYBODY, "phase", [1]), "phase: 1 values for phase, day, closes, candidates"),
        (Notice(EVERYBODY, "early", [-1]), "early.day: -1"),
        (Notice(EVERYBODY, "tally", [*TALLY[:6], -2, *TALLY[7:]]), "tally.out: -2"),
        (
            Notice(EVERYBODY, "rectified", [["public", "rectified", [None, None]], None]),
            "rectified.then: ['public', 'rectified', [None, None]]",
        ),
    ],
)
def test_what_may_not_be_public_is_named(notice: Notice, why: str) -> None:
    assert problem(notice) == why


# One good notice of every kind.
EXAMPLES: dict[str, list[object]] = {
    "opened": ["xia", "ab12", 20],
    "signed_up": [3, "水饺"],
    "left": ["水饺"],
    "dealt": [["水饺", "包子"], "2026-11-30T20:00+08:00"],
    "phase": [1, 2, "2026-12-01T22:00+08:00", [3, 4]],
    "thread": ["d2", 1],
    "ledger": ["d2", 4, 3, 1, -2, ["饺", "绞"], -1, 4, ""],
    "tally": TALLY,
    "decided": [3, 10, 4, 1, 0],
    "dawn": [3, [[4, 8]], ["plague"]],
    "sign": ["plague"],
    "spoken": [3],
    "waived": [3],
    "adjusted": [1, 2, "", "停电"],
    "paused": [1, 2, "停电"],
    "resumed": [1, 2, "", "来电"],
    "early": [3],
    "vote_corrected": [3, -2, "看错"],
    "substituted": [3, "包子", "水饺"],
    "draw_declared": ["停电"],
    "over": [[0], 0, [[0, 3, 40]], "seed", "salt"],
    "rectified": [["public", "early", [3]], ["public", "early", [4]]],
}


def test_every_public_kind_has_an_example_that_may_be_public() -> None:
    assert set(EXAMPLES) == set(PUBLIC)
    assert {kind: problem(Notice(EVERYBODY, kind, args)) for kind, args in EXAMPLES.items()} == dict.fromkeys(EXAMPLES, "")
